// SPDX-License-Identifier: Apache-2.0
// Changes that begin at frames to come: of one gain, of several, of plugins' controls.

import Quantities
import SeededNumbers
import Testing

@testable import RenderCore

/// The expected gain, calculated frame by frame.
private struct RampOracle {
  var (current, target, step) = (Float(1), Float(1), Float(0))
  var (left, hold) = (0, 0)
  var waiting: [(delay: Int, gain: Float, frames: Int)] = []

  mutating func move(to gain: Float, over frames: Int, after delay: Int) {
    if left == 0, current == gain { return }
    (target, left, hold, step) = (gain, frames, delay, (gain - current) / Float(frames))
  }

  mutating func next() -> Float {
    while let first = waiting.first, first.delay == 0 {
      waiting.removeFirst()
      move(to: first.gain, over: first.frames, after: 0)
    }
    for index in waiting.indices { waiting[index].delay -= 1 }
    if hold > 0 {
      hold -= 1
    } else if left > 0 {
      left -= 1
      current = target - step * Float(left)
    }
    return current
  }
}

@Suite("Changes at frames to come")
struct ChangeOrderTests {
  @Test("begin in the order of their frames, whatever the cycles: 2,000 random stories")
  func stories() {
    for seed in UInt64(0)..<2_000 {
      var random = SeededNumbers(seed: seed)
      var (ramp, oracle) = (GainRamp(1), RampOracle())
      for step in 0..<30 {
        let gain = Float([0, 0.25, 0.5, 1, 1.5][random.roll(5)])
        let (frames, delay) = (1 + random.roll(40), random.roll(3) == 0 ? 0 : random.roll(300))
        switch random.roll(6) {
        case 0:
          ramp.retarget(gain, overFrames: frames, afterFrames: delay)
          oracle.waiting = []
          oracle.move(to: gain, over: frames, after: delay)
        case 1...3:
          if oracle.waiting.count == GainRamp.mostChanges { continue }
          ramp.schedule(gain, overFrames: frames, afterFrames: delay)
          if delay == 0 {
            oracle.move(to: gain, over: frames, after: 0)
          } else {
            oracle.waiting.removeAll { $0.delay == delay }
            oracle.waiting.append((delay, gain, frames))
            oracle.waiting.sort { $0.delay < $1.delay }
          }
        default: break
        }
        let count = 1 + random.roll(100)
        switch random.roll(4) {
        case 0:
          ramp.skip(frames: count)
          for _ in 0..<count { _ = oracle.next() }
        case 1: #expect(ramp.next() == oracle.next(), "seed \(seed), step \(step)")
        default:
          var curve = [Float](repeating: 1, count: count)
          unsafe curve.withUnsafeMutableBufferPointer {
            if let base = $0.baseAddress { unsafe ramp.multiply(into: base, frames: count) }
          }
          #expect(curve == (0..<count).map { _ in oracle.next() }, "seed \(seed), step \(step)")
        }
      }
    }
  }

  @Test("a ninth one takes the place of the last, and none is lost of those before")
  func crowd() {
    var ramp = GainRamp(0)
    for change in 1...10 { ramp.schedule(Float(change), overFrames: 1, afterFrames: 10 * change) }
    var heard: [Float] = []
    for _ in 0..<200 {
      let gain = ramp.next()
      if gain != heard.last { heard.append(gain) }
    }
    #expect(heard == [0, 1, 2, 3, 4, 5, 6, 7, 10])
    #expect(ramp.isSettled)
  }

  /// A session that plays ones through a gain plugin.
  private struct Bench {
    let controller = RenderController.make()
    let plugin = GainPlugin(gain: 1)
    let node: PluginNode
    let session: TestSession
    let driver: HandDriver

    init(start: UInt32?) {
      node = plugin.node()
      session = TestSession(
        id: 1,
        inputs: [0],
        nodes: chain([node]),
        outputs: [[.node(0, output: 0)]],
        map: [(0, 0)]
      )
      controller.play(session, blockFrames: 256)
      driver = HandDriver(controller: controller, outputs: 1)
      driver.frame = start
    }

    func set(_ gain: Float, at frame: UInt32?) {
      controller.starting(at: frame) {
        unsafe controller.setControl(plugin.gain, to: gain, of: node)
      }
    }

    func render(_ frames: Int, cycle: Int) -> [Float] {
      driver.render([[Float](repeating: 1, count: frames)], frames: frames, cycle: cycle)[0]
    }
  }

  @Test("a plugin's control changes at its frame, in whatever cycle", arguments: [16, 256, 1_024])
  func control(_ cycle: Int) {
    for (first, second) in [(0, 1), (1, 2), (15, 16), (700, 701), (100, 1_000), (1_023, 3_000)] {
      let bench = Bench(start: .max - 500)
      let start = UInt32.max - 500
      bench.set(0.5, at: start &+ UInt32(first))
      // The later one comes first, as in a bundle that was sent before.
      bench.set(2, at: start &+ UInt32(second))
      let heard = bench.render(4_096, cycle: cycle)
      let expected = (0..<4_096).map { Float($0 >= second ? 2 : $0 >= first ? 0.5 : 1) }
      #expect(heard == expected, "cycles of \(cycle), frames \(first) and \(second)")
    }
  }

  @Test("an untimed change between two timed ones is heard with the next cycle")
  func between() {
    let bench = Bench(start: 1_000)
    bench.set(0.5, at: 1_100)
    bench.set(2, at: 1_500)
    var heard = bench.render(256, cycle: 64)
    bench.set(0.25, at: nil)
    heard += bench.render(512, cycle: 64)
    let expected = (0..<768).map {
      Float($0 >= 500 ? 2 : $0 >= 256 ? 0.25 : $0 >= 100 ? 0.5 : 1)
    }
    #expect(heard == expected)
  }

  @Test("more than can wait begin at once, and so do those whose frame has gone by or is unknown")
  func full() {
    let bench = Bench(start: 100)
    for change in 1...20 { bench.set(Float(change), at: 100 + UInt32(10 * change)) }
    let heard = bench.render(512, cycle: 512)
    #expect(heard[0] == 20)
    #expect(heard[10] == 1 && heard[159] == 15 && heard[160] == 16 && heard[511] == 16)
    for start in [UInt32?.none, 100] {
      let late = Bench(start: start)
      late.set(0.5, at: 99)
      #expect(late.render(64, cycle: 64) == [Float](repeating: 0.5, count: 64))
    }
  }

  @Test("what falls due while a session is not called holds when it is called again")
  func absent() {
    let bench = Bench(start: 0)
    bench.controller.close(bench.session.strip, over: FrameCount(1))
    _ = bench.render(64, cycle: 64)
    bench.set(0.5, at: 100)
    _ = bench.render(256, cycle: 64)
    bench.controller.openNow(bench.session)
    #expect(bench.render(128, cycle: 64)[127] == 0.5)
  }
}
