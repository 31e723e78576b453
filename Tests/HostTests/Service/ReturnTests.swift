// SPDX-License-Identifier: Apache-2.0
// What comes back after a power cut, a stop and a reload: the table of docs/running.md, and nothing
// else.

import ControlProtocol
import Foundation
import JACKTestBench
import SeededNumbers
import Testing

@Suite("What a rig comes back with", .serialized)
struct ReturnTests {
  private static let cuts =
    ProcessInfo.processInfo.environment["TARMAC_POWER_CUTS"].flatMap { Int($0) } ?? 8
  private static let seed: UInt64 = 24

  /// Where a rig that has come up differs from the table.
  private func differences(
    _ tarmac: RunningTarmac,
    _ chronicle: Chronicle,
    endedAt end: ContinuousClock.Instant,
    _ table: ReturnTable,
    _ ending: ReturnTable.Ending
  ) throws -> [String] {
    try Evening.handles.enumerated().compactMap { index, handle in
      let found = try handle.read(tarmac)
      let was = chronicle.lastSecond(of: index, before: end)
      let expected: Set<String> =
        switch try table.fate(handle.row, ending) {
        case .asItWas: was
        case .asThePresetSays: [handle.usual]
        case .closed: [handle.path.hasSuffix(".mute") ? "on" : "off"]
        case .gone: ["off"]
        }
      guard !expected.contains(found) else { return nil }
      return "\(handle.path) is \(found), not \(expected.sorted()); it was \(was.sorted())"
    }
  }

  @Test("is what docs/running.md says, whenever the power is cut")
  func powerCuts() async throws {
    let table = try ReturnTable()
    #expect(Set(Evening.handles.map(\.row)).isSubset(of: table.names))
    var numbers = SeededNumbers(seed: Self.seed)
    try await RunningTarmac.run(Evening.preset) { first, server in
      var tarmac = first
      defer { tarmac.end() }
      for cut in 0..<Self.cuts {
        var chronicle = try Chronicle(tarmac)
        let end = ContinuousClock.now + .milliseconds(numbers.roll(1_500))
        while ContinuousClock.now < end {
          let index = numbers.roll(Evening.handles.count)
          let handle = Evening.handles[index]
          handle.set(handle.choices[numbers.roll(handle.choices.count)], tarmac)
          try chronicle.note(index, tarmac)
        }
        tarmac.end(SIGKILL)
        let killed = ContinuousClock.now
        tarmac = try RunningTarmac(Evening.preset, on: server, folder: first.folder)
        let found = try differences(tarmac, chronicle, endedAt: killed, table, .powerCut)
        #expect(found == [], "cut \(cut)")
      }
    }
  }

  @Test("is what docs/running.md says after a stop, and stays in a reload")
  func orderly() async throws {
    let table = try ReturnTable()
    try await RunningTarmac.run(Evening.preset) { first, server in
      // An alarm keeps sessions from becoming active, so it comes last.
      let handles =
        Evening.handles.filter { !$0.path.hasPrefix("rig.") }
        + Evening.handles.filter { $0.path.hasPrefix("rig.") }
      for handle in handles {
        let other = handle.choices.first { $0 != handle.usual }
        handle.set(try #require(other), first)
      }
      let chronicle = try Chronicle(first)
      _ = try first.ask(ReloadRequest())
      let reloaded = try differences(first, chronicle, endedAt: .now, table, .reload)
      #expect(reloaded == [])
      first.end()
      let second = try RunningTarmac(Evening.preset, on: server, folder: first.folder)
      defer { second.end() }
      let restarted = try differences(second, chronicle, endedAt: .now, table, .stop)
      #expect(restarted == [])
      try second.waitForLog("The alarm lasted when the rig ended, and goes on")
    }
  }
}
