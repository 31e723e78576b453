// SPDX-License-Identifier: Apache-2.0
// A client's line to its session manager.

internal import Glibc
internal import OSC
internal import Quantities
package import RigErrors
internal import Synchronization
internal import Threads

/// Speaks with a session manager, on one UDP socket and a thread of its own.
///
/// > Threading: Any.
package final class NSMLink: Sendable {
  /// What comes from the session manager, in its order; for one reader.
  package let news: AsyncStream<NSMEvent>
  private let inlet: AsyncStream<NSMEvent>.Continuation
  private let socket: NSMSocket
  private let mailbox: Mailbox<Never>
  private let thread = Mutex<SystemThread?>(nil)

  /// Opens the line; nothing is said yet.
  ///
  /// - Throws: why there is no way there.
  package init(_ address: NSMAddress) throws(RigError) {
    guard let mailbox = Mailbox<Never>() else {
      throw RigError(.system, "The system has no file descriptor left.")
    }
    (news, inlet) = AsyncStream.makeStream()
    (self.mailbox, socket) = (mailbox, try NSMSocket(to: address))
  }

  deinit { close() }

  /// Asks to be a client; the answer is news, and so is that none comes in time.
  ///
  /// - Parameters:
  ///   - introduction: the client that asks.
  ///   - patience_seconds: how long an answer is waited for.
  /// - Throws: why the question can't be asked.
  package func announce(
    _ introduction: NSMIntroduction,
    patience_seconds: Double = 3
  ) throws(RigError) {
    try socket.send(introduction.message.bytes)
    do throws(ThreadError) {
      let (mailbox, socket, inlet) = (mailbox, socket, inlet)
      let end = MonotonicTime.now.after(Seconds(patience_seconds))
      let thread = try SystemThread("nsm", signals: .faultsOnly) {
        var loop = NSMLoop(socket, mailbox, inlet, end)
        loop.run()
      }
      self.thread.withLock { $0 = thread }
    } catch {
      throw RigError(.system, "The system starts no thread (\(error.code)).")
    }
  }

  /// Answers that an order is carried out.
  package func answer(_ order: NSMCommand, _ sentence: String) {
    tell("/reply", [.string(order.address), .string(sentence)])
  }

  /// Answers why an order is not carried out.
  package func refuse(_ order: NSMCommand, _ code: NSMErrorCode, _ sentence: String) {
    tell("/error", [.string(order.address), .int32(code.rawValue), .string(sentence)])
  }

  /// Reports whether there is something that is not saved.
  package func tell(isDirty: Bool) {
    tell(isDirty ? "/nsm/client/is_dirty" : "/nsm/client/is_clean", [])
  }

  /// Sends a sentence to anybody who looks at the session.
  ///
  /// - Parameters:
  ///   - sentence: the sentence.
  ///   - priority: how much it matters, from 0 to 3.
  package func tell(_ sentence: String, priority: Int32) {
    tell("/nsm/client/message", [.int32(priority), .string(sentence)])
  }

  private func tell(_ address: String, _ arguments: [OSCArgument]) {
    // A manager that has gone misses nothing.
    try? socket.send(OSCMessage(address, arguments).bytes)
  }

  /// Stops listening.
  package func close() {
    let thread = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    mailbox.stop()
    thread?.join()
    inlet.finish()
  }
}

/// The line's thread: it takes what comes.
private struct NSMLoop {
  private let socket: NSMSocket
  private let mailbox: Mailbox<Never>
  private let inlet: AsyncStream<NSMEvent>.Continuation
  /// Until when an answer to the announcement is waited for; `nil` once there was one.
  private var end: MonotonicTime?

  init(
    _ socket: NSMSocket,
    _ mailbox: Mailbox<Never>,
    _ inlet: AsyncStream<NSMEvent>.Continuation,
    _ end: MonotonicTime
  ) {
    (self.socket, self.mailbox, self.inlet, self.end) = (socket, mailbox, inlet, end)
  }

  mutating func run() {
    while !mailbox.take().isStopping {
      var polled = [
        pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      _ = unsafe poll(&polled, nfds_t(polled.count), timeout)
      while let bytes = socket.receive() {
        guard let packet = try? OSCPacket(bytes) else { continue }
        take(packet)
      }
      if let end, end < .now {
        inlet.yield(.silence)
        self.end = nil
      }
    }
  }

  private var timeout: Int32 {
    guard let end else { return -1 }
    return Int32(clamping: Int(clamping: end.elapsed(since: .now).nanoseconds / 1_000_000) + 1)
  }

  private mutating func take(_ packet: OSCPacket) {
    switch packet {
    case .bundle(let bundle): for element in bundle.elements { take(element) }
    case .message(let message):
      switch NSMReading(message) {
      case .news(let news):
        if case .order = news {} else { end = nil }
        inlet.yield(news)
      case .unknown(let reason):
        let code = NSMErrorCode.general.rawValue
        let refusal = OSCMessage(
          "/error",
          [.string(message.address), .int32(code), .string("'\(message.address)': \(reason).")]
        )
        try? socket.send(refusal.bytes)
      case .nothing: break
      }
    }
  }
}
