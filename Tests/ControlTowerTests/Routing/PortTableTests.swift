// SPDX-License-Identifier: Apache-2.0
// Which session can use which port: generated from the tables, checked against a list that is
// written out here once more.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Ports and categories")
struct PortTableTests {
  /// The outputs that a category can use without any option: one letter for each role.
  static let outputRoles: [(Category, Set<PortRole>)] = [
    (.ambient, everyOutput.subtracting([.hfp])),
    (.soloAmbient, everyOutput.subtracting([.hfp])),
    (.playback, everyOutput.subtracting([.hfp])),
    (.record, []),
    (.playAndRecord, everyOutput.subtracting([.hfp, .a2dp])),
    (.audioProcessing, []),
    (.multiRoute, [.usb, .lineOut, .headphones, .headset, .hdmi]),
  ]

  static let everyOutput: Set<PortRole> = Set(PortRole.allCases).subtracting([.mic, .lineIn])

  static let everyInput: Set<PortRole> = [
    .mic, .lineIn, .headset, .usb, .hdmi, .hfp, .net, .virtual,
  ]

  @Test(
    "each category can use these outputs",
    .proves("RTE-01", "ANC-RTE-02", "ANC-MRT-01", "CAT-23", "CAT-34"),
    arguments: outputRoles
  )
  func outputs(_ category: Category, _ roles: Set<PortRole>) throws {
    let session = SessionConfiguration(id: "a", category: category)
    let stage = try Stage(rig: PortDescription.everyKind, session)
    let usable = try stage.tower.availableOutputs(for: "a")
    #expect(Set(usable.map(\.role)) == roles)
    #expect(usable.allSatisfy { $0.direction == .output })
  }

  @Test(
    "each category can use these inputs",
    .proves("RTE-01", "CAT-29", "CAT-34"),
    arguments: Category.allCases
  )
  func inputs(_ category: Category) throws {
    let session = SessionConfiguration(id: "a", category: category)
    let stage = try Stage(rig: PortDescription.everyKind, session)
    let expected: Set<PortRole> =
      switch category {
      case .record, .playAndRecord: Self.everyInput.subtracting([.hfp])
      case .multiRoute: [.mic, .headset, .usb]
      default: []
      }
    #expect(Set(try stage.tower.availableInputs(for: "a").map(\.role)) == expected)
  }

  @Test(
    "a category without a direction has no port there, however many ports there are",
    .proves("ANC-RTE-03", "CAT-05", "CAT-11", "CAT-17", "CAT-23", "CAT-29", "CAT-34"),
    arguments: SessionConfiguration.everyRouting
  )
  func missingDirections(_ session: SessionConfiguration) throws {
    let stage = try Stage(rig: PortDescription.everyKind, session)
    let route = try #require(stage.tower.session("a")?.route)
    #expect(route.inputs.count == (session.category.behaviour.hasInput ? 1 : 0))
    #expect(route.outputs.isEmpty == !session.category.behaviour.hasOutput)
  }

