// SPDX-License-Identifier: Apache-2.0
// The process of an isolated graph, as the rig sees it.

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
  private let alarm: Int32
  private let refusals: Int32
  private let board: CallBoard
  private var watch = CallObserver()
  private var beat = (count: UInt32(0), since: MonotonicTime.now)
  /// The call that has gone on for longest, when it was looked at last.
  private(set) var longest: CallObserver.Longest?

  /// Starts the program again; `nil` when the system has no room for a process.
  ///
  /// - Parameter environment: its variables, `NAME=VALUE` each.
  init?(environment: [String]) {
    var ends: [Int32] = [-1, -1]
    var (pipe, told): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard let board = CallBoard() else { return nil }
    self.board = board
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return nil }
    channel = LineChannel(ends[0])
    guard unsafe Glibc.pipe(&pipe) == 0, unsafe Glibc.pipe(&told) == 0 else {
      for end in [ends[1]] + pipe { close(end) }
      return nil
    }
    (alarm, refusals) = (pipe[0], told[0])
    for end in [ends[1]] + pipe + told { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Who refuses does not wait for somebody to read of it.
    for end in [alarm] + told { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let child = startProgramAgain(
      [isolatedGraphWord],
      descriptors: [
        (ends[1], Self.channel), (pipe[1], Self.alarm), (board.descriptor, Self.board),
        (told[1], Self.refusals),
      ],
      environment: environment
    )
    for end in [ends[1], pipe[1], told[1]] { close(end) }
    guard let child else {
      close(alarm)
      close(refusals)
      return nil
    }
    id = child
  }

  deinit {
    leave(within: .zero)
    close(alarm)
    close(refusals)
  }

  /// Whether it has ended.
  var hasEnded: Bool { if case .ended = state { true } else { false } }

  /// Takes notice of how it is.
  func look(now: MonotonicTime) {
    guard !hasEnded else { return }
    channel.flush()
    longest = watch.look(at: board.calls, now: now)
    if board.beats != beat.count { beat = (board.beats, now) }
    var status: Int32 = 0
    guard unsafe waitpid(id, &status, WNOHANG | WUNTRACED | WCONTINUED) == id else { return }
    if status & 0xff == 0x7f {
      state = .stopped(signal: (status >> 8) & 0xff)
    } else if status == 0xffff {
      state = .running
    } else {
      state = .ended(status: status)
      // Whatever a plugin has started goes with it.
      Glibc.kill(-id, SIGKILL)
    }
  }

  /// How long nothing in it has shown that it is alive, since it did so first.
  func silence(now: MonotonicTime) -> Seconds {
    beat.count == 0 ? .zero : max(now.elapsed(since: beat.since), channel.backlog(now: now))
  }

  /// What it says of a crash, if it has.
  ///
  /// That is told in a few bytes of fixed size, because its memory may be in ruins.
  func takeLoss() -> CrashGuard.Loss? {
    var loss = CrashGuard.Loss()
    let size = MemoryLayout<CrashGuard.Loss>.size
    return unsafe read(alarm, &loss, size) == size ? loss : nil
  }

  /// What its sandbox has refused since this was asked last.
  func takeRefusals() -> [SandboxRefusal] {
    var found: [SandboxRefusal] = []
    while let refusal = SandboxRefusal(readFrom: refusals) { found.append(refusal) }
    return found
  }

  /// The calls that its threads are, or were at its end, inside of.
  var calls: [CallBoard.Entry] { board.calls }

  /// Ends it at once, with all that its plugins have started; `look` says when it is gone.
  func kill() {
    guard !hasEnded else { return }
    ProcessEnding.kill(id)
  }

  /// Asks it to go and kills it if it has not by then; nobody need wait for that.
  ///
  /// It leaves JACK when its parent's end of the channel closes, and ends its plugins.
  func leave(within time: Seconds) {
    shutdown(channel.descriptor, Int32(SHUT_RDWR))
    guard !hasEnded else { return }
    state = .ended(status: 0)
    ProcessEnding.see(to: id, within: time)
  }
}
