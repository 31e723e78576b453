// SPDX-License-Identifier: Apache-2.0
// Meters as people read them.

@testable import RigEngine
import Quantities
import RenderCore
import Testing

@Suite("The meters")
struct MeterBoardTests {
  private final class Strip {}

  @Test("let a peak fall to silence, and keep the faintest signal that there is")
  func fall() {
    let (board, strip) = (MeterBoard(), Strip())
    func peak(_ reading: Float) -> Float {
      let level = ChannelLevel(peak: reading, rms: 0)
      board.renew(strip, [level], elapsed: Seconds(0.05))
      return board.levels(of: strip)[0].peak
    }
    #expect(peak(1) == 1)
    var falling = [peak(0)]
    while let last = falling.last, last > 0, falling.count < 10_000 { falling.append(peak(0)) }
    #expect(zip(falling, falling.dropFirst()).allSatisfy { $0 > $1 })
    #expect(falling.last == 0)
    #expect(falling.dropLast().allSatisfy { $0 > 6e-8 })
    #expect(peak(1e-9) == 1e-9)
  }
}
