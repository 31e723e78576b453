// SPDX-License-Identifier: Apache-2.0
// The web door on a live rig: values that are set there are heard on JACK, and reported to clients
// that have asked.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Quantities
import Testing

@Suite("The web mixer", .serialized)
struct WebMixerTests {
  @Test("by curl turns a fader, mutes and fades, as JACK hears")
  func curl() async throws {
    try await WebStage.run { web in
      let token = try web.pair("curl", "operator")
      #expect(
        try web.curl("/api/tree/deck.fader_db", token: token, "-X", "PUT", "-d", "-6")
          == (200, #"{"path":"deck.fader_db","value":-6}"#)
      )
      try web.stage.hears(["wall": web.level(-6)])
      #expect(
        try web.curl("/api/tree/deck.mute", token: token, "-X", "PUT", "-d", "true").0 == 200
      )
      try web.stage.hears(["wall": 0])
      _ = try web.curl("/api/tree/deck.mute", token: token, "-X", "PUT", "-d", #"{"toggles":true}"#)
      try web.stage.hears(["wall": web.level(-6)])
      let all = try web.stage.listen { () throws in
        let fade = #"{"value":"-inf","over_seconds":0.5}"#
        #expect(
          try web.curl("/api/tree/deck.fader_db", token: token, "-X", "PUT", "-d", fade).0 == 200
        )
        try web.stage.tarmac.wait("the end of the fade") {
          try web.stage.ask(TreeGetRequest(patterns: ["deck.fader_db"])).first?.value
            == .number(-.infinity)
        }
      }
      let heard = try #require(all["wall"])
      #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 >= $1 })
      #expect(heard.contains { 0 < $0 && $0 < web.level(-6) / 2 })
      try web.stage.hears(["wall": 0])
      #expect(
        try web.curl("/api/tree?pattern=deck.fader_db", token: token)
          == (200, #"[{"path":"deck.fader_db","value":null}]"#)
      )
      #expect(
        try web.curl("/api/tree/deck.fader_db", token: token, "-X", "PUT", "-d", "null").0 == 200
      )
      #expect(try web.curl("/api/trigger/rig.reset_counters", token: token, "-X", "POST").0 == 200)
      let activate =
        #"{"jsonrpc":"2.0","id":5,"method":"session.activate","params":{"session":"voice"}}"#
      let (status, body) = try web.curl("/api/rpc", token: token, "-d", activate)
      #expect(status == 200 && body.contains(#""id":5"#) && body.contains(#""result""#))
      try web.stage.hears(["cue": ["voice"]])
    }
  }

  @Test("by curl says what was wrong, with a status that fits")
  func errors() async throws {
    try await WebStage.run { web in
      let token = try web.pair("curl", "operator")
      func put(_ path: String, _ body: String) throws -> (Int, String) {
        try web.curl("/api/tree/\(path)", token: token, "-X", "PUT", "-d", body)
      }
      let unknown = try put("deck.fadr_db", "-6")
      #expect(unknown.0 == 400 && unknown.1.contains("did you mean 'deck.fader_db'?"))
      #expect(try put("deck.fader_db", "[").0 == 400)
      #expect(try put("deck.fader_db", #"{"value":1,"speed":2}"#).1.contains("speed"))
      #expect(try put("deck.fader_db", "100").0 == 400)
      #expect(try web.curl("/api/tree", token: token, "-X", "DELETE").0 == 405)
      #expect(try web.curl("/api/nothing", token: token).0 == 404)
      #expect(try web.curl("/api/rpc", token: token, "-d", "[").1.contains("-32700"))
      try web.stage.hears(["wall": ["deck"]])
    }
  }

  @Test("by WebSocket answers, tells what was subscribed to, and what others change")
  func webSocket() async throws {
    try await WebStage.run { web in
      let socket = try web.webSocket(try web.pair("page", "operator"))
      #expect(socket.line() == "open")
      socket.type(#"{"jsonrpc":"2.0","id":1,"method":"web.self"}"#)
      let me = try #require(socket.line())
      #expect(me.contains(#""access":"operator","device":"page","rig":"rig""#))
      socket.type(
        #"{"jsonrpc":"2.0","id":2,"method":"tree.subscribe","params":{"patterns":["deck.fader_db"],"rate_hz":60}}"#
      )
      // Either may come first.
      let begun = [socket.line() ?? "", socket.line() ?? ""]
      #expect(begun.contains(#"{"id":2,"jsonrpc":"2.0","result":{}}"#))
      #expect(begun.contains { $0.contains(#""isFull":true,"number":1"#) })
      socket.type(
        #"{"jsonrpc":"2.0","id":3,"method":"tree.set","params":{"path":"deck.fader_db","value":-6}}"#
      )
      let both = [socket.line() ?? "", socket.line() ?? ""]
      #expect(both.contains { $0.contains(#""id":3"#) && $0.contains(#""value":-6"#) })
      #expect(
        both.contains {
          $0.contains("update") && $0.contains(#"{"path":"deck.fader_db","value":-6}"#)
        }
      )
      try web.stage.hears(["wall": web.level(-6)])
      _ = try web.stage.tarmac.command("set", "deck.fader_db", "-12")
      #expect(try socket.line(with: "update").contains(#"{"path":"deck.fader_db","value":-12}"#))
      socket.type(#"{"jsonrpc":"2.0","id":4,"method":"events.subscribe"}"#)
      #expect(try socket.line(with: #""id":4"#).contains("result"))
      _ = try web.stage.tarmac.command("session", "activate", "voice")
      #expect(try socket.line(with: #"voice asks to be active"#).contains(#""rule":""#))
      #expect(try web.stage.ask(WebDevicesRequest()).map(\.connections) == [1])
      socket.finish()
      #expect(try socket.rest().contains("closed 1000"))
      try web.stage.tarmac.wait("the end of the connection") {
        try web.stage.ask(WebDevicesRequest()).map(\.connections) == [0]
      }
    }
  }

  @Test("serves its page to a browser that has followed its link, with nothing but its own files")
  func page() async throws {
    try await WebStage.run { web in
      let (status, unpaired) = try web.curl("/")
      #expect(status == 401 && unpaired.contains("tarmac web pair"))
      let link = try web.stage.ask(WebPairRequest(name: "phone", access: "viewer"))
      #expect(link.url == "http://mixer.test:\(web.port)/pair?token=\(link.token)")
      let jar = web.stage.tarmac.folder.appending(path: "cookies").path
      let pairing = try web.curl("/pair?token=\(link.token)", "-i", "-c", jar)
      #expect(pairing.0 == 303)
      let head = pairing.1.lowercased()
      #expect(head.contains("location: /\r") && head.contains("httponly; samesite=strict"))
      let page = try web.curl("/", "-i", "-b", jar)
      #expect(page.0 == 200 && page.1.contains("<html"))
      for header in [
        "content-security-policy: default-src 'self';", "frame-ancestors 'none'",
        "x-content-type-options: nosniff", "referrer-policy: no-referrer", "etag: \"",
      ] {
        #expect(page.1.lowercased().contains(header), "\(header)")
      }
      #expect(!page.1.contains("unsafe-inline"))
      let tag = try #require(page.1.firstMatch(of: /ETag: ("[0-9a-f]+")/)?.1)
      #expect(try web.curl("/", "-b", jar, "-H", "If-None-Match: \(tag)").0 == 304)
      #expect(try web.curl("/", "-b", jar, "-X", "POST", "-H", "Origin: \(web.address)").0 == 405)
    }
  }

  @Test("tells Prometheus what sounds, and its own parser understands it")
  func metrics() async throws {
    try await WebStage.run(by: .jack) { web in
      let token = try web.pair("prometheus \"1\\", "viewer")
      _ = try web.stage.tarmac.command("session", "activate", "voice")
      try web.stage.hears(["cue": ["voice"]])
      let (status, text) = try web.curl("/metrics", token: token)
      #expect(status == 200)
      let parser = try Foreign.python("metrics.py", [])
      parser.type(text)
      let families = try JSONDecoder().decode(
        [String: Family].self,
        from: Data(try parser.rest().utf8)
      )
      #expect(families.count > 15 && families.values.allSatisfy { !$0.help.isEmpty })
      func value(_ family: String, _ labels: [String: String]) -> Double? {
        families[family]?.samples.first { $0.labels == labels }.flatMap { Double($0.value) }
      }
      #expect(value("tarmac_up", [:]) == 1)
      #expect(value("tarmac_session_state", ["session": "deck", "state": "active"]) == 1)
      #expect(value("tarmac_session_duck_decibels", ["session": "deck"]) == -20)
      #expect(value("tarmac_session_fader_decibels", ["session": "deck"]) == 0)
      #expect(value("tarmac_route_fader_decibels", ["route": "wall"]) == 0)
      #expect(value("tarmac_route_muted", ["route": "wall"]) == 0)
      #expect(value("tarmac_source_waiting_ports", ["session": "deck", "source": "source"]) == 0)
      let channels = families["tarmac_session_peak_dbfs"]?.samples.map { $0.labels["channel"] }
      #expect(channels == ["1", "1"], "as in the tree")
      for family in ["tarmac_alert", "tarmac_player_ended", "tarmac_player_position_seconds"] {
        #expect(families[family]?.samples.isEmpty == true && families[family]?.type == "gauge")
      }
      let peak = families["tarmac_route_peak_dbfs"]?.samples.first { $0.labels["route"] == "cue" }
      let told = try #require(peak.flatMap { Double($0.value) })
      #expect(abs(told - -12.04) < 0.01, "a constant of a quarter")
      let cue = ["route": "cue", "direction": "output"]
      #expect(value("tarmac_route_connected", cue) == 1)
      let server = web.stage.server
      try DisconnectedRouteTests.jack("jack_disconnect", "rig:cue", "cue:in_1", server)
      try web.stage.tarmac.wait("the metric") {
        try web.curl("/metrics", token: token).1.split(separator: "\n").contains {
          $0.hasPrefix("tarmac_route_connected{") && $0.contains("\"cue\"") && $0.hasSuffix(" 0.0")
        }
      }
      #expect(families["tarmac_xruns"]?.type == "counter")
      #expect(families["tarmac_cycle_time_seconds"]?.samples.count == 3)
      #expect(
        families["tarmac_decisions"]?.samples.contains { $0.labels["rule"] == "ACT-01" } == true
      )
      #expect(try web.curl("/metrics").0 == 401)
    }
  }

  private struct Family: Decodable {
    struct Sample: Decodable {
      let labels: [String: String]
      let value: String
    }
    let type: String
    let help: String
    let samples: [Sample]
  }
}
