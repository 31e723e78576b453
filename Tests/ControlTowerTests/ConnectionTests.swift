// SPDX-License-Identifier: Apache-2.0
// Sound from one session into another one.

import ControlTower
import RuleProofs
import Testing

@Suite("Sound between sessions")
struct ConnectionTests {
  private func node(
    _ id: SessionID,
    usesInput: Bool = false,
    interSession: Bool = true,
    mixes: Bool = true,
    backgroundAudio: Bool = true
  ) -> SessionConfiguration {
    SessionConfiguration(
      id: id,
      category: .playAndRecord,
      options: mixes ? [.mixWithOthers] : [],
      usesInput: usesInput,
      behaviour: SessionBehaviour(
        backgroundAudio: backgroundAudio,
        interSession: interSession
      )
    )
  }

  @Test(
    "a host that is active hears a node that only generates, active or not",
    .proves("IAA-01", "IAA-A1")
  )
  func generator() throws {
    var stage = try Stage(node("synth"), node("host"))
    #expect(try stage(.connect("synth", to: "host")).isEmpty)
    #expect(
      try stage.actions(.activate("host")).contains(.send("synth", to: "host", isOpen: true))
    )
    #expect(stage.activation("synth") == .inactive)
    #expect(try stage(.connect("synth", to: "host")).isEmpty)
    try stage(.activate("synth"))
    #expect(
      try stage.actions(.forceInterrupt("synth"))
        .contains(.send("synth", to: "host", isOpen: false))
    )
    #expect(
      try stage.actions(.forceDeactivate("synth"))
        .contains(.send("synth", to: "host", isOpen: true))
    )
    #expect(
      try stage.actions(.deactivate("host", notifyingOthers: true))
        .contains(.send("synth", to: "host", isOpen: false))
    )
  }

  @Test("into a host that measures comes no other session's sound", .proves("MEAS-01"))
  func measuringHost() throws {
    var stage = try Stage(node("synth"), node("host"), active: ["host"])
    try stage(.connect("synth", to: "host"))
    let closed = try stage(.setMode("host", .measurement))
    #expect(closed.rule(of: .send("synth", to: "host", isOpen: false)) == "MEAS-01")
    #expect(
      try stage.actions(.setMode("host", .default))
        .contains(.send("synth", to: "host", isOpen: true))
    )
  }

  @Test("a node that takes input has to be active itself", .proves("IAA-A1"))
  func inputNode() throws {
    var stage = try Stage(node("mic", usesInput: true), node("host"), active: ["host"])
    #expect(try stage(.connect("mic", to: "host")).isEmpty)
    #expect(
      try stage.actions(.activate("mic")).contains(.send("mic", to: "host", isOpen: true))
    )
    try stage(.disconnect("mic", from: "host"))
    try stage(.connect("synth", to: "mic"), addingFirst: node("synth"))
    #expect(try stage.actions(.removed("synth")) == [.send("synth", to: "mic", isOpen: false)])
  }

  @Test("both have to allow it, and both to mix", .proves("IAA-A2"))
  func permission() throws {
    var stage = try Stage(
      node("a"),
      node("private", interSession: false),
      node("alone", mixes: false)
    )
    for other: SessionID in ["private", "alone"] {
      for (from, to) in [("a" as SessionID, other), (other, "a")] {
        let refusal = stage.refusal(.connect(from, to: to))
        #expect(refusal?.reason == .notConnectable(from, to))
        #expect(refusal?.rule == RuleID("IAA-A2"))
      }
    }
  }

  @Test(
    "who hears others needs background audio, and so does who hears a device for them",
    .proves("IAA-A2")
  )
  func background() throws {
    var stage = try Stage(
      node("host"),
      node("shy", backgroundAudio: false),
      node("shyMic", usesInput: true, backgroundAudio: false),
      active: ["host"]
    )
    #expect(stage.refusal(.connect("host", to: "shy"))?.rule == RuleID("IAA-A2"))
    #expect(stage.refusal(.connect("shyMic", to: "host"))?.rule == RuleID("IAA-A2"))
    #expect(
      try stage.actions(.connect("shy", to: "host")) == [.send("shy", to: "host", isOpen: true)]
    )
  }

  @Test("a session that stops mixing is cut off", .proves("IAA-A2"))
  func stopsMixing() throws {
    var stage = try Stage(node("a"), node("b"), active: ["b"])
    try stage(.connect("a", to: "b"))
    #expect(
      try stage.actions(.setCategory("b", .playAndRecord, .default, []))
        .contains(.send("a", to: "b", isOpen: false))
    )
  }

  @Test("sound can't go round in a circle", .proves("IAA-02"))
  func cycles() throws {
    var stage = try Stage(node("a"), node("b"), node("c"))
    #expect(stage.refusal(.connect("a", to: "a"))?.reason == .connectionCycle(["a", "a"]))
    try stage(.connect("a", to: "b"))
    try stage(.connect("b", to: "c"))
    let refusal = stage.refusal(.connect("c", to: "a"))
    #expect(refusal?.reason == .connectionCycle(["c", "a", "b", "c"]))
    #expect(refusal?.sentence.contains("c -> a -> b -> c") == true)
    #expect(stage.refusal(.connect("a", to: "x"))?.reason == .unknownSession("x"))
  }
}

extension Stage {
  /// Adds a session, then handles an event.
  mutating func callAsFunction(
    _ event: TowerEvent,
    addingFirst configuration: SessionConfiguration
  ) throws {
    try self(.added(configuration))
    try self(event)
  }
}
