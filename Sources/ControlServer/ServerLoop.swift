// SPDX-License-Identifier: Apache-2.0
// The server's one thread: it waits for clients and answers, and never for a command.

import ControlProtocol
import Glibc

/// Serves the clients of a socket until the mailbox says stop.
struct ServerLoop {
  private let listener: ListeningSocket
  private let mailbox: Mailbox
  private let commands: CommandTable
  private let report: @Sendable (String) -> Void
  private var connections: [Int: Connection] = [:]
  private var accepted = 0
  /// Whether the system had no room for the last client.
  private var isFull = false

  static let maximumConnections = 256
  /// How long answers may still go out after `stop`, in rounds of `roundMilliseconds`.
  private static let lastRounds = 25
  private static let roundMilliseconds: Int32 = 10

  init(
    listener: ListeningSocket,
    mailbox: Mailbox,
    commands: CommandTable,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.listener = listener
    self.mailbox = mailbox
    self.commands = commands
    self.report = report
  }

  /// Serves until the end; closes everything but the mailbox.
  mutating func run() {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { unsafe chunk.deallocate() }
    while !takeMail() {
      unsafe wait(listens: !isFull, timeout: isFull ? 100 : -1, chunk)
    }
    listener.remove()
    for id in connections.keys { connections[id]?.end() }
    for _ in 0..<Self.lastRounds where connections.contains(where: { !$0.value.isDrained }) {
      unsafe wait(listens: false, timeout: Self.roundMilliseconds, chunk)
      _ = takeMail()
    }
    for connection in connections.values { close(connection.descriptor) }
  }

  /// Hands out the answers; returns whether it is time to stop.
  private mutating func takeMail() -> Bool {
    let (answers, isStopping) = mailbox.take()
    for answer in answers {
      connections[answer.connection]?.finish(answer.line)
      advance(answer.connection)
    }
    return isStopping
  }

  /// Waits until something can be read or written, and does that.
  private mutating func wait(
    listens: Bool,
    timeout: Int32,
    _ chunk: UnsafeMutableRawBufferPointer
  ) {
    let ids = Array(connections.keys)
    var polled = [
      pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listens ? listener.descriptor : -1, events: Int16(POLLIN), revents: 0),
    ]
    // A descriptor that waits for nothing is left out: a hung-up one would wake us again and again.
    polled += ids.map { id in
      let interest = connections[id]?.interest ?? 0
      let descriptor = connections[id]?.descriptor ?? -1
      return pollfd(fd: interest == 0 ? -1 : descriptor, events: interest, revents: 0)
    }
    guard unsafe poll(&polled, nfds_t(polled.count), timeout) >= 0 else { return }
    isFull = false
    for (id, state) in zip(ids, polled.dropFirst(2)) where state.revents != 0 {
      if Int32(state.events) & POLLIN != 0, Int32(state.revents) & ~POLLOUT != 0 {
        unsafe connections[id]?.receive(into: chunk)
      }
      advance(id)
    }
    if polled[1].revents != 0 { acceptClient() }
  }

  /// Starts the next request of a connection, sends what can be sent, and closes it when it is done.
  private mutating func advance(_ id: Int) {
    guard var connection = connections.removeValue(forKey: id) else { return }
    if let request = connection.nextRequest() {
      let (commands, mailbox) = (commands, mailbox)
      Task {
        mailbox.post(.init(connection: id, line: await commands.answer(line: request)))
      }
    }
    let departure = connection.flush()
    if departure == .tooSlow {
      report("A control client was dropped: it did not read its answers.")
    }
    if departure != nil || connection.isFinished {
      close(connection.descriptor)
    } else {
      connections[id] = connection
    }
  }

  private mutating func acceptClient() {
    let descriptor = accept(listener.descriptor, nil, nil)
    guard descriptor >= 0 else {
      // Without a free descriptor the client keeps waiting; look again in a while.
      isFull = errno != EAGAIN && errno != EINTR && errno != ECONNABORTED
      return
    }
    guard connections.count < Self.maximumConnections else {
      report("A control client was dropped: there are \(Self.maximumConnections) already.")
      close(descriptor)
      return
    }
    // Programs that the host starts are not to inherit it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    accepted += 1
    connections[accepted] = Connection(descriptor: descriptor)
  }
}
