// SPDX-License-Identifier: Apache-2.0
// The deprecated names of kinds of ports, each with a fix-it to the present name.

/// The deprecated name of `AVAudioSession.Port.lineIn`.
@available(*, deprecated, renamed: "AVAudioSession.Port.lineIn")
public let AVAudioSessionPortLineIn = AVAudioSession.Port.lineIn

/// The deprecated name of `AVAudioSession.Port.builtInMic`.
@available(*, deprecated, renamed: "AVAudioSession.Port.builtInMic")
public let AVAudioSessionPortBuiltInMic = AVAudioSession.Port.builtInMic

/// The deprecated name of `AVAudioSession.Port.headsetMic`.
@available(*, deprecated, renamed: "AVAudioSession.Port.headsetMic")
public let AVAudioSessionPortHeadsetMic = AVAudioSession.Port.headsetMic

/// The deprecated name of `AVAudioSession.Port.lineOut`.
@available(*, deprecated, renamed: "AVAudioSession.Port.lineOut")
public let AVAudioSessionPortLineOut = AVAudioSession.Port.lineOut

/// The deprecated name of `AVAudioSession.Port.headphones`.
@available(*, deprecated, renamed: "AVAudioSession.Port.headphones")
public let AVAudioSessionPortHeadphones = AVAudioSession.Port.headphones

/// The deprecated name of `AVAudioSession.Port.bluetoothA2DP`.
@available(*, deprecated, renamed: "AVAudioSession.Port.bluetoothA2DP")
public let AVAudioSessionPortBluetoothA2DP = AVAudioSession.Port.bluetoothA2DP

/// The deprecated name of `AVAudioSession.Port.builtInReceiver`.
@available(*, deprecated, renamed: "AVAudioSession.Port.builtInReceiver")
public let AVAudioSessionPortBuiltInReceiver = AVAudioSession.Port.builtInReceiver

/// The deprecated name of `AVAudioSession.Port.builtInSpeaker`.
@available(*, deprecated, renamed: "AVAudioSession.Port.builtInSpeaker")
public let AVAudioSessionPortBuiltInSpeaker = AVAudioSession.Port.builtInSpeaker

/// The deprecated name of `AVAudioSession.Port.HDMI`.
@available(*, deprecated, renamed: "AVAudioSession.Port.HDMI")
public let AVAudioSessionPortHDMI = AVAudioSession.Port.HDMI

/// The deprecated name of `AVAudioSession.Port.airPlay`.
@available(*, deprecated, renamed: "AVAudioSession.Port.airPlay")
public let AVAudioSessionPortAirPlay = AVAudioSession.Port.airPlay

/// The deprecated name of `AVAudioSession.Port.bluetoothHFP`.
@available(*, deprecated, renamed: "AVAudioSession.Port.bluetoothHFP")
public let AVAudioSessionPortBluetoothHFP = AVAudioSession.Port.bluetoothHFP

/// The deprecated name of `AVAudioSession.Port.usbAudio`.
@available(*, deprecated, renamed: "AVAudioSession.Port.usbAudio")
public let AVAudioSessionPortUSBAudio = AVAudioSession.Port.usbAudio
