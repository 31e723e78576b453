// SPDX-License-Identifier: Apache-2.0
// The audio thread's half of players.

import Quantities
import RenderCore
import Testing

@Suite("A player in the renderer")
struct PlayerTests {
  private let controller = RenderController.make()
  private let bus = BusNode(channels: 2)

  /// A ring that holds `samples` on the left and their negatives on the right.
  private func ring(_ samples: [Float], finished: Bool = false) -> SharedAudioRing {
    let ring = SharedAudioRing(channels: 2, capacity: max(samples.count, 1))
    let interleaved = samples.flatMap { [$0, -$0] }
    let written = unsafe interleaved.withUnsafeBufferPointer { unsafe ring.writeInterleaved($0) }
    #expect(written == samples.count)
    if finished { ring.finish() }
    return ring
  }

  private func start(_ player: PlayerNode) -> (HandDriver, StripNode) {
    let strip = StripNode(id: 1, channels: 2)
    let segment = SegmentDescription(
      strip: strip,
      sources: [.player(player)],
      outputs: [[.source(0, channel: 0)], [.source(0, channel: 1)]],
      sends: [
        SendDescription(node: SendNode(gain: 1), bus: 0, isPost: true, map: [(0, 0), (1, 1)])
      ]
    )
    controller.publish(
      PlanDescription(
        segments: [segment],
        buses: [BusDescription(node: bus, driverChannels: [0, 1])]
      ),
      blockFrames: 64
    )
    controller.open(strip, over: FrameCount(1), after: .zero)
    return (HandDriver(controller: controller, outputs: 2), strip)
  }

  private let ramp = (0..<8192).map { Float($0 + 1) / 8192 }

  @Test("stands still while its session is suspended and goes on with the next sample")
  func suspension() {
    let player = PlayerNode(id: 5, ring: ring(ramp))
    let (driver, strip) = start(player)
    controller.setPlaying(player, true)
    _ = driver.render(frames: 1000)
    controller.close(strip, over: FrameCount(100))
    _ = driver.render(frames: 256)
    let position = player.ring.framesRead
    #expect(position >= 1100 && position < 1256)
    _ = driver.render(frames: 5000)
    #expect(player.ring.framesRead == position)
    controller.open(strip, over: FrameCount(1), after: .zero)
    #expect(driver.render(frames: 64)[0] == Array(ramp[position..<position + 64]))
  }

  @Test("says once that it has ended, after its very last sample")
  func ends() {
    let player = PlayerNode(id: 5, ring: ring(Array(ramp[..<1000]), finished: true))
    let (driver, _) = start(player)
    controller.setPlaying(player, true)
    let output = driver.render(frames: 2048)
    #expect(output[0][999] == ramp[999])
    #expect(output[1][999] == -ramp[999])
    #expect(output[0][1000...].allSatisfy { $0 == 0 })
    #expect(controller.poll() == [.ended(player: 5, jumps: 0)])
    #expect(player.ring.framesMissed == 0)
  }

  @Test("counts what the disk did not deliver in time and plays on when it is there")
  func underrun() {
    let player = PlayerNode(id: 5, ring: ring(Array(ramp[..<640])))
    let (driver, _) = start(player)
    controller.setPlaying(player, true)
    let output = driver.render(frames: 704)
    #expect(output[0][640...].allSatisfy { $0 == 0 })
    #expect(player.ring.framesMissed == 64)
    #expect(controller.poll().isEmpty)
  }

  @Test("jumps without a click: out of the old place, then into the new one")
  func jump() {
    let player = PlayerNode(id: 5, ring: ring([Float](repeating: 0.5, count: 4096)))
    let (driver, _) = start(player)
    controller.setPlaying(player, true)
    _ = driver.render(frames: 1024)
    controller.exchangeRing(of: player, with: ring([Float](repeating: -0.5, count: 4096)))
    let output = driver.render(frames: 1024)[0]
    let steps = zip([0.5] + output, output).map { abs($0 - $1) }
    #expect(steps.allSatisfy { $0 <= 0.5 / 240 * 1.01 })
    #expect(output.last == -0.5)
    #expect(output.contains(0))
  }

