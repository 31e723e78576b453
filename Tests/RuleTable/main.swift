// SPDX-License-Identifier: Apache-2.0
// What `make rules` prints: each rule, where it is proven and where it has to be, the tests, and how they ended. The argument is the folder with
// `proofs`, the notes of `RuleProofs`, and `events`, the event stream of the same run.

internal import FoundationEssentials
internal import Glibc

private func text(_ name: String, in folder: String) -> String? {
  FileManager.default.contents(atPath: "\(folder)/\(name)")
    .map { String(decoding: $0, as: UTF8.self) }
}

/// Prints the table; returns whether all is proven.
private func report(_ folder: String) throws -> Bool {
  guard let events = text("events", in: folder), let notes = text("proofs", in: folder) else {
    print("rules: there is no test run in \(folder): run \"make test\" first.")
    return false
  }
  let run = try TestRun(events: events)
  let coverage = Coverage(run: run, notes: notes)
  coverage.table.forEach { print($0) }
  if !run.isComplete { print("rules: the test run broke off: run \"make test\" again.") }
  print(coverage.summary)
  return run.isComplete && coverage.unproven.isEmpty
}

private let folder = CommandLine.arguments.last ?? ""
exit(try report(folder) ? 0 : 1)
