// SPDX-License-Identifier: Apache-2.0
// What `make rules` and `make session-layer` start.
//   RuleTable FOLDER       prints each rule, where it is proven and where it has to be, the tests,
//                          and how they ended; the folder has `proofs`, the notes of `RuleProofs`,
//                          and `events`, the event stream of the same run
//   RuleTable page FOLDER  writes the tables of the folder's session-layer.md again, and its
//                          pictures

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

/// Writes the page and its pictures; returns whether the page has a place for each table.
private func writePage(_ folder: String) throws -> Bool {
  guard let page = text("session-layer.md", in: folder), let renewed = SessionPage.renewed(page)
  else {
    print("session-layer: \(folder)/session-layer.md is not there, or lacks the marks of a table.")
    return false
  }
  try renewed.write(toFile: "\(folder)/session-layer.md", atomically: true, encoding: .utf8)
  try FileManager.default.createDirectory(
    atPath: "\(folder)/session-layer",
    withIntermediateDirectories: true
  )
  for picture in SessionPictures.all {
    let path = "\(folder)/session-layer/\(picture.name)"
    try picture.text.write(toFile: path, atomically: true, encoding: .utf8)
  }
  return true
}

private let arguments = CommandLine.arguments
private let folder = arguments.last ?? ""
exit(try (arguments.dropFirst().first == "page" ? writePage(folder) : report(folder)) ? 0 : 1)
