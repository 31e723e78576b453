// SPDX-License-Identifier: Apache-2.0
// The clock that plugins follow: commands, the driver's position, beats without a timebase master.

import Quantities
import RenderCore
import Testing

@Suite("The transport")
struct TransportTests {
  private let clock = TransportClock()
  private let rate = 48_000.0

  @Test("is unknown until somebody says where it is, and then goes on by itself")
  func start() {
    clock.beginCycle(frames: 100, rate: rate)
    #expect(clock.now == nil)
    clock.set(Transport(frame: 500, speed: 1, tempo: Tempo(beatsPerMinute: 120)))
    for _ in 0..<3 { clock.beginCycle(frames: 100, rate: rate) }
    #expect(clock.now?.frame == 700)
    clock.roll(false)
    for _ in 0..<3 { clock.beginCycle(frames: 100, rate: rate) }
    #expect(clock.now?.frame == 800)
    #expect(clock.now?.speed == 0)
    clock.locate(96_000)
    clock.beginCycle(frames: 100, rate: rate)
    #expect(clock.now?.frame == 96_000)
    #expect(clock.now?.bar == 1)
    #expect(clock.now?.barBeat == 0)
  }

  @Test("changes its tempo from the beat where it is")
  func tempo() {
    clock.set(Transport(speed: 1, tempo: Tempo(beatsPerMinute: 60)))
    clock.beginCycle(frames: 72_000, rate: rate)
    clock.count(Tempo(beatsPerMinute: 120, beatsPerBar: 4))
    clock.beginCycle(frames: 24_000, rate: rate)
    #expect(clock.now?.barBeat == 1.5)
    clock.beginCycle(frames: 1, rate: rate)
    #expect(clock.now?.barBeat == 2.5)
  }

  @Test("keeps its beats at their frames for as long as a night lasts", arguments: [true, false])
  func drift(hasDriver: Bool) throws {
    clock.set(Transport(speed: 1, tempo: Tempo(beatsPerMinute: 120)))
    let cycles = 600_000
    for cycle in 0...cycles {
      let given = hasDriver ? Transport(frame: Int64(cycle * 64), speed: 1) : nil
      clock.beginCycle(at: given, frames: 64, rate: rate)
      // A tempo that is set again changes nothing.
      if cycle % 100_000 == 50_000 { clock.count(Tempo(beatsPerMinute: 120)) }
    }
    let now = try #require(clock.now)
    #expect(now.frame == Int64(cycles * 64))
    let beats = Double(cycles * 64) * 120 / (60 * rate)
    #expect((Double(now.bar) * 4 + Double(now.barBeat) - beats).magnitude < 1e-6)
  }

  @Test("is the driver's where it has one, with beats of the own tempo where that counts none")
  func driver() {
    clock.count(Tempo(beatsPerMinute: 120))
    clock.beginCycle(at: Transport(frame: 48_000, speed: 1), frames: 48_000, rate: rate)
    #expect(clock.now?.frame == 48_000 && clock.now?.barBeat == 2)
    clock.count(Tempo(beatsPerMinute: 60))
    clock.beginCycle(at: Transport(frame: 96_000, speed: 1), frames: 48_000, rate: rate)
    #expect(clock.now?.bar == 1 && clock.now?.barBeat == 0)
    clock.beginCycle(at: Transport(frame: 144_000, speed: 1), frames: 48_000, rate: rate)
    #expect(clock.now?.bar == 1 && clock.now?.barBeat == 1)
    // At another position the beats are counted from the start.
    clock.beginCycle(at: Transport(frame: 48_000, speed: 0), frames: 48_000, rate: rate)
    #expect(clock.now?.bar == 0 && clock.now?.barBeat == 1)
    let known = Transport(
      frame: 7,
      speed: 1,
      tempo: Tempo(beatsPerMinute: 90, beatsPerBar: 3, beatUnit: 8),
      bar: 5,
      barBeat: 2
    )
    clock.beginCycle(at: known, frames: 48_000, rate: rate)
    #expect(clock.now == known)
    clock.count(nil)
    clock.beginCycle(at: Transport(frame: 8, speed: 1), frames: 48_000, rate: rate)
    #expect(clock.now == Transport(frame: 8, speed: 1))
  }

  @Test("is its own when it does not follow the driver")
  func own() {
    clock.follow(driver: false)
    clock.set(Transport(speed: 1))
    clock.beginCycle(at: Transport(frame: 9_999), frames: 10, rate: rate)
    clock.beginCycle(at: Transport(frame: 9_999), frames: 10, rate: rate)
    #expect(clock.now?.frame == 10)
  }

  @Test("moves with every chunk of a cycle")
  func chunks() {
    let controller = RenderController(sampleRate: SampleRate(hertz: 48_000), transport: clock)
    controller.publish(PlanDescription(), blockFrames: 16)
    _ = HandDriver(controller: controller, outputs: 1).render(frames: 64, cycle: 64)
    clock.set(Transport(speed: 1))
    _ = HandDriver(controller: controller, outputs: 1).render(frames: 128, cycle: 64)
    #expect(clock.now?.frame == 112)
  }
}
