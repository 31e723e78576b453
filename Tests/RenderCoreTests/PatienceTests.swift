// SPDX-License-Identifier: Apache-2.0
// Where the driver is not bound to real time, players and recorders wait for the disk.

import Foundation
import Quantities
import RenderCore
import Synchronization
import Testing

@Suite("A driver that keeps no time")
struct PatienceTests {
  private static let frames = 65_536
  private let controller = RenderController.make()
  private let source = SharedAudioRing(channels: 1, capacity: 4_096)
  private let target = SharedAudioRing(channels: 1, capacity: 4_096)

  private final class Flag: Sendable {
    let value = Atomic(false)
  }

  /// Publishes a session that plays one ring and is recorded to the other.
  private func start() -> HandDriver {
    let player = PlayerNode(id: 1, ring: source)
    var session = TestSession(id: 1, inputs: [], nodes: [], outputs: [[.source(0, channel: 0)]])
    session.description.sources = [.player(player)]
    controller.publish(
      PlanDescription(
        segments: [session.description],
        buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
      ),
      blockFrames: 1_024
    )
    controller.openNow(session)
    controller.setPlaying(player, true)
    controller.tap(session.strip, to: target)
    let driver = HandDriver(controller: controller, outputs: 1)
    driver.isPatient = true
    return driver
  }

  /// A slow disk: a piece, and a rest, until all has been written or read, or no more can be.
  private func inPieces(
    until isOver: Flag,
    _ piece: @escaping @Sendable (Int) -> Int
  ) -> Thread {
    let thread = Thread {
      var done = 0
      while done < Self.frames {
        let wasOver = isOver.value.load(ordering: .acquiring)
        let count = piece(done)
        done += count
        if wasOver, count == 0 { return }
        usleep(500)
      }
    }
    thread.start()
    return thread
  }

  @Test("loses nothing of a player and of a recorder, however slow the disk is")
  func waits() throws {
    let (source, target) = (source, target)
    let heard = Mutex<[Float]>([])
    let isOver = Flag()
    let writer = inPieces(until: isOver) { done in
      let samples = (done..<min(done + 700, Self.frames)).map { Float($0) / 65_536 }
      return unsafe samples.withUnsafeBufferPointer { unsafe source.writeInterleaved($0) }
    }
    let reader = inPieces(until: isOver) { _ in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 900) { piece in
        let count = unsafe target.readInterleaved(piece)
        let read = unsafe Array(piece.prefix(count))
        heard.withLock { $0 += read }
        return count
      }
    }
    _ = start().render(frames: Self.frames, cycle: 1_024)
    isOver.value.store(true, ordering: .releasing)
    while !writer.isFinished || !reader.isFinished { sched_yield() }
    let samples = heard.withLock { $0 }
    #expect(source.framesMissed == 0 && target.framesMissed == 0)
    try #require(samples.count == Self.frames)
    // The player's own ramp is over by then.
    #expect((2_048..<Self.frames).allSatisfy { samples[$0] == Float($0) / 65_536 })
  }

  @Test("goes on without a disk that does not come back")
  func stuck() {
    let driver = start()
    _ = driver.render(frames: 8 * 1_024, cycle: 1_024)
    #expect(source.framesMissed == 8 * 1_024)
    #expect(target.framesMissed == 4 * 1_024)
  }
}
