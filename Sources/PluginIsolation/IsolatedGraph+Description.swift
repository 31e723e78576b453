// SPDX-License-Identifier: Apache-2.0
// What people read about isolated graphs.

package import ControlProtocol
import Glibc
import LV2Hosting
import Quantities
import RenderCore
import RigEngine
import RigModel

extension IsolatedGraph {
  /// How a process has ended that has not said why.
  func endSentence(of process: IsolatedProcess) -> String {
    guard case .ended(let status) = process.state else { return "its process has ended" }
    return wanted.description.sentence(ofEnd: status, calls: process.traces.calls)
  }

  /// What to blame for an end that the process has not explained: a plugin, or for a signal that is
  /// none of a crash, another program.
  func cause(of process: IsolatedProcess) -> Blame {
    if case .ended(let status) = process.state, status & 0x7f != 0 { return .nobody }
    return Blame(LossDescription.cause(process.traces.calls))
  }

  private var busy: String? {
    guard let longest = process?.longest, longest.isSlow else { return nil }
    let who = wanted.description.name(longest.entry.plugin) ?? "?"
    return "'\(who)' has been in \(longest.entry.call.name) for \(Int(longest.time.value)) s"
  }

  /// The state for a status.
  package var status: IsolationStatus {
    IsolationStatus(
      state: life.word,
      process: process.map { Int($0.id) },
      losses: life.losses,
      lastLoss: life.lastLoss,
      latency_frames: latency.value,
      lateBlocks: relay.late,
      busy: busy,
      sandbox: sandbox.status
    )
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
      let during = call.map { " in \($0)" } ?? ""
      let who = plugin.map { "plugin '\($0)'\(during)" } ?? "its plugins"
      return "The sandbox of session '\(session)' has refused this to \(who): \(what)."
    }
  }
}
