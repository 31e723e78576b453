// SPDX-License-Identifier: Apache-2.0
// The user's answers to a session that asks to record.

import ControlTower
import EngineTestBench
import RigEngine
import Testing

@Suite("Permission to record")
struct PermissionTests {
  private static let talk = SessionID("talk")

  private static func preset(mode: String, others: String = "") -> String {
    """
    tarmac: 1
    routes: { main: { role: speaker, channels: 1 }, mic: { role: mic, channels: 1 } }
    sessions:
      talk:
        category: playAndRecord
        mode: \(mode)
        record_permission: ask
        source: { route: mic }
        sends: [ { to: main } ]
    \(others)
    """
  }

  @Test(
    "stays as it was answered when the session is told to the tower anew",
    arguments: [RecordPermission.granted, .denied]
  )
  func reload(_ answer: RecordPermission) async throws {
    let bench = try EngineBench(Self.preset(mode: "default"))
    try bench.engine.handle(.setRecordPermission(Self.talk, answer))
    try await bench.reload(Self.preset(mode: "voiceChat"))
    #expect(bench.state("talk")?.recordPermission == answer)
    bench.engine.takeBack(Self.talk)
    #expect(bench.state("talk")?.recordPermission == answer)
  }

  @Test("is kept for a session that is away for a while")
  func away() async throws {
    let bench = try EngineBench(Self.preset(mode: "default"))
    try bench.engine.handle(.setRecordPermission(Self.talk, .granted))
    try await bench.reload(
      "tarmac: 1\nroutes: { main: { role: speaker, channels: 1 } }\nsessions: {}\n"
    )
    #expect(bench.engine.towerControl.permissions[Self.talk] == .granted)
    try await bench.reload(Self.preset(mode: "default"))
    #expect(bench.state("talk")?.recordPermission == .granted)
  }
}
