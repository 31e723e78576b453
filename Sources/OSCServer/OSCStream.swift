// SPDX-License-Identifier: Apache-2.0
// A client on TCP: what comes in pieces, and what can't be sent at once.

import Glibc
import OSC
import Synchronization

/// A TCP connection.
///
/// > Threading: Any; `receive` and `close` belong to the door's thread.
final class OSCStream: Sendable {
  let descriptor: Int32
  private let bell: OSCBell
  private let state = Mutex(State())

  private struct State {
    var splitter = OSCSplitter()
    var outgoing: [UInt8] = []
    var isClosed = false
    /// Whether it has not read what it was sent, or sends what is no OSC.
    var isBroken = false
  }

  /// How much may wait for a client that does not read, in bytes.
  private static let mostOutgoing = 1 << 20

  init(_ descriptor: Int32, bell: OSCBell) {
    (self.descriptor, self.bell) = (descriptor, bell)
  }

  /// Whether something waits to be sent.
  var hasMore: Bool { state.withLock { !$0.outgoing.isEmpty } }

  /// Whether it is to be closed.
  var isBroken: Bool { state.withLock { $0.isBroken } }

  /// Takes bytes that have come, and returns the packets that are whole.
  func receive(_ bytes: some Sequence<UInt8>) throws(OSCProblem) -> [[UInt8]] {
    try state.withLock { state throws(OSCProblem) in
      do throws(OSCProblem) {
        return try state.splitter.take(bytes)
      } catch {
        state.isBroken = true
        throw error
      }
    }
  }

  /// Sends a packet, in the framing that the client uses.
  func send(_ packet: [UInt8]) {
    let waits = state.withLock { state in
      guard !state.isClosed, !state.isBroken else { return false }
      let wasEmpty = state.outgoing.isEmpty
      state.outgoing += (state.splitter.framing ?? .length).frame(packet)
      if wasEmpty { flush(&state) }
      if state.outgoing.count > Self.mostOutgoing { state.isBroken = true }
      return !state.outgoing.isEmpty
    }
    if waits { bell.ring() }
  }

  /// Sends what has waited, as far as there is room.
  func flush() { state.withLock { flush(&$0) } }

  private func flush(_ state: inout State) {
    while !state.outgoing.isEmpty, !state.isClosed {
      let flags = Int32(clamping: MSG_NOSIGNAL | MSG_DONTWAIT)
      let sent = unsafe Glibc.send(descriptor, state.outgoing, state.outgoing.count, flags)
      guard sent > 0 else {
        if errno != EAGAIN, errno != EINTR { state.isBroken = true }
        return
      }
      state.outgoing.removeFirst(sent)
    }
  }

  func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      shutdown(descriptor, Int32(SHUT_RDWR))
      Glibc.close(descriptor)
    }
  }
}

/// Wakes the door's thread.
final class OSCBell: Sendable {
  /// Becomes readable when it has rung.
  let descriptor: Int32
  private let rope: Int32
  private let isStopped = Atomic(false)

  /// Fails when the system has no descriptor left.
  init?() {
    var pair: [Int32] = [-1, -1]
    let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    guard unsafe socketpair(AF_UNIX, Int32(clamping: kind), 0, &pair) == 0 else { return nil }
    (descriptor, rope) = (pair[0], pair[1])
  }

  deinit {
    close(descriptor)
    close(rope)
  }

  func ring() {
    var sound: UInt8 = 0
    _ = unsafe send(rope, &sound, 1, Int32(MSG_NOSIGNAL))
  }

  /// Says that the thread is to end.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    ring()
  }

  /// Whether the thread is to end; lets the bell be silent.
  func answer() -> Bool {
    var sounds: [UInt8] = Array(repeating: 0, count: 256)
    while unsafe recv(descriptor, &sounds, sounds.count, 0) == sounds.count {}
    return isStopped.load(ordering: .acquiring)
  }
}
