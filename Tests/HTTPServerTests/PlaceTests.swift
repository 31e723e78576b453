// SPDX-License-Identifier: Apache-2.0
// Which client has a place at a server, and which one gives it to others.

import BadInputs
import Glibc
import Patience
import Quantities
import Testing

@testable import HTTPServer

@Suite("A place at a server")
struct PlaceTests {
  private static let (one, two) = (Neighbourhood(of: "10.0.0.1"), Neighbourhood(of: "10.0.0.2"))

  private func places(_ change: (inout HTTPLimits) -> Void = { _ in }) -> HTTPPlaces {
    var limits = HTTPLimits()
    (limits.connections, limits.strangers, limits.strangersOfAddress) = (10, 4, 3)
    (limits.connectionsOfAddress, limits.connectionsInNeed) = (8, 2)
    change(&limits)
    return HTTPPlaces(limits)
  }

  @Test("of a stranger goes to the next one of its address, once it has its share; the oldest goes")
  func ownShare() {
    var places = places()
    for number in 1...3 { places.take(number, Self.one) }
    #expect(places.room(for: Self.one) == .insteadOf(1))
    #expect(places.room(for: Self.two) == .free)
    places.leave(1)
    places.take(4, Self.one)
    #expect(places.room(for: Self.one) == .insteadOf(2))
  }

  @Test("is taken from the address that has most of them when strangers have their share")
  func largest() {
    var places = places()
    places.take(1, Self.two)
    for number in 2...4 { places.take(number, Self.one) }
    #expect(places.room(for: Self.two) == .insteadOf(2))
    #expect(places.room(for: Neighbourhood(of: "10.0.0.3")) == .insteadOf(2))
  }

  @Test("of somebody who is known, or is being answered, is nobody else's")
  func known() {
    var places = places()
    for number in 1...3 { places.take(number, Self.one) }
    let isKnown = places.answered(1, isKnown: true)
    #expect(isKnown)
    places.asked(2)
    #expect(places.room(for: Self.one) == .free)
    places.take(4, Self.one)
    #expect(places.room(for: Self.one) == .insteadOf(3))
    for number in [3, 4] { places.asked(number) }
    #expect(places.room(for: Self.one) == .none)
    _ = places.answered(3, isKnown: false)
    #expect(places.room(for: Self.one) == .insteadOf(3))
  }

  @Test("is always there for a stranger, however many are known")
  func strangersShare() {
    var places = places { $0.connectionsOfAddress = 100 }
    for number in 1...10 { places.take(number, Self.one) }
    var known = 0
    for number in 1...10 where places.answered(number, isKnown: true) { known += 1 }
    #expect(known == 6)
    #expect(places.room(for: Self.two) == .insteadOf(7))
  }

  @Test("is scarce while file descriptors are, but known ones keep theirs")
  func need() {
    var places = places()
    places.take(1, Self.one)
    places.take(2, Self.two)
    _ = places.answered(1, isKnown: true)
    places.isScarce = true
    #expect(places.room(for: Self.one) == .insteadOf(2))
    _ = places.answered(2, isKnown: true)
    #expect(places.room(for: Self.one) == .none)
  }

  @Test("is counted by IPv4 address, and by 64 bits of IPv6")
  func neighbourhoods() {
    func isSame(_ one: String, _ other: String) -> Bool {
      Neighbourhood(of: one) == Neighbourhood(of: other)
    }
    #expect(isSame("2001:db8::1", "2001:db8::ffff:1:2:3"))
    #expect(!isSame("2001:db8::1", "2001:db8:0:1::1"))
    #expect(isSame("::ffff:10.0.0.1", "10.0.0.1") && !isSame("10.0.0.1", "10.0.0.2"))
    #expect(isSame("fe80::1%eth0", "fe80::2%eth0"))
  }

  @Test(
    "is found at once beside 300 half requests of one address, and of two, that come again as they go",
    arguments: [["127.0.3.1"], ["127.0.3.1", "127.0.3.2"]]
  )
  func crowd(addresses: [String]) async throws {
    try await blocking {
      let stage = try Stage()
      let known = try RawConnection(port: stage.port)
      _ = try known.upgrade()
      let crowd = try HalfOpenCrowd(addresses, each: 300, port: stage.port, start: Array("G".utf8))
      defer { crowd.end() }
      let end = ContinuousClock.now + .seconds(patience)
      while crowd.count < addresses.count * 400, ContinuousClock.now < end { usleep(1_000) }
      #expect(crowd.count >= addresses.count * 400, "they are pushed away, and come again")
      for _ in 0..<20 {
        let start = ContinuousClock.now
        #expect(try stage.get("/").hasPrefix("HTTP/1.1 200 "))
        #expect(ContinuousClock.now - start < .seconds(2))
      }
      known.send(WebSocketFrame.bytes(1, Array("hello".utf8)))
      #expect(try known.receiveFrame()?.payload == Array("hello".utf8))
      #expect(stage.complaints.all.contains { $0.contains("give way to others") })
    }
  }
}
