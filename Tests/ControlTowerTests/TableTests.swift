// SPDX-License-Identifier: Apache-2.0
// The tables, checked against matrices that are written out here once more.

import ControlTower
import RuleProofs
import Testing

@Suite("Tables")
struct TableTests {
  @Test(
    "each category behaves as its row says",
    .proves("DEF-14"),
    arguments: Category.allCases
  )
  func categories(_ category: Category) {
    let row = category.behaviour
    let flags = [
      row.obeysSilentSwitch, row.obeysLock, row.interruptsOthers, row.hasInput, row.hasOutput,
      row.allowsPlay,
    ].map { $0 ? "x" : "." }.joined()
    let expected: (String, CategoryBehaviour.Mixing) =
      switch category {
      case .ambient: ("xx..xx", .always(RuleID("CAT-04")))
      case .soloAmbient: ("xxx.xx", .never(RuleID("CAT-10")))
      case .playback: ("..x.xx", .optional)
      case .record: ("..xx..", .never(RuleID("CAT-22")))
      case .playAndRecord: ("..xxxx", .optional)
      case .audioProcessing: ("..x...", .never(RuleID("CAT-33")))
      case .multiRoute: ("..xxxx", .optional)
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
    .proves(
      "MODE-01",
      "MODE-02",
      "MODE-03",
      "MODE-04",
      "MODE-05",
      "MODE-06",
      "MODE-07",
      "MODE-08",
      "MEAS-03",
      "ANC-MODE-05"
    )
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
    .proves("OPT-01", "OPT-02", "OPT-03", "OPT-04", "ANC-OPT-07"),
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

  @Test("all that is wrong with a configuration is reported at once")
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

  @Test("duckOthers brings mixWithOthers along, as implied", .proves("OPT-05", "DUCK-04"))
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

  @Test(
    "the modern modes go with categories that sound; a short film only with playback",
    .proves("ANC-MODE-01", "ANC-MODE-02", "ANC-MODE-03"),
    arguments: Category.allCases
  )
  func modernModes(_ category: Category) {
    let sounding: Set<Category> = [.ambient, .soloAmbient, .playback, .playAndRecord, .multiRoute]
    for mode in Self.modernModes {
      let valid = mode == .shortFormVideo ? category == .playback : sounding.contains(category)
      let session = SessionConfiguration(id: "a", category: category, mode: mode)
      #expect(session.refusals().isEmpty == valid)
    }
  }

  @Test(
    "a long-form policy is for plain playback, and nobody asks for independent",
    .proves("ANC-POL-01"),
    arguments: Category.allCases,
    RouteSharingPolicy.allCases
  )
  func policies(_ category: Category, _ policy: RouteSharingPolicy) {
    for mode in Mode.allCases where mode.categories.contains(category) {
      for options: Set<CategoryOption> in [[], [.mixWithOthers]]
      where options.isEmpty || category.behaviour.mixing == .optional {
        let session = SessionConfiguration(
          id: "a",
          category: category,
          mode: mode,
          options: options,
          policy: policy
        )
        let isLongForm =
          category == .playback && options.isEmpty
          && [.default, .moviePlayback, .spokenAudio].contains(mode)
        let valid = policy == .default || (policy != .independent && isLongForm)
        #expect(session.refusals().map(\.reason) == (valid ? [] : [.incompatiblePolicy(policy)]))
      }
    }
  }

  @Test(
    "a mode never widens what its category allows, and a camera that is not there chooses no input",
    .proves("MODE-16", "MODE-17", "ANC-RTE-03"),
    arguments: Category.allCases
  )
  func narrowing(_ category: Category) throws {
    for mode in Mode.allCases where mode.categories.contains(category) {
      var stage = try Stage(
        SessionConfiguration(id: "a", category: category, mode: mode, usesInput: true)
      )
      for (name, role, direction) in [
        ("main", PortRole.speaker, PortDirection.output), ("mic", .mic, .input),
        ("desk", .lineIn, .input),
      ] {
        try stage(
          .plugged(PortDescription(id: PortID(name), role: role, direction: direction))
        )
      }
      try stage(.activate("a"))
      let session = stage.tower.session("a")
      #expect(session?.route.inputs.isEmpty == !category.behaviour.hasInput)
      #expect(session?.route.outputs.isEmpty == !category.behaviour.hasOutput)
      guard mode == .videoRecording else { continue }
      let chosen = session?.route.inputs
      try stage(.setMode("a", .default))
      #expect(stage.tower.session("a")?.route.inputs == chosen)
    }
  }
}
