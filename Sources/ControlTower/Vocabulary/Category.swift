// SPDX-License-Identifier: Apache-2.0
// The words of AVAudioSession: categories, modes, options.

/// What a session's audio is for; it decides how the session behaves beside others.
public enum Category: String, Hashable, Sendable, CaseIterable {
  case ambient, soloAmbient, playback, record, playAndRecord, audioProcessing, multiRoute
}

/// A specialisation of a category.
public enum Mode: String, Hashable, Sendable, CaseIterable {
  case `default`, voiceChat, videoChat, gameChat, videoRecording, measurement, moviePlayback
}

/// Overrides of a category's behaviour.
public enum CategoryOption: String, Hashable, Sendable, CaseIterable {
  case mixWithOthers, duckOthers, allowBluetooth, defaultToSpeaker
}

/// What a route is: where its ports lead to.
public enum PortRole: String, Hashable, Sendable, CaseIterable {
  case speaker, receiver, headphones, headset, lineOut, usb, hdmi, hfp, a2dp, net, mic, lineIn,
    virtual
}
