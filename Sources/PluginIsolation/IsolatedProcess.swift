// SPDX-License-Identifier: Apache-2.0
// The process of an isolated graph, as the rig sees it.

import ChildPrograms
import Glibc
import LV2Hosting
import Quantities

/// A running process of an isolated graph.
///
/// Nothing here waits for it: `look` says how it is, and what is to end is left to `ProcessEnding`.
///
/// > Threading: Control.
final class IsolatedProcess {
  /// The descriptors as the process finds them.
  static let channel: Int32 = 3
  static let alarm: Int32 = 4
  static let board: Int32 = 5
  static let refusals: Int32 = 6
  static let relay: Int32 = 7

  /// How it is.
  enum State {
    case running
    /// A signal has stopped it.
    case stopped(signal: Int32)
    /// As `waitpid` says it.
    case ended(status: Int32)
  }

  let id: pid_t
  let channel: LineChannel
  private(set) var state = State.running
  /// What it leaves outside of itself.
  let traces: ProcessTraces
  private var watch = CallObserver()
  private var beat = (count: UInt32(0), since: MonotonicTime.now)
  /// The call that has gone on for longest, when it was looked at last.
  private(set) var longest: CallObserver.Longest?

  /// Starts the program again; `nil` when the system has no room for a process.
  ///
  /// - Parameters:
  ///   - environment: its variables.
  ///   - relay: the memory in which its blocks go there and back.
  ///   - sandbox: what it may write; `nil` without a sandbox.
  init?(environment: [String: String], relay: Int32, sandbox: SandboxPlan?) {
    // The first end of each is the one to read from.
    guard let board = CallBoard(), let ends = Self.socketPair() else { return nil }
    let pipes = (0..<3).compactMap { _ in Self.pipe() }
    guard pipes.count == 3 else {
      for end in pipes.flatMap({ $0 }) + ends { close(end) }
      return nil
    }
    let (alarm, told, output) = (pipes[0], pipes[1], pipes[2])
    channel = LineChannel(ends[0])
    traces = ProcessTraces(board, alarm: alarm[0], refusals: told[0], output: output[0])
    // A process that refuses, or writes, does not wait for a reader.
    for end in [told[1], output[1]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let child = try? startProgramAgain(
      [isolatedGraphArgument],
      files: [
        STDOUT_FILENO: output[1], STDERR_FILENO: output[1], Self.channel: ends[1],
        Self.alarm: alarm[1], Self.board: board.descriptor, Self.refusals: told[1],
        Self.relay: relay,
      ],
      environment: environment,
      sandbox: sandbox
    )
    for end in [ends[1], alarm[1], told[1], output[1]] { close(end) }
    guard let child else { return nil }
    id = child
  }

  private static func socketPair() -> [Int32]? {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(clamping: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    return unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 ? ends : nil
  }

  private static func pipe() -> [Int32]? {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  deinit {
    leave(within: .zero)
  }

  /// Whether it has ended.
  var hasEnded: Bool { if case .ended = state { true } else { false } }

  /// Takes notice of how it is.
  func look(now: MonotonicTime) {
    guard !hasEnded else { return }
    channel.flush()
    longest = watch.look(at: traces.calls, now: now)
    if traces.beats != beat.count { beat = (traces.beats, now) }
    switch ChildStatus.look(at: id, seesStops: true) {
    case nil: return
    case .running?: state = .running
    case .stopped(let signal)?: state = .stopped(signal: signal)
    case .ended(let status)?:
      state = .ended(status: status ?? 0)
      // Whatever a plugin has started goes with it.
      Glibc.kill(-id, SIGKILL)
    }
  }

  /// How long nothing in it has shown that it is alive, since it did so first.
  func silence(now: MonotonicTime) -> Seconds {
    beat.count == 0 ? .zero : max(now.elapsed(since: beat.since), channel.backlog(now: now))
  }

  /// Ends it at once, with all that its plugins have started; `look` says when it is gone.
  func kill() {
    guard !hasEnded else { return }
    ProcessEnding.kill(id)
  }

  /// Asks it to go and kills it if it has not by then; nobody need wait for that.
  ///
  /// It ends its plugins when its parent's end of the channel closes; problems with that are
  /// reported if there is a description.
  func leave(within time: Seconds, _ description: EndDescription? = nil) {
    shutdown(channel.descriptor, Int32(SHUT_RDWR))
    guard !hasEnded else { return }
    state = .ended(status: 0)
    ProcessEnding.see(to: id, within: time, traces, description)
  }
}
