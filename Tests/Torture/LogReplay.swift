// SPDX-License-Identifier: Apache-2.0
// The rig's own log, replayed: its decisions since it came up must match its state.

import ControlProtocol

/// The state that each session must have if all decisions of the log, and nothing else, were
/// carried out.
///
/// > Threading: Control.
struct LogReplay {
  /// The state of a session as decisions have made it.
  private struct Expected: Equatable {
    var isSounding = false
    var duck_db: Double?
    var isSilenced = false
    var isMuted = false
    var isInputMuted = false

    /// A status has one condition for both ways to be silent, and none while a session is not
    /// active.
    func seen(in status: SessionStatus) -> Expected {
      var seen = self
      seen.isSilenced = status.state == "active" && (isSilenced || isMuted)
      seen.isInputMuted = status.state == "active" && isInputMuted
      seen.isMuted = false
      return seen
    }
  }

  private var sessions: [String: Expected] = [:]
  /// The number of the last decision that has been replayed.
  private var last = 0
  /// The process whose log it is; a new process counts from 1.
  private var rig: Int32 = 0
  /// How many decisions have been replayed, those of earlier rigs included.
  private(set) var count = 0
  private var lastLook: RigStatus?

  /// Returns what in the rig differs from its log; empty when nothing does, `nil` when it has to be
  /// looked at once more.
  mutating func differences(in stage: Stage) throws -> [String]? {
    guard let log = try stage.ask(DecisionListRequest()) else { return nil }
    try take(log, of: stage.rig.pid)
    guard let now = try stage.ask(StatusRequest()), now.server.isConnected else { return nil }
    // Cycles may be longer than the time between two questions; the graph of a rig that was started
    // again counts from 0.
    let cycles = lastLook.map { calls(of: StageRig.bystander, now, since: $0) } ?? -1
    guard let before = lastLook, cycles >= 2 else {
      if cycles < 0 { lastLook = now }
      return nil
    }
    lastLook = now
    let names = Set(now.sessions.map(\.name)).symmetricDifference(sessions.keys)
    return names.sorted().map { "'\($0)' is not in both log and rig" }
      + now.sessions.compactMap { session in
        let calls = calls(of: session.name, now, since: before)
        let found = Expected(
          isSounding: calls > 0,
          duck_db: session.duck_db,
          isSilenced: session.conditions.contains("silenced"),
          isInputMuted: session.conditions.contains("input_muted")
        )
        let expected = (sessions[session.name] ?? Expected()).seen(in: session)
        return found == expected
          ? nil
          : """
          '\(session.name)' is \(found), and by the log \(expected); it is \(session.state), \
          \(session.conditions), \(calls) of \(session.calls) calls, \
          \(now.render.refused_commands) commands refused; \(lines(about: session.name, in: log))
          """
      }
  }

  private func calls(of session: String, _ now: RigStatus, since before: RigStatus) -> Int {
    let calls = [now, before].map { $0.sessions.first { $0.name == session }?.calls ?? 0 }
    return calls[0] - calls[1]
  }

  /// The last decisions that concern a session.
  private func lines(about session: String, in log: [DecisionStatus]) -> String {
    let about = log.filter { decision in
      (decision.lines + [decision.event]).contains { $0.hasPrefix("\(session) ") }
    }
    return about.suffix(8).map { "\n\($0.number) \($0.event): \($0.lines)" }.joined()
  }

  // MARK: Replaying

  /// Replays the new decisions in the log of the rig with this process number.
  private mutating func take(_ log: [DecisionStatus], of rig: Int32) throws {
    if rig != self.rig { (sessions, last, lastLook, self.rig) = ([:], 0, nil, rig) }
    let first = log.first?.number ?? 1
    guard first <= last + 1 else {
      throw Complaint("decisions \(last + 1) to \(first - 1) are in the log no more")
    }
    for decision in log where decision.number > last {
      replay(decision)
      count += 1
    }
    last = log.last?.number ?? last
  }

  private mutating func replay(_ decision: DecisionStatus) {
    guard !decision.isRefused else { return }
    let words = decision.event.split(separator: " ", maxSplits: 2).map(String.init)
    if words.dropFirst().first == "is", words[2].hasPrefix("loaded") {
      sessions[words[0]] = Expected()
    }
    if decision.event == "the audio server is lost" {
      sessions = sessions.mapValues { _ in Expected() }
    }
    for line in decision.lines { replay(line) }
    if decision.event.hasSuffix(" is gone") { sessions[words[0]] = nil }
  }

  /// A line of the log: a session's name, what is done, the rule.
  private mutating func replay(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard let name = words.first, sessions[name] != nil else { return }
    let done = words.dropFirst().joined(separator: " ")
    for (begin, change) in Self.changes where done.hasPrefix(begin) {
      change(&sessions[name, default: Expected()], words)
    }
  }

  private static let changes: [(String, @Sendable (inout Expected, [String]) -> Void)] = [
    ("sounds", { session, _ in session.isSounding = true }),
    ("falls silent", { session, _ in session.isSounding = false }),
    ("turned down to", { session, words in session.duck_db = Double(words[4]) }),
    ("back to 0 dB", { session, _ in session.duck_db = nil }),
    ("silenced, time runs on", { session, _ in session.isSilenced = true }),
    ("muted, time runs on", { session, _ in session.isMuted = true }),
    ("not muted any more", { session, _ in session.isMuted = false }),
    ("audible again", { session, _ in session.isSilenced = false }),
    ("hears exact silence", { session, _ in session.isInputMuted = true }),
    ("hears its input", { session, _ in session.isInputMuted = false }),
  ]
}
