// SPDX-License-Identifier: Apache-2.0
// The tables, checked against matrices that are written out here once more.

import ControlTower
import RuleProofs
import Testing

@Suite("Tables")
struct TableTests {
  @Test(
    "each category behaves as its row says",
    .proves("DEF-14", "CAT-06", "CAT-12", "CAT-18"),
    arguments: Category.allCases
  )
  func categories(_ category: Category) {
    let row = category.behaviour
    let flags = [
      row.obeysSilentSwitch, row.obeysLock, row.interruptsOthers, row.hasInput, row.hasOutput,
      row.allowsPrepare, row.allowsPlay,
    ].map { $0 ? "x" : "." }.joined()
    let expected: (String, CategoryBehaviour.Mixing) =
      switch category {
      case .ambient: ("xx..xxx", .always(RuleID("CAT-04")))
      case .soloAmbient: ("xxx.xxx", .never(RuleID("CAT-10")))
      case .playback: ("..x.xxx", .optional)
      case .record: ("..xx.x.", .never(RuleID("CAT-22")))
      case .playAndRecord: ("..xxxxx", .optional)
      case .audioProcessing: ("..x....", .never(RuleID("CAT-33")))
      case .multiRoute: ("..xxxxx", .optional)
      }
    #expect(flags == expected.0)
    #expect(row.mixing == expected.1)
  }

  /// The pairs of MODE-01 to MODE-07, beside those with `default`.
  static let modes: [Mode: Set<Category>] = [
    .voiceChat: [.playAndRecord],
    .videoChat: [.playAndRecord],
    .gameChat: [.playAndRecord],
    .videoRecording: [.playAndRecord, .record],
    .measurement: [.playAndRecord, .record, .playback],
    .moviePlayback: [.playback],
  ]

  static let modernModes: Set<Mode> = [.spokenAudio, .voicePrompt, .shortFormVideo]

  @Test(
    "a mode is refused, with its rule, outside its categories; 16 of 49 pairs are valid",
    .proves("MODE-01", "MODE-02", "MODE-03", "MODE-04", "MODE-05", "MODE-06", "MODE-07", "MODE-08")
  )
  func modesAndCategories() {
    var valid = 0
    for category in Category.allCases {
      for mode in Mode.allCases where !Self.modernModes.contains(mode) {
        let refusals = SessionConfiguration(id: "a", category: category, mode: mode).refusals()
        if mode == .default || Self.modes[mode]?.contains(category) == true {
          valid += 1
          #expect(refusals.isEmpty)
        } else {
          #expect(refusals.map(\.reason) == [.incompatibleMode(mode, category)])
          #expect(refusals.allSatisfy { $0.rule.description.hasPrefix("MODE-0") })
        }
      }
    }
    #expect(valid == 16)
  }

  @Test(
    "an option is refused outside its categories",
    .proves("OPT-01", "OPT-02", "OPT-03", "OPT-04"),
    arguments: CategoryOption.allCases,
    Category.allCases
  )
  func optionsAndCategories(_ option: CategoryOption, _ category: Category) {
    let valid: Set<Category> =
      switch option {
      case .mixWithOthers, .duckOthers: [.playAndRecord, .playback, .multiRoute]
      case .allowBluetoothHFP: [.record, .playAndRecord]
      case .defaultToSpeaker, .allowBluetoothA2DP, .allowAirPlay: [.playAndRecord]
      case .interruptSpokenAudioAndMixWithOthers: [.playAndRecord, .playback, .multiRoute]
      case .overrideMutedMicrophoneInterruption: [.record, .playAndRecord, .multiRoute]
      }
    let refusals = SessionConfiguration(id: "a", category: category, options: [option]).refusals()
    let expected: [Refusal.Reason] =
      valid.contains(category) ? [] : [.incompatibleOption(option, category)]
    #expect(refusals.map(\.reason) == expected)
  }

  @Test("who cannot mix says so by its own rule", .proves("CAT-04", "CAT-10", "CAT-22", "CAT-33"))
  func ownRules() {
    let rules = [Category.ambient, .soloAmbient, .record, .audioProcessing].map {
      SessionConfiguration(id: "a", category: $0, options: [.mixWithOthers])
        .refusals().map(\.rule.description)
    }
    #expect(rules == [["CAT-04"], ["CAT-10"], ["CAT-22"], ["CAT-33"]])
  }

  @Test("All that is wrong with a configuration is reported at once")
  func allRefusals() {
    let refusals = SessionConfiguration(
      id: "a",
      category: .ambient,
      mode: .voiceChat,
      options: [.duckOthers, .mixWithOthers]
    ).refusals()
    #expect(
      refusals.map(\.reason) == [
        .incompatibleMode(.voiceChat, .ambient),
        .incompatibleOption(.mixWithOthers, .ambient),
        .incompatibleOption(.duckOthers, .ambient),
      ]
    )
  }

  @Test("duckOthers brings mixWithOthers along, as implied", .proves("OPT-05"))
  func duckImpliesMix() {
    let ducker = SessionConfiguration.ducker()
    #expect(ducker.options == [.duckOthers])
    #expect(ducker.impliedOptions == [.mixWithOthers])
    #expect(ducker.isMixable)
    var both = ducker
    both.options.insert(.mixWithOthers)
    #expect(both.impliedOptions.isEmpty)
    #expect(both.optionsInForce == ducker.optionsInForce)
  }

  @Test(
    "chat modes bring their options along and take only those away",
    .proves("MODE-09", "MODE-10", "MODE-14")
  )
  func chatModes() {
    var session = SessionConfiguration(id: "a", category: .playAndRecord, mode: .voiceChat)
    #expect(session.impliedOptions == [.allowBluetoothHFP])
    session.mode = .videoChat
    #expect(session.impliedOptions == [.allowBluetoothHFP, .defaultToSpeaker])
    let video = session.optionsInForce
    session.mode = .gameChat
    #expect(session.optionsInForce == video)
    session.options = [.defaultToSpeaker]
    session.mode = .default
    #expect(session.optionsInForce == [.defaultToSpeaker])
  }
}
