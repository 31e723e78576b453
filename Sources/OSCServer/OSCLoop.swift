// SPDX-License-Identifier: Apache-2.0
// The server's one thread: it takes packets from their senders, and never waits for the rig.

import Glibc
import HTTPServer
import OSC
import Quantities
import Threads

/// Takes what comes until the mailbox says stop.
struct OSCLoop {
  private let sockets: OSCSockets
  private let mailbox: Mailbox<OSCLoopMessage>
  /// How long a packet may be on its way over TCP.
  private let packetTime: Seconds
  private let report: @Sendable (String) -> Void
  private var guests: OSCSenderTable
  private var streams: [Int32: (stream: OSCStream, name: String)] = [:]
  private var isFull = false
  private var mostStreams = Self.manyStreams
  /// Whether it was reported that clients were sent away because there were too many.
  private var hasToldOfCrowd = false
  private var buffer = [UInt8](repeating: 0, count: OSCLimits.bytes + 1)

  /// The most TCP clients at a time, and while the program is short of file descriptors.
  private static let manyStreams = 16
  private static let fewStreams = 2
  /// How many datagrams are taken before others get their turn.
  private static let turn = 64
  /// How many bytes of a stream are, which may be hundreds of messages.
  private static let turnBytes = 2_048

  init(
    _ sockets: OSCSockets,
    _ mailbox: Mailbox<OSCLoopMessage>,
    _ guests: OSCSenderTable,
    _ packetTime: Seconds,
    report: @escaping @Sendable (String) -> Void
  ) {
    (self.sockets, self.mailbox, self.guests) = (sockets, mailbox, guests)
    (self.packetTime, self.report) = (packetTime, report)
  }

  /// Serves until the end, and closes everything.
  mutating func run() {
    while !takeMail() { wait() }
    for descriptor in streams.keys { close(descriptor) }
    guests.close()
    sockets.close()
  }

  /// Takes what others tell; returns whether it is time to stop.
  private mutating func takeMail() -> Bool {
    let (letters, isStopping) = mailbox.take()
    for case .spareDescriptors(let spares) in letters {
      mostStreams = spares ? Self.fewStreams : Self.manyStreams
    }
    return isStopping
  }

