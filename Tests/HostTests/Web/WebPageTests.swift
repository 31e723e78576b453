// SPDX-License-Identifier: Apache-2.0
// The page of the web mixer in a headless Chromium, on a live rig whose outputs are listened to.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Testing

@Suite("The page of the web mixer", .serialized)
struct WebPageTests {
  private static let voices = ["deck", "other", "voice", "mic"]

  private static func preset(port: Int) -> String {
    """
    tarmac: 1
    surfaces: { web: { port: \(port) } }
    routes:
      wall: { role: speaker, ports: [ "wall:in_1" ] }
      cue: { role: headphones, ports: [ "cue:in_1" ] }
      side: { role: lineOut, ports: [ "side:in_1" ] }
    system_sounds: { sounds: { gong: gong.wav }, sends: [ { to: side } ] }
    sessions:
      deck:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: wall }, { to: cue, tap: pre, when: cue } ]
      other:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "voices:out_2" ] }
        sends: [ { to: wall } ]
      voice:
        category: playback
        options: [ duckOthers ]
        duck: { level_db: -14, attack_seconds: 0.02, release_seconds: 0.02 }
        source: { jack: [ "voices:out_3" ] }
        sends: [ { to: wall } ]
      mic:
        category: playAndRecord
        options: [ mixWithOthers ]
        source: { jack: [ "voices:out_4" ] }
        sends: [ { to: wall } ]
      tune:
        category: playback
        options: [ mixWithOthers ]
        source: { player: tune.wav, channels: 1, play: false }
        sends: [ { to: side } ]
      radio:
        category: playback
        source: { playlist: radio.m3u, channels: 1, play: false }
        sends: [ { to: side } ]
      tone:
        category: playback
        options: [ mixWithOthers ]
        graph: [ { plugin: "urn:tarmac:generator:mono", id: osc } ]
        sends: [ { to: side } ]
    """
  }

  private static let wrong = """
    tarmac: 1
    routes:
      wall: { role: speaker, ports: [ "wall:in_1" ] }
    sessions:
      deck:
        category: playback
        sends: [ { to: wal } ]
        fader_db: 40
        source: { jack: [ "voices:out_1" ] }
    """

  /// Writes the files that the rig plays, and a preset with two mistakes.
  private static func files(in folder: URL) throws {
    try folder.write(CountingFile.samples(48_000 * 30), as: "tune.wav")
    try folder.write([Float](repeating: 0.125, count: 48_000 * 20), as: "gong.wav")
    // One of the two tracks of the radio has a picture.
    let music = folder.appending(path: "music")
    try FileManager.default.createDirectory(at: music, withIntermediateDirectories: false)
    try music.write([Float](repeating: 0.125, count: 48_000 * 20), as: "gong.wav")
    try CoverFile.write(to: music.appending(path: "cover.png"))
    try "tune.wav\nmusic/gong.wav".write(
      to: folder.appending(path: "radio.m3u"),
      atomically: true,
      encoding: .utf8
    )
    try wrong.write(to: folder.appending(path: "wrong.yaml"), atomically: true, encoding: .utf8)
    let closed = preset(port: 8_080).replacing(/surfaces:.*\n/, with: "")
    try closed.write(to: folder.appending(path: "closed.yaml"), atomically: true, encoding: .utf8)
  }

  @Test(
    "does what it is there for, on a phone and on a desktop",
    arguments: [
      "loads,ducks,sends", "touches,keys,arranges,talks", "crosses", "fades,guards,rights,shut",
      "records,rolls,plays", "plays_decks", "plugs,reloads,sounds", "access", "breaks",
      "falls_silent",
      "closes",
    ]
  )
  func chapters(_ chapters: String) async throws {
    let preset = Self.preset(port: try freePort())
    try await LiveStage.run(
      preset,
      voices: Self.voices,
      outputs: ["wall", "side"],
      files: Self.files
    ) { stage in
      try stage.hears(["wall": ["deck", "other"]])
      let links = try ["operator", "viewer", "mixer:wall"].map { try link(for: $0, on: stage) }
      let rig = PageRig(stage, preset)
      defer { rig.end() }
      let script = try PageScript(chapters, links)
      defer { script.end() }
      var chapter = chapters
      while let line = script.nextLine() {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "EXPECT":
          do {
            try rig.expect(Array(words.dropFirst()))
            script.answer("ok")
          } catch {
            script.answer("\(error)".replacing("\n", with: " "))
          }
        case "CHAPTER": chapter = words[1]
        case "DONE": return
        default: print("\(chapter): \(line)")
        }
      }
      Issue.record("\(chapter) failed: \(script.complaints)")
    }
  }

  /// The link that pairs a device.
  private func link(for access: String, on stage: LiveStage) throws -> String {
    let name = access.replacing(":", with: "-")
    let said = try stage.tarmac.command("web", "pair", name, "--access", access)
    guard let link = said.firstMatch(of: /http:\/\/\S+\/pair\?token=[^\s"]+/) else {
      throw RunFailure(description: "'tarmac web pair' said: \(said)")
    }
    return String(link.output)
  }

  /// A port that no program uses: the rig has to come back on it, where the page looks for it.
  private func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, size) == 0
          ? getsockname(descriptor, address, &size) : -1
      }
    }
    guard result == 0 else { throw RunFailure(description: "there is no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