  @Test("jumps at once, and exactly, while it stands still")
  func jumpWhileStopped() {
    let player = PlayerNode(id: 5, ring: ring(ramp))
    let (driver, strip) = start(player)
    controller.setPlaying(player, true)
    _ = driver.render(frames: 512)
    controller.close(strip, over: FrameCount(1))
    _ = driver.render(frames: 128)
    let next = ring(ramp)
    controller.exchangeRing(of: player, with: next)
    _ = driver.render(frames: 128)
    controller.open(strip, over: FrameCount(1), after: .zero)
    let output = driver.render(frames: 512)[0]
    #expect(Array(output[300...]) == Array(ramp[300..<512]))
    #expect(next.framesRead == 512)
  }

  @Test("plays again from where it is sent after its end, when asked to play in the same breath")
  func playAfterEnd() {
    let player = PlayerNode(id: 5, ring: ring(Array(ramp[..<500]), finished: true))
    let (driver, _) = start(player)
    controller.setPlaying(player, true)
    _ = driver.render(frames: 1024)
    #expect(controller.poll() == [.ended(player: 5, jumps: 0)])
    controller.exchangeRing(of: player, with: ring(ramp))
    controller.setPlaying(player, true)
    let output = driver.render(frames: 1024)[0]
    #expect(output.last == ramp[1023])
    #expect(controller.poll().isEmpty)
  }

  @Test("says of which place an end was, so that it is not taken for that of a new place")
  func endBeforeJump() {
    let player = PlayerNode(id: 5, ring: ring(Array(ramp[..<500]), finished: true))
    let (driver, _) = start(player)
    controller.setPlaying(player, true)
    _ = driver.render(frames: 1024)
    controller.exchangeRing(of: player, with: ring(Array(ramp[..<500]), finished: true))
    #expect(controller.poll() == [.ended(player: 5, jumps: 0)])
    #expect(player.jumps == 1)
    controller.setPlaying(player, true)
    _ = driver.render(frames: 1024)
    #expect(controller.poll() == [.ended(player: 5, jumps: 1)])
  }

  @Test("does not say that it has ended when it was sent elsewhere just before its end")
  func jumpBeforeEnd() {
    let player = PlayerNode(id: 5, ring: ring(Array(ramp[..<1100]), finished: true))
    let (driver, _) = start(player)
    controller.setPlaying(player, true)
    _ = driver.render(frames: 1024)
    controller.exchangeRing(of: player, with: ring(ramp))
    let output = driver.render(frames: 2048)[0]
    #expect(controller.poll().isEmpty)
    #expect(output.contains(ramp[1000]))
  }

  @Test("loses nothing of a new place, and ends nothing, when it is sent there while paused")
  func jumpWhilePaused() {
    let player = PlayerNode(id: 5, ring: ring(Array(ramp[..<32]), finished: true))
    let (driver, _) = start(player)
    _ = driver.render(frames: 64)
    let next = ring(ramp)
    controller.exchangeRing(of: player, with: next)
    #expect(driver.render(frames: 256)[0].allSatisfy { $0 == 0 })
    #expect(next.framesRead == 0)
    #expect(controller.poll().isEmpty)
  }

  @Test("is silent from the first sample on when it was paused while its session was suspended")
  func pauseWhileSuspended() {
    let player = PlayerNode(id: 5, ring: ring([Float](repeating: 1, count: 4096)))
    let (driver, strip) = start(player)
    controller.setPlaying(player, true)
    _ = driver.render(frames: 512)
    controller.close(strip, over: FrameCount(1))
    _ = driver.render(frames: 128)
    controller.setPlaying(player, false)
    _ = driver.render(frames: 512)
    controller.open(strip, over: FrameCount(1), after: .zero)
    #expect(driver.render(frames: 512)[0].allSatisfy { $0 == 0 })
  }
}
