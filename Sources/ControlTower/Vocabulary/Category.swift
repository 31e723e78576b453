// SPDX-License-Identifier: Apache-2.0
// The words of AVAudioSession: categories, modes, options, policies.

/// What a session's audio is for; it decides how the session behaves with others.
package enum Category: String, Hashable, Sendable, CaseIterable {
  case ambient, soloAmbient, playback, record, playAndRecord, audioProcessing, multiRoute
}

/// A specialisation of a category.
package enum Mode: String, Hashable, Sendable, CaseIterable {
  case `default`, voiceChat, videoChat, gameChat, videoRecording, measurement, moviePlayback
  case spokenAudio, voicePrompt, shortFormVideo
}

/// Overrides of a category's behaviour.
package enum CategoryOption: String, Hashable, Sendable, CaseIterable {
  case mixWithOthers, duckOthers, allowBluetoothHFP, defaultToSpeaker
  case interruptSpokenAudioAndMixWithOthers, allowBluetoothA2DP, allowAirPlay
  case overrideMutedMicrophoneInterruption
}

/// Which outputs sessions of one kind share.
package enum RouteSharingPolicy: String, Hashable, Sendable, CaseIterable {
  case `default`, longFormAudio, longFormVideo, independent
}
