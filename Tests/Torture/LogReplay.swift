// SPDX-License-Identifier: Apache-2.0
// The rig's own log, replayed: what it has decided since it came up must be what it does.

import ControlProtocol

/// Where each session has to be if all decisions of the log, and nothing else, were carried out.
///
/// > Threading: Control.
struct LogReplay {
  /// What decisions have made of a session.
  private struct Expected: Equatable {
    var isSounding = false
    var duck_db: Double?
    var isSilenced = false
    var isMuted = false
    var isDeaf = false

    /// A status speaks of one condition for both ways to be silent, and of none while a session is not active.
    func seen(in status: SessionStatus) -> Expected {
      var seen = self
      seen.isSilenced = status.state == "active" && (isSilenced || isMuted)
      seen.isDeaf = status.state == "active" && isDeaf
      seen.isMuted = false
      return seen
    }
  }

  private var sessions: [String: Expected] = [:]
  private var last: DecisionStatus?
  /// How many decisions have been replayed, those of earlier rigs included.
  private(set) var count = 0
  private var lastLook: RigStatus?

  /// Says what in the rig is not as its log has it; empty when all is, `nil` when it has to be looked at once more.
  mutating func differences(in stage: Stage) throws -> [String]? {
    guard let log = try stage.ask(DecisionListRequest()), try take(log) else { return nil }
    guard let now = try stage.ask(StatusRequest()), now.server.isConnected else { return nil }
    defer { lastLook = now }
    guard let before = lastLook, calls(of: StageRig.bystander, now, since: before) >= 2 else {
      return nil
    }
    let names = Set(now.sessions.map(\.name)).symmetricDifference(sessions.keys)
    return names.sorted().map { "'\($0)' is not in both log and rig" }
      + now.sessions.compactMap { session in
        let calls = calls(of: session.name, now, since: before)
        let found = Expected(
          isSounding: calls > 0,
          duck_db: session.duck_db,
          isSilenced: session.conditions.contains("silenced"),
          isDeaf: session.conditions.contains("deaf")
        )
        let expected = (sessions[session.name] ?? Expected()).seen(in: session)
        return found == expected
          ? nil : "'\(session.name)' is \(found), and by the log \(expected), in cycles: \(calls)"
      }
  }

  private func calls(of session: String, _ now: RigStatus, since before: RigStatus) -> Int {
    let calls = [now, before].map { $0.sessions.first { $0.name == session }?.calls ?? 0 }
    return calls[0] - calls[1]
  }

  // MARK: Replaying

  /// Replays what is new; `false` when decisions are missing because a rig that was made anew counts from 1 again.
  private mutating func take(_ log: [DecisionStatus]) throws -> Bool {
    if let last, !log.contains(last) {
      // Another rig's log; were it the same one's, it would have made more decisions than it keeps.
      (sessions, lastLook) = ([:], nil)
      guard log.first?.number == 1 else {
        throw Complaint("the log of decisions begins with \(log.first?.number ?? 0)")
      }
    }
    let new = last.flatMap { log.firstIndex(of: $0) }.map { log[($0 + 1)...] } ?? log[...]
    for decision in new { replay(decision) }
    count += new.count
    last = log.last ?? last
    return true
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
    ("hears exact silence", { session, _ in session.isDeaf = true }),
    ("hears its input", { session, _ in session.isDeaf = false }),
  ]
}
