// SPDX-License-Identifier: Apache-2.0
// Following a MIDI clock: tempo, position, starts and stops.

import MIDIControl
import SeededNumbers
import Testing

@Suite("Following a MIDI clock")
struct ClockFollowerTests {
  @Test("finds the tempo and the place, to the frame, of a clock that keeps time")
  func steady() {
    var follower = ClockFollower(rate: 48_000, tempo: 90)
    for tick in 0..<24 { #expect(follower.hear([0xF8], at: Int64(tick) * 1_000) == nil) }
    #expect(follower.hear([0xFA], at: 23_500) == nil)
    let start = follower.hear([0xF8], at: 24_000)
    #expect(start?.isJump == true && start?.isRolling == true && start?.quarters == 0)
    #expect(abs((start?.quartersPerMinute ?? 0) - 120) < 1e-6)
    var last: ClockState?
    for tick in 1...48 { last = follower.hear([0xF8], at: 24_000 + Int64(tick) * 1_000) ?? last }
    #expect(last?.frame == 72_000 && last?.isJump == false)
    #expect(abs((last?.quarters ?? 0) - 2) < 1e-9)
    let stop = follower.hear([0xFC], at: 72_500)
    #expect(stop?.isRolling == false)
  }

  @Test("keeps the tempo within 0.1 of a beat where ticks come up to 1 ms early or late")
  func unrest() {
    var random = SeededNumbers(seed: 3)
    var follower = ClockFollower(rate: 48_000)
    _ = follower.hear([0xFA], at: 0)
    var worst = (tempo: 0.0, place: 0.0)
    for tick in 0..<960 {
      let early = Int64(random.next() % 97) - 48
      let state = follower.hear([0xF8], at: Int64(tick) * 1_000 + early)
      guard tick > 96, let state else { continue }
      worst.tempo = max(worst.tempo, abs(state.quartersPerMinute - 120))
      let place = Double(state.frame) / 24_000
      worst.place = max(worst.place, abs(state.quarters - place) * 24_000)
    }
    #expect(worst.tempo < 0.5, "\(worst)")
    #expect(worst.place < 24, "\(worst)")
  }

  @Test("goes where the song position says, and on from there")
  func position() {
    var follower = ClockFollower(rate: 48_000)
    let placed = follower.hear([0xF2, 8, 0], at: 10)
    #expect(placed?.quarters == 2 && placed?.isJump == true && placed?.isRolling == false)
    #expect(follower.hear([0xFB], at: 20) == nil)
    let rolling = follower.hear([0xF8], at: 1_000)
    #expect(rolling?.quarters == 2 && rolling?.isRolling == true && rolling?.frame == 1_000)
  }

  @Test("takes another tempo within two quarter notes, and no tempo from a pause")
  func change() {
    var follower = ClockFollower(rate: 48_000)
    _ = follower.hear([0xFA], at: 0)
    var (frame, last): (Int64, ClockState?) = (0, nil)
    for _ in 0..<48 {
      frame += 1_000
      last = follower.hear([0xF8], at: frame) ?? last
    }
    for _ in 0..<48 {
      frame += 500
      last = follower.hear([0xF8], at: frame) ?? last
    }
    #expect(abs((last?.quartersPerMinute ?? 0) - 240) < 0.5)
    frame += 480_000
    for _ in 0..<7 {
      last = follower.hear([0xF8], at: frame) ?? last
      frame += 500
    }
    #expect(abs((last?.quartersPerMinute ?? 0) - 240) < 0.5)
  }
}