  @Test(
    "a mode takes ports away from its category, but never gives it any",
    .proves("MODE-17"),
    arguments: SessionConfiguration.everyRouting
  )
  func specialises(_ session: SessionConfiguration) throws {
    var usual = session
    usual.mode = .default
    usual.options.formUnion(session.impliedOptions)
    let (special, general) = (
      try Stage(rig: PortDescription.everyKind, session),
      try Stage(rig: PortDescription.everyKind, usual)
    )
    #expect(
      Set(try special.tower.availableOutputs(for: "a"))
        .isSubset(of: try general.tower.availableOutputs(for: "a"))
    )
    #expect(
      Set(try special.tower.availableInputs(for: "a"))
        .isSubset(of: try general.tower.availableInputs(for: "a"))
    )
  }

  @Test("gameChat is routed exactly as videoChat is, whatever is plugged in", .proves("MODE-14"))
  func gameChat() throws {
    let microphones = RigPolicy(voiceMicrophones: ["mic input"])
    for last in PortDescription.everyKind {
      for options: Set<CategoryOption> in [[], [.allowBluetoothA2DP], [.allowAirPlay]] {
        let routes = try [Mode.videoChat, .gameChat].map { mode in
          let rig = [PortDescription.speaker, .receiver, .mic, last]
          var stage = try Stage(rig: rig, .chat(mode: mode, options: options))
          try stage(.setRigPolicy(microphones))
          return stage.tower.session("chat")?.route
        }
        #expect(routes[0] == routes[1])
      }
    }
  }

  @Test(
    "network outputs by category and mode",
    .proves("AIR-01", "AIR-02", "AIR-03", "AIR-04"),
    arguments: SessionConfiguration.everyRouting
  )
  func network(_ session: SessionConfiguration) throws {
    let support: NetworkSupport =
      switch session.category {
      case .ambient, .soloAmbient, .playback: .both
      case .playAndRecord:
        [.default, .videoChat, .gameChat].contains(session.mode) ? .mirrored : .none
      case .record, .audioProcessing, .multiRoute: .none
      }
    #expect(session.networkSupport == support)
    let stage = try Stage(rig: [.stream, .mirror], session)
    let expected: [PortID] =
      switch support {
      case .none: []
      case .mirrored: ["mirror"]
      case .both: ["stream", "mirror"]
      }
    #expect(try stage.tower.availableOutputs(for: "a").map(\.id) == expected)
  }

  @Test(
    "playAndRecord sounds from a mirrored output without an option, and from no other with one",
    .proves("ANC-OPT-03", "AIR-02")
  )
  func allowAirPlay() throws {
    var stage = try Stage(rig: [.speaker, .stream, .mirror], .chat())
    #expect(stage.outputs("chat") == ["mirror"])
    try stage(.setCategory("chat", .playAndRecord, .default, [.allowAirPlay]))
    #expect(stage.tower.session("chat")?.configuration.options == [.allowAirPlay])
    #expect(stage.outputs("chat") == ["mirror"])
    try stage.unplug(.mirror)
    #expect(stage.outputs("chat") == ["speaker"], "one for sound alone is not for a conversation")
    try stage(.setCategory("chat", .playback, .default, []))
    #expect(stage.outputs("chat") == ["stream"])
  }

  @Test(
    "A2DP is for players, for playAndRecord with its option, never for multiRoute or record",
    .proves("ANC-OPT-02"),
    arguments: Category.allCases
  )
  func a2dp(_ category: Category) throws {
    let rig: [PortDescription] = [.speaker, .a2dp]
    var session = SessionConfiguration(id: "a", category: category)
    let isPlayer = [.ambient, .soloAmbient, .playback].contains(category)
    let usual = try Stage(rig: rig, session).outputs("a")
    #expect(usual?.contains("a2dp") == isPlayer)
    guard category == .playAndRecord else { return }
    session.options = [.allowBluetoothA2DP]
    #expect(try Stage(rig: rig, session).outputs("a") == ["a2dp"])
  }

  @Test(
    "of one device hands-free wins over A2DP; of two devices the last wins",
    .proves("ANC-OPT-02")
  )
  func oneDevice() throws {
    let both: Set<CategoryOption> = [.allowBluetoothHFP, .allowBluetoothA2DP]
    for (device, expected) in [("ear", "hfp"), ("box", "a2dp")] {
      var (hfp, a2dp) = (PortDescription.hfp, PortDescription.a2dp)
      hfp.device = "ear"
      a2dp.device = device
      let stage = try Stage(rig: [.speaker, .mic, hfp, a2dp], .chat(options: both))
      #expect(stage.outputs("chat") == [PortID(expected)])
      let music = try Stage(rig: [.speaker, hfp, a2dp], .music())
      #expect(music.outputs("music") == ["a2dp"])
    }
  }

  @Test("which categories and modes a rig can serve depends on its ports", .proves("ANC-CAT-01"))
  func available() throws {
    var stage = try Stage()
    #expect(stage.tower.availableCategories == [.audioProcessing])
    try stage.plug(.speaker)
    #expect(
      stage.tower.availableCategories
        == [.ambient, .soloAmbient, .playback, .audioProcessing, .multiRoute]
    )
    #expect(!stage.tower.availableModes.contains(.voiceChat))
    #expect(stage.tower.availableModes.contains(.moviePlayback))
    try stage.plug(.mic)
    #expect(stage.tower.availableCategories == Category.allCases)
    #expect(stage.tower.availableModes == Mode.allCases)
    try stage.unplug(.speaker)
    #expect(stage.tower.availableCategories == [.record, .audioProcessing])
  }

  @Test("all long-form sessions follow one route", .proves("ANC-POL-01"))
  func longForm() throws {
    let modes: [Mode] = [.default, .moviePlayback, .spokenAudio]
    var stage = try Stage()
    try stage.plug(.speaker)
    for mode in modes {
      for policy in [RouteSharingPolicy.longFormAudio, .longFormVideo] {
        let id = SessionID("\(mode) \(policy)")
        try stage(
          .added(SessionConfiguration(id: id, category: .playback, mode: mode, policy: policy))
        )
      }
    }
    let events: [TowerEvent] = [
      .plugged(.a2dp), .plugged(.stream), .plugged(.loopback), .pickRoute(.output, "loopback"),
      .plugged(.hdmi), .pickRoute(.output, "stream"), .unplugged("stream"),
    ]
    for event in events {
      try stage(event)
      #expect(Set(stage.tower.sessions.map(\.route)).count == 1)
    }
  }

  @Test(
    "a session with input and output has both at once, even mixing beside one that does not",
    .proves("ANC-IO-01", "CAT-29", "CHG-08")
  )
  func aggregated() throws {
    var stage = try Stage(rig: [.speaker, .receiver, .mic], .music())
    try stage(.added(.chat(options: [.mixWithOthers])))
    try stage(.activate("chat"))
    let route = RouteDescription(inputs: ["mic"], outputs: ["receiver"])
    #expect(stage.activation("music") == .active)
    #expect(stage.tower.session("chat")?.route == route)
  }
}
