// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and its kin: what asks the rig to end, or to read its preset again.

import CRealtime
import Dispatch
import Glibc
import Quantities

/// Watches for the signals that ask for the end or a reload, which otherwise do nothing from now on.
///
/// SIGHUP asks for a reload, as of any service; but a rig whose terminal has gone ends with it, in order, as people expect of what
/// they have started there. Which of the two is meant shows in the terminal itself: it is closed before anybody is told.
///
/// Who asks again after a second does not want to wait for a JACK that hangs: the process ends at once. What it leaves
/// is replaced by the next run, and its jackd ends by itself.
///
/// Turned down: **dispatch sources of signals**, which lose one now and then on Linux: their handler raises the signal again on
/// the main thread, which waits for signals itself.
///
/// > Threading: Control.
final class SignalWatch {
  private let source: any DispatchSourceRead

  /// Calls `stop` and `reload` on a queue of its own; `nil` without room for another file.
  init?(stop: @escaping @Sendable () -> Void, reload: @escaping @Sendable () -> Void) {
    // Nobody may read the reports any more; the rig plays on.
    signal(SIGPIPE, SIG_IGN)
    let pipe = tarmac_signal_pipe()
    guard pipe >= 0 else { return nil }
    let queue = DispatchQueue(label: "tarmac signals")
    let hadTerminal = Self.hasTerminal
    source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: queue)
    nonisolated(unsafe) var first: MonotonicTime?
    source.setEventHandler {
      for number in Self.signals(from: pipe) {
        if number == SIGHUP, !hadTerminal || Self.hasTerminal {
          reload()
          continue
        }
        let now = MonotonicTime.now
        let asked = unsafe first ?? now
        unsafe first = asked
        if number != SIGHUP, now.elapsed(since: asked) > Seconds(1) { _exit(128 + number) }
        stop()
      }
    }
    source.resume()
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // `nohup` wants a rig that outlives its terminal.
      if number == SIGHUP, Self.isIgnored(number) { continue }
      tarmac_signal_note(number)
    }
  }

  /// Watches no longer; the signals do nothing any more.
  func end() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    source.cancel()
  }

  /// Whether this process has a terminal that is open: one that is gone can't be opened any more.
  private static var hasTerminal: Bool {
    let terminal = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard terminal >= 0 else { return false }
    close(terminal)
    return true
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    let handler = signal(number, SIG_IGN)
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The signals that have come since the last call.
  private static func signals(from pipe: Int32) -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(pipe, &bytes, bytes.count)
    return bytes.prefix(max(count, 0)).map(Int32.init)
  }
}
