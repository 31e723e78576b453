// SPDX-License-Identifier: Apache-2.0
// What `tarmac simulate --json` prints for programs: facts beside each sentence.

import Foundation
import Testing

@Suite("The log of a simulation for programs")
struct SimulateFactsTests {
  private struct Document: Decodable {
    struct Entry: Decodable {
      var event: String
      var happening: Happening
      var decisions: [Decision]
    }
    struct Happening: Decodable {
      var kind: String
      var event: Fact?
      var session: String?
      var position_seconds: Double?
    }
    struct Decision: Decodable {
      var happening: Fact
      var refusal: String?
      var refused: Refusal?
      var effects: [Effect]
    }
    struct Refusal: Decodable {
      var reason: String
      var rule: String
    }
    struct Effect: Decodable {
      var rule: String
      var facts: Fact
    }
    struct Fact: Decodable {
      var kind: String
      var session: String?
      var route: String?
      var from_db: Double?
      var to_db: Double?
      var level_db: Double?
    }
    struct Session: Decodable {
      var session: String
      var state: String
      var outputs: [String]
      var rule: String
    }
    var entries: [Entry]
    var sessions: [Session]
  }

  private static let files = [
    "rig.yaml": """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 2, fader_db: -3 } }
    sessions:
      deck: { category: playback, active: true, source: { jack: "a:*" }, sends: [ { to: currentRoute } ] }
      other: { category: playback, source: { jack: "b:*" }, sends: [ { to: currentRoute } ] }
    """,
    "story.yaml": """
    tarmac-scenario: 1
    title: A story
    preset: rig.yaml
    events:
      - { at: 1, volume: { route: main, level_db: -6 } }
      - { at: 2, play: other }
      - { at: 3, phone: ring }
      - { at: 4, phone: accept }
      - { at: 5, activate: deck }
    """,
  ]

  @Test("has the facts of what happens, is done and is refused, and how all stands at the end")
  func facts() async throws {
    try await Tool.withTemporaryFolder { folder in
      for (name, text) in Self.files {
        try Data(text.utf8).write(to: folder.appending(path: name))
      }
      let outcome = try await Tool.tarmac(
        "simulate",
        folder.appending(path: "story.yaml").path,
        "--json"
      )
      let log = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
      func entry(_ kind: String) throws -> Document.Entry {
        try #require(
          log.entries.first { $0.happening.kind == kind || $0.happening.event?.kind == kind }
        )
      }
      #expect(log.entries.first?.happening.kind == "rigComesUp")
      let turned = try entry("setVolume")
      #expect(turned.happening.event?.route == "main" && turned.happening.event?.level_db == -6)
      let level = try #require(turned.decisions.flatMap(\.effects).first { $0.facts.to_db == -6 })
      #expect(level.facts.kind == "setVolume" && level.facts.route == "main")
      let played = try entry("play")
      #expect(played.happening.session == "other")
      let effects = played.decisions.flatMap(\.effects)
      #expect(effects.contains { $0.facts.session == "deck" }, "\(effects)")
      #expect(effects.allSatisfy { !$0.facts.kind.isEmpty && !$0.rule.isEmpty })
      let asked = try #require(log.entries.last)
      let refusal = try #require(asked.decisions.compactMap(\.refused).first, "\(asked)")
      #expect(refusal.reason == "insufficientPriority" && !refusal.rule.isEmpty)
      #expect(log.sessions.map(\.session) == ["deck", "other"])
      #expect(log.sessions.allSatisfy { $0.state == "interrupted" && !$0.rule.isEmpty })
    }
  }
}
