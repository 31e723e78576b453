// SPDX-License-Identifier: Apache-2.0
// What people are told of isolated graphs.

import ControlProtocol
import Glibc
import LV2Hosting
import Presets
import Quantities

extension IsolatedGraph {
  /// What has happened, as the end of a sentence.
  func sentence(of loss: CrashGuard.Loss) -> String {
    let who = loss.plugin.flatMap(name).map { "plugin '\($0)'" } ?? "one of its plugins"
    let place = loss.call.map { " in \($0.name)" } ?? ""
    switch loss.what {
    case .crash(let signal): return "\(who) crashed (\(signalName(signal)))\(place)"
    case .exit(let status): return "\(who) ended its process\(place): it called exit(\(status))"
    case .stuck, nil:
      return "\(who) did not come back" + (loss.call.map { " from \($0.name)" } ?? "")
    }
  }

  /// How the process has ended that has said nothing of it.
  func endSentence(of process: IsolatedProcess) -> String {
    guard case .ended(let status) = process.state else { return "its process has ended" }
    let signal = status & 0x7f
    guard signal == 0 else { return "its process was killed (\(signalName(signal)))" }
    guard let call = onlyCall(of: process) else { return "its process has ended" }
    let who = name(ofInstance: call.plugin) ?? "?"
    return "plugin '\(who)' ended its process in \(call.call.name)"
  }

  /// Who is to blame for an end that nobody has explained.
  func culprit(of process: IsolatedProcess) -> Int? {
    if case .ended(let status) = process.state, status & 0x7f != 0 { return nil }
    return onlyCall(of: process)?.plugin
  }

  /// The call that the process was in at its end, where there is no other.
  private func onlyCall(of process: IsolatedProcess) -> CallBoard.Entry? {
    let calls = process.calls
    return calls.count == 1 ? calls[0] : nil
  }

  /// The id of a plugin by the place of its instance.
  func name(ofInstance number: Int) -> String? {
    let names = session.graph.nodes.flatMap { Array(repeating: $0.id, count: $0.instances) }
    return names.indices.contains(number) ? names[number] : nil
  }

  /// Why it is silent until somebody releases it; `nil` when it is not.
  var holdSentence: String? {
    guard case .held = phase else { return nil }
    return "its graph is held: \(lastLoss ?? "it can't run")"
  }

  private var busy: String? {
    guard let longest = process?.longest, longest.isNoticeable else { return nil }
    let who = name(ofInstance: longest.entry.plugin) ?? "?"
    return "'\(who)' has been in \(longest.entry.call.name) for \(Int(longest.time.value)) s"
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
      lateBlocks: news.lateBlocks,
      busy: busy,
      sandbox: sandbox
    )
  }

  private var word: String {
    switch phase {
    case .starting: "starting"
    case .running: "running"
    case .leaving, .waiting: "lost"
    case .held: "held"
    }
  }
}

extension IsolatedGraph.News {
  /// The same for clients.
  func event(session: String) -> RigNews {
    switch self {
    case .lost(let reason, _): .isolationLost(session: session, reason: reason)
    case .returned: .isolationReturned(session: session)
    case .refused(let what): .sandboxRefused(session: session, what: what)
    }
  }

  /// One sentence for the log.
  func sentence(session: String) -> String {
    switch self {
    case .lost(let reason, let wait):
      guard let wait else {
        let remedy = "'tarmac session release \(session)' tries again"
        return "Session '\(session)' is silent: \(reason); it is held, and \(remedy)."
      }
      let when = wait == .zero ? "it is started again" : "it is started again in \(wait.value) s"
      return "Session '\(session)' is silent: \(reason); \(when)."
    case .returned(let time):
      let seconds = (time.value * 100).rounded() / 100
      return "Session '\(session)' is back after \(seconds) s."
    case .refused(let what):
      return "The sandbox of session '\(session)' has refused this to its plugins: \(what)."
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
  case SIGSTOP: "SIGSTOP"
  case SIGTERM: "SIGTERM"
  default: "signal \(number)"
  }
}
