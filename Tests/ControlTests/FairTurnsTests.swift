// SPDX-License-Identifier: Apache-2.0
// Each client has its share of the rig's time, and a client that wants little does not wait for one
// that wants much.

import ControlProtocol
import Glibc
import Patience
import Synchronization
import Testing

@Suite("The way of clients to the rig")
struct FairTurnsTests {
  /// Clients that take turns by a clock, each again as soon as it has had one.
  private struct Crowd {
    var clock = FairClock()
    var times: [Duration]
    var tags: [Duration]
    var turns: [Int]

    init(_ times: [Duration]) {
      self.times = times
      tags = times
      turns = Array(repeating: 0, count: times.count)
    }

    /// Serves the next client; `besides` other clients want a turn as well.
    mutating func serve(besides: Int = 0) {
      guard let next = tags.indices.min(by: { tags[$0] < tags[$1] }) else { return }
      clock.pass(times[next], among: tags.count + besides)
      turns[next] += 1
      tags[next] = clock.finish(tag: tags[next], needing: times[next])
    }
  }

  @Test("gives each the same time, however long its turns are")
  func shares() {
    var crowd = Crowd((0..<30).map { .milliseconds($0 < 20 ? 50 : 5) })
    for _ in 0..<12_000 { crowd.serve() }
    let had = zip(crowd.turns, crowd.times).map { $1 * $0 }
    for time in had { #expect(abs(time / had[0] - 1) < 0.1, "\(had)") }
  }

  @Test("lets who wants little pass sixty who want much, at every moment")
  func gestures() {
    var crowd = Crowd(Array(repeating: .milliseconds(50), count: 60))
    var (tag, most) = (Duration.zero, 0)
    for _ in 0..<1_000 {
      for _ in 0..<7 { crowd.serve() }
      tag = crowd.clock.finish(tag: tag, needing: .milliseconds(1))
      var waits = 0
      while crowd.tags.contains(where: { $0 < tag }) {
        crowd.serve(besides: 1)
        waits += 1
      }
      most = max(most, waits)
    }
    #expect(most <= 3)
  }

  @Test("lets nobody wait for ever, though new ones who want little come again and again")
  func noStarvation() {
    var (clock, waits) = (FairClock(), 0)
    let patient = clock.finish(tag: .zero, needing: .seconds(1))
    while clock.finish(tag: .zero, needing: .milliseconds(1)) < patient {
      clock.pass(.milliseconds(1), among: 10)
      waits += 1
      if waits > 100_000 { break }
    }
    #expect(waits < 10_000)
  }

  /// In which order clients had their turns.
  private final class Order: Sendable {
    private let turns = Mutex<[Int]>([])
    /// Whether those that wait for it may go on.
    let isOpen = Atomic(false)
    var numbers: [Int] { turns.withLock { $0 } }
    func add(_ number: Int) { turns.withLock { $0.append(number) } }
  }

  @Test("lets one in at a time; who asks for what is quick is next, though it came last")
  func order() async throws {
    let turnstile = FairTurns()
    let first = await turnstile.take(ClientShare(), for: "read")
    let order = Order()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        let time = Duration.milliseconds(number == 19 ? 1 : 50)
        group.addTask {
          let turn = await turnstile.take(ClientShare(), for: "read", expecting: time)
          order.add(number)
          turn.end()
        }
        try await blocking { while turnstile.waiting <= number { sched_yield() } }
      }
      first.end()
      try await group.waitForAll()
    }
    #expect(order.numbers.count == 20)
    #expect(order.numbers.first == 19)
  }

  @Test("lets a gesture pass those who read, also where it is slow")
  func gestureFirst() async throws {
    let turnstile = FairTurns()
    turnstile.favour("move")
    let first = await turnstile.take(ClientShare(), for: "read")
    let order = Order()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        let (kind, time) = number == 19 ? ("move", 200) : ("read", 50)
        group.addTask {
          let turn = await turnstile.take(
            ClientShare(),
            for: kind,
            expecting: .milliseconds(time)
          )
          order.add(number)
          turn.end()
        }
        try await blocking { while turnstile.waiting <= number { sched_yield() } }
      }
      first.end()
      try await group.waitForAll()
    }
    #expect(order.numbers.first == 19)
  }

  @Test("lets a gesture pass many of a kind that nobody knew when they came")
  func newKind() async throws {
    let turnstile = FairTurns()
    turnstile.favour("move")
    let order = Order()
    let first = await turnstile.take(ClientShare(), for: "new")
    try await withThrowingTaskGroup(of: Void.self) { group in
      func add(_ number: Int, _ kind: String) {
        group.addTask {
          let turn = await turnstile.take(ClientShare(), for: kind)
          order.add(number)
          try await blocking { while !order.isOpen.load(ordering: .acquiring) { sched_yield() } }
          turn.end()
        }
      }
      for number in 0..<20 { add(number, "new") }
      try await blocking {
        while turnstile.waiting < 20 { sched_yield() }
        // Long enough to be noticed: a turn takes as long as it takes.
        let end = ContinuousClock.now + .milliseconds(100)
        while ContinuousClock.now < end { sched_yield() }
      }
      first.end()
      try await blocking { while order.numbers.isEmpty { sched_yield() } }
      add(20, "move")
      try await blocking { while turnstile.waiting < 20 { sched_yield() } }
      order.isOpen.store(true, ordering: .releasing)
      try await group.waitForAll()
    }
    #expect(order.numbers.dropFirst().first == 20)
  }

  @Test("is given back by who waits for something, once")
  func end() async {
    let turnstile = FairTurns()
    let turn = await turnstile.take(ClientShare(), for: "late")
    turn.end()
    turn.end()
    #expect(!turn.isHeld)
    let (one, share) = (await turnstile.take(ClientShare(), for: "next"), ClientShare())
    async let other = turnstile.take(share, for: "next")
    one.end()
    #expect(await other.isHeld)
  }

  @Test("is given back by a request that is over while a task that it began rests in it")
  func endWhileResting() async throws {
    let turnstile = FairTurns()
    let turn = await turnstile.take(ClientShare(), for: "read")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let other = await turnstile.take(ClientShare(), for: "read")
        try await blocking { while turnstile.waiting == 0 { sched_yield() } }
        turn.end()
        other.end()
      }
      try await blocking { while turnstile.waiting == 0 { sched_yield() } }
      group.addTask { await turn.goOn(as: "search") }
      try await group.waitForAll()
    }
    try #require(!turn.isHeld, "nobody would get a turn any more")
    #expect(await turnstile.take(ClientShare(), for: "read").isHeld)
  }

  @Test("costs nothing while nobody else is there: what lasts long is not interrupted")
  func alone() async {
    let turn = await FairTurns().take(ClientShare(), for: "read")
    await turn.rest()
    #expect(turn.isHeld)
  }
}