  private mutating func wait() {
    let open = Array(streams.values)
    var polled = [
      pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: sockets.datagrams.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isFull ? -1 : sockets.listener ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    polled += open.map { open in
      let events = open.stream.hasMore ? POLLIN | POLLOUT : POLLIN
      return pollfd(fd: open.stream.descriptor, events: Int16(clamping: events), revents: 0)
    }
    guard unsafe poll(&polled, nfds_t(polled.count), timeout) >= 0 else { return }
    isFull = false
    if polled[1].revents != 0 { receiveDatagrams() }
    for (open, state) in zip(open, polled.dropFirst(3)) {
      if Int32(clamping: state.revents) & POLLOUT != 0 { open.stream.flush() }
      if Int32(clamping: state.revents) & ~POLLOUT != 0 { receive(from: open.stream, open.name) }
      if open.stream.isBroken { close(open.stream.descriptor) }
    }
    if polled[2].revents != 0 { acceptStream() }
    endLate(now: .now)
  }

  /// How long there is nothing to do, in milliseconds; -1 for any time.
  private var timeout: Int32 {
    let begun = streams.values.compactMap(\.stream.begun).min()
    let rest = begun.map { $0.after(packetTime).elapsed(since: .now).nanoseconds / 1_000_000 + 1 }
    let own = rest.map { Int32(clamping: $0) }
    return isFull ? min(own ?? 100, 100) : own ?? -1
  }

  // MARK: UDP

  private mutating func receiveDatagrams() {
    let socket = sockets.datagrams
    for _ in 0..<Self.turn {
      guard let (count, sender) = socket.receive(&buffer) else { return }
      let (host, port) = sender.numbers
      guard guests.admits(host) else { continue }
      let name = "udp \(host) \(port)"
      let allowance = guests.allowance(of: name, on: host)
      if let question = allowance.earn(count) {
        socket.send(question, to: sender)
        guests.noteShort(host)
      }
      let line = OSCLine(isProven: { allowance.isProven }) {
        if allowance.spend($0.count) { socket.send($0, to: sender) }
      }
      take(buffer[..<count], from: name, on: host, line, allowance)
    }
  }

  private mutating func take(
    _ bytes: some Collection<UInt8>,
    from name: String,
    on host: String,
    _ line: OSCLine,
    _ allowance: OSCAllowance? = nil
  ) {
    do throws(OSCProblem) {
      let packet = try OSCPacket(bytes)
      if let allowance, case .message(let message) = packet,
        message.address == OSCService.prove.rawValue, let word = message.arguments.first?.text
      {
        return allowance.prove(word)
      }
      guests.visit(of: name, on: host, line: line, allowance)?.take(packet)
    } catch {
      line.refuse("", error.description)
    }
  }

  // MARK: TCP

  private mutating func acceptStream() {
    guard let listener = sockets.listener else { return }
    var descriptor: Int32 = -1
    let sender = unsafe SocketAddress { address, length in
      descriptor = unsafe accept(listener, address, length)
      return descriptor >= 0
    }
    guard let sender else {
      // Without a free descriptor the client keeps waiting; look again in a while.
      isFull = errno != EAGAIN && errno != EINTR && errno != ECONNABORTED
      return
    }
    let (host, port) = sender.numbers
    guard guests.admits(host), makeRoom(for: Neighbourhood(of: host)) else {
      Glibc.close(descriptor)
      return
    }
    // Programs that the host starts are not to inherit it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var yes: Int32 = 1
    unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
    streams[descriptor] = (OSCStream(descriptor, mailbox), "tcp \(host) \(port)")
  }

  /// Whether there is room for one more: the client whose packet has been on its way for longest
  /// goes for it, or else one of the address with the most clients (see `leaving`).
  private mutating func makeRoom(for block: Neighbourhood) -> Bool {
    guard streams.count >= mostStreams else {
      hasToldOfCrowd = false
      return true
    }
    let slow = streams.filter { $0.value.stream.begun != nil }
    let slowest = slow.min { $0.value.stream.begun ?? .now < $1.value.stream.begun ?? .now }?.key
    let leaving =
      slowest
      ?? streams.leaving(for: block) { open in
        (
          Neighbourhood(of: String(open.name.split(separator: " ")[1])),
          open.stream.lastHeard
        )
      }
    if !hasToldOfCrowd {
      report(
        slowest == nil
          ? "OSC: clients are sent away, \(streams.count) are connected by TCP already."
          : "OSC: clients that have sent no whole packet are sent away, for others have come."
      )
    }
    hasToldOfCrowd = true
    guard let leaving else { return false }
    close(leaving, isSentAway: true)
    return true
  }

  /// Ends connections that take too long for a packet.
  private mutating func endLate(now: MonotonicTime) {
    for (descriptor, (stream, name)) in streams {
      guard let begun = stream.begun, begun.after(packetTime) < now else { continue }
      let host = name.split(separator: " ")[1]
      report("OSC: \(host) was sent away: it took too long for a packet.")
      close(descriptor)
    }
  }

  private mutating func receive(from stream: OSCStream, _ name: String) {
    let count = unsafe recv(stream.descriptor, &buffer, Self.turnBytes, Int32(MSG_DONTWAIT))
    guard count > 0 else {
      if count == 0 || (errno != EAGAIN && errno != EINTR) { close(stream.descriptor) }
      return
    }
    let line = OSCLine { stream.send($0) }
    let host = String(name.split(separator: " ")[1])
    do throws(OSCProblem) {
      for packet in try stream.receive(buffer[..<count]) {
        take(packet, from: name, on: host, line)
      }
    } catch {
      line.refuse("", error.description)
      close(stream.descriptor)
    }
  }

  private mutating func close(_ descriptor: Int32, isSentAway: Bool = false) {
    guard let (stream, name) = streams.removeValue(forKey: descriptor) else { return }
    if isSentAway { guests.sendAway(name) } else { guests.end(name) }
    stream.close()
  }
}
