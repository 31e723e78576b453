// SPDX-License-Identifier: Apache-2.0
// Takes of a recorder while devices come and go, and the recordings played back.

import ControlProtocol
import Foundation
import JACKTestBench
import RuleProofs
import SoundFiles
import Testing

@Suite("A live rig's recorder", .serialized)
struct LiveTakeTests {
  private static let preset = """
    tarmac: 1
    routes:
      wall:   { role: speaker, ports: [ "wall:in_1" ] }
      phones: { role: headphones, ports: [ "phones:in_1" ] }
      mic:    { role: mic, ports: [ "mic:out_1" ] }
      tie:    { role: headset, direction: input, ports: [ "tie:out_1" ] }
    sessions:
      memo: { role: recorder, source: { route: currentRoute } }
    """
  private static let playing = """

      deck:
        category: playback
        active: true
        route_policy: ignore
        source: { player: tie.wav, channels: 1, loop: on }
        sends: [ { to: currentRoute } ]
    """

  @Test(
    "ends its take when a device goes or comes, keeps the file, and what it has recorded is heard where the listener is",
    .proves("RTE-12", "RTE-14", "RTE-15", "RTE-A1", "CAT-23", at: .live)
  )
  func takes() async throws {
    try await LiveStage.run(Self.preset, voices: ["memo"], outputs: ["wall", "phones"], by: .clock)
    { stage in
      let (mic, tie): (Float, Float) = (0x1p-4, 0x1p-5)
      try stage.add(input: "mic", level: mic)
      try stage.add(input: "tie", level: tie)
      func path(_ name: String) -> String { stage.tarmac.folder.appending(path: name).path }
      /// Records while `body` runs, which has to end the take, and returns the samples of the file.
      func take(_ name: String, until body: () throws -> Void) throws -> [Float] {
        try stage.ask(ActivateRequest(session: "memo"))
        try stage.ask(RecordStartRequest(subject: "memo", file: name))
        try stage.tarmac.wait("half a second of \(name)") {
          (try stage.ask(StatusRequest()).recordings.first?.length_seconds ?? 0) > 0.5
        }
        try stage.hearsOnly([String: Float]())
        try body()
        try stage.tarmac.wait("the end of \(name)") {
          try stage.tarmac.log("The recording of 'memo' has ended; it is in \(path(name)).")
        }
        #expect(try stage.ask(StatusRequest()).recordings.isEmpty)
        return try SoundFile.read(path(name)).channels[0]
      }
      let first = try take("tie.wav") { try stage.remove("tie") }
      #expect(first.count { $0 == tie } > 20_000 && first.allSatisfy { $0 <= tie })
      let second = try take("mic.wav") { try stage.add(input: "tie", level: tie) }
      #expect(second.count { $0 == mic } > 20_000 && second.allSatisfy { $0 <= mic })
      #expect(try SoundFile.read(path("tie.wav")).channels[0] == first)

      try (Self.preset + Self.playing)
        .write(toFile: path("rig.yaml"), atomically: true, encoding: .utf8)
      try stage.ask(ReloadRequest())
      try stage.ask(ActivateRequest(session: "deck"))
      try stage.hearsOnly(["phones": tie])
      try stage.remove("phones")
      try stage.hearsOnly(["wall": tie])
    }
  }
}
