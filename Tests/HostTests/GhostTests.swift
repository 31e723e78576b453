// SPDX-License-Identifier: Apache-2.0
// Programs that end in the middle of a request: nothing of them stays in the rig.

import ControlProtocol
import Foundation
import RawSocket
import Testing

@Suite("What a program has asked for that has gone", .serialized)
struct GhostTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, channels: 2 }
      mic: { role: mic, channels: 1 }
    surfaces: { web: { port: 0 } }
    sessions:
      music:
        category: playback
        options: [ mixWithOthers ]
        active: on
        source: { jack: [ "a:b" ] }
        sends: [ { to: main } ]
      voice:
        category: playAndRecord
        record_permission: ask
        source: { route: mic }
        sends: [ { to: main } ]
    """

  private static func request(_ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
  }

  /// The requests that are pending when a program ends.
  private static let stories: [String] = {
    let ask = request("client.requestRecordPermission")
    let guest = request("client.open", #"{"program":"ghost"}"#)
    let voice = request("client.open", #"{"program":"x","session":"voice"}"#)
    let active = request("client.setActive", #"{"isActive":true}"#)
    let values = request("tree.subscribe")
    let learn = request("midi.learn", #"{"path":"music.fader_db","seconds":600}"#)
    return [
      "[\(ask),\(guest)]", "[\(ask),\(voice)]", guest, "[\(voice),\(active),\(ask)]",
      "[\(voice),\(ask),\(active)]", "\(voice)\n\(ask)\n\(active)",
      "[\(guest),\(active),\(values)]",
      "[\(learn),\(voice)]", "[\(values),\(learn),\(guest)]",
    ]
  }()

  /// Waits until no client holds anything any more.
  private static func expectNothing(of tarmac: RunningTarmac) throws {
    try tarmac.wait("the end of all guests") {
      try tarmac.ask(SessionListRequest()).map(\.name) == ["music", "voice"]
    }
    let program = try tarmac.rawClient()
    try tarmac.wait("the session to be free") {
      try program.ask("client.open", #"{"program":"next","session":"voice"}"#)?
        .contains(#""session":"voice""#) == true
    }
    let learner = try tarmac.rawClient()
    try tarmac.wait("the end of all learning") {
      try learner.ask("midi.learn", #"{"path":"music.fader_db","seconds":1}"#)?
        .contains("No control was moved") == true
    }
  }

  @Test("stays nowhere, on the socket: no owner, no guest, nobody who waits or learns")
  func socket() async throws {
    try await RunningTarmac.runByClock(Self.preset) { tarmac in
      for round in 0..<6 {
        for story in Self.stories {
          let client = try tarmac.rawClient()
          withExtendedLifetime(client) {
            client.write(story + "\n")
            usleep(UInt32(clamping: round % 3 * 2_000))
          }
        }
      }
      try Self.expectNothing(of: tarmac)
    }
  }

  @Test("stays nowhere, at the web door, whose sockets end while something is in work")
  func web() async throws {
    try await RunningTarmac.runByClock(Self.preset) { tarmac in
      let token = try tarmac.ask(WebPairRequest(name: "ghost", access: "operator")).token
      let port = try tarmac.webPort()
      let program = try Foreign.python(
        "hangups.py",
        ["ws://127.0.0.1:\(port)/control", token, "4"] + Self.stories
      )
      #expect(program.line() == "done")
      try Self.expectNothing(of: tarmac)
    }
  }
}
