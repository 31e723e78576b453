// SPDX-License-Identifier: Apache-2.0
// Scenarios, good and bad: what they mean, and where and how they are refused.

import ControlTower
import Presets
import Quantities
import RigModel
import Testing

@Suite("A scenario")
struct ScenarioTests {
  /// A scenario with one mistake; ▶ shows where, and the message has the words.
  struct Bad: CustomTestStringConvertible {
    var testDescription: String
    var marked: String
    var words: [String]

    /// Makes a scenario that continues the usual start.
    init(_ mistake: String, _ marked: String, _ words: String...) {
      testDescription = mistake
      self.marked = ScenarioBench.start + marked
      self.words = words
    }

    init(whole mistake: String, _ marked: String, _ words: String...) {
      testDescription = mistake
      self.marked = marked
      self.words = words
    }
  }

  static let bad: [Bad] = [
    Bad(whole: "empty", "▶", "'tarmac-scenario: 1'"),
    Bad(whole: "no version", "▶title: x\npreset: rig.yaml\n", "begin it with 'tarmac-scenario: 1'"),
    Bad(whole: "another version", "tarmac-scenario: ▶2\n", "format 1", "not '2'"),
    Bad(whole: "no title", "▶tarmac-scenario: 1\npreset: rig.yaml\n", "needs the key 'title'"),
    Bad(whole: "no preset", "▶tarmac-scenario: 1\ntitle: x\n", "needs the key 'preset'"),
    Bad(
      whole: "a preset that is not there",
      "tarmac-scenario: 1\ntitle: x\npreset: ▶rag.yaml\n",
      "does not exist"
    ),
    Bad("unknown key", "▶event: []\n", "'event' is no key of a scenario", "did you mean 'events'?"),
    Bad("unknown route", "unplugged: [ ▶phone ]\n", "did you mean 'phones'?"),
    Bad("a signal for nobody", "signals: { ▶mick: tone 440 }\n", "did you mean 'mic'?"),
    Bad("a tone without frequency", "signals: { mic: ▶tone }\n", "from 1 to 20000 Hz"),
    Bad("a file that is not there", "signals: { mic: ▶no.wav }\n", "does not exist"),
    Bad("the end before the last event", "events: [ { at: 3, play: deck } ]\nuntil: ▶2\n", "3"),
    .event("no time", "▶{ play: deck }", "needs the key 'at'"),
    .event("a time before the start", "{ at: ▶-1, play: deck }", "from 0 to 86400"),
    .event("nothing that happens", "▶{ at: 1 }", "here is none"),
    .event("two things at once", "▶{ at: 1, play: deck, phone: ring }", "play, phone"),
    .event("an unknown verb", "{ at: 1, ▶rings: phone, play: deck }", "is no key of an event"),
    .event("a misspelt session", "{ at: 1, activate: ▶dekc }", "did you mean 'deck'?"),
    .event("a misspelt player", "{ at: 1, play: ▶deck.sorce }", "'deck.source'?"),
    .event("a misspelt route", "{ at: 1, unplug: ▶phoens }", "did you mean 'phones'?"),
    .event("a misspelt step", "{ at: 1, phone: ▶rign }", "did you mean 'ring'?"),
    .event(
      "a misspelt category",
      "{ at: 1, set_category: { session: deck, category: ▶playbak } }",
      "did you mean 'playback'?"
    ),
    .event("no category", "{ at: 1, set_category: ▶{ session: deck } }", "'category'"),
    .event("no wish", "{ at: 1, set_preferences: ▶{ session: deck } }", "io_buffer_seconds"),
    .event(
      "a hint without an end",
      "{ at: 1, phone: { do: ring, ▶resume: off } }",
      "goes with 'do: end' only"
    ),
    .event(
      "a volume of nobody",
      "{ at: 1, remember_volumes: [ ▶{ route: main, level_db: 0 } ] }",
      "one category or one interrupter"
    ),
    Bad(
      "time that goes back",
      "events:\n  - { at: 2, play: deck }\n  - ▶{ at: 1, pause: deck }\n",
      "in the order of time",
      "is at 2"
    ),
  ]

  @Test("with a mistake is refused, with its place and in words", arguments: bad)
  func isRefused(_ bad: Bad) throws {
    let parts = bad.marked.split(separator: "▶", omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let line = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    let problems = try ScenarioBench().problems(in: parts.joined())
    #expect(problems.count == 1, "\(problems)")
    let problem = try #require(problems.first)
    #expect(problem.line == line.count, "\(problem)")
    #expect(problem.column == (line.last?.count ?? 0) + 1, "\(problem)")
    for word in bad.words { #expect(problem.message.contains(word), "\(problem)") }
  }

  @Test("reports all mistakes at once")
  func allAtOnce() throws {
    let text = ScenarioBench.start + "x: 1\nevents: [ { at: 1, play: a }, { at: 2, plug: b } ]\n"
    #expect(try ScenarioBench().problems(in: text).map(\.line) == [4, 5, 5])
  }

  @Test("says what is wrong with its preset, where that stands")
  func wrongPreset() throws {
    let bench = try ScenarioBench()
    try bench.bench.write("tarmac: 1\nroute: {}\n", to: "rig.yaml")
    let problems = try bench.problems(in: ScenarioBench.start)
    #expect(problems.map(\.line) == [2] && problems[0].file.hasSuffix("rig.yaml"))
  }

  @Test("means what it says")
  func meaning() throws {
    let story = try ScenarioBench().read(
      ScenarioBench.start + """
        unplugged: [ phones ]
        signals: { mic: tone 440, "Mixxx:out_*": deck.wav }
        events:
          - { at: 0.5, phone: { do: end, resume: off }, note: Enough. }
          - { at: 0.5, seek: { session: deck, seconds: 2 } }
          - { at: 1, deactivate: deck }
          - { at: 2, plug: phones }
          - { at: 3, launch: { session: guest, category: record } }
          - { at: 4, quit: guest }
        """
    )
    let deck = SessionID("deck")
    #expect(story.title == "A story" && story.preset == "rig.yaml")
    #expect(story.unplugged == ["phones"] && story.signals["mic"] == .tone(440))
    #expect(story.events.map(\.at.value) == [0.5, 0.5, 1, 2, 3, 4] && story.end == Seconds(5))
    #expect(story.events[0].action == .event(.interrupterEnded(.phone, shouldResume: false)))
    #expect(story.events[0].note == "Enough.")
    #expect(story.events[1].action == .seek(deck, to: Seconds(2)))
    #expect(story.events[2].action == .event(.deactivate(deck, notifyingOthers: true)))
    guard case .event(.added(let guest)) = story.events[4].action else {
      Issue.record("a guest")
      return
    }
    #expect(guest.category == .record && guest.behaviour.recordPermission == .undetermined)
  }

  @Test("may have more events than a preset may have values, and not any size")
  func size() throws {
    let bench = try ScenarioBench()
    let events = (0..<7_000).map { "  - { at: \($0), activate: deck }\n" }.joined()
    let story = try bench.read(ScenarioBench.start + "events:\n" + events)
    #expect(story.events.count == 7_000)
    let large = "# " + String(repeating: "a", count: 16_777_216)
    let problem = try #require(try bench.problems(in: large).first)
    #expect(problem.message.contains("larger than 16777216 bytes"))
  }
}

extension ScenarioTests.Bad {
  /// A scenario with one event.
  fileprivate static func event(_ mistake: String, _ marked: String, _ words: String...) -> Self {
    var bad = Self(mistake, "events:\n  - \(marked)\n")
    bad.words = words
    return bad
  }
}
