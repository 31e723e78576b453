// SPDX-License-Identifier: Apache-2.0
// The messages of a session manager, and its address.

import OSC
import RigErrors
import Testing

@testable import NSMClient

@Suite("What a session manager says")
struct NSMMessageTests {
  private func news(_ message: OSCMessage) -> NSMEvent? {
    if case .news(let news) = NSMReading(message) { news } else { nil }
  }

  private func message(_ address: String, _ texts: String...) -> OSCMessage {
    OSCMessage(address, texts.map { .string($0) })
  }

  @Test("is understood: whether it lets a client in, and what it wants")
  func orders() {
    let announce = "/nsm/server/announce"
    #expect(
      news(message("/reply", announce, "Hello", "New Session Manager", ":broadcast:"))
        == .accepted(manager: "New Session Manager")
    )
    let refusal: [OSCArgument] = [.string(announce), .int32(-6), .string("no session is open")]
    #expect(news(OSCMessage("/error", refusal)) == .refused("no session is open"))
    #expect(
      news(message("/nsm/client/open", "/s/evening/tarmac.nABCD", "evening", "tarmac.nABCD"))
        == .order(
          .open(
            NSMProject(
              path: "/s/evening/tarmac.nABCD",
              displayName: "evening",
              clientID: "tarmac.nABCD"
            )
          )
        )
    )
    #expect(news(message("/nsm/client/save")) == .order(.save))
  }

  @Test("is refused where a client takes no such message, and left alone where it is for others")
  func others() {
    func isUnknown(_ message: OSCMessage) -> Bool {
      if case .unknown = NSMReading(message) { true } else { false }
    }
    #expect(isUnknown(message("/nsm/client/open", "/s/evening")))
    #expect(isUnknown(OSCMessage("/nsm/client/open", [.int32(1), .int32(2), .int32(3)])))
    #expect(isUnknown(message("/nsm/client/show_optional_gui")))
    for other in ["/nsm/client/session_is_loaded", "/tempomap/update", "/reply", "/error"] {
      let reading = NSMReading(message(other, "120"))
      if case .nothing = reading {} else { Issue.record("\(other) is \(reading)") }
    }
  }

  @Test("comes from an address as NSM_URL has it; what is none is named")
  func addresses() throws {
    let address = try NSMAddress("osc.udp://studio.local:17551/")
    #expect(address.host == "studio.local" && address.port == 17_551)
    #expect(try NSMAddress("osc.udp://[::1]:9").host == "::1")
    for wrong in ["", "osc.tcp://here:1/", "osc.udp://here/", "osc.udp://here:70000/", "here:1"] {
      #expect(throws: RigError.self) { try NSMAddress(wrong) }
    }
  }

  @Test("is heard from the manager alone, whoever else knows the port")
  func strangers() async throws {
    let (manager, stranger) = (try #require(Peer()), try #require(Peer()))
    let link = try NSMLink(try NSMAddress("osc.udp://127.0.0.1:\(manager.port)/"))
    defer { link.close() }
    try link.announce(NSMIntroduction(name: "rig", executable: "rig", process: 1))
    let client = try #require(manager.sender())
    stranger.send(message("/nsm/client/save").bytes, to: client)
    manager.send(message("/nsm/client/open", "/s", "evening", "rig.n1").bytes, to: client)
    var iterator = link.news.makeAsyncIterator()
    let first = await iterator.next()
    let project = NSMProject(path: "/s", displayName: "evening", clientID: "rig.n1")
    #expect(first == .order(.open(project)))
  }
}
