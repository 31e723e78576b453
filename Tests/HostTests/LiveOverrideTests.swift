// SPDX-License-Identifier: Apache-2.0
// A session that forces its output to the speaker: how long that lasts, and what it does to the
// input.

import ControlClient
import ControlProtocol
import JACKTestBench
import RuleProofs
import Testing

@Suite("An override on a live rig", .serialized)
struct LiveOverrideTests {
  private static let preset = """
    tarmac: 1
    routes:
      wall:   { role: speaker, ports: [ "wall:in_1" ] }
      ear:    { role: receiver, ports: [ "ear:in_1" ] }
      phones: { role: headphones, ports: [ "phones:in_1" ] }
      mic:    { role: mic, ports: [ "mic:out_1" ] }
      tie:    { role: headset, direction: input, ports: [ "tie:out_1" ] }
    sessions:
      chat:
        category: playAndRecord
        route_policy: ignore
        sources: { far: { jack: [ "voices:out_1" ] }, near: { route: currentRoute } }
        sends: [ { to: currentRoute } ]
    """
  private static let far: Float = 0x1p-1
  private static let mic: Float = 0x1p-4
  private static let tie: Float = 0x1p-5

  @Test(
    "moves output to the speaker and input to the built-in microphone until anything happens to route, category or activation",
    .proves(
      "OVR-01",
      "OVR-02",
      "OVR-03",
      "OVR-04",
      "OVR-05",
      "OVR-07",
      "OVR-A1",
      "ANC-OVR-01",
      "RTE-02",
      "RTE-13",
      at: .live
    )
  )
  func override() async throws {
    try await LiveStage.run(Self.preset, voices: ["chat"], outputs: [], by: .clock) { stage in
      try stage.add(output: "wall")
      try stage.add(output: "ear")
      try stage.add(input: "mic", level: Self.mic)
      var told: [SessionNotification] = []
      /// Waits until the notifications since then are exactly these.
      func tells(_ news: SessionNotification...) throws {
        told += news
        try stage.tarmac.wait("\(told)") {
          stage.diary.told("chat").filter { $0.concernsRoute } == told
        }
      }
      func change(
        _ reason: SessionNotification.RouteChangeReason,
        from input: PortStatus,
        _ output: PortStatus
      ) -> SessionNotification {
        .routeChanged(reason: reason, previousInputs: [input], previousOutputs: [output])
      }
      func force(_ port: String) throws {
        try stage.ask(OverrideOutputRequest(session: "chat", port: port))
      }
      let (wall, ear, phones) = (
        port("wall", "speaker"), port("ear", "receiver"), port("phones", "headphones")
      )
      let (mic, tie) = (port("mic", "mic"), port("tie", "headset"))
      try stage.ask(ActivateRequest(session: "chat"))
      try stage.hearsOnly(["ear": Self.far + Self.mic])
      // The first route is no change.
      try tells()

      try force("speaker")
      try stage.hearsOnly(["wall": Self.far + Self.mic])
      try tells(change(.override, from: mic, ear))
      try force("none")
      try stage.hearsOnly(["ear": Self.far + Self.mic])
      try tells(change(.override, from: mic, wall))

      // A plug ends it, with one change of the route and not two.
      try force("speaker")
      try stage.hearsOnly(["wall": Self.far + Self.mic])
      try stage.add(output: "phones")
      try stage.hearsOnly(["phones": Self.far + Self.mic])
      try tells(change(.override, from: mic, ear), change(.newDeviceAvailable, from: mic, wall))
      try stage.add(input: "tie", level: Self.tie)
      try stage.hearsOnly(["phones": Self.far + Self.tie])
      try tells(change(.newDeviceAvailable, from: mic, phones))

      // It wins over what is plugged in, once more, and takes the input along.
      try force("speaker")
      try stage.hearsOnly(["wall": Self.far + Self.mic])
      try tells(change(.override, from: tie, phones))

      func ends(_ what: String, _ body: () throws -> Void) throws {
        try force("speaker")
        try stage.hearsOnly(["wall": Self.far + Self.mic])
        try body()
        try stage.hearsOnly(["phones": Self.far + Self.tie])
        let route = try stage.tarmac.session("chat").currentRoute
        #expect(route.outputs == ["phones"] && route.inputs == ["tie"], "\(what)")
      }
      try ends("an interruption") {
        try stage.ask(InterruptBeginRequest(interrupter: "alarm"))
        try stage.hearsOnly([String: Float]())
        try stage.ask(InterruptEndRequest(interrupter: "alarm"))
      }
      try ends("an activation that ends") {
        try stage.ask(DeactivateRequest(session: "chat"))
        try stage.hearsOnly([String: Float]())
        try stage.ask(ActivateRequest(session: "chat"))
      }
      try ends("another category") {
        try stage.ask(SetCategoryRequest(session: "chat", category: "playback"))
        // It hears no input.
        try stage.hearsOnly(["phones": Self.far])
        let refusal = #expect(throws: ControlClientError.self) { try force("speaker") }
        #expect("\(refusal as Any)".contains("ANC-OVR-01"))
        try stage.ask(SetCategoryRequest(session: "chat", category: "playAndRecord"))
      }
    }
  }

  private func port(_ name: String, _ role: String) -> PortStatus {
    PortStatus(portType: role, portName: name, uid: name, channels: ["mono"])
  }
}

extension SessionNotification {
  fileprivate var concernsRoute: Bool { if case .routeChanged = self { true } else { false } }
}
