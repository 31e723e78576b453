// SPDX-License-Identifier: Apache-2.0
// How a file begins: its first beat is heard, and playback from the middle of a sound still fades
// in.

import Quantities
import RenderCore
import Testing

@Suite("The first beat of a player")
struct OnsetTests {
  private let controller = RenderController.make()
  private let strip = StripNode(id: 1, channels: 1)

  private func ring() -> SharedAudioRing {
    let ring = SharedAudioRing(channels: 1, capacity: 1 << 15)
    let ones = [Float](repeating: 1, count: 1 << 15)
    _ = unsafe ones.withUnsafeBufferPointer { unsafe ring.writeInterleaved($0) }
    return ring
  }

  /// Publishes a session that plays a file, through a plugin if there is one.
  private func publish(_ player: PlayerNode, plugin: PluginNode? = nil) -> HandDriver {
    let source = SignalReference.source(0, channel: 0)
    let nodes = plugin.map { [NodeDescription(plugin: $0, inputs: [[source]])] }
    let segment = SegmentDescription(
      strip: strip,
      sources: [.player(player)],
      nodes: nodes ?? [],
      outputs: [[nodes == nil ? source : .node(0, output: 0)]],
      sends: [SendDescription(node: SendNode(gain: 1), bus: 0, isPost: true, map: [(0, 0)])]
    )
    controller.publish(
      PlanDescription(
        segments: [segment],
        buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
      ),
      blockFrames: 64
    )
    return HandDriver(controller: controller, outputs: 1)
  }

  /// How many frames it takes from the first frame that is heard to full level.
  private func rise(_ output: [Float]) throws -> Int {
    let first = try #require(output.firstIndex { $0 != 0 })
    let full = try #require(output.firstIndex { $0 == 1 })
    return full - first + 1
  }

  @Test("is heard when its session begins to sound, and when it starts in one that sounds")
  func begins() throws {
    let player = PlayerNode(id: 5, ring: ring())
    let driver = publish(player)
    controller.setPlaying(player, true, isOnset: true)
    _ = driver.render(frames: 4096)
    controller.open(strip, over: FrameCount(480), after: .zero)
    #expect(try rise(driver.render(frames: 1024)[0]) <= 24)
    // Back to a cue point: it fades out as ever, and comes in with its edge.
    controller.exchangeRing(of: player, with: ring(), isOnset: true)
    let jump = driver.render(frames: 2048)[0]
    let silent = try #require(jump.lastIndex(of: 0))
    #expect(try rise(Array(jump[silent...])) <= 24)
    let steps = zip(jump[..<silent], jump[1...]).map { abs($0 - $1) }
    #expect(steps.allSatisfy { $0 <= 1 / 240 * 1.01 })
  }

  @Test("is heard when its session opens in the same cycle in which it starts")
  func startsTogether() throws {
    let player = PlayerNode(id: 5, ring: ring())
    let driver = publish(player)
    _ = driver.render(frames: 256)
    controller.together {
      controller.open(strip, over: FrameCount(480), after: .zero)
      controller.setPlaying(player, true, isOnset: true)
    }
    #expect(try rise(driver.render(frames: 1024)[0]) <= 24)
  }

  @Test("is nothing that comes in the middle of a file: that fades in, with its session and alone")
  func goesOn() throws {
    let player = PlayerNode(id: 5, ring: ring())
    let driver = publish(player)
    controller.setPlaying(player, true, isOnset: true)
    controller.open(strip, over: FrameCount(480), after: .zero)
    _ = driver.render(frames: 1024)
    controller.close(strip, over: FrameCount(480))
    _ = driver.render(frames: 1024)
    controller.open(strip, over: FrameCount(480), after: .zero)
    #expect(try rise(driver.render(frames: 1024)[0]) >= 479)
    controller.setPlaying(player, false)
    _ = driver.render(frames: 1024)
    controller.setPlaying(player, true)
    #expect(try rise(driver.render(frames: 1024)[0]) >= 239)
  }

  @Test("waits for nothing that a plugin may still hold of what was cut off before")
  func tail() throws {
    let player = PlayerNode(id: 5, ring: ring())
    let driver = publish(player, plugin: GainPlugin.node(gain: 1))
    controller.setPlaying(player, true, isOnset: true)
    controller.open(strip, over: FrameCount(480), after: .zero)
    #expect(try rise(driver.render(frames: 1024)[0]) <= 24)
    controller.close(strip, over: FrameCount(480))
    _ = driver.render(frames: 1024)
    // The plugin was stopped in full sound: its first output is not the file's beginning.
    controller.exchangeRing(of: player, with: ring(), isOnset: true)
    _ = driver.render(frames: 256)
    controller.open(strip, over: FrameCount(480), after: .zero)
    #expect(try rise(driver.render(frames: 1024)[0]) >= 479)
    // A plugin that has heard the pause holds nothing any more.
    controller.setPlaying(player, false)
    _ = driver.render(frames: 1024)
    controller.close(strip, over: FrameCount(480))
    _ = driver.render(frames: 1024)
    controller.exchangeRing(of: player, with: ring(), isOnset: true)
    controller.setPlaying(player, true)
    _ = driver.render(frames: 256)
    controller.open(strip, over: FrameCount(480), after: .zero)
    #expect(try rise(driver.render(frames: 1024)[0]) <= 24)
  }
}
