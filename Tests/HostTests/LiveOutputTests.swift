// SPDX-License-Identifier: Apache-2.0
// Which output each session is heard at, as outputs of every kind come and go.

import ControlProtocol
import JACKTestBench
import RuleProofs
import Testing

@Suite("The outputs of a live rig", .serialized)
struct LiveOutputTests {
  private static let routes = """
    tarmac: 1
    routes:
      wall:   { role: speaker, ports: [ "wall:in_1" ] }
      ear:    { role: receiver, ports: [ "ear:in_1" ] }
      line:   { role: lineOut, ports: [ "line:in_1" ] }
      phones: { role: headphones, ports: [ "phones:in_1" ] }
      stick:  { role: usb, ports: [ "stick:in_1" ] }
      screen: { role: hdmi, ports: [ "screen:in_1" ] }
      mirror: { role: net, mirrored: on, ports: [ "mirror:in_1" ] }
      stream: { role: net, ports: [ "stream:in_1" ] }
      buds:   { role: a2dp, ports: [ "buds:in_1" ] }
      kit:    { role: hfp, ports: [ "kit:in_1" ] }
    """

  /// Sessions that are heard beside one another, in the order of their voices.
  private static let sessions = [
    ("bed", "category: ambient"),
    ("music", "category: playback, options: [ mixWithOthers ]"),
    ("chat", "category: playAndRecord, options: [ mixWithOthers, allowAirPlay ]"),
    ("loud", "category: playAndRecord, options: [ mixWithOthers, allowAirPlay, defaultToSpeaker ]"),
    ("call", "category: playAndRecord, mode: voiceChat, options: [ mixWithOthers, allowAirPlay ]"),
    ("video", "category: playAndRecord, mode: videoChat, options: [ mixWithOthers, allowAirPlay ]"),
    ("game", "category: playAndRecord, mode: gameChat, options: [ mixWithOthers, allowAirPlay ]"),
    (
      "open",
      "category: playAndRecord, "
        + "options: [ mixWithOthers, allowAirPlay, allowBluetoothHFP, allowBluetoothA2DP ]"
    ),
    (
      "clip",
      "category: playAndRecord, mode: videoRecording, options: [ mixWithOthers, allowAirPlay ]"
    ),
  ]

  private static let everyone = sessions.map(\.0)
  private static let players = ["bed", "music"]
  private static let chats = ["call", "video", "game"]
  /// Sessions in modes that go with a picture elsewhere.
  private static let pictured = ["bed", "music", "chat", "loud", "video", "game", "open"]

  private static var preset: String {
    let list = sessions.enumerated().map { index, session in
      """
        \(session.0):
          { \(session.1), active: true, route_policy: ignore, sends: [ { to: currentRoute } ],
            source: { jack: [ "voices:out_\(index + 1)" ] } }
      """
    }
    return ([routes, "sessions:"] + list).joined(separator: "\n")
  }

  /// A change to the rig, and which sessions are heard where from then on.
  private struct Step {
    let change: Change
    let heard: [String: [String]]

    enum Change {
      case add(String), remove(String), pick(String)

      /// The reason that the route change gives.
      var reason: SessionNotification.RouteChangeReason {
        switch self {
        case .add: .newDeviceAvailable
        case .remove: .oldDeviceUnavailable
        case .pick: .override
        }
      }
    }

    init(_ change: Change, _ heard: [String: [String]]) {
      (self.change, self.heard) = (change, heard)
    }

    func output(of voice: String) -> String? { heard.first { $0.value.contains(voice) }?.key }
  }

  /// Nothing is plugged in: the receiver is playAndRecord's, unless an option or a mode says
  /// otherwise.
  private static let builtIn = [
    "wall": ["bed", "music", "loud", "video", "game"], "ear": ["chat", "call", "open", "clip"],
  ]

