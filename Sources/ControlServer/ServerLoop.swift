// SPDX-License-Identifier: Apache-2.0
// The server's one thread: it waits for clients and answers, and never for a command.

import ControlProtocol
import Glibc
import StrictJSON
import Threads

/// Serves the clients of a socket until the mailbox says stop.
struct ServerLoop {
  private let listener: ListeningSocket
  private let mailbox: Mailbox<SocketLetter>
  private let commands: CommandTable
  private let report: @Sendable (String) -> Void
  /// How long answers may still go out after `stop`, in seconds.
  private let lastAnswerSeconds: Double
  private var connections: [ClientID: Connection] = [:]
  /// Whether the system had no room for the last client.
  private var isFull = false

  private var maximumConnections = Self.manyConnections

  static let manyConnections = 256
  static let fewConnections = 4

  init(
    listener: ListeningSocket,
    mailbox: Mailbox<SocketLetter>,
    commands: CommandTable,
    lastAnswerSeconds: Double,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.listener = listener
    self.mailbox = mailbox
    self.commands = commands
    self.lastAnswerSeconds = lastAnswerSeconds
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
    let deadline = Deadline(seconds: lastAnswerSeconds)
    while deadline.milliseconds > 0, connections.contains(where: { !$0.value.isDrained }) {
      unsafe wait(listens: false, timeout: deadline.milliseconds, chunk)
      _ = takeMail()
    }
    for (id, connection) in connections { close(connection, of: id) }
  }

  /// Hands out what has come; returns whether it is time to stop.
  private mutating func takeMail() -> Bool {
    let (letters, isStopping) = mailbox.take()
    for letter in letters {
      switch letter {
      case .answer(let id, let line, let wasSetAside):
        connections[id]?.finish(line, wasSetAside: wasSetAside)
        advance(id)
      case .setAside(let id):
        connections[id]?.setAside()
        advance(id)
      case .subscribe(let id, let isWanted, let topics):
        connections[id]?.subscribe(isWanted, to: topics)
      case .event(let event, let recipients):
        tell(event, recipients)
      case .spareDescriptors(let spares):
        maximumConnections = spares ? Self.fewConnections : Self.manyConnections
      }
    }
    return isStopping
  }

  /// Tells all clients that are to know.
  private mutating func tell(_ event: HostEvent, _ recipients: EventRecipients) {
    let ids = connections.filter { id, connection in
      recipients.include(id, subscribedTo: connection.dialogue.topics, event.topic)
    }.keys
    guard !ids.isEmpty, let json = try? JSONText.encode(event) else { return }
    for id in ids {
      connections[id]?.tell(json)
      advance(id)
    }
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
    // A descriptor that waits for nothing still tells that its client has gone.
    polled += ids.map { id in
      guard let connection = connections[id], let interest = connection.interest else {
        return pollfd(fd: -1, events: 0, revents: 0)
      }
      return pollfd(fd: connection.descriptor, events: interest, revents: 0)
    }
    guard unsafe poll(&polled, nfds_t(polled.count), timeout) >= 0 else { return }
    isFull = false
    for (id, state) in zip(ids, polled.dropFirst(2)) where state.revents != 0 {
      if Int32(clamping: state.revents) & (POLLHUP | POLLERR) != 0 {
        unsafe connections[id]?.leave(into: chunk)
      } else if Int32(clamping: state.revents) & POLLIN != 0 {
        unsafe connections[id]?.receive(into: chunk)
      }
      advance(id)
    }
    if polled[1].revents != 0 { acceptClient() }
  }

  /// Starts the next request of a connection, sends what can be sent, and closes it when it is done.
  private mutating func advance(_ id: ClientID) {
    guard var connection = connections.removeValue(forKey: id) else { return }
    if let request = connection.nextRequest() {
      begin(request, of: id, on: connection.dialogue.queue)
    }
    if connection.flush() {
      report("A control client was dropped: it did not read its answers.")
      connection.expel()
    }
    if connection.isFinished {
      close(connection, of: id)
    } else {
      connections[id] = connection
    }
  }

  private func begin(_ request: [UInt8], of id: ClientID, on queue: TaskQueue) {
    let mailbox = mailbox
    commands.begin(
      request,
      of: id,
      on: queue,
      setAside: { mailbox.post(.setAside(id)) },
      answered: { mailbox.post(.answer(id, $0, wasSetAside: $1)) }
    )
  }

  private func close(_ connection: Connection, of id: ClientID) {
    // The client is to see the end also when a program that was started meanwhile has inherited the descriptor.
    shutdown(connection.descriptor, Int32(SHUT_RDWR))
    Glibc.close(connection.descriptor)
    commands.close(id, on: connection.dialogue.queue)
  }

  private mutating func acceptClient() {
    let descriptor = accept(listener.descriptor, nil, nil)
    guard descriptor >= 0 else {
      // Without a free descriptor the client keeps waiting; look again in a while.
      isFull = errno != EAGAIN && errno != EINTR && errno != ECONNABORTED
      return
    }
    guard connections.count < maximumConnections else {
      report("A control client was dropped: there are \(connections.count) already.")
      Glibc.close(descriptor)
      return
    }
    // Programs that the host starts are not to inherit it. One that is being started right now may; see `close`.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    connections[.next()] = Connection(descriptor: descriptor)
  }
}
