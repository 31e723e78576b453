// SPDX-License-Identifier: Apache-2.0
// The server's one thread: it waits for connections and letters, and never for an answer.

internal import Glibc
internal import Quantities
internal import Threads

/// Serves until the mailbox says stop.
///
/// > Threading: Worker. The server's thread alone.
final class HTTPLoop {
  private let office: HTTPServerState
  private let daemon: HTTPDaemon
  private var lines: [Int: WebSocketLine] = [:]
  private var lastNumber = 0

  /// Takes a socket that listens, which is closed with it; fails when libmicrohttpd can't start.
  init?(_ office: HTTPServerState, listener: TCPListener) {
    self.office = office
    daemon = HTTPDaemon(office)
    guard daemon.start(listener) else { return nil }
  }

  /// Closes everything; nothing has been served.
  func abandon() { daemon.stop() }

  /// Serves until the end.
  func run() {
    daemon.upgraded = { [unowned self] in begin($0) }
    while !takeMail() { wait() }
    daemon.stopListening()
    // All requests get their answer, the one too that makes the rig stop.
    let lastAnswer = MonotonicTime.now.after(office.limits.farewell)
    while isBusy, .now < lastAnswer {
      wait(until: lastAnswer)
      _ = takeMail()
    }
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

  /// Whether an answer is on its way.
  private var isBusy: Bool {
    daemon.isBusy || lines.values.contains { $0.visitor.isBusy }
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
      case .spareDescriptors(let spares): daemon.sparesDescriptors = spares
      }
    }
    for number in woken { advance(number, isReadable: false, now) }
    // What was answered has to be taken up.
    if !letters.isEmpty { daemon.run() }
    return isStopping
  }

  /// Waits until something can be done, or a moment has come, and does it.
  private func wait(until end: MonotonicTime = .distantFuture) {
    let numbers = Array(lines.keys)
    var polled = [
      pollfd(fd: office.mailbox.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    polled += numbers.map { number in
      guard let line = lines[number] else { return pollfd(fd: -1, events: 0, revents: 0) }
      return pollfd(fd: line.descriptor, events: line.interest, revents: 0)
    }
    guard unsafe poll(&polled, nfds_t(polled.count), timeout(until: end)) >= 0 else { return }
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
  private func timeout(until end: MonotonicTime) -> Int32 {
    let now = MonotonicTime.now
    var next = min(end, daemon.nextDeadline ?? .distantFuture)
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
    if let reason = line.complaint ?? line.refusal {
      office.report("The WebSocket of \(line.peer) was closed: \(reason).")
    }
    remove(number)
  }

  private func remove(_ number: Int) {
    lines.removeValue(forKey: number)?.end()
  }
}
