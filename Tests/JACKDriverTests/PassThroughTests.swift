// SPDX-License-Identifier: Apache-2.0
// Sound through the driver, on a real jackd.

import AudioBackend
import JACKDriver
import JACKTestBench
import Quantities
import RenderCore
import Testing

@Suite("Sound through the JACK driver", .serialized)
struct PassThroughTests {
  @Test("arrives bit for bit and in the same cycle", arguments: [64, 256, 1_024])
  func exact(period: Int) async throws {
    try await PrivateServer.run(.init(periodFrames: period)) { server in
      let rig = try PassThroughRig(channels: 2)
      try rig.start(on: server.name)
      defer { rig.driver.close() }
      let (player, recorder) = try bench(server)
      defer {
        player.close()
        recorder.close()
      }
      try expectExact(player, recorder, seed: UInt64(period))
    }
  }

  @Test("goes on while ports come and go under load, and an absent channel is silent")
  func portsUnderLoad() async throws {
    try await PrivateServer.run(.init(periodFrames: 64)) { server in
      let rig = try PassThroughRig(channels: 2)
      try rig.start(on: server.name)
      defer { rig.driver.close() }
      let (player, recorder) = try bench(server)
      defer {
        player.close()
        recorder.close()
      }
      let left = finiteBits(count: 48_000 * 20, seed: 3)
      let heard = try player.play([left, left], heardBy: recorder, tail: 4_800) {
        for round in 0..<10 { try addPorts(to: rig, round: round) }
      }
      #expect(heard[0].map(\.bitPattern) == left.prefix(heard[0].count).map(\.bitPattern))
      #expect(player.ports(matching: "rig:.*").count == 4)

      rig.driver.remove(inputs: [1])
      #expect(player.ports(matching: "rig:in_2").isEmpty)
      let part = Array(left.prefix(4_096))
      let silent = try player.play([part, part], heardBy: recorder)
      #expect(silent[1].allSatisfy { $0.bitPattern == 0 })
      #expect(silent[0].map(\.bitPattern) == part.map(\.bitPattern))
    }
  }

  /// Gives the rig four inputs and outputs more, and takes them away.
  private func addPorts(to rig: PassThroughRig, round: Int) throws {
    var added: [(Int, Int)] = []
    for number in 0..<4 {
      let name = "extra_\(round)_\(number)"
      let input = try rig.driver.addInput(Port(name: "i\(name)", prettyName: name, order: 50))
      let output = try rig.driver.addOutput(Port(name: "o\(name)", prettyName: name, order: 50))
      #expect(input == 2 + number && output == 2 + number)
      added.append((input, output))
    }
    rig.driver.remove(inputs: added.map(\.0), outputs: added.map(\.1))
  }

  @Test("follows a change of the buffer size while running, up and down")
  func bufferSize() async throws {
    try await PrivateServer.run { server in
      let rig = try PassThroughRig(channels: 2)
      try rig.start(on: server.name)
      defer { rig.driver.close() }
      let (player, recorder) = try bench(server)
      defer {
        player.close()
        recorder.close()
      }
      for frames in [1_024, 64, 480] {
        try rig.driver.setBufferFrames(FrameCount(frames))
        await eventually("the event for \(frames)") {
          rig.log.contains(.bufferSizeChanged(FrameCount(frames)))
        }
        #expect(rig.driver.bufferFrames == FrameCount(frames))
        try recorder.wait(frames: frames * 4)
        try expectExact(player, recorder, seed: UInt64(frames))
      }
    }
  }

  @Test("goes on in freewheel, and start and end of it are reported")
  func freewheel() async throws {
    try await PrivateServer.run { server in
      let rig = try PassThroughRig(channels: 2)
      try rig.start(on: server.name)
      defer { rig.driver.close() }
      let (player, recorder) = try bench(server)
      defer {
        player.close()
        recorder.close()
      }
      player.setFreewheel(true)
      await eventually("freewheel on") { rig.log.contains(.freewheel(true)) }
      let before = rig.driver.cycles
      // Ten seconds of sound; in real time the wait for it would fail.
      try recorder.wait(frames: 480_000)
      #expect(rig.driver.cycles - before >= 480_000 / 256 - 1)
      player.setFreewheel(false)
      await eventually("freewheel off") { rig.log.contains(.freewheel(false)) }
      try recorder.wait(frames: 1_024)
      try expectExact(player, recorder, seed: 11)
    }
  }

  private func bench(_ server: PrivateServer) throws -> (Listener, Listener) {
    let player = try Listener("player", on: server, outputs: 2)
    let recorder = try Listener("recorder", on: server, inputs: 2)
    for number in 1...2 {
      try player.connect(player.output(number), "rig:in_\(number)")
      try player.connect("rig:out_\(number)", recorder.input(number))
    }
    return (player, recorder)
  }

  private func expectExact(
    _ player: Listener,
    _ recorder: Listener,
    seed: UInt64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let left = finiteBits(count: 5_000, seed: seed)
    let right = finiteBits(count: 5_000, seed: seed + 1)
    let heard = try player.play([left, right], heardBy: recorder)
    #expect(heard[0].map(\.bitPattern) == left.map(\.bitPattern), sourceLocation: sourceLocation)
    #expect(heard[1].map(\.bitPattern) == right.map(\.bitPattern), sourceLocation: sourceLocation)
  }
}
