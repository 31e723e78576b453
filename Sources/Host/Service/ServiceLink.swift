// SPDX-License-Identifier: Apache-2.0
// Notifies the service manager: that the rig sounds, how it is, and that it is alive.

import Glibc
import Quantities
import Synchronization

/// The service manager that has started this process, by the protocol of systemd's `sd_notify`;
/// without one nothing happens.
///
/// `READY=1` says that the rig sounds. A caller may feed the watchdog only after it has seen JACK's
/// thread go on.
///
/// > Threading: Any.
final class ServiceLink: Sendable {
  /// The state that the service manager knows.
  private enum Phase {
    case starting, ready, reloading, stopping
  }

  private struct State {
    var phase = Phase.starting
    var status = ""
    var lastMeal: MonotonicTime?
  }

  private let socket: NotifySocket?
  /// How long the service manager waits for a sign of life; `nil` for ever.
  let patience: Seconds?
  private let state = Mutex(State())

  /// Looks in the variables of this process for a service manager that has started it.
  init(_ variables: [String: String]) {
    socket = variables["NOTIFY_SOCKET"].flatMap(NotifySocket.init)
    let isMeant = variables["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    let microseconds = variables["WATCHDOG_USEC"].flatMap(UInt64.init) ?? 0
    patience = isMeant && microseconds > 0 ? Seconds(Double(microseconds) / 1e6) : nil
  }

  /// Whether there is one.
  var isThere: Bool { socket != nil }

  /// Says how the rig is, in one line, if it was not said before.
  func tell(status: String) {
    guard let socket else { return }
    let line = status.split(separator: "\n").joined(separator: "; ")
    state.withLock { state in
      guard state.status != line, socket.send("STATUS=\(line)") else { return }
      state.status = line
    }
  }

  /// Asks for more time to start.
  func extendStart(by time: Seconds) {
    _ = socket?.send("EXTEND_TIMEOUT_USEC=\(time.nanoseconds / 1_000)")
  }

  /// Says that the rig sounds; once.
  func tellReady() {
    move(from: [.starting], to: .ready, "READY=1")
  }

  /// Says that the rig is being changed.
  func tellReloading() {
    let time = MonotonicTime.now.elapsed(since: .distantPast).nanoseconds / 1_000
    move(from: [.ready], to: .reloading, "RELOADING=1\nMONOTONIC_USEC=\(time)")
  }

  /// Says that the rig has been changed, or stays as it was.
  func tellReloaded() {
    move(from: [.reloading], to: .ready, "READY=1")
  }

  /// Says that the rig ends.
  func tellStopping() {
    move(from: [.starting, .ready, .reloading], to: .stopping, "STOPPING=1")
  }

  private func move(from phases: Set<Phase>, to phase: Phase, _ message: String) {
    guard let socket else { return }
    state.withLock { state in
      guard phases.contains(state.phase), socket.send(message) else { return }
      state.phase = phase
    }
  }

  // MARK: The watchdog

  /// Whether it is time for a sign of life: at half of what the service manager waits for.
  func isHungry(_ now: MonotonicTime) -> Bool {
    guard let patience, socket != nil else { return false }
    let last = state.withLock(\.lastMeal)
    return last.map { now.elapsed(since: $0).value >= patience.value / 2 - 0.05 } ?? true
  }

  /// Gives the sign.
  func feed(_ now: MonotonicTime) {
    guard let socket, socket.send("WATCHDOG=1") else { return }
    state.withLock { $0.lastMeal = now }
  }
}
