// SPDX-License-Identifier: Apache-2.0
// What has become of the processes of an isolated graph, and when there is to be another one.

import LV2Hosting
import Quantities
import RigEngine

/// The life of an isolated graph from process to process: how the present one is, how often one was
/// lost, and how long is waited for the next.
///
/// It touches no process; `IsolatedGraph`, which does, notes here what has happened.
struct GraphLife {
  private enum Phase {
    case starting(since: MonotonicTime)
    case running(since: MonotonicTime)
    /// It is lost, and given until then to end by itself.
    case leaving(until: MonotonicTime)
    /// There is no process.
    case waiting(until: MonotonicTime)
    /// There is no process, and there will be none until somebody says so.
    case held
  }

  private var phase = Phase.waiting(until: .distantPast)
  /// How often its process was lost.
  private(set) var losses = 0
  /// Why it was lost the last time.
  private(set) var lastLoss: String?
  /// Why it can't run at all.
  private(set) var refusal: String?
  /// What the last process has said before it left.
  private(set) var complaint: String?
  private var lostAt: MonotonicTime?
  private var wait = Seconds.zero
  /// Whether it is not to be started again when its process has gone.
  private var isToBeHeld = false

  // MARK: How it is

  /// Whether its process is on its way up.
  var isStarting: Bool { if case .starting = phase { true } else { false } }

  /// Since when its process runs it; `nil` while none does.
  var runningSince: MonotonicTime? {
    if case .running(let since) = phase { since } else { nil }
  }

  /// Whether its process is lost, but has not gone.
  var isLeaving: Bool { if case .leaving = phase { true } else { false } }

  /// Whether its process is lost, and should have gone by now.
  func isOverdue(_ now: MonotonicTime) -> Bool {
    if case .leaving(let until) = phase { now > until } else { false }
  }

  /// Whether its process takes too long to come up.
  func isLate(_ now: MonotonicTime) -> Bool {
    guard case .starting(let since) = phase else { return false }
    return now.elapsed(since: since) > HostTimes.isolationStart
  }

  /// Whether it is time for a process, if there is none.
  func wantsProcess(_ now: MonotonicTime) -> Bool {
    if case .waiting(let until) = phase { now >= until } else { false }
  }

  /// Why it is silent until somebody releases it; `nil` when it is not.
  var holdSentence: String? {
    guard case .held = phase else { return nil }
    return "its graph is held: \(lastLoss ?? "it can't run")"
  }

  /// How it is, in a word for a status.
  var word: String {
    switch phase {
    case .starting: "starting"
    case .running: "running"
    case .leaving, .waiting: "lost"
    case .held: "held"
    }
  }

  // MARK: What happens

  /// Notes that a process begins.
  mutating func begin() {
    complaint = nil
    phase = .starting(since: .now)
  }

  /// Notes that the process runs the graph; returns how long there was none, if one was lost
  /// before.
  mutating func noteReady() -> Seconds? {
    guard isStarting else { return nil }
    let now = MonotonicTime.now
    phase = .running(since: now)
    defer { lostAt = nil }
    return lostAt.map { now.elapsed(since: $0) }
  }

  /// Notes that the process can't run the graph.
  ///
  /// Only a graph that has never run can be refused; later, a file that is gone may be the reason.
  mutating func refuse(_ sentence: String) {
    if losses == 0, isStarting {
      refusal = sentence
      isToBeHeld = true
    }
    complaint = sentence
  }

  /// Notes that the process is lost, which is given a moment to end by itself if it can; returns
  /// the event to report.
  ///
  /// `guilty` is what has brought it down for the second time: after that it is held.
  mutating func lose(
    _ reason: String,
    guilty: [String],
    _ now: MonotonicTime,
    leave: Seconds
  ) -> RemoteGraphEvent {
    let isSteady = runningSince.map { now.elapsed(since: $0) >= HostTimes.steady } ?? false
    let longer = min(max(wait.value * 2, HostTimes.shortestWait.value), HostTimes.longestWait.value)
    // The first loss of all may be bad luck.
    wait = isSteady || losses == 0 ? .zero : Seconds(longer)
    phase = .leaving(until: now.after(leave))
    losses += 1
    lostAt = lostAt ?? now
    isToBeHeld = isToBeHeld || !guilty.isEmpty
    let sentence = ([reason] + guilty.map { "\($0) has brought it down twice" })
      .joined(separator: "; ")
    lastLoss = sentence
    return .lost(sentence, wait: isToBeHeld ? nil : wait)
  }

  /// Notes that there is no process; the next one comes when it is time.
  mutating func schedule() {
    phase = isToBeHeld ? .held : .waiting(until: .now.after(wait))
  }

  /// Takes over how often a graph that this one replaces was lost.
  mutating func succeed(_ old: GraphLife) {
    (losses, lastLoss) = (old.losses, old.lastLoss)
  }

  /// Lets one that is held try again.
  mutating func release() {
    guard case .held = phase else { return }
    (refusal, wait, isToBeHeld) = (nil, .zero, false)
    phase = .waiting(until: .distantPast)
  }

  /// Ends it: there will be no process any more.
  mutating func end() {
    phase = .held
  }
}
