// SPDX-License-Identifier: Apache-2.0
// What people are told of isolated graphs.

import ControlProtocol
import Glibc
import LV2Hosting
import Presets
import Quantities

extension IsolatedGraph {
  /// What has happened, as the end of a sentence.
  func sentence(of crash: CrashGuard.Crash) -> String {
    let who = name(ofInstance: Int(crash.cause)).map { "plugin '\($0)'" } ?? "one of its plugins"
    guard crash.signal != 0 else { return "\(who) did not come back" }
    return "\(who) crashed (\(signalName(crash.signal)))"
  }

  /// How the process has ended that has said nothing of it.
  func endSentence(of process: IsolatedProcess) -> String {
    process.fatalSignal.map { "its process was killed (\(signalName($0)))" }
      ?? "its process has ended"
  }

  /// The id of a plugin by the place of its instance.
  private func name(ofInstance number: Int) -> String? {
    let names = session.graph.nodes.flatMap { Array(repeating: $0.id, count: $0.instances) }
    return names.indices.contains(number) ? names[number] : nil
  }

  /// The state for a status.
  var status: IsolationStatus {
    IsolationStatus(
      state: word,
      process: processID,
      client: client,
      losses: losses,
      lastLoss: lastLoss,
      way_frames: news.way_frames,
      lateBlocks: news.lateBlocks
    )
  }

  private var word: String {
    switch phase {
    case .starting: "starting"
    case .running: "running"
    case .leaving, .waiting: "lost"
    }
  }
}

extension IsolatedGraph.News {
  /// The same for clients.
  func event(session: String) -> RigNews {
    switch self {
    case .lost(let reason, _): .isolationLost(session: session, reason: reason)
    case .returned: .isolationReturned(session: session)
    }
  }

  /// One sentence for the log.
  func sentence(session: String) -> String {
    switch self {
    case .lost(let reason, let wait):
      let when = wait == .zero ? "it is started again" : "it is started again in \(wait.value) s"
      return "Session '\(session)' is silent: \(reason); \(when)."
    case .returned(let time):
      let seconds = (time.value * 100).rounded() / 100
      return "Session '\(session)' is back after \(seconds) s."
    }
  }
}

extension Graph.Node {
  /// How many instances there are of it.
  fileprivate var instances: Int { shared == nil ? 1 : 2 }
}

/// What a signal is called.
func signalName(_ number: Int32) -> String {
  switch number {
  case SIGSEGV: "SIGSEGV"
  case SIGABRT: "SIGABRT"
  case SIGBUS: "SIGBUS"
  case SIGFPE: "SIGFPE"
  case SIGILL: "SIGILL"
  case SIGKILL: "SIGKILL"
  default: "signal \(number)"
  }
}
