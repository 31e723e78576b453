// SPDX-License-Identifier: Apache-2.0
// The way from a client to its server, and the requests to the server, which are made on a thread
// of its own.

internal import AudioBackend
internal import CJACK
internal import Glibc
internal import Synchronization

/// A client that several threads use.
///
/// libjack sends requests as if there were but one thread: two at once would take each other's
/// answers.
///
/// > Threading: Any.
@safe
final class ClientLine: @unchecked Sendable {
  private let client: OpaquePointer
  private let notifications: Notifications
  private let isClosed = Mutex(false)

  init(_ client: OpaquePointer, _ notifications: Notifications) {
    unsafe self.client = client
    self.notifications = notifications
  }

  /// Makes a request while nobody else does; `nil` once the client is gone.
  func request<Answer>(_ body: (OpaquePointer) -> Answer) -> Answer? {
    isClosed.withLock { isClosed in isClosed ? nil : unsafe body(client) }
  }

  /// Has the renderer not called any more, once the cycle and the request that are under way are
  /// done.
  func deactivate() {
    _ = unsafe request { client in
      notifications.cycle.gate.shut()
      return unsafe jack_deactivate(client)
    }
  }

  /// Leaves the server, once the cycle and the request that are under way are done.
  func close() {
    isClosed.withLock { isClosed in
      guard !isClosed else { return }
      notifications.cycle.gate.shut()
      unsafe closeClient(client)
      isClosed = true
    }
  }

  /// Whether two ports are connected, as JACK shows it.
  func has(_ connection: Connection) -> Bool {
    unsafe request { client in
      unsafe connection.withNames { from, to in
        guard let port = unsafe jack_port_by_name(client, from) else { return false }
        return unsafe jack_port_connected_to(port, to) != 0
      }
    } ?? false
  }

  func connect(_ connection: Connection) -> Int32 {
    unsafe request { client in
      unsafe connection.withNames { unsafe jack_connect(client, $0, $1) }
    } ?? -1
  }

  func disconnect(_ connection: Connection) -> Int32 {
    unsafe request { client in
      unsafe connection.withNames { unsafe jack_disconnect(client, $0, $1) }
    } ?? -1
  }

  /// Whether the server has gone.
  var isLost: Bool { notifications.isLost.load(ordering: .acquiring) }

  /// Cycles that have been rendered.
  var cycles: Int { notifications.cycle.count.load(ordering: .acquiring) }

  /// How often JACK has computed latencies.
  var latencyRounds: Int { notifications.latencyRounds.load(ordering: .acquiring) }

  /// Has latencies counted again: by JACK, or by this thread where JACK's own must not set them.
  func countLatencies() {
    _ = unsafe request { client in
      guard JACKLibrary.isPipeWire else { return _ = unsafe jack_recompute_total_latencies(client) }
      PortLatencies.passCapture(through: notifications.cycle)
      PortLatencies.passPlayback(through: notifications.cycle)
      notifications.noteLatencies()
    }
  }

  /// Returns once the audio thread, which runs, has surely seen what was stored before.
  func waitForCycle() {
    let before = cycles
    // Two ends: the cycle that was under way, and a whole one. A stuck server is not waited for.
    for _ in 0..<500 where !isLost && cycles < before + 2 { usleep(1_000) }
  }
}

extension Connection {
  /// Calls `body` with the names that JACK has for both ports.
  fileprivate func withNames<Result>(
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Result
  ) -> Result {
    unsafe PortText.withBytes(of: from) { from in
      unsafe PortText.withBytes(of: to) { unsafe body(from, $0) }
    }
  }
}
