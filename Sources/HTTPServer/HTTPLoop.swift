// SPDX-License-Identifier: Apache-2.0
// The server's one thread: it waits for connections and letters, and never for an answer.

internal import Glibc
internal import Quantities
internal import Threads

/// Serves until the mailbox says stop.
///
/// > Threading: Worker. The server's thread alone.
final class HTTPLoop {
  private let office: HTTPOffice
  private let daemon: HTTPDaemon
  private let listener: TCPListener
  private var lines: [Int: WebSocketLine] = [:]
  private var lastNumber = 0

  init(_ office: HTTPOffice, listener: TCPListener) {
    (self.office, self.listener) = (office, listener)
    daemon = HTTPDaemon(office)
  }

  /// Serves until the end.
  func run() {
    guard daemon.start(listener) else {
      close(listener.descriptor)
      office.report("The web server can't start: libmicrohttpd refuses to.")
      return
    }
    daemon.upgraded = { [unowned self] in begin($0) }
    while !takeMail() { wait() }
    let end = MonotonicTime.now.after(office.limits.farewell)
    for number in Array(lines.keys) {
      lines[number]?.close(.goingAway, "the rig stops", now: .now)
      settle(number)
    }
    while !lines.isEmpty, .now < end {
      wait()
      _ = takeMail()
    }
    for number in Array(lines.keys) { remove(number) }
    daemon.stop()
    daemon.upgraded = { _ in }
  }

  /// Hands out what has come; returns whether it is time to stop.
  private func takeMail() -> Bool {
    let (letters, isStopping) = office.mailbox.take()
    let now = MonotonicTime.now
    var woken: Set<Int> = []
    for letter in letters {
      switch letter {
      case .answer(let number, let answer): daemon.answer(number, answer, now: now)
      case .wake(let number): woken.insert(number)
      case .close(let number, let code, let reason):
        lines[number]?.close(code, reason, now: now)
        woken.insert(number)
      }
    }
    for number in woken { advance(number, isReadable: false, now) }
    // What was answered has to be taken up.
    if !letters.isEmpty { daemon.run() }
    return isStopping
  }

  /// Waits until something can be done, and does it.
  private func wait() {
    let numbers = Array(lines.keys)
    var polled = [
      pollfd(fd: office.mailbox.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    polled += numbers.map { number in
      guard let line = lines[number] else { return pollfd(fd: -1, events: 0, revents: 0) }
      return pollfd(fd: line.descriptor, events: line.interest, revents: 0)
    }
    guard unsafe poll(&polled, nfds_t(polled.count), timeout) >= 0 else { return }
    let now = MonotonicTime.now
    for (number, state) in zip(numbers, polled.dropFirst(2)) {
      let happened = Int32(clamping: state.revents)
      if happened & (POLLHUP | POLLERR) != 0, happened & POLLIN == 0 {
        remove(number)
      } else {
        advance(number, isReadable: happened & POLLIN != 0, now)
      }
    }
    daemon.run()
    daemon.endLate(now: now)
  }

  /// How long nothing has to be done, in milliseconds.
  private var timeout: Int32 {
    let now = MonotonicTime.now
    var next = daemon.nextDeadline ?? .distantFuture
    for line in lines.values {
      if line.hasRest { return 0 }
      next = min(next, line.nextLook)
    }
    let own =
      next == .distantFuture
      ? -1 : Int32(clamping: next.elapsed(since: now).nanoseconds / 1_000_000 + 1)
    let others = daemon.timeout
    return others < 0 ? own : own < 0 ? others : min(own, others)
  }

  private func begin(_ upgrade: HTTPDaemon.Upgrade) {
    lastNumber += 1
    let line = WebSocketLine(lastNumber, upgrade, office.limits)
    lines[lastNumber] = line
    line.visitor.opened(WebSocket(number: lastNumber, mailbox: office.mailbox))
    advance(lastNumber, isReadable: false, .now)
  }

  private func advance(_ number: Int, isReadable: Bool, _ now: MonotonicTime) {
    lines[number]?.advance(isReadable: isReadable, now: now)
    settle(number)
  }

  /// Closes a line that is over.
  private func settle(_ number: Int) {
    guard let line = lines[number], line.isFinished else { return }
    if let complaint = line.complaint {
      office.report("The WebSocket of \(line.peer) was closed: \(complaint).")
    }
    remove(number)
  }

  private func remove(_ number: Int) {
    lines.removeValue(forKey: number)?.end()
  }
}
