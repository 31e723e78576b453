// SPDX-License-Identifier: Apache-2.0
// The disk thread: keeps rings full, serves everybody, and what happens when it is held up.

import Foundation
import Quantities
import RenderCore
import Synchronization
import Testing

@testable import SoundFiles

/// Waits until `condition` holds; gives up after a minute, which a busy machine may need.
func eventually(_ condition: () -> Bool) -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  while !condition() {
    if ContinuousClock.now > deadline { return false }
    usleep(1000)
  }
  return true
}

/// Holds the disk thread up while it is told to.
private final class Stall: DiskClient {
  let isHolding = Atomic(true)
  let isHeld = Atomic(false)

  func work() -> Bool {
    while isHolding.load(ordering: .relaxed) {
      isHeld.store(true, ordering: .relaxed)
      usleep(1000)
    }
    return false
  }
}

@Suite("Disk thread")
struct DiskThreadTests {
  @Test("a player's ring stays full without anybody asking")
  func keepsFull() throws {
    let folder = try Folder()
    let signal = noise(frames: 300_000)
    let disk = DiskThread()
    let player = try SoundFilePlayer(file: folder.write([signal]), rate: rate48, diskThread: disk)
    defer { withExtendedLifetime(player) {} }
    let ring = try player.makeRing(at: .zero)
    var played: [Float] = []
    while played.count < signal.count {
      #expect(eventually { ring.readable > 0 })
      let piece = ring.take(10_000)[0]
      if piece.isEmpty { break }
      played += piece
    }
    #expect(played.elementsEqual(signal))
    #expect(eventually { ring.isFinished })
  }

  @Test("ten players and a recorder are all served")
  func serves() throws {
    let folder = try Folder()
    let path = try folder.write([noise(frames: 480_000)])
    let disk = DiskThread()
    let players = try (0..<10).map { _ in
      try SoundFilePlayer(file: path, rate: rate44, loops: true, diskThread: disk)
    }
    let rings = try players.map { try $0.makeRing(at: .zero) }
    let recorder = try SoundFileRecorder(
      file: folder.file("out.wav"),
      channels: 1,
      sampleRate: rate48,
      diskThread: disk
    )
    #expect(recorder.ring.put(noise(frames: 48_000)) == 48_000)
    // The disk thread forgets players that nobody keeps, and an optimised program keeps what it uses once more.
    withExtendedLifetime(players) {
      #expect(eventually { rings.allSatisfy { $0.readable > 44_100 } })
    }
    #expect(eventually { recorder.framesRecorded == 48_000 })
    try recorder.finish()
  }

  @Test("frames that a held-up disk thread does not deliver in time are counted as missed")
  func underrun() throws {
    let folder = try Folder()
    let disk = DiskThread()
    let player = try SoundFilePlayer(
      file: folder.write([noise(frames: 300_000)]),
      rate: rate48,
      diskThread: disk
    )
    let stall = Stall()
    disk.add(stall)
    #expect(eventually { stall.isHeld.load(ordering: .relaxed) })
    defer { withExtendedLifetime(player) {} }
    let node = PlayerNode(id: 1, ring: try player.makeRing(at: .zero))
    let prefilled = node.ring.readable
    let rig = Rig(player: node)
    rig.play(frames: prefilled + 1000)
    #expect(node.ring.framesMissed == 1000)
    #expect(node.ring.framesRead == prefilled)
    stall.isHolding.store(false, ordering: .relaxed)
    #expect(eventually { node.ring.readable > 48_000 })
    rig.play(frames: 1000)
    #expect(node.ring.framesMissed == 1000)
  }

  @Test("players that nobody keeps are forgotten")
  func forgets() throws {
    let folder = try Folder()
    let disk = DiskThread()
    let path = try folder.write([noise(frames: 48_000)])
    weak var player: SoundFilePlayer?
    do {
      let kept = try SoundFilePlayer(file: path, rate: rate48, diskThread: disk)
      player = kept
      _ = try kept.makeRing(at: .zero)
    }
    #expect(eventually { player == nil })
  }
}

/// A renderer that plays one mono player to one output.
private struct Rig {
  private let controller = RenderController(sampleRate: rate48)

  init(player: PlayerNode) {
    let strip = StripNode(id: 1, channels: 1)
    let bus = BusNode(channels: 1)
    let segment = SegmentDescription(
      strip: strip,
      sources: [.player(player)],
      outputs: [[.source(0, channel: 0)]],
      sends: [
        SendDescription(node: SendNode(gain: 1), bus: 0, isPost: true, map: [(from: 0, to: 0)])
      ]
    )
    controller.publish(
      PlanDescription(
        segments: [segment],
        buses: [BusDescription(node: bus, driverChannels: [0])]
      ),
      blockFrames: 256
    )
    controller.open(strip, over: .zero, after: .zero)
    controller.setPlaying(player, true)
  }

  func play(frames: Int) {
    var samples = [Float](repeating: 0, count: frames)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      let outputs: [UnsafeMutablePointer<Float>?] = unsafe [samples.baseAddress]
      unsafe outputs.withUnsafeBufferPointer { outputs in
        unsafe controller.processor.render(
          DriverBlock(
            inputs: UnsafeBufferPointer(start: nil, count: 0),
            outputs: outputs,
            frames: frames
          )
        )
      }
    }
  }
}
