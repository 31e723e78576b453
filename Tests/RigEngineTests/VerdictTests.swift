// SPDX-License-Identifier: Apache-2.0
// The renderer does what the tower decides, for every pair of categories and after any story.

import ControlTower
import EngineTestBench
import RigEngine
import RigErrors
import SeededNumbers
import Testing

@Suite("The tower's verdicts")
struct VerdictTests {
  private static let kinds = [
    "playback", "playback, options: [ mixWithOthers ]", "playback, options: [ duckOthers ]",
    "ambient", "soloAmbient", "playAndRecord", "record", "multiRoute",
  ]
  private static let pairs = kinds.flatMap { first in kinds.map { (first, $0) } }

  private static func preset(_ first: String, _ second: String) -> String {
    func session(_ name: String, _ kind: String) -> String {
      let sends = kind == "record" ? "" : ", sends: [ { to: currentRoute } ]"
      return "  \(name): { category: \(kind), source: { jack: \"\(name):out\" }\(sends) }"
    }
    return """
      tarmac: 1
      routes:
        main: { role: lineOut, channels: 1 }
        mic: { role: mic, channels: 1 }
      sessions:
      \(session("one", first))
      \(session("two", second))
      """
  }

  /// Every session is called if and only if the tower lets it sound, at the level that the tower
  /// says.
  private func expectAgreement(_ bench: EngineBench, _ story: String) {
    for name in ["one", "two"] {
      let isSounding = bench.state(name)?.isSounding == true
      #expect(bench.isCalled(name) == isSounding, "\(name) after \(story)")
    }
  }

  @Test("are carried out when one session comes beside another", arguments: pairs)
  func pair(_ first: String, _ second: String) throws {
    let bench = try EngineBench(Self.preset(first, second))
    expectAgreement(bench, "the start")
    for name in ["one", "two"] {
      _ = try? bench.engine.handle(.activate(SessionID(name)))
      bench.settle()
      expectAgreement(bench, "\(name) was activated")
    }
    try bench.engine.handle(.deactivate(SessionID("two"), notifyingOthers: true))
    bench.settle()
    expectAgreement(bench, "two was deactivated")
  }

  @Test("are carried out in any order of events", arguments: 0..<24 as Range<UInt64>)
  func story(_ seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let pair = Self.pairs[Int.random(in: Self.pairs.indices, using: &numbers)]
    let bench = try EngineBench(Self.preset(pair.0, pair.1))
    var story: [String] = ["\(pair)"]
    for _ in 0..<20 {
      let id = SessionID(["one", "two"][Int.random(in: 0...1, using: &numbers)])
      let isOn = Bool.random(using: &numbers)
      let events: [TowerEvent] = [
        .activate(id), .deactivate(id, notifyingOthers: isOn), .setPlaying(id, isOn),
        .setForeground(id, isOn), .setOutputMuted(id, isOn), .interrupterBegan(.phone),
        .interrupterEnded(.phone, shouldResume: isOn), .setSilent(isOn), .setLocked(isOn),
        .forceInterrupt(id), .releaseInterrupt(id), .setMicrophoneMuted(isOn),
        .setRecordPermission(id, isOn ? .granted : .denied),
      ]
      let event = events[Int.random(in: events.indices, using: &numbers)]
      story.append(event.sentence)
      _ = try? bench.engine.handle(event)
      bench.settle()
      expectAgreement(bench, story.joined(separator: "; "))
    }
  }
}
