// SPDX-License-Identifier: Apache-2.0
// OSCQuery as python-oscquery reads it: every address of the rig, with its value of this moment.

import ControlProtocol
import ControlTree
import Foundation
import Testing

@Suite("OSCQuery on a live rig", .serialized)
struct OSCQueryTests {
  private struct Learnt: Decodable {
    var name: String
    var port: Int
    var paths: Set<String>
    var fader: [Double]
    var nothing: Bool
  }

  @Test("tells a client that others wrote every address, and what it is at the moment")
  func client() async throws {
    try await LiveStage.run(
      OSCLiveTests.preset("{ port: 0, query_port: 0 }"),
      voices: ["deck", "voice", "phone"],
      outputs: ["wall", "cue"]
    ) { stage in
      try stage.hears(["wall": ["deck"]])
      try stage.ask(TreeSetRequest(path: "deck.fader_db", value: .number(-12)))
      let line = try #require(try stage.tarmac.lines("OSCQuery is at").first)
      let port = try #require(line.firstMatch(of: /OSCQuery is at http:\/\/127\.0\.0\.1:(\d+)/)?.1)
      let program = try OSCProgram.script("oscquery.py", ["\(port)"], beside: stage.tarmac)
      try program.wait { !$0.isEmpty }
      let learnt = try JSONDecoder().decode(Learnt.self, from: Data(program.lines[0].utf8))
      let oscPort = try stage.tarmac.oscPort()
      #expect(learnt.name == "rig" && learnt.port == oscPort)
      #expect(learnt.fader == [-12] && learnt.nothing)
      let nodes = try stage.ask(TreeListRequest())
      let addresses = Set(nodes.map { "/" + $0.path.replacing(".", with: "/") })
      #expect(addresses.isSubset(of: learnt.paths))
      #expect(learnt.paths.contains("/deck/fader"), "the place of a fader")
    }
  }
}
