// SPDX-License-Identifier: Apache-2.0
// A box comes up whatever is missing: without that part, which is named, and with the last good
// preset.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A rig that starts as best it can", .serialized)
struct BestStartTests {
  private static let guest = HostilePlugin(call: "instantiate", way: "lie", isolation: "none")
  /// The level of the files, which no voice has.
  private static let level: Float = 0x1p-6

  private static func session(_ name: String, _ lines: String...) -> String {
    let all =
      ["category: playback", "options: [ mixWithOthers ]", "active: true"] + lines
      + ["sends: [ { to: wall } ]"]
    return "  \(name):\n" + all.map { "    \($0)\n" }.joined()
  }

  private static var preset: String {
    """
    tarmac: 1
    routes: { wall: { role: speaker, ports: [ "wall:in_1" ] } }
    alerts: on
    interrupters:
      alarm:
        source: { player: siren.wav, channels: 1, loop: on }
        graph: [ { plugin: "urn:tarmac:gone" } ]
        sends: [ { to: wall } ]
    recordings:
      - { of: wall, file: gone/tape.wav }
      - { of: plain, file: siren.wav }
    midi_map:
      - { on: cc/1/11, set: wrapped.eq.gain }
    sessions:

    """
      + session("plain", "source: { jack: [ \"voices:out_1\" ] }")
      + session(
        "wrapped",
        "source: { jack: [ \"voices:out_2\" ] }",
        "graph: [ { plugin: \"urn:tarmac:gone\", id: eq } ]"
      )
      + session(
        "refused",
        "source: { jack: [ \"voices:out_3\" ] }",
        "graph: [ { plugin: \"\(guest.uri)\" } ]"
      )
      + session(
        "apart",
        "isolation: process",
        "source: { jack: [ \"voices:out_4\" ] }",
        "graph: [ { plugin: \"\(guest.uri)\" } ]"
      )
      + session("clip", "source: { player: clip.wav, channels: 1, loop: on }")
  }

  private static let voices = ["plain", "wrapped", "refused", "apart"]
  private static let leftOut: Set = [
    "the player of 'clip'", "the graph of 'wrapped'", "the sound of 'refused'",
    "the graph of 'apart'", "the graph of 'alarm'", "the recording of 'wall'",
    "the recording of 'plain'",
  ]

  private static func files(in folder: URL) throws {
    try HostileRig.write([guest], in: folder)
    try write("siren.wav", in: folder)
  }

  private static func run(_ body: (LiveStage) async throws -> Void) async throws {
    try await LiveStage.run(
      preset,
      voices: voices,
      outputs: ["wall"],
      shell: try HostileRig.shell + " --start best",
      files: files,
      body
    )
  }

  private static func write(_ name: String, in folder: URL) throws {
    try folder.write([Float](repeating: level, count: 48_000), as: name)
  }

  private static func leftOut(of tarmac: RunningTarmac) throws -> Set<String> {
    Set(try tarmac.ask(StatusRequest()).leftOut.map(\.part))
  }

  @Test("goes without what is missing, says so everywhere, and has it again with a reload")
  func parts() async throws {
    try await Self.run { stage in
      let (tarmac, folder) = (stage.tarmac, stage.tarmac.folder)
      try stage.hearsOnly(["wall": ["plain"]])
      #expect(try Self.leftOut(of: tarmac) == Self.leftOut)
      try tarmac.wait("the alerts") {
        Self.leftOut.isSubset(
          of: try tarmac.get("rig.alerts.leftOut").components(separatedBy: ", ")
        )
      }
      let sentence = "The graph of 'wrapped' is left out: "
      #expect(try tarmac.command("explain", "wrapped").hasPrefix(sentence))
      #expect(try tarmac.command("status").contains(sentence) && tarmac.log(sentence))
      #expect(try tarmac.session("clip").why.hasPrefix("the player of 'clip' is left out"))

      // The alarm is heard, although its graph is left out.
      try stage.ask(InterruptBeginRequest(interrupter: "alarm"))
      try stage.hears(["wall": Self.level])
      try stage.ask(InterruptEndRequest(interrupter: "alarm", shouldResume: true))
      try stage.hearsOnly(["wall": ["plain"]])

      // A part that is missing may stay so; no other part may begin to be missing.
      try Self.write("clip.wav", in: folder)
      try stage.ask(ReloadRequest())
      try stage.hears(["wall": stage.level(of: "plain") + Self.level])
      #expect(try Self.leftOut(of: tarmac) == Self.leftOut.subtracting(["the player of 'clip'"]))
      try tarmac.wait("the end of the alert") {
        try !tarmac.get("rig.alerts.leftOut").contains("clip")
      }
      try FileManager.default.removeItem(at: folder.appending(path: "clip.wav"))
      try tarmac.expectRefusal(ReloadRequest(), "clip.wav' does not exist")
      try stage.hears(["wall": stage.level(of: "plain") + Self.level])
    }
  }

  @Test("plays the last good preset when the one that is there is none; a strict start refuses")
  func lastGood() async throws {
    try await Self.run { stage in
      let (tarmac, server) = (stage.tarmac, stage.server)
      try stage.hearsOnly(["wall": ["plain"]])
      tarmac.end()
      let shell = try HostileRig.shell
      let strict = try RunningTarmac(
        "tarmac: [",
        server: server.name,
        folder: tarmac.folder,
        shell: shell + " --start strict"
      )
      strict.waitUntilExit()
      #expect(strict.exitStatus == 65)
      let again = try RunningTarmac(
        "tarmac: [",
        on: server,
        folder: tarmac.folder,
        shell: shell + " --start best"
      )
      defer { again.end() }
      let ears = try stage.ears(at: "wall")
      try again.wait("what is left") {
        try ears.capture(frames: 256)[0].allSatisfy { $0 == stage.level(of: "plain") }
      }
      #expect(try Self.leftOut(of: again) == Self.leftOut.union(["the preset"]))
      try again.waitForLog("The last good preset plays instead of the one that is there: ")
      try again.expectRefusal(ReloadRequest(), "this is not valid YAML")
      try Self.preset.write(
        to: again.folder.appending(path: "rig.yaml"),
        atomically: true,
        encoding: .utf8
      )
      try again.wait("the reload") { (try? again.ask(ReloadRequest())) != nil }
      #expect(try Self.leftOut(of: again) == Self.leftOut)
    }
  }
}
