// SPDX-License-Identifier: Apache-2.0
// A client on TCP: what comes in pieces, and what can't be sent at once.

import Glibc
import OSC
import Quantities
import Synchronization
import Threads

/// A TCP connection.
///
/// > Threading: Any; `receive` and `close` belong to the server's thread.
final class OSCStream: Sendable {
  let descriptor: Int32
  private let mailbox: Mailbox<OSCLoopMessage>
  private let state = Mutex(State())

  private struct State {
    var splitter = OSCSplitter()
    var outgoing: [UInt8] = []
    var isClosed = false
    /// Whether it has not read what it was sent, or sends what is no OSC.
    var isBroken = false
    /// Since when a packet has been on its way here; from its beginning on, until the first one has
    /// come.
    var begun: MonotonicTime? = .now
    /// Whether a whole packet has come.
    var hasSpoken = false
    var lastHeard = MonotonicTime.now
  }

  /// How much may wait for a client that does not read, in bytes.
  private static let mostOutgoing = 1 << 20

  init(_ descriptor: Int32, _ mailbox: Mailbox<OSCLoopMessage>) {
    (self.descriptor, self.mailbox) = (descriptor, mailbox)
  }

  /// Since when a packet has been on its way here; `nil` when all that has come is whole.
  var begun: MonotonicTime? { state.withLock { $0.begun } }

  /// When something came last.
  var lastHeard: MonotonicTime { state.withLock { $0.lastHeard } }

  /// Whether something waits to be sent.
  var hasMore: Bool { state.withLock { !$0.outgoing.isEmpty } }

  /// Whether it is to be closed.
  var isBroken: Bool { state.withLock { $0.isBroken } }

  /// Takes bytes that have come, and returns the packets that are whole.
  func receive(_ bytes: some Sequence<UInt8>) throws(OSCProblem) -> [[UInt8]] {
    try state.withLock { state throws(OSCProblem) in
      state.lastHeard = .now
      do throws(OSCProblem) {
        let packets = try state.splitter.take(bytes)
        if !packets.isEmpty { (state.begun, state.hasSpoken) = (nil, true) }
        if !state.splitter.isHalfway, state.hasSpoken { state.begun = nil }
        if state.splitter.isHalfway { state.begun = state.begun ?? .now }
        return packets
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
    if waits { mailbox.wake() }
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

/// What is on its way to the server's thread.
enum OSCLoopMessage: Sendable {
  /// Whether there is room for a few clients only.
  case spareDescriptors(Bool)
}
