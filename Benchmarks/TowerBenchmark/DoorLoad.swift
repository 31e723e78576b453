// SPDX-License-Identifier: Apache-2.0
// A rig's socket under load: many clients that watch meters, one that never reads, a thousand
// changes a second, and a listener that measures how long a change takes.

import ControlClient
import ControlProtocol
import ControlTree
import Glibc
import JACKTestBench
import Synchronization
import Threads

/// What a rig with sessions `s1` … is put through; its session `step` plays what arrives at its
/// JACK input.
struct DoorLoad {
  let server: String
  let path: ControlSocketPath
  let seconds: Double
  let watchers: Int

  /// The meters of the sessions, without those of the session that is listened to.
  private static let meters = "s*.meters.**"
  private static let rate = 30.0

  /// Runs the load and returns figures by their names.
  func run() throws -> [(String, String)] {
    try Ears.run(on: server, seconds: seconds, load)
  }

  private func load(_ ears: Ears) throws -> [(String, String)] {
    try ears.hear("doors:main")
    let subscribe = Request.subscribe(Self.meters, Self.rate)
    // A client that never reads must cost the others as little as possible.
    let deaf = try Wire(path)
    try deaf.write(subscribe)
    let figures = Mutex((updates: 0, gaps: 0, lost: 0, changes: 0, wrong: 0))
    let isOver = Atomic(false)
    let wires = try (0..<watchers).map { _ in try Wire(path) }
    for wire in wires { try wire.write(subscribe) }
    let watching = try SystemThread("watchers") {
      let found = Self.watch(wires, until: { isOver.load(ordering: .acquiring) })
      figures.withLock { ($0.updates, $0.gaps, $0.lost) = found }
    }
    let order = try Order(path)
    let changing = try SystemThread("changer") {
      let found = self.change(until: { isOver.load(ordering: .acquiring) })
      figures.withLock { ($0.changes, $0.wrong) = found }
    }
    let client = try ControlClient(path: path).connect()
    defer { client.close() }
    let times = try ResponseTimes(of: ears.listener, seconds: seconds) { level in
      _ = try client.send(TreeSetRequest(path: "step.fader_db", value: .number(level)))
      // The ramp of the fader is 20 ms.
      usleep(30_000)
    }
    isOver.store(true, ordering: .releasing)
    watching.join()
    changing.join()
    let found = figures.withLock { $0 }
    let isOrdered = try order.end(last: found.changes)
    return [
      ("updates_per_second", "\(Int(Double(found.updates) / seconds))"),
      ("gaps", "\(found.gaps)"), ("lost", "\(found.lost)"),
      ("changes_per_second", "\(Int(Double(found.changes) / seconds))"),
      ("wrong_answers", "\(found.wrong)"), ("changes_in_order", isOrdered ? "yes" : "no"),
      ("deaf_client_dropped", deaf.isOver() ? "yes" : "no"),
    ] + times.figures
  }

  /// Counts updates, updates whose number is not the next one, and updates that were reported lost.
  private static func watch(_ wires: [Wire], until isOver: () -> Bool) -> (Int, Int, Int) {
    var (updates, gaps, lost) = (0, 0, 0)
    var numbers = [Int](repeating: 0, count: wires.count)
    var buffers = [LineBuffer](repeating: LineBuffer(), count: wires.count)
    var polled = wires.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while !isOver() {
      guard unsafe poll(&polled, nfds_t(polled.count), 100) > 0 else { continue }
      for place in wires.indices where polled[place].revents != 0 {
        let count = unsafe recv(wires[place].descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { continue }
        buffers[place].append(chunk[..<count])
        while case .complete(let line) = buffers[place].next() {
          guard let number = line.number(behind: #""number":"#) else { continue }
          updates += 1
          if number != numbers[place] + 1 { gaps += 1 }
          numbers[place] = number
          lost += Array(line.suffix(64)).number(behind: #""lost":"#) ?? 0
        }
      }
    }
    return (updates, gaps, lost)
  }

  /// Sends ten changes each hundredth of a second; counts them, and the answers that differ from
  /// the value that was set.
  private func change(until isOver: () -> Bool) -> (Int, Int) {
    guard let wire = try? Wire(path) else { return (0, 0) }
    var (changes, wrong) = (0, 0)
    let start = ContinuousClock.now
    while !isOver() {
      let levels = (1...10).map { Order.level(changes + $0) }
      let lines = levels.map { Request.set("s1.fader_db", $0) }
      guard (try? wire.write(lines.joined())) != nil else { break }
      for level in levels {
        guard let line = wire.readLine() else { return (changes, wrong) }
        changes += 1
        let answer = line.split(separator: #""value":"#).last.flatMap { Double($0.dropLast(2)) }
        if answer != level { wrong += 1 }
      }
      let next = start + .milliseconds(changes)
      let wait = next - ContinuousClock.now
      if wait > .zero { usleep(useconds_t(wait / .microseconds(1))) }
    }
    return (changes, wrong)
  }
}

/// Subscribes to the values that are changed, and checks that they arrive in order.
final class Order: Sendable {
  private let connection: ControlConnection
  private let reading: Task<Bool, Never>

  /// The level of a change.
  static func level(_ number: Int) -> Double { Double(-80_000 + number % 80_000) / 1_000 }

  init(_ path: ControlSocketPath) throws {
    let connection = try ControlClient(path: path).connect()
    let events = connection.events
    self.connection = connection
    reading = Task {
      var (last, isOrdered) = (-Double.infinity, true)
      for await message in events {
        guard case .values(let update) = message.event, !update.isFull else { continue }
        for entry in update.values {
          let level = entry.value.number ?? -.infinity
          if level <= last { isOrdered = false }
          last = level
        }
      }
      return isOrdered
    }
    _ = try connection.send(TreeSubscribeRequest(patterns: ["s1.fader_db"], rate_hz: 60))
  }

  /// Whether all values came in order, and the last one has arrived.
  func end(last: Int) throws -> Bool {
    let now = try connection.send(TreeGetRequest(patterns: ["s1.fader_db"])).first?.value.number
    connection.close()
    let isThere = now.map { abs($0 - Self.level(last)) < 1e-3 } ?? false
    let box = Mutex(false)
    let done = Atomic(false)
    Task { [reading] in
      let isOrdered = await reading.value
      box.withLock { $0 = isOrdered }
      done.store(true, ordering: .releasing)
    }
    while !done.load(ordering: .acquiring) { usleep(1_000) }
    return isThere && box.withLock { $0 }
  }
}

private enum Request {
  static func subscribe(_ pattern: String, _ rate: Double) -> String {
    #"{"jsonrpc":"2.0","method":"tree.subscribe","params":{"patterns":["\#(pattern)"],"rate_hz":\#(rate)}}"#
      + "\n"
  }

  static func set(_ path: String, _ level: Double) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"tree.set","params":{"path":"\#(path)","value":\#(level)}}"#
      + "\n"
  }
}

extension [UInt8] {
  /// The number right behind the first occurrence of a text.
  fileprivate func number(behind text: StaticString) -> Int? {
    let wanted = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard count > wanted.count else { return nil }
    for start in 0..<count - wanted.count
    where unsafe self[start] == wanted[0]
      && self[start..<start + wanted.count].elementsEqual(wanted)
    {
      var number: Int?
      for byte in self[(start + wanted.count)...] {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { break }
        number = (number ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return number
    }
    return nil
  }
}
