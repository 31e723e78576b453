// SPDX-License-Identifier: Apache-2.0
// The end of a rig, which comes in time whatever hangs.

import Foundation
import Host
import JACKTestBench
import Patience
import SeededNumbers
import Testing

@Suite("The end of a rig", .serialized)
struct EndTests {
  /// How many rigs are ended; `TARMAC_ENDS=300` tries more.
  private static let count =
    ProcessInfo.processInfo.environment["TARMAC_ENDS"].flatMap { Int($0) } ?? 12
  /// JACK has room for eight servers at once.
  private static let atOnce = 4
  /// The time that a busy machine may add to the stated one.
  private static let slack = 5.0

  /// How a rig ended.
  private struct Outcome: Sendable {
    let story: String
    let seconds: Double
    let code: Int32
    let left: Int
    let said: String
    let isTold: Bool
  }

  @Test(
    "comes within the stated time, at any moment, whatever server, plugin, disk or client stands still"
  )
  func random() async throws {
    try await PrivateServer.exclusively {
      var outcomes: [Outcome] = []
      try await withThrowingTaskGroup(of: [Outcome].self) { group in
        for place in 0..<Self.atOnce {
          group.addTask {
            let numbers = Array(stride(from: place, to: Self.count, by: Self.atOnce))
            return try await blocking { try numbers.map { try Self.end($0, place) } }
          }
        }
        for try await some in group { outcomes += some }
      }
      for outcome in outcomes {
        #expect(outcome.seconds < endSeconds + Self.slack, "\(outcome)")
        #expect(outcome.left == 0, "\(outcome)")
        #expect([0, 76].contains(outcome.code), "\(outcome)")
        // A log on the disk that hangs stays empty.
        guard outcome.isTold else { continue }
        #expect((outcome.code == 76) == outcome.said.contains("it was still "), "\(outcome)")
      }
      guard Self.count > 100 else { return }
      let seconds = outcomes.map(\.seconds).sorted()
      let median = seconds[seconds.count / 2]
      print("\(outcomes.count) ends: median \(median) s, last \(seconds.last ?? 0) s")
      print(Dictionary(grouping: outcomes, by: \.code).mapValues(\.count))
    }
  }

  /// Starts a rig, makes something hang and ends it, at moments that `number` determines; tries
  /// again if its jackd does not start, which may happen with several at once.
  private static func end(_ number: Int, _ place: Int) throws -> Outcome {
    for _ in 0..<10 {
      if let outcome = try tryEnd(number, place) { return outcome }
    }
    throw RunFailure(description: "no jackd starts for rig \(number)")
  }

  private static func tryEnd(_ number: Int, _ place: Int) throws -> Outcome? {
    var numbers = SeededNumbers(seed: UInt64(number))
    let standstill = Standstill.allCases[number % Standstill.allCases.count]
    let calls = ["cleanup", "deactivate", "activate", "instantiate", "connect_port"]
    let call = calls[Int.random(in: 0..<calls.count, using: &numbers)]
    let stalls = Int.random(in: 100..<2_500, using: &numbers)
    let ends = stalls + Int.random(in: -100..<1_000, using: &numbers)
    let way = Int.random(in: 0..<3, using: &numbers)
    let rig = try EndingRig(standstill, call: call, place: place)
    defer { rig.close() }
    let begun = ContinuousClock.now
    func sleep(until milliseconds: Int) {
      let rest = begun + .milliseconds(milliseconds) - .now
      usleep(useconds_t(max(0, rest / .microseconds(1))))
    }
    sleep(until: min(stalls, ends))
    if stalls < ends { try rig.stall() }
    sleep(until: max(ends, 0))
    // A rig whose jackd did not start has ended by itself.
    guard rig.process.isRunning else {
      let said = rig.said
      guard rig.process.terminationReason == .exit, said.contains("jackd") else {
        throw RunFailure(description: "rig \(number) has ended by itself and said: \(said)")
      }
      return nil
    }
    let asked = ContinuousClock.now
    try rig.ask(way)
    if stalls >= ends { try rig.stall() }
    while rig.process.isRunning, ContinuousClock.now < asked + .seconds(patience) { usleep(5_000) }
    let seconds = (ContinuousClock.now - asked) / .seconds(1)
    if rig.process.isRunning { kill(rig.process.processIdentifier, SIGKILL) }
    rig.process.waitUntilExit()
    // A rig whose jackd did not start may be asked just as it ends by itself.
    if rig.process.terminationStatus == 69, rig.said.contains("ended at once") { return nil }
    // jackd has a moment to end in order.
    let end = ContinuousClock.now + .seconds(10)
    while !rig.running().isEmpty, ContinuousClock.now < end { usleep(20_000) }
    // Before its first line, the program ends by the signal as any program does.
    let isSignal =
      rig.process.terminationReason == .uncaughtSignal
      && [SIGTERM, SIGINT].contains(rig.process.terminationStatus)
    return Outcome(
      story: "\(number) \(standstill) in \(call) at \(stalls) ms, ended at \(ends) ms by \(way)",
      seconds: seconds,
      // An end by the signal itself is fine as long as the rig is not up.
      code: isSignal && !rig.said.contains("is up") ? 0 : rig.process.terminationStatus,
      left: rig.running().count,
      said: rig.said,
      isTold: standstill != .disk
    )
  }
}
