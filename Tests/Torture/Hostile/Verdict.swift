// SPDX-License-Identifier: Apache-2.0
// What has to be said of a plugin that misbehaves.

import JACKTestBench

/// What is said of a plugin that misbehaves where that can be noticed.
struct Verdict {
  /// Where it is said.
  enum Source {
    case log
    /// Whoever has asked for it is told.
    case answer
  }

  let source: Source
  private let name: String
  private let words: [String]

  /// `nil` for what has no effect that anybody could notice, or none that is wrong.
  init?(of plugin: HostilePlugin) {
    let inCall = "in \(plugin.call)()"
    let isElsewhere = plugin.isolation != "none"
    switch plugin.way {
    case "crash": words = ["plugin 'bad' crashed (SIGSEGV) \(inCall)"]
    case "abort": words = ["plugin 'bad' crashed (SIGABRT) \(inCall)"]
    case "hang", "spin": words = ["plugin 'bad' did not come back from \(plugin.call)()"]
    case "exit": words = ["plugin 'bad' ended its process \(inCall): it called exit(0)"]
    // On a thread of its own, when others may be in calls too.
    case "quit": words = ["plugin 'bad' ended its process in ", "\(plugin.call)()"]
    // Once it has no memory left, or when it gets that late.
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

  /// Whether a line of a log says it.
  func isIn(_ log: String) -> Bool {
    log.split(separator: "\n").contains { line in
      line.lowercased().contains(name) && words.allSatisfy(line.contains)
    }
  }
}
