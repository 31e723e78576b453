// SPDX-License-Identifier: Apache-2.0
// The picture of what a player of a running rig plays, for programs and for browsers.

import ControlProtocol
import Foundation
import Testing

@Suite("The picture of a player's track", .serialized)
struct LiveArtworkTests {
  private static let preset = """
    tarmac: 1
    surfaces: { web: { port: 0 } }
    routes: { main: { role: lineOut, channels: 1 } }
    sessions:
      deck:
        category: playback
        source: { player: music/a.wav, channels: 1, play: off }
        sends: [ { to: main } ]
    """

  private static func files(in folder: URL) throws {
    let music = folder.appending(path: "music")
    try FileManager.default.createDirectory(at: music, withIntermediateDirectories: false)
    for place in [music, folder] {
      try place.write([Float](repeating: 0.25, count: 48_000), as: "a.wav")
    }
    try CoverFile.write(to: music.appending(path: "cover.png"))
  }

  @Test("is answered to whoever may look, and follows the track")
  func tracks() async throws {
    try await RunningTarmac.runByClock(Self.preset, files: Self.files) { tarmac in
      let token = try tarmac.ask(WebPairRequest(name: "wall", access: "viewer")).token
      let place = "http://127.0.0.1:\(try tarmac.webPort())/api/artwork"
      func get(_ path: String, _ token: String?) throws -> (status: String, type: String, Data) {
        let file = tarmac.folder.appending(path: "answer")
        var arguments = ["-s", "-m", "60", "-o", file.path, "-w", "%{http_code} %{content_type}"]
        if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
        let said = try Foreign("/usr/bin/env", ["curl"] + arguments + [place + path]).rest()
        let words = said.split(separator: " ").map(String.init)
        return (words.first ?? "", words.last ?? "", (try? Data(contentsOf: file)) ?? Data())
      }
      let answer = try get("/deck/source", token)
      #expect(answer.status == "200" && answer.type == "image/png")
      #expect(answer.2 == CoverFile.png)
      #expect(try get("/deck", token).2 == CoverFile.png)
      #expect(try get("/deck/source", nil).status == "401")
      #expect(try get("/none/source", token).status == "400")
      // A picture as large as may be.
      let large = CoverFile.png + Data(repeating: 7, count: 2 << 20 - CoverFile.png.count)
      let music = tarmac.folder.appending(path: "music")
      for (data, status) in [(large, "200"), (large + [0], "204")] {
        try data.write(to: music.appending(path: "cover.png"))
        try music.write([Float](repeating: 0.25, count: data.count), as: "b.wav")
        _ = try tarmac.ask(PlayerRequest(session: "deck", action: .load(file: "music/b.wav")))
        let answer = try get("/deck", token)
        #expect(answer.status == status && (status == "204" || answer.2 == large))
      }
      _ = try tarmac.ask(PlayerRequest(session: "deck", action: .load(file: "a.wav")))
      #expect(try get("/deck/source", token).status == "204")
      _ = try tarmac.ask(PlayerRequest(session: "deck", action: .eject))
      #expect(try get("/deck/source", token).status == "204")
    }
  }
}
