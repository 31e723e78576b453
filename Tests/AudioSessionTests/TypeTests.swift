// SPDX-License-Identifier: Apache-2.0
// Apple's names and values, and the words of the wire for them.

import Foundation
import RuleProofs
import Testing

@testable import AudioSession

@Suite("Types of the audio session")
struct TypeTests {
  private static let categories: [AVAudioSession.Category] = [
    .ambient, .soloAmbient, .playback, .record, .playAndRecord, .audioProcessing, .multiRoute,
  ]
  private static let modes: [AVAudioSession.Mode] = [
    .default, .voiceChat, .videoChat, .gameChat, .videoRecording, .measurement, .moviePlayback,
    .spokenAudio, .voicePrompt, .shortFormVideo,
  ]

  @Test("categories and modes have Apple's names and the tower's words")
  func names() {
    #expect(AVAudioSession.Category.soloAmbient.rawValue == "AVAudioSessionCategorySoloAmbient")
    #expect(AVAudioSession.Category.playAndRecord.word == "playAndRecord")
    #expect(AVAudioSession.Mode.default.rawValue == "AVAudioSessionModeDefault")
    #expect(AVAudioSession.Mode(rawValue: "AVAudioSessionModeVoiceChat") == .voiceChat)
    #expect(AVAudioSession.Category(rawValue: "loud").word == "loud")
    for category in Self.categories {
      #expect(AVAudioSession.Category(word: category.word) == category)
    }
    for mode in Self.modes { #expect(AVAudioSession.Mode(word: mode.word) == mode) }
  }

  @Test("options have Apple's bits; those that mean nothing are refused")
  func options() throws {
    typealias Options = AVAudioSession.CategoryOptions
    #expect(
      Options.vocabulary.map(\.option.rawValue) == [
        1, 2, 4, 8, 0x11, 0x20, 0x40, 0x80, 0x4_0000, 0x8_0000,
      ]
    )
    for (word, option) in Options.vocabulary {
      #expect(Options(words: [word]) == option)
      #expect(try option.words.contains(word))
    }
    let spoken = Options.interruptSpokenAudioAndMixWithOthers
    #expect(spoken.contains(.mixWithOthers))
    #expect(try spoken.words == ["mixWithOthers", "interruptSpokenAudioAndMixWithOthers"])
    for bits: UInt in [0x10, 0x100] {
      let error = #expect(throws: AVAudioSessionError.self) { try Options(rawValue: bits).words }
      #expect(error?.sessionCode == .badParam)
    }
  }

  @Test("enumerations have Apple's values", .proves("ANC-INT-02", "ANC-RTE-01"))
  func values() {
    typealias Session = AVAudioSession
    #expect(Session.InterruptionType.began.rawValue == 1)
    #expect(Session.InterruptionType.ended.rawValue == 0)
    #expect(Session.InterruptionReason.allCases.map(\.rawValue) == [0, 1, 2, 4])
    #expect(Session.RouteChangeReason.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 6, 7, 8])
    #expect(Session.SilenceSecondaryAudioHintType.allCases.map(\.rawValue) == [0, 1])
    #expect(Session.RouteSharingPolicy.allCases.map(\.rawValue) == [0, 1, 2, 3])
    for policy in Session.RouteSharingPolicy.allCases {
      #expect(Session.RouteSharingPolicy(word: policy.word) == policy)
    }
    #expect(Session.PortOverride.speaker.rawValue == 1_936_747_378)
    #expect(Session.RecordPermission.granted.rawValue == 1_735_552_628)
  }

  @Test(
    "every role of a preset has a kind of its own; a headset is two",
    .proves("ANC-RTE-02")
  )
  func ports() {
    let roles = [
      "speaker", "receiver", "headphones", "lineOut", "usb", "hdmi", "hfp", "a2dp", "net", "mic",
      "lineIn", "virtual",
    ]
    #expect(Set(roles.map { AVAudioSession.Port(word: $0, isInput: false) }).count == roles.count)
    #expect(AVAudioSession.Port(word: "headset", isInput: true) == .headsetMic)
    #expect(AVAudioSession.Port(word: "headset", isInput: false) == .headphones)
    #expect(AVAudioSession.Port(word: "tube", isInput: false).rawValue == "tube")
  }

  @Test("deprecated spellings mean what the present ones mean")
  func deprecated() {
    // Deprecated names may be used only where the compiler does not warn.
    let spellings: any DeprecatedSpellings = Deprecated()
    spellings.check()
  }
}

private protocol DeprecatedSpellings {
  func check()
}

private struct Deprecated: DeprecatedSpellings {
  @available(*, deprecated)
  func check() {
    #expect(AVAudioSessionCategoryPlayback == .playback)
    #expect(AVAudioSessionModeVoiceChat == .voiceChat)
    #expect(AVAudioSessionPortHeadphones == .headphones)
    #expect(AVAudioSessionInterruptionNotification == AVAudioSession.interruptionNotification)
    #expect(Notification.Name.AVAudioSessionRouteChange == AVAudioSession.routeChangeNotification)
    let options: AVAudioSessionCategoryOptions = [.MixWithOthers, .allowBluetooth]
    #expect(options == [.mixWithOthers, .allowBluetoothHFP])
    #expect(AVAudioSessionInterruptionType(rawValue: 1) == .Began)
    let session = AVAudioSession(
      SessionLink(session: nil, program: "nobody"),
      center: NotificationCenter()
    )
    #expect(session.currentHardwareSampleRate == session.sampleRate)
    var error: NSError?
    let isMeant = session.setCategory(
      AVAudioSessionCategoryPlayback,
      withOptions: AVAudioSessionCategoryOptions(rawValue: 0x100),
      error: &error
    )
    #expect(!isMeant && error?.code == AVAudioSession.ErrorCode.badParam.rawValue)
  }
}
