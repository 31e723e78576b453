// SPDX-License-Identifier: Apache-2.0
// The observer of random events notices every kind of broken promise.

import ControlTower
import Quantities
import Testing

/// Effects that a tower did not decide: what it would do if it had a defect.
struct Defect: Sendable, CustomTestStringConvertible {
  /// What the witness has to report.
  let complaint: String
  /// The events before, which are handled without a defect.
  let story: [TowerEvent]
  /// The event with the defect, and how its effects are changed.
  let event: TowerEvent
  let tamper: @Sendable (inout [TowerEffect]) -> Void

  var testDescription: String { complaint }

  init(
    _ complaint: String,
    _ story: [TowerEvent],
    _ event: TowerEvent,
    _ tamper: @escaping @Sendable (inout [TowerEffect]) -> Void
  ) {
    self.complaint = complaint
    self.story = story
    self.event = event
    self.tamper = tamper
  }

  static let all = [
    Defect("[\"a\", \"b\"] do not mix and both sound", twoDecks, .activate("b")) {
      $0.removeAll { $0.action == .suspend("a") }
    },
    Defect("[\"a\", \"b\"] do not mix and both sound", twoDecks, .activate("b")) {
      // The loser falls silent, but only after the winner sounds.
      $0.swapAt(0, $0.firstIndex { $0.action == .sound("b") } ?? 0)
    },
    Defect("a is interrupted and sounds", twoDecks, .interrupterBegan(.phone)) {
      $0.removeAll { $0.action == .suspend("a") }
    },
    Defect("a sounds without a server", twoDecks, .mediaServicesLost) {
      $0.removeAll { $0.action == .suspend("a") }
    },
    Defect("a is inactive and sounds", twoDecks, .deactivate("a", notifyingOthers: true)) {
      $0.removeAll { $0.action == .suspend("a") }
    },
    Defect("a is gone and sounds", twoDecks, .removed("a")) {
      $0.removeAll { $0.action == .suspend("a") }
    },
    Defect(
      "a hears of an end that had no beginning",
      call,
      .interrupterEnded(.phone, shouldResume: true)
    ) {
      $0 += $0.filter { $0.action == .notify("a", .interruptionEnded(shouldResume: true)) }
    },
    Defect("a is turned down by nobody", speech, .deactivate("voice", notifyingOthers: true)) {
      $0.removeAll { if case .duck("a", _, _, _) = $0.action { true } else { false } }
    },
    Defect("meter measures and is turned down", measuring, .activate("voice")) {
      $0.append($0[0].doing(.duck("meter", level: Decibels(-12), over: Seconds(0.1))))
    },
    Defect("meter measures and is joined", measuring, .activate("voice")) {
      $0.append($0[0].doing(.send("voice", to: "meter", isOpen: true)))
    },
    Defect("[\"b\"] became active, and [] were told so", twoDecks, .activate("b")) {
      $0.removeAll { $0.action == .notify("b", .didActivate) }
    },
    Defect("[\"b\"] became active, and [\"b\", \"b\"] were told so", twoDecks, .activate("b")) {
      $0 += $0.filter { $0.action == .notify("b", .didActivate) }
    },
  ]

  private static let twoDecks: [TowerEvent] = [
    .added(.music("a")), .added(.music("b")), .activate("a"),
  ]
  private static let call = twoDecks + [.interrupterBegan(.phone)]
  private static let speech: [TowerEvent] = [
    .added(.music("a")), .added(.ducker()), .activate("a"), .activate("voice"),
  ]
  private static let measuring: [TowerEvent] = [
    .added(.meter(mixes: true)), .added(.ducker()), .activate("meter"),
  ]
}

extension TowerEffect {
  /// Another effect for the same reason.
  fileprivate func doing(_ action: Action) -> TowerEffect {
    TowerEffect(action, rule: rule, cause: cause)
  }
}

@Suite("A witness")
struct WitnessTests {
  @Test(
    "says what is wrong with a tower that has a defect, and nothing without",
    arguments: Defect.all
  )
  func notices(defect: Defect) throws {
    var tower = ControlTower()
    var witness = Witness()
    for event in defect.story {
      let before = tower
      let effects = try tower.handle(event)
      try #require(witness.complaint(about: effects, of: event, from: before, to: tower) == nil)
    }
    let before = tower
    var effects = try tower.handle(defect.event)
    var other = witness
    #expect(other.complaint(about: effects, of: defect.event, from: before, to: tower) == nil)
    defect.tamper(&effects)
    let said = witness.complaint(about: effects, of: defect.event, from: before, to: tower)
    #expect(said == defect.complaint)
  }

  @Test("reads a log that lacks one event as another one")
  func logs() {
    var story = Story.random(seed: 3, count: 200)
    let log = story.log()
    let last = story.events.lastIndex { if case .added = $0 { true } else { false } }
    story.events.remove(at: last ?? 0)
    #expect(story.log() != log)
  }
}