  private static let steps = [
    Step(.add("line"), ["line": everyone]),
    Step(.add("phones"), ["phones": everyone]),
    Step(.add("mirror"), ["mirror": pictured, "phones": ["call", "clip"]]),
    Step(
      .add("stream"),
      [
        "stream": players, "mirror": ["chat", "loud", "video", "game", "open"],
        "phones": ["call", "clip"],
      ]
    ),
    Step(.remove("stream"), ["mirror": pictured, "phones": ["call", "clip"]]),
    Step(.remove("mirror"), ["phones": everyone]),
    Step(
      .add("buds"),
      ["buds": players + ["open"], "phones": ["chat", "loud", "clip"] + chats]
    ),
    Step(
      .add("kit"),
      ["buds": players, "kit": chats + ["open"], "phones": ["chat", "loud", "clip"]]
    ),
    Step(
      .remove("phones"),
      ["buds": players, "kit": chats + ["open"], "line": ["chat", "loud", "clip"]]
    ),
    Step(.add("stick"), ["stick": everyone]),
    Step(.add("screen"), ["screen": everyone]),
    Step(.pick("wall"), ["wall": everyone]),
    // It just appears, which is no user's action.
    Step(.add("stream"), ["wall": everyone]),
    Step(.add("phones"), ["phones": everyone]),
    Step(
      .remove("phones"),
      ["stream": players, "screen": everyone.filter { !players.contains($0) }]
    ),
    Step(.remove("stream"), ["screen": everyone]),
    Step(.remove("screen"), ["stick": everyone]),
    Step(
      .remove("stick"),
      ["buds": players, "kit": chats + ["open"], "line": ["chat", "loud", "clip"]]
    ),
    Step(.remove("kit"), ["buds": players + ["open"], "line": ["chat", "loud", "clip"] + chats]),
    Step(.remove("buds"), ["line": everyone]),
    Step(.remove("line"), builtIn),
    Step(.remove("wall"), ["ear": everyone]),
    Step(.remove("ear"), [:]),
    Step(.add("wall"), ["wall": everyone]),
  ]

  /// A change of a session's route, as the session receives it.
  private struct Told: Hashable {
    let reason: SessionNotification.RouteChangeReason
    let previous: [String]
  }

  private static func told(_ voice: String, on stage: LiveStage) -> [Told] {
    stage.diary.told(voice).compactMap { notification in
      guard case .routeChanged(let reason, _, let outputs) = notification else { return nil }
      return Told(reason: reason, previous: outputs.map(\.uid))
    }
  }

  @Test(
    "are each session's own: the last that fits it, back to the one before, nowhere without any; each change is told once",
    .proves(
      "RTE-01",
      "RTE-02",
      "RTE-03",
      "RTE-04",
      "RTE-05",
      "RTE-06",
      "RTE-07",
      "RTE-08",
      "RTE-09",
      "RTE-10",
      "RTE-12",
      "AIR-01",
      "AIR-02",
      "AIR-03",
      "OPT-03",
      "OPT-04",
      "MODE-09",
      "MODE-10",
      "MODE-14",
      "MODE-17",
      "CAT-30",
      "ANC-OPT-02",
      "ANC-RTE-01",
      "OVR-01",
      at: .live
    )
  )
  func comeAndGo() async throws {
    try await LiveStage.run(
      Self.preset,
      voices: Self.everyone,
      outputs: ["wall", "ear"],
      by: .clock
    ) { stage in
      try stage.hearsOnly(Self.builtIn)
      var before = Step(.add("wall"), Self.builtIn)
      // The rig may have come up before its first two outputs.
      let start = Self.everyone.map { Self.told($0, on: stage) }
      var expected = Dictionary(uniqueKeysWithValues: zip(Self.everyone, start))
      for step in Self.steps {
        switch step.change {
        case .add(let name): try stage.add(output: name)
        case .remove(let name): try stage.remove(name)
        case .pick(let name):
          try stage.ask(RoutePickRequest(direction: "output", route: name))
        }
        try stage.hearsOnly(step.heard)
        for session in try stage.ask(SessionListRequest()) {
          let output = step.output(of: session.name)
          #expect(session.currentRoute.outputs == (output.map { [$0] } ?? []), "\(step)")
          #expect(session.state == "active")
          guard output != before.output(of: session.name) else { continue }
          let previous = before.output(of: session.name).map { [$0] } ?? []
          expected[session.name, default: []]
            .append(Told(reason: step.change.reason, previous: previous))
        }
        for (voice, changes) in expected {
          try stage.tarmac.wait("\(changes.last as Any) of \(voice) at \(step)") {
            Self.told(voice, on: stage) == changes
          }
        }
        before = step
      }
    }
  }

