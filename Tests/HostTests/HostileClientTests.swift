// SPDX-License-Identifier: Apache-2.0
// Lines that no sane client sends: each is answered, and the rig goes on.

import ControlProtocol
import RawSocket
import Testing

@Suite("A client at its worst", .serialized)
struct HostileClientTests {
  /// A rig with a player, a transport of its own and an output.
  private static let preset = """
    tarmac: 1
    transport: { source: own, tempo_bpm: 120 }
    routes: { main: { role: lineOut, channels: 2 } }
    sessions:
      deck:
        category: playback
        active: true
        source: { player: kick.wav }
        sends: [ { to: main } ]
    """

  private static func run(_ body: (RunningTarmac, RawClient) throws -> Void) async throws {
    try await RunningTarmac.runByClock(preset, files: PluginRig.files) { tarmac in
      try body(tarmac, try tarmac.rawClient())
      #expect(try tarmac.ask(ServerInfoRequest()).name == "rig")
    }
  }

  @Test("brackets of any depth are no JSON, and not the end of the rig")
  func brackets() async throws {
    try await Self.run { _, client in
      for bracket in ["[", #"{"a":"#, #"[{"a":"#] {
        for depth in Array(60...70) + Array(508...516) + [600, 1_023, 1_025, 4_097, 100_000] {
          let line = String(repeating: bracket, count: depth)
          let answer = try client.ask(line)
          try #require(answer?.contains("-32700") == true, "\(depth) of \(bracket)")
        }
      }
    }
  }

  @Test("bytes that are no JSON are refused as such")
  func nonsense() async throws {
    let lines: [[UInt8]] = [
      [0], [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], [0xFE, 0xFF, 0, 0x7B, 0, 0x7D], [0xEF, 0xBB, 0xBF],
      Array("\"\\".utf8), Array("\"\\u".utf8), Array("\"\\uD800\"".utf8),
      [0x22, 0xED, 0xA0, 0x80, 0x22],
      Array("-".utf8), Array("1e999999".utf8), Array("[1e400]".utf8), Array("01".utf8),
      Array(repeating: UInt8(ascii: "9"), count: 100_000), Array("{\"a\":1,\"a\":2}".utf8),
      Array("[1,]".utf8), Array("\"\u{1}\"".utf8), Array("nul".utf8), Array("1 2".utf8),
    ]
    try await Self.run { _, client in
      for line in lines {
        let answer = try client.ask(line)
        #expect(answer?.contains("-32700") == true, "\(line.prefix(20))")
      }
    }
  }

  @Test("a name as long as a line is refused, so that nobody fills the log of decisions with it")
  func names() async throws {
    let long = String(repeating: "n", count: 900_000)
    try await Self.run { _, client in
      #expect(try client.ask("client.open", #"{"program":"worst"}"#) != nil)
      for (method, params) in [
        ("rig.switch", #"{"name":"doNotInterrupt","isOn":true,"operatorName":"N"}"#),
        ("route.pick", #"{"direction":"output","route":"N"}"#), ("sound.play", #"{"name":"N"}"#),
        ("session.activate", #"{"session":"N"}"#), ("rig.reload", #"{"preset":"N"}"#),
        ("client.setPreferences", #"{"preferences":[{"input":{"uid":"N"}}]}"#),
        ("client.setCategory", #"{"category":"N"}"#), ("client.setMode", #"{"mode":"N"}"#),
        ("tower.whatIf", #"{"action":"unplug","subject":"N"}"#),
      ] {
        let answer = try client.ask(method, params.replacing("\"N\"", with: "\"\(long)\""))
        #expect(answer?.contains("-32602") == true, "\(method): \(answer?.prefix(300) ?? "")")
      }
    }
  }

  /// Requests that contain a number, here written as `N`.
  private static let requests = [
    ("player.control", #"{"session":"deck","action":{"seek":{"seconds":N}}}"#),
    ("transport.set", #"{"position_seconds":N}"#), ("transport.set", #"{"bar":N}"#),
    ("transport.set", #"{"tempo_bpm":N}"#), ("transport.set", #"{"meter":"N/N"}"#),
    ("decision.list", #"{"last":N}"#),
    ("parameter.set", #"{"path":"deck.fader_db","value":"N"}"#),
    ("client.setPreferences", #"{"preferences":[{"ioBufferDuration":{"seconds":N}}]}"#),
    ("client.setPreferences", #"{"preferences":[{"sampleRate":{"hertz":N}}]}"#),
    ("client.setPreferences", #"{"preferences":[{"inputChannels":{"count":N}}]}"#),
    ("client.setPreferences", #"{"preferences":[{"outputChannels":{"count":N}}]}"#),
    ("client.setPreferences", #"{"preferences":[{"inputGain":{"value":N}}]}"#),
    ("client.setActive", #"{"isActive":true}"#), ("client.state", "{}"), ("rig.status", "{}"),
    ("decision.list", "{}"),
  ]

  @Test("numbers without reason are refused or bounded, and not the end of the rig")
  func numbers() async throws {
    let numbers = [
      "1e300", "-1e300", "1e19", "-1e19", "9223372036854775807", "-9223372036854775808", "-1",
      "4294967296", "2147483648", "1e-300", "0", "-0", "0.5",
    ]
    try await Self.run { _, client in
      let opened = try client.ask("client.open", #"{"program":"worst"}"#)
      #expect(opened?.contains("result") == true)
      for number in numbers {
        for (method, params) in Self.requests {
          let params = params.replacing("N", with: number)
          let answer = try #require(try client.ask(method, params), "\(method) \(params)")
          #expect(answer.contains("\"id\":1"), "\(method) \(params): \(answer)")
          #expect(!answer.contains("-32603"), "\(method) \(params): \(answer)")
        }
      }
    }
  }
}
