// SPDX-License-Identifier: Apache-2.0
// A disk that takes its time keeps no decision waiting.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A disk that takes its time", .serialized)
struct SlowDiskTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
    sessions:
      deck:
        category: playback
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
    """

  @Test("when a recording begins and ends, while an alarm comes and goes")
  func recording() async throws {
    try await RunningTarmac.run(
      Self.preset,
      shell: DiskFaults.shell,
      files: DiskFaults.prepare
    ) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      source.play([[Float](repeating: 0.5, count: 48_000 * 120)])
      func hear(_ level: Float) throws {
        try tarmac.wait("\(level) to be heard") {
          try ears.capture(frames: 256)[0].allSatisfy { $0 == level }
        }
      }
      try hear(0.5)
      let (folder, file) = (tarmac.folder, tarmac.folder.appending(path: "set.wav").path)
      // Begins something that writes, and lets an alarm come and go before the disk has answered.
      func meanwhile<Request: ControlRequest>(
        _ request: Request,
        until isUnderWay: @escaping () throws -> Bool
      ) async throws {
        try DiskFaults.delay(60_000, in: folder)
        let ask: @Sendable (ControlClient, URL) throws -> Void = { client, _ in
          _ = try client.send(request, timeoutSeconds: 60)
        }
        let what = "\(Request.method) to be under way"
        try await tarmac.during(ask, underWay: what, when: isUnderWay) {
          try DiskFaults.delay(0, in: folder)
        } _: {
          _ = try tarmac.ask(InterruptBeginRequest(interrupter: "alarm"))
          try hear(0)
          _ = try tarmac.ask(InterruptEndRequest(interrupter: "alarm", shouldResume: true))
          try hear(0.5)
        }
      }
      try await meanwhile(RecordStartRequest(subject: "deck", file: file)) {
        FileManager.default.fileExists(atPath: file)
      }
      #expect(try tarmac.ask(StatusRequest()).recordings.map(\.subject) == ["deck"])
      _ = try ears.capture(frames: 4_096)
      try await meanwhile(RecordStopRequest(subject: "deck")) {
        try tarmac.ask(StatusRequest()).recordings.isEmpty
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect((attributes[.size] as? Int ?? 0) > 4_096)
      source.close()
      ears.close()
    }
  }
}
