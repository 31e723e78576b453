// SPDX-License-Identifier: Apache-2.0
// The addresses of a rig in OSCQuery's format.

import ControlTree
import StrictJSON
import Testing

@testable import OSCServer

@Suite("The OSCQuery namespace")
struct OSCQueryNamespaceTests {
  private func json(_ address: String) throws -> String? {
    guard let value = OSCQueryNamespace.json(of: ListTree.usual, at: address) else { return nil }
    return String(decoding: try JSONText.encode(value), as: UTF8.self)
  }

  @Test(
    "describes levels, the places of their faders, switches, choices, numbers, meters and triggers"
  )
  func kinds() throws {
    #expect(
      try json("/deckA/fader_db")
        == """
        {"ACCESS":3,"DESCRIPTION":"The fader.","FULL_PATH":"/deckA/fader_db",\
        "RANGE":[{"MAX":12,"MIN":-90}],"TYPE":"f","UNIT":["gain.db"],"VALUE":[0]}
        """
    )
    #expect(
      try json("/deckA/fader")
        == """
        {"ACCESS":3,"DESCRIPTION":"The place of the fader, from 0 to 1: The fader.",\
        "FULL_PATH":"/deckA/fader","RANGE":[{"MAX":1,"MIN":0}],"TYPE":"f","VALUE":[0.75]}
        """
    )
    #expect(try json("/deckA/mute")?.contains(#""RANGE":[{"MAX":1,"MIN":0}],"TYPE":"i""#) == true)
    #expect(try json("/deckB/permission")?.contains(#"{"VALS":["granted","denied"]}"#) == true)
    #expect(try json("/deckB/step")?.contains(#""TYPE":"i","VALUE":[3]"#) == true)
    let meter = try #require(try json("/my%20deck%2F%C3%B6/peak_db"))
    #expect(meter.contains(#""ACCESS":1"#) && meter.contains(#""VALUE":[null]"#))
    let trigger = try #require(try json("/wall/record"))
    #expect(trigger.contains(#""ACCESS":2"#) && trigger.contains(#""TYPE":"ss""#))
  }

  @Test("holds everything below an address, and nothing where there is nothing")
  func containers() throws {
    guard case .object(let root)? = OSCQueryNamespace.json(of: ListTree.usual),
      case .object(let contents)? = root["CONTENTS"]
    else { throw Missing() }
    #expect(root["FULL_PATH"] == .string("/") && root["ACCESS"] == .integer(0))
    #expect(Set(contents.keys) == ["deckA", "deckB", "my%20deck%2F%C3%B6", "wall"])
    #expect(contents["deckA"] == OSCQueryNamespace.json(of: ListTree.usual, at: "/deckA"))
    #expect(try json("/deckX") == nil)
  }

  @Test("says where OSC is to be sent to")
  func host() throws {
    let info = try JSONText.encode(OSCQueryNamespace.hostInfo(name: "rig", oscPort: 9_000))
    let text = String(decoding: info, as: UTF8.self)
    #expect(text.contains(#""OSC_PORT":9000,"OSC_TRANSPORT":"UDP""#))
  }

  private struct Missing: Error {}
}
