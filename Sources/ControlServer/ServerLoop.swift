// SPDX-License-Identifier: Apache-2.0
// The server's one thread: it waits for clients and answers, and never for a command.

import CGNU
import ControlProtocol
import Glibc
import Threads

/// Serves the clients of a socket until the mailbox says stop.
struct ServerLoop: ~Copyable {
  private let listener: ListeningSocket
  private let mailbox: Mailbox<SocketLoopMessage>
  private let commands: CommandTable
  private let report: @Sendable (String) -> Void
  /// How long answers may still go out after `stop`, in seconds.
  private let lastAnswerSeconds: Double
  /// How long a client may read nothing.
  private let patience: Duration
  private var connections: [ClientID: Connection] = [:]
  private var poll = Poll()
  /// Whether the system had no room for the last client.
  private var isFull = false

  private var maximumConnections = Self.manyConnections

  static let manyConnections = 256
  static let fewConnections = 4

  /// The names of the listener and the mailbox; clients have their numbers, from 1 on.
  private static let listenerName: UInt64 = 0
  private static let mailboxName = UInt64.max

  init(
    listener: ListeningSocket,
    mailbox: Mailbox<SocketLoopMessage>,
    commands: CommandTable,
    lastAnswerSeconds: Double,
    patience: Duration,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.listener = listener
    self.mailbox = mailbox
    self.commands = commands
    (self.lastAnswerSeconds, self.patience) = (lastAnswerSeconds, patience)
    self.report = report
  }

  /// Serves until the end; closes everything but the mailbox.
  mutating func run() {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { unsafe chunk.deallocate() }
    poll.add(mailbox.descriptor, for: EPOLLIN.rawValue, as: Self.mailboxName)
    poll.add(listener.descriptor, for: EPOLLIN.rawValue, as: Self.listenerName)
    while !takeMail() {
      unsafe wait(timeout: isFull ? 100 : -1, chunk)
    }
    poll.remove(listener.descriptor)
    listener.remove()
    for id in connections.keys { connections[id]?.end() }
    let deadline = Deadline(seconds: lastAnswerSeconds)
    while deadline.milliseconds > 0, connections.contains(where: { !$0.value.isDrained }) {
      unsafe wait(timeout: deadline.milliseconds, chunk)
      _ = takeMail()
    }
    for (id, connection) in connections { close(connection, of: id) }
  }

  /// Handles the letters that have come; returns whether it is time to stop.
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
      case .event(let event, let recipients, let at):
        tell(event, recipients, at)
      case .spareDescriptors(let spares):
        maximumConnections = spares ? Self.fewConnections : Self.manyConnections
      }
    }
    return isStopping
  }

  /// Sends an event to its recipients.
  private mutating func tell(_ event: HostEvent, _ recipients: EventRecipients, _ at: TimeStamp) {
    let ids = self.recipients(recipients, of: event.topic)
    guard !ids.isEmpty, let json = try? event.json() else { return }
    for id in ids {
      connections[id]?.tell(json, at: at)
      advance(id)
    }
  }

  private func recipients(_ recipients: EventRecipients, of topic: EventTopic) -> [ClientID] {
    switch recipients {
    case .only(let one): connections[one] == nil ? [] : [one]
    case .subscribers, .subscribersAnd:
      connections.filter { recipients.include($0, subscribedTo: $1.dialogue.topics, topic) }
        .map(\.key)
    }
  }

  /// Waits until something can be read or written, and does that.
  private mutating func wait(timeout: Int32, _ chunk: UnsafeMutableRawBufferPointer) {
    let events = poll.wait(milliseconds: timeout)
    if isFull {
      isFull = false
      poll.change(listener.descriptor, to: EPOLLIN.rawValue, as: Self.listenerName)
    }
    for event in events {
      switch event.name {
      case Self.mailboxName: continue
      case Self.listenerName: acceptClient()
      case let number:
        let id = ClientID(number: Int(clamping: number))
        if event.isGone {
          unsafe connections[id]?.leave(into: chunk)
        } else if event.isReadable {
          unsafe connections[id]?.receive(into: chunk)
        }
        advance(id)
      }
    }
  }

  /// Starts the next request of a connection, sends what can be sent, and closes it when it is
  /// done.
  private mutating func advance(_ id: ClientID) {
    guard var connection = connections.removeValue(forKey: id) else { return }
    if let request = connection.nextRequest() {
      begin(request, of: id, in: connection.dialogue.life)
    }
    if let complaint = connection.flush() {
      report("A control client was dropped: \(complaint).")
      connection.expel()
    }
    if connection.isFinished {
      close(connection, of: id)
    } else {
      watch(&connection, of: id)
      connections[id] = connection
    }
  }

  /// Tells the kernel what a connection waits for now.
  private func watch(_ connection: inout Connection, of id: ClientID) {
    let wanted = connection.interest
    guard wanted != connection.watched else { return }
    let name = UInt64(clamping: id.number)
    switch (connection.watched, wanted) {
    case (nil, let wanted?): poll.add(connection.descriptor, for: wanted, as: name)
    case (_?, let wanted?): poll.change(connection.descriptor, to: wanted, as: name)
    case (_, nil): poll.remove(connection.descriptor)
    }
    connection.watched = wanted
  }

  private func begin(_ request: [UInt8], of id: ClientID, in life: ClientLife) {
    let mailbox = mailbox
    commands.begin(
      request,
      of: id,
      in: life,
      setAside: { mailbox.post(.setAside(id)) },
      answered: { mailbox.post(.answer(id, $0, wasSetAside: $1)) }
    )
  }

  private func close(_ connection: Connection, of id: ClientID) {
    // A program that has inherited the descriptor would keep it watched.
    if connection.watched != nil { poll.remove(connection.descriptor) }
    // The client sees the end even when a program that was started meanwhile has inherited the
    // descriptor.
    shutdown(connection.descriptor, Int32(SHUT_RDWR))
    Glibc.close(connection.descriptor)
    commands.close(id, connection.dialogue.life)
  }

  private mutating func acceptClient() {
    let descriptor = accept(listener.descriptor, nil, nil)
    guard descriptor >= 0 else {
      // Without a free descriptor the client keeps waiting; look again in a while.
      isFull = errno != EAGAIN && errno != EINTR && errno != ECONNABORTED
      if isFull { poll.change(listener.descriptor, to: 0, as: Self.listenerName) }
      return
    }
    guard connections.count < maximumConnections else {
      report("A control client was dropped: there are \(connections.count) already.")
      Glibc.close(descriptor)
      return
    }
    // Programs that the host starts do not inherit it. One that is being started right now may; see
    // `close`.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let id = ClientID.next()
    var connection = Connection(descriptor: descriptor, patience: patience)
    watch(&connection, of: id)
    connections[id] = connection
  }
}