  /// A category with what goes with it, and the output that it is heard at.
  private struct Role {
    let category: String
    let mode: String
    let options: [String]
    let heard: String?

    init(_ category: String, _ mode: String, _ options: [String] = [], at heard: String?) {
      (self.category, self.mode, self.options, self.heard) = (category, mode, options, heard)
    }
  }

  /// Everything is plugged in, the network outputs last.
  private static let roles = [
    Role("ambient", "default", at: "stream"),
    Role("soloAmbient", "default", at: "stream"),
    Role("playback", "default", at: "stream"),
    Role("playback", "moviePlayback", at: "stream"),
    Role("playback", "spokenAudio", at: "stream"),
    Role("playAndRecord", "default", ["allowAirPlay"], at: "mirror"),
    Role("playAndRecord", "videoChat", ["allowAirPlay"], at: "mirror"),
    Role("playAndRecord", "gameChat", ["allowAirPlay"], at: "mirror"),
    Role("playAndRecord", "voiceChat", ["allowAirPlay"], at: "kit"),
    Role("playAndRecord", "videoRecording", ["allowAirPlay"], at: "phones"),
    Role("playAndRecord", "measurement", ["allowAirPlay"], at: "phones"),
    Role("playAndRecord", "spokenAudio", ["allowAirPlay", "allowBluetoothA2DP"], at: "buds"),
    Role("record", "default", at: nil),
    Role("audioProcessing", "default", at: nil),
    Role("multiRoute", "default", at: "phones"),
  ]

  @Test(
    "follow a change of category at once, which pauses nobody, and which no device is the reason for",
    .proves(
      "RTE-A2",
      "AIR-01",
      "AIR-02",
      "AIR-03",
      "AIR-04",
      "ANC-OPT-02",
      "ANC-RTE-03",
      "MODE-09",
      "MODE-14",
      "CAT-23",
      "CAT-34",
      at: .live
    )
  )
  func categories() async throws {
    let preset =
      Self.routes + """

        sessions:
          solo:
            category: playback
            active: true
            source: { jack: [ "voices:out_1" ] }
            sends: [ { to: currentRoute } ]
        """
    try await LiveStage.run(preset, voices: ["solo"], outputs: [], by: .clock) { stage in
      // Nothing is paused by an output that only comes.
      for name in ["wall", "ear", "phones", "buds", "kit", "mirror", "stream"] {
        try stage.add(output: name)
      }
      try stage.hearsOnly(["stream": ["solo"]])
      let start = Self.told("solo", on: stage).count
      var reasons: [SessionNotification.RouteChangeReason] = []
      var last: String? = "stream"
      for role in Self.roles {
        try stage.ask(
          SetCategoryRequest(
            session: "solo",
            category: role.category,
            mode: role.mode,
            options: role.options
          )
        )
        try stage.hearsOnly(role.heard.map { [$0: ["solo"]] } ?? [:])
        let solo = try stage.tarmac.session("solo")
        #expect(solo.currentRoute.outputs == (role.heard.map { [$0] } ?? []), "\(role)")
        #expect(!solo.conditions.contains("paused") && solo.state == "active", "\(role)")
        if role.heard != last {
          // There are no inputs, which these two would need.
          let lacks = ["record", "playAndRecord", "multiRoute"].contains(role.category)
          reasons.append(lacks ? .noSuitableRouteForCategory : .categoryChange)
        }
        last = role.heard
      }
      try stage.tarmac.wait("the reasons \(reasons)") {
        Self.told("solo", on: stage).dropFirst(start).map(\.reason) == reasons
      }
    }
  }
}
