// SPDX-License-Identifier: Apache-2.0
// What a decision reports to programs: the facts of each sentence, and when it was made.

import ControlClient
import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Quantities
import Testing

@Suite("A live rig's decisions", .serialized)
struct LiveDecisionTests {
  private static let preset = """
    tarmac: 1
    routes: { wall: { role: speaker, ports: [ "wall:in_1" ] } }
    sessions:
      music:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: wall } ]
      voice:
        category: playback
        options: [ duckOthers ]
        duck: { level_db: -12, attack_seconds: 0.1, release_seconds: 0.2 }
        source: { jack: [ "voices:out_2" ] }
        sends: [ { to: wall } ]
    """

  @Test("are told in facts: kinds, sessions, rules, causes, and levels before and after")
  func facts() async throws {
    try await LiveStage.run(Self.preset, voices: ["music", "voice"], outputs: ["wall"], by: .clock)
    { stage in
      try stage.hears(["wall": ["music"]])
      let before = (Moment.now, try stage.ask(DecisionListRequest(last: 1)).last?.number ?? 0)
      let question = try stage.ask(WhatIfRequest(action: .activate, subject: "voice"))
      try stage.ask(ActivateRequest(session: "voice"))
      let down = try #require(
        try stage.ask(DecisionListRequest()).last { $0.happening?.kind == "activate" }
      )
      #expect(question.number == 0 && question.at == nil)
      #expect(question.effects == down.effects && question.happening == down.happening)
      #expect(down.number > before.1 && down.happening?.session == "voice")
      let at = try #require(down.at)
      #expect(before.0.wall.value - 0.001...Moment.now.wall.value + 0.001 ~= at.seconds)
      #expect(before.0.monotonic.seconds.value <= at.monotonic_seconds)
      #expect(at.text.hasSuffix("Z"))
      let effects = try #require(down.effects)
      #expect(effects.count == down.lines.count)
      for (effect, line) in zip(effects, down.lines) {
        #expect(line.contains(effect.text) && line.contains(effect.rule))
      }
      let duck = try #require(effects.first { $0.kind == "duck" })
      #expect(duck.session == "music")
      #expect(duck.from_db == 0 && duck.to_db == -12 && duck.over_seconds == 0.1)
      #expect(duck.cause == CauseStatus(kind: "session", name: "voice"))

      let reasons = try stage.ask(ReasonsRequest(session: "music"))
      #expect(reasons.map(\.text) == (try stage.ask(ExplainRequest(session: "music"))))
      #expect(reasons.first?.effect == "Turned down")
      #expect(reasons.first?.cause == CauseStatus(kind: "session", name: "voice"))
      let shown = try stage.tarmac.session("music")
      #expect(shown.reason == reasons.first && shown.why == reasons.first?.text)

      try stage.ask(DeactivateRequest(session: "voice"))
      let up = try #require(
        try stage.ask(DecisionListRequest()).last { $0.happening?.kind == "deactivate" }?.effects?
          .first { $0.kind == "duck" }
      )
      #expect(up.from_db == -12 && up.to_db == 0)
      _ = try stage.ask(TreeSetRequest(path: "wall.fader_db", value: .number(-6)))
      _ = try stage.ask(TreeSetRequest(path: "wall.fader_db", value: .number(-9)))
      let volume = try #require(try stage.ask(DecisionListRequest(last: 1)).last)
      #expect(volume.happening?.kind == "setVolume" && volume.happening?.route == "wall")
      #expect(volume.happening?.level_db == -9)
      #expect(volume.effects?.first { $0.kind == "setVolume" }?.from_db == -6)
    }
  }

  @Test("that are refusals say why in facts, and who stood against it")
  func refusals() async throws {
    try await LiveStage.run(Self.preset, voices: ["music", "voice"], outputs: ["wall"], by: .clock)
    { stage in
      try stage.ask(InterruptBeginRequest(interrupter: "alarm"))
      #expect(throws: (any Error).self) { try stage.ask(ActivateRequest(session: "voice")) }
      let last = try #require(try stage.ask(DecisionListRequest(last: 1)).last)
      let refusal = try #require(last.refusal)
      #expect(last.isRefused && last.effects == nil)
      #expect(refusal.reason == "insufficientPriority" && refusal.rule == "INT-07")
      #expect(refusal.cause == CauseStatus(kind: "interrupter", name: "alarm"))
      #expect(refusal.text.hasPrefix("Refused because of the alarm") && refusal.text.hasSuffix("."))
    }
  }

  @Test("and every event carry both times, in their order")
  func times() async throws {
    try await LiveStage.run(Self.preset, voices: ["music", "voice"], outputs: ["wall"], by: .clock)
    { stage in
      let connection = try stage.tarmac.anotherClient().connect()
      defer { connection.close() }
      _ = try connection.send(SubscribeRequest())
      try stage.ask(ActivateRequest(session: "voice"))
      _ = try connection.send(UnsubscribeRequest())
      connection.close()
      var (last, count) = (0.0, 0)
      for await message in connection.events {
        let at = try #require(message.at)
        #expect(at.monotonic_seconds >= last)
        (last, count) = (at.monotonic_seconds, count + 1)
        guard case .decision(let decision) = message.event, let made = decision.at else { continue }
        #expect(made.monotonic_seconds <= at.monotonic_seconds)
      }
      #expect(count > 1)
    }
  }
}
