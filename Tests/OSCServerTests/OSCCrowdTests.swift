// SPDX-License-Identifier: Apache-2.0
// Senders that come and go faster than the rig can serve them: their waiting messages are bounded.

import ControlProtocol
import ControlTree
import OSC
import Quantities
import RigErrors
import Synchronization
import Testing

@testable import OSCServer

@Suite("Senders of OSC that come and go")
struct OSCCrowdTests {
  private let tree = HeldTree()
  private let line = OSCLine { _ in }

  private func book() -> OSCSenderTable {
    let directory = OSCDirectory(tree)
    let room = OSCSharedState(tree: tree, directory: directory, expiry: Seconds(3_600))
    return OSCSenderTable(nil, room) { _ in }
  }

  @Test("have no more waiting than there are places, and keep no other address out")
  func churn() async throws {
    var book = book()
    defer { book.close() }
    var visits: [OSCSender] = []
    for number in 0..<300 {
      let name = "tcp \(number)"
      guard let visit = book.visit(of: name, on: "192.0.2.1", line: line) else { continue }
      visit.take(.message(OSCMessage("/deckA/mute", [.bool(true)])))
      book.end(name)
      visits.append(visit)
    }
    #expect(visits.count == OSCSenderTable.mostVisits)
    #expect(book.visit(of: "tcp other", on: "192.0.2.2", line: line) != nil)
    tree.open()
    for visit in visits { while visit.isBusy { await Task.yield() } }
    #expect(book.visit(of: "tcp later", on: "192.0.2.1", line: line) != nil)
    #expect(await tree.list.asked.count == visits.count)
  }

  @Test("leave nothing behind that waits when they are sent away")
  func sentAway() async throws {
    var book = book()
    defer { book.close() }
    let sender = book.visit(of: "tcp 1", on: "192.0.2.1", line: line)
    let visit = try #require(sender)
    for _ in 0..<10 { visit.take(.message(OSCMessage("/deckA/mute", [.bool(true)]))) }
    while await tree.waiting == 0 { await Task.yield() }
    book.sendAway("tcp 1")
    tree.open()
    while visit.isBusy { await Task.yield() }
    #expect(await tree.list.asked == ["deckA.mute on"])
  }

  @Test("don't push out a sender that waits for its turn")
  func waits() async throws {
    var book = book()
    defer { book.close() }
    for number in 0..<OSCSenderTable.mostVisits {
      let visit = book.visit(of: "udp \(number)", on: "192.0.2.1", line: line)
      try #require(visit).take(.message(OSCMessage("/deckA/mute", [.bool(true)])))
    }
    #expect(book.visit(of: "udp 64", on: "192.0.2.1", line: line) == nil)
    #expect(book.visit(of: "udp 65", on: "192.0.2.2", line: line) != nil)
    tree.open()
  }
}

/// A tree in which nothing is set until it is opened.
private actor HeldTree: LiveTree {
  let list = ListTree()
  private(set) var waiting = 0
  private nonisolated let gate = Atomic(true)
  nonisolated var isHeld: Bool { gate.load(ordering: .acquiring) }
  nonisolated func open() { gate.store(false, ordering: .releasing) }

  func describe(_ patterns: [String]) async throws(RigError) -> [NodeDescription] {
    try await list.describe(patterns)
  }

  func set(
    _ path: String,
    to change: TreeChange,
    over fade: Fade?,
    at moment: MonotonicTime?,
    by visitor: RequestOrigin
  ) async throws(RigError) -> TreeValue {
    waiting += 1
    while isHeld { await Task.yield() }
    return try await list.set(path, to: change, over: fade, at: moment, by: visitor)
  }

  func trigger(
    _ path: String,
    _ arguments: [String: String],
    by visitor: RequestOrigin
  ) async throws(RigError) {
    try await list.trigger(path, arguments, by: visitor)
  }

  func watch(
    _ patterns: [String],
    rate_hz: Double,
    _ tell: @escaping @Sendable (TreeUpdate) -> Void
  ) async throws(RigError) -> TreeWatch {
    try await list.watch(patterns, rate_hz: rate_hz, tell)
  }

  func endWatch(_ watch: TreeWatch) async { await list.endWatch(watch) }
}
