// SPDX-License-Identifier: Apache-2.0
// The results of a campaign, for people.

import Foundation
import JACKTestBench

/// The figures of a campaign.
struct Report {
  let campaign: Campaign
  /// Violations.
  var problems: [String]

  /// Prints a table; returns whether all is well.
  func print() -> Bool {
    Swift.print("FAULT             TIMES  RETURN    WORST    SILENCE  JUMPS  XRUNS")
    for (name, result) in campaign.results.sorted(by: { $0.key < $1.key }) {
      let back = result.returns.sorted()
      let median = back.isEmpty ? 0 : back[back.count / 2]
      let cells = [
        name.padding(toLength: 16, withPad: " ", startingAt: 0),
        Report.right("\(result.times)", 6),
        Report.right(Report.seconds(median), 8),
        Report.right(Report.seconds(back.last ?? 0), 8),
        Report.right(Report.seconds(result.silences.max() ?? 0), 10),
        Report.right("\(result.jumps)", 6),
        Report.right("\(result.xruns)", 6),
      ]
      Swift.print(cells.joined(separator: " "))
    }
    Swift.print(
      """
      \(total) faults, \(campaign.gestures) gestures, \(campaign.log.count) decisions replayed, \
      seed \(campaign.options.seed)
      """
    )
    if let before = campaign.holdings.first, let after = campaign.holdings.last {
      Swift.print(
        """
        the rig: \(before.kilobytes) → \(after.kilobytes) kB, \
        \(before.descriptors) → \(after.descriptors) descriptors, \
        \(before.threads) → \(after.threads) threads, \
        \(before.queueThreads) → \(after.queueThreads) of queues, \
        \(before.children) → \(after.children) children
        """
      )
    }
    for problem in allProblems { Swift.print("torture: \(problem)") }
    return allProblems.isEmpty
  }

  private var total: Int { campaign.results.values.reduce(0) { $0 + $1.times } }

  private var leaks: [String] {
    guard let before = campaign.holdings.first, let after = campaign.holdings.last else {
      return []
    }
    return after.leaks(since: before)
  }

  private var allProblems: [String] {
    problems + leaks
      + campaign.results.sorted { $0.key < $1.key }.flatMap { name, result in
        result.damages.map { "\(name): the bystander heard \($0)" }
      }
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func seconds(_ value: Double) -> String {
    "\((value * 1_000).rounded() / 1_000) s"
  }
}

extension RigProcess.Holdings {
  /// Resources of which more is held than before, as sentences; memory is for people to judge.
  ///
  /// A thread of the system's queues stays while there is something for it to do every few seconds,
  /// so there are as many as were once needed at the same time: the rig's queues are a dozen, and
  /// those of clients share theirs.
  func leaks(since before: Self) -> [String] {
    [
      ("descriptors", before.descriptors, descriptors, 2),
      ("threads", before.threads, threads, 2),
      ("threads of queues", before.queueThreads, queueThreads, 16),
      ("children", before.children, children, 2),
    ].compactMap { name, before, after, few in
      after > before + few ? "the rig held \(before) \(name) and holds \(after)" : nil
    }
  }
}
