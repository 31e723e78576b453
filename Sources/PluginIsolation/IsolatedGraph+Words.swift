// SPDX-License-Identifier: Apache-2.0
// What people are told of isolated graphs.

package import ControlProtocol
import Glibc
import LV2Hosting
import Presets
import Quantities
import RigEngine

extension IsolatedGraph {
  /// Says how its process was lost.
  var words: LossWords {
    LossWords(
      plugins: session.graph.nodes.flatMap { Array(repeating: $0.id, count: $0.instances) }
    )
  }

  /// How the process has ended that has said nothing of it.
  func endSentence(of process: IsolatedProcess) -> String {
    guard case .ended(let status) = process.state else { return "its process has ended" }
    return words.sentence(ofEnd: status, calls: process.traces.calls)
  }

  /// Who is to blame for an end that nobody has explained; for a signal that is none of a crash, somebody outside.
  func culprit(of process: IsolatedProcess) -> Blame {
    if case .ended(let status) = process.state, status & 0x7f != 0 { return .nobody }
    return Blame(LossWords.culprit(process.traces.calls))
  }

  /// Why it is silent until somebody releases it; `nil` when it is not.
  package var holdSentence: String? {
    guard case .held = phase else { return nil }
    return "its graph is held: \(lastLoss ?? "it can't run")"
  }

  private var busy: String? {
    guard let longest = process?.longest, longest.isNoticeable else { return nil }
    let who = words.name(longest.entry.plugin) ?? "?"
    return "'\(who)' has been in \(longest.entry.call.name) for \(Int(longest.time.value)) s"
  }

  /// The state for a status.
  package var status: IsolationStatus {
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

extension RemoteGraphEvent {
  /// One sentence for the log.
  package func sentence(session: String) -> String {
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
    case .wrote(let line):
      return "From the process of session '\(session)': \(line)"
    case .refused(let what, let plugin, let call):
      let place = call.map { " in \($0)" } ?? ""
      let who = plugin.map { "plugin '\($0)'\(place)" } ?? "its plugins"
      return "The sandbox of session '\(session)' has refused this to \(who): \(what)."
    }
  }
}

extension Graph.Node {
  /// How many instances there are of it.
  fileprivate var instances: Int { shared == nil ? 1 : 2 }
}
