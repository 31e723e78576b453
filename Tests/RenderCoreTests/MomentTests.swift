// SPDX-License-Identifier: Apache-2.0
// Ramps that begin at a frame of the driver's count.

import Quantities
import Testing

@testable import RenderCore

@Suite("A ramp that begins at a frame")
struct MomentTests {
  /// A session that plays ones; returns where its sound first changes after a fader that is to
  /// begin at a frame.
  private func change(
    at frame: UInt32,
    from start: UInt32?,
    cycle: Int,
    after: FrameCount = .zero
  ) -> Int? {
    let controller = RenderController(sampleRate: SampleRate(hertz: 48_000))
    let session = TestSession(id: 1, inputs: [0], map: [(0, 0)])
    controller.play(session, blockFrames: 256)
    let driver = HandDriver(controller: controller, outputs: 1)
    driver.frame = start
    let ones = [Float](repeating: 1, count: 4_096)
    controller.starting(at: frame) {
      controller.ramp(
        session.strip.fader,
        to: LinearGain(factor: 0.5),
        over: FrameCount(10),
        after: after
      )
    }
    return driver.render([ones], frames: 4_096, cycle: cycle)[0].firstIndex { $0 != 1 }
  }

  @Test("does so to the frame, in whatever cycle that is", arguments: [16, 64, 256, 1_024])
  func exact(_ cycle: Int) {
    for ahead in [0, 1, 15, 16, 17, 1_000, 1_023, 1_024, 3_333] {
      #expect(change(at: 100 + UInt32(ahead), from: 100, cycle: cycle) == ahead)
    }
    #expect(change(at: 150, from: 100, cycle: cycle, after: FrameCount(20)) == 70)
  }

  @Test("begins at once when the frame has gone by, or the driver counts none")
  func late() {
    #expect(change(at: 99, from: 100, cycle: 64) == 0)
    #expect(change(at: 500, from: nil, cycle: 64) == 0)
  }

  @Test("is right where the count goes round")
  func round() {
    #expect(change(at: 200, from: .max - 99, cycle: 64) == 300)
    #expect(change(at: .max, from: 5, cycle: 64) == 0)
  }
}
