// SPDX-License-Identifier: Apache-2.0
// How the tests of a run ended, from Swift Testing's event stream: one JSON document in each line.

internal import FoundationEssentials

/// A run of the tests, and later runs of single tests: the last outcome of each test counts.
struct TestRun {
  /// How a test ended, the worst last.
  enum Outcome: Comparable {
    case passed
    case skipped
    /// The run ended before the test did.
    case unfinished
    /// It failed where its author expects that, which proves nothing.
    case knownIssue
    case failed
  }

  /// The name of each test, by its ID.
  private(set) var names: [String: String] = [:]
  /// How each test ended, by its ID.
  private(set) var outcomes: [String: Outcome] = [:]
  /// Whether the run came to its end.
  private(set) var isComplete = false
  private var withArguments: Set<String> = []
  private var withCases: Set<String> = []

  init(events: String) throws {
    let decoder = JSONDecoder()
    for line in events.split(separator: "\n") {
      add(try decoder.decode(Record.self, from: Data(line.utf8)).payload)
    }
  }

  private mutating func add(_ event: Record.Payload) {
    if event.kind == "runEnded" { isComplete = true }
    if let id = event.id {
      let module = id.prefix { $0 != "." && $0 != "/" }
      names[id] = "\(module): \(event.displayName ?? event.name ?? id)"
      if event.isParameterized == true { withArguments.insert(id) }
    }
    guard let id = event.testID else { return }
    switch event.kind {
    case "testStarted": outcomes[id] = .unfinished
    case "testSkipped": outcomes[id] = .skipped
    case "issueRecorded":
      let isFailure = event.issue?.isFailure ?? true
      outcomes[id] = max(outcomes[id] ?? .passed, isFailure ? .failed : .knownIssue)
    case "testCaseStarted": withCases.insert(id)
    case "testEnded" where outcomes[id] == .unfinished:
      // A test whose list of arguments is empty has shown nothing.
      outcomes[id] = (!withArguments.contains(id) || withCases.contains(id)) ? .passed : .skipped
    default: break
    }
  }

  /// A line of the stream, with the fields that matter here.
  private struct Record: Decodable {
    var payload: Payload

    struct Payload: Decodable {
      var kind: String
      var id: String?
      var name: String?
      var displayName: String?
      var testID: String?
      var isParameterized: Bool?
      var issue: Issue?
    }

    struct Issue: Decodable {
      var isFailure: Bool
    }
  }
}
