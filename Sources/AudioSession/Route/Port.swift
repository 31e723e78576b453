// SPDX-License-Identifier: Apache-2.0
// Kinds of ports: Apple's names, and the roles of presets for them.

extension AVAudioSession {
  /// What a port is; those that no rig has are absent.
  public struct Port: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Makes a kind of Apple's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// An input at line level.
    public static let lineIn = Port(rawValue: "LineIn")
    /// The rig's own microphone.
    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    /// The microphone of a headset.
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    /// An output at line level.
    public static let lineOut = Port(rawValue: "LineOut")
    /// Headphones, or those of a headset.
    public static let headphones = Port(rawValue: "Headphones")
    /// Wireless stereo.
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    /// The quiet output near the ear.
    public static let builtInReceiver = Port(rawValue: "Receiver")
    /// The loudspeakers.
    public static let builtInSpeaker = Port(rawValue: "Speaker")
    /// A screen.
    public static let HDMI = Port(rawValue: "HDMIOutput")
    /// A sink on the network.
    public static let airPlay = Port(rawValue: "AirPlay")
    /// A wireless hands-free device.
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    /// A USB device.
    public static let usbAudio = Port(rawValue: "USBAudio")
    /// Another program.
    public static let virtual = Port(rawValue: "Virtual")

    /// The kind for a role of presets; a role that is not known is a kind of that name.
    init(word: String, isInput: Bool) {
      self =
        switch word {
        case "speaker": .builtInSpeaker
        case "receiver": .builtInReceiver
        case "headphones": .headphones
        case "headset": isInput ? .headsetMic : .headphones
        case "lineOut": .lineOut
        case "lineIn": .lineIn
        case "mic": .builtInMic
        case "usb": .usbAudio
        case "hdmi": .HDMI
        case "hfp": .bluetoothHFP
        case "a2dp": .bluetoothA2DP
        case "net": .airPlay
        case "virtual": .virtual
        default: Port(rawValue: word)
        }
    }
  }
}
