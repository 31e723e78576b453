// SPDX-License-Identifier: Apache-2.0
// Clients that may not enter at the web door, or not do what they ask for: refused, logged, and
// without effect on the sound.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("The web door", .serialized)
struct WebRightsTests {
  private static let mute =
    #"{"jsonrpc":"2.0","id":9,"method":"tree.set","params":{"path":"deck.mute","value":true}}"#

  @Test("lets a viewer see and change nothing, by no way, and says so in the log")
  func viewer() async throws {
    try await WebStage.run { web in
      let token = try web.pair("wall", "viewer")
      #expect(try web.curl("/api/tree?pattern=deck.mute", token: token).0 == 200)
      let put = try web.curl("/api/tree/deck.mute", token: token, "-X", "PUT", "-d", "true")
      #expect(put.0 == 403 && put.1.contains("A viewer may not change 'deck.mute'"))
      #expect(try web.curl("/api/trigger/rig.reset_counters", token: token, "-X", "POST").0 == 403)
      #expect(try web.curl("/api/rpc", token: token, "-d", Self.mute).1.contains(#""code":4"#))
      let socket = try web.webSocket(token)
      #expect(socket.line() == "open")
      for method in ["rig.stop", "web.pair", "web.devices", "web.revoke", "session.activate"] {
        let params = #"{"name":"a","access":"operator","session":"voice"}"#
        socket.type(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
        // Keys that a method does not know are refused before the client's rights are checked.
        let answer = try #require(socket.line())
        #expect(answer.contains(#""code":4"#) || answer.contains("is not known"), "\(answer)")
      }
      socket.type(#"{"jsonrpc":"2.0","id":1,"method":"rig.stop"}"#)
      #expect(try socket.line(with: #""code":4"#).contains("A viewer may not do this"))
      socket.type(Self.mute)
      #expect(try socket.line(with: #""id":9"#).contains(#""code":4"#))
      try web.stage.hears(["wall": ["deck"]])
      try web.stage.tarmac.waitForLog("'tree.set' of the device 'wall', a viewer")
    }
  }

  @Test("lets the mixer of one output mix that one alone")
  func mixer() async throws {
    try await WebStage.run { web in
      let token = try web.pair("ears", "mixer:cue")
      func put(_ path: String, _ value: String) throws -> Int {
        try web.curl("/api/tree/\(path)", token: token, "-X", "PUT", "-d", value).0
      }
      #expect(try put("cue.fader_db", "-3") == 200)
      #expect(try put("voice.sends.cue.level_db", "-3") == 200)
      #expect(try put("wall.fader_db", "-3") == 403)
      #expect(try put("deck.sends.wall.level_db", "-3") == 403)
      #expect(try put("deck.mute", "true") == 403)
      try web.stage.hears(["wall": ["deck"]])
      #expect(
        try web.stage.tarmac.command("web", "pair", "x", "--access", "mixer:wal").contains(
          "did you mean 'wall'?"
        )
      )
    }
  }

  @Test("lets staff play, and turn up and down, and refuses all else by every way")
  func staff() async throws {
    try await WebStage.run { web in
      let token = try web.pair("bar", "staff")
      func ask(_ method: String, _ params: String) throws -> String {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
        return try web.curl("/api/rpc", token: token, "-d", line).1
      }
      let (own, other) = (#"{"path":"deck.fader_db","value":-3}"#, #""path":"deck.trim_db""#)
      #expect(try ask("tree.set", own).contains(#""value":-3"#))
      let refusals = try [
        ask("tree.set", "{\(other),\"value\":-3}"),
        ask("parameter.set", "{\(other),\"value\":\"-3\"}"),
        ask("tree.apply", "{\"values\":[\(own),{\(other),\"value\":-3}]}"),
        ask("tree.trigger", #"{"path":"rig.reset_counters"}"#), ask("rig.stop", "{}"),
      ]
      for answer in refusals { #expect(answer.contains(#""code":4,"#), "\(answer)") }
      #expect(try ask("tree.set", #"{"path":"deck.fadr_db","value":0}"#).contains("did you mean"))
      #expect(try web.stage.tarmac.command("get", "deck.trim_db").contains("deck.trim_db  0"))
      let list = try ask("tree.list", #"{"patterns":["deck.mute"]}"#)
      #expect(list.contains(#""sharedWith":["staff"]"#))
    }
  }

  @Test("shuts a device out at once, and its WebSocket with it")
  func revoked() async throws {
    try await WebStage.run { web in
      let token = try web.pair("phone", "operator")
      let socket = try web.webSocket(token)
      #expect(socket.line() == "open")
      #expect(try web.stage.tarmac.command("web", "devices").contains("phone   operator  1"))
      #expect(try web.stage.tarmac.command("web", "revoke", "phone") == "")
      #expect(try socket.line(with: "closed") == "closed 1008")
      #expect(try web.curl("/api/tree", token: token).0 == 401)
      #expect(try web.stage.tarmac.command("web", "revoke", "phone").contains("no device 'phone'"))
    }
  }

  @Test(
    "refuses wrong tokens, other sites' pages, foreign names and paths that are none; nothing is heard of it"
  )
  func strangers() async throws {
    try await WebStage.run { web in
      let token = try web.pair("phone", "operator")
      let cookie = "tarmac_\(web.port)=\(token)"
      let wrong = String(repeating: "0", count: 32)
      let put = ["-X", "PUT", "-d", "true"]
      let all = try web.stage.listen { () throws in
        #expect(try web.curl("/api/tree").0 == 401)
        #expect(
          try web.curl("/api/tree/deck.mute", token: wrong, "-X", "PUT", "-d", "true").0 == 401
        )
        #expect(try web.curl("/pair?token=\(wrong)").0 == 401)
        #expect(try web.curl("/", "-b", "tarmac_\(web.port)=\(wrong)").0 == 401)
        let mute = "/api/tree/deck.mute"
        #expect(
          try web.curl(
            mute,
            token: token,
            put[0],
            put[1],
            put[2],
            put[3],
            "-H",
            "Origin: http://evil.test"
          ).0
            == 403
        )
        #expect(
          try web.curl(mute, "-b", cookie, put[0], put[1], put[2], put[3], "-H", "Origin: null").0
            == 403
        )
        #expect(try web.curl(mute, "-b", cookie, put[0], put[1], put[2], put[3]).0 == 403)
        #expect(try web.curl("/", token: token, "-H", "Host: evil.test").0 == 421)
        #expect(try web.curl("/", token: token, "-H", "Host: mixer.test:\(web.port)").0 == 200)
        #expect(try web.curl("/", token: token, "-H", "Host: localhost").0 == 200)
        for path in [
          "/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/..%5c..",
          "/index.html/..",
          "/./index.html", "/api/../index.html", "/page/index.html",
        ] {
          #expect(try web.curl(path, token: token).0 == 404, "\(path)")
        }
        try web.stage.tarmac.waitForLog("A path that leads out of the page was refused")
        #expect(try web.curl("/index.html%00.css", token: token).0 == 400)
        #expect(try web.webSocket(nil).rest() == "refused 401\n")
        #expect(try web.webSocket(wrong).rest() == "refused 401\n")
        #expect(try web.webSocket(token, "Origin=http://evil.test").rest() == "refused 403\n")
        #expect(try web.webSocket(nil, "Cookie=\(cookie)").rest() == "refused 403\n")
        let own = "Origin=http://127.0.0.1:\(web.port)"
        #expect(try web.webSocket(nil, "Cookie=\(cookie)", own).rest().hasPrefix("open\n"))
      }
      let heard = try #require(all["wall"])
      let level = web.stage.level(of: "deck")
      #expect(heard.allSatisfy { $0 == level })
      for words in ["token that is not known", "another site's page", "host that is not this one"] {
        try web.stage.tarmac.waitForLog(words)
      }
    }
  }

  @Test("closes what is too big or never reads, while others go on and nothing is heard of it")
  func greedy() async throws {
    try await WebStage.run { web in
      let token = try web.pair("phone", "operator")
      let all = try web.stage.listen { () throws in
        let good = try web.webSocket(token)
        #expect(good.line() == "open")
        let big = try web.webSocket(token)
        #expect(big.line() == "open")
        big.type(String(repeating: "x", count: 1_100_000))
        #expect(try big.line(with: "closed") == "closed 1009")
        let deaf = try Foreign.python("deaf.py", ["ws://127.0.0.1:\(web.port)/control", token])
        #expect(deaf.line() == "open")
        var turns = 0
        while try !web.stage.tarmac.log("did not read its answers") {
          turns += 1
          good.type(#"{"jsonrpc":"2.0","id":\#(turns),"method":"web.self"}"#)
          #expect(good.line()?.contains(#""id":\#(turns)"#) == true)
        }
        #expect(try deaf.line(with: "closed").hasPrefix("closed "))
        let body = String(repeating: "x", count: 1_100_000)
        let file = web.stage.tarmac.folder.appending(path: "big")
        try body.write(to: file, atomically: true, encoding: .utf8)
        #expect(try web.curl("/api/rpc", token: token, "--data-binary", "@\(file.path)").0 == 413)
      }
      let heard = try #require(all["wall"])
      let level = web.stage.level(of: "deck")
      #expect(heard.allSatisfy { $0 == level })
    }
  }

  @Test("stays closed with a sentence when its port is taken, and the rig sounds")
  func taken() async throws {
    let listener = "import socket; s = socket.create_server(('127.0.0.1', 0)); "
    let script = listener + "print(s.getsockname()[1], flush=True); input()"
    let other = try Foreign("/usr/bin/env", ["python3", "-c", script])
    let port = try #require(other.line())
    let preset = WebStage.preset.replacing("port: 0", with: "port: \(port)")
    try await LiveStage.run(preset, voices: ["deck", "voice"], outputs: ["wall"], by: .clock) {
      stage in
      let sentence =
        "Another program listens on port \(port) of 127.0.0.1 already: stop it, or choose"
      try stage.tarmac.waitForLog(sentence)
      #expect(try stage.tarmac.command("web", "pair", "x").contains("The web mixer is not served"))
      try stage.hears(["wall": ["deck"]])
    }
    other.finish()
  }

  @Test(
    "answers who ends the rig before it closes, and knows its devices after a new start, but keeps no token"
  )
  func memory() async throws {
    try await WebStage.run(by: .jack) { web in
      let token = try web.pair("phone", "operator")
      try web.stage.tarmac.wait("the device to be kept") {
        let file = web.stage.tarmac.folder.appending(path: "state/tarmac/rig/devices.json")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return false }
        #expect(!text.contains(token))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect((mode as? Int) == 0o600)
        return text.contains("phone")
      }
      let stop = #"{"jsonrpc":"2.0","id":1,"method":"rig.stop"}"#
      let answer = #"{"id":1,"jsonrpc":"2.0","result":{}}"#
      #expect(try web.curl("/api/rpc", token: token, "-d", stop) == (200, answer))
      web.stage.tarmac.waitUntilExit()
      #expect(web.stage.tarmac.exitStatus == 0)
      let again = try RunningTarmac(
        WebStage.preset,
        on: web.stage.server,
        folder: web.stage.tarmac.folder
      )
      defer { again.end() }
      let later = WebStage(stage: web.stage, port: try again.webPort())
      #expect(try later.curl("/api/tree?pattern=deck.mute", token: token).0 == 200)
      let socket = try later.webSocket(token)
      #expect(socket.line() == "open")
      socket.type(stop)
      #expect(socket.line() == answer)
      #expect(try socket.line(with: "closed") == "closed 1001")
      again.waitUntilExit()
      #expect(again.exitStatus == 0)
    }
  }
}
