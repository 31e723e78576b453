// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and its kin: what asks the rig to end, or to read its preset again.

internal import CRealtime
import Dispatch
import Glibc

/// Hears of the signals that ask for the end or a reload, which `guardEnd` takes.
///
/// SIGHUP asks for a reload, as of any service; but a rig whose terminal has gone ends with it, in
/// order, as people expect of what they have started there. The terminal itself shows which of the
/// two is meant: it is closed before the signal is sent.
///
/// A user who asks again after a second does not want to wait for a JACK that hangs: the process
/// ends at once. What it leaves behind is replaced by the next run, and its jackd ends by itself.
///
/// Turned down: **dispatch sources of signals**, which lose one now and then on Linux: their
/// handler raises the signal again on the main thread, which waits for signals itself; and
/// **handlers**, which any plugin replaces. All threads block these signals and one thread reads
/// them, so that a handler only matters on a thread where a plugin has unblocked them, and what a
/// plugin has changed is put back.
///
/// > Threading: Control.
final class SignalWatch {
  private let source: any DispatchSourceRead

  /// Calls `stop` and `reload` on a queue of its own; `nil` without `guardEnd`.
  init?(stop: @escaping @Sendable () -> Void, reload: @escaping @Sendable () -> Void) {
    let pipe = tarmac_end_listen()
    guard pipe >= 0 else { return nil }
    let queue = DispatchQueue(label: "tarmac signals")
    source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: queue)
    source.setEventHandler {
      for number in Self.signals(from: pipe) { number == SIGHUP ? reload() : stop() }
    }
    source.resume()
  }

  /// Stops listening; a shutdown goes on.
  func end() {
    source.cancel()
  }

  /// The signals that have come since the last call.
  private static func signals(from pipe: Int32) -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(pipe, &bytes, bytes.count)
    return bytes.prefix(max(count, 0)).map(Int32.init)
  }
}
