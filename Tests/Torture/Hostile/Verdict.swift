// SPDX-License-Identifier: Apache-2.0
// What the rig has to report of a plugin that misbehaves.

import JACKTestBench

/// The report about a plugin that misbehaves in a noticeable way.
struct Verdict {
  /// Where the report appears.
  enum Source {
    case log
    /// In the answer to the client that asked for the call.
    case answer
  }

  let source: Source
  private let name: String
  private let words: [String]

  /// Makes `nil` for misbehaviour without a noticeable effect, or without a wrong one.
  init?(of plugin: HostilePlugin) {
    let inCall = "in \(plugin.call)()"
    let isElsewhere = plugin.isolation != "none"
    switch plugin.way {
    case "crash": words = ["plugin 'bad' crashed (SIGSEGV) \(inCall)"]
    case "abort": words = ["plugin 'bad' crashed (SIGABRT) \(inCall)"]
    case "hang", "spin": words = ["plugin 'bad' did not come back from \(plugin.call)()"]
    case "exit": words = ["plugin 'bad' ended its process \(inCall): it called exit(0)"]
    // It ends on a thread of its own, when other threads may be in calls too.
    case "quit": words = ["plugin 'bad' ended its process in ", "\(plugin.call)()"]
    // It ends once it has no memory left, or when it gets that late.
    case "leak" where plugin.isArmed: words = ["plugin 'bad'", "\(plugin.call)()"]
    case "lie" where plugin.call == "run": words = ["Plugin 'bad' of", "put out NaN"]
    case "lie" where ["save", "restore"].contains(plugin.call): words = [plugin.uri]
    case "flood" where isElsewhere: words = ["From the process of", "flood 0"]
    case "fork" where plugin.isolation == "sandbox": words = ["has refused", "fork"]
    default: return nil
    }
    let isAsked = plugin.way == "lie" && ["save", "restore"].contains(plugin.call)
    source = isAsked ? .answer : .log
    name = "session '\(plugin.name)'"
  }

  /// Whether a line of a log has the report.
  func isIn(_ log: String) -> Bool {
    log.split(separator: "\n").contains { line in
      line.lowercased().contains(name) && words.allSatisfy(line.contains)
    }
  }
}
