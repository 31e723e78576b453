// SPDX-License-Identifier: Apache-2.0
// Rings that take the place of others with the same sound, and more of what is before it.

import Foundation
import Quantities
import RenderCore
import Testing

@testable import SoundFiles

@Suite("A ring with more past")
struct PastRingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(
    "has the same samples at the same places, whatever the rate of its file",
    arguments: [rate44, rate48, SampleRate(hertz: 96_000)].compactMap(\.self)
  )
  func same(rate: SampleRate) throws {
    let signal = (0..<Int(rate.hertz * 20)).map { frame -> Float in
      let (high, low) = (Float(frame % 997) * 0.37, Float(frame) * 0.011)
      return 0.5 * sin(high) + 0.2 * sin(low)
    }
    let path = try folder.write([signal], "signal.wav", rate: rate)
    let lanes = FileLanes()
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: lanes)
    let request = try player.requestRing(at: Seconds(12.3456))
    let present = try ring(of: request)
    let before = present.take(7_001)[0]
    #expect(before.count == 7_001)
    let (frame, shift) = try #require(present.past(Seconds(7), turn: present.track.turn))
    let heard = present.audio.framesRead - shift
    #expect(heard > 48_000 * 7 - 1 && heard < 48_000 * 7 + 400)
    let past = RingPast(frame: frame, heard: heard)
    let place = player.position(of: present)
    let other = try ring(of: player.requestRing(at: place, past: past))
    #expect(other.audio.framesRead == heard)
    // From where both have, as the converter of the later one has to warm up.
    other.audio.read(from: 2_000 - shift)
    let again = other.take(5_001)[0]
    let off = zip(before[2_000...], again).map { abs($0 - $1) }.max() ?? 1
    #expect(off < 1e-6, "\(off)")
    #expect(rate != rate48 || off == 0)
    #expect(abs(other.position(isOver: false).value - present.position(isOver: false).value) < 1e-9)
  }

  @Test("begins at the beginning of the track where that is nearer, and keeps what is wanted")
  func beginning() throws {
    let path = try folder.write([[Float](repeating: 0.25, count: 480_000)])
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: FileLanes())
    let present = try ring(of: player.requestRing(at: Seconds(2)))
    let (frame, shift) = try #require(present.past(Seconds(7), turn: present.track.turn))
    #expect(frame == 0 && shift == -96_000)
    #expect(present.past(Seconds(1), turn: present.track.turn + 1) == nil)
    let past = RingPast(frame: 0, heard: 96_000, kept: Seconds(60))
    let other = try ring(of: player.requestRing(at: Seconds(2), past: past))
    #expect(other.audio.longestLoop == 60 * 48_000 && present.audio.longestLoop == 8 * 48_000)
    #expect(PlayerRing.longestLoop(channels: 2, rate: rate48) == Seconds(600))
    #expect(PlayerRing.longestLoop(channels: 64, rate: rate48) < Seconds(30))
  }

  @Test("of a file that starts again at its end begins with its present turn")
  func turns() throws {
    let signal = (0..<48_000).map { Float($0) / 48_000 }
    let path = try folder.write([signal])
    let player = try SoundFilePlayer(file: path, rate: rate48, loops: true, lanes: FileLanes())
    let present = try ring(of: player.requestRing(at: Seconds(0.75)))
    // On through the end, and some way into the third turn.
    try #require(eventually { present.audio.framesWritten > 40_000 })
    var heard: [Float] = []
    while heard.count < 12_000 + 48_000 + 6_000 {
      let count = min(4_096, 66_000 - heard.count)
      try #require(eventually { present.audio.readable >= count })
      heard += present.take(count)[0]
    }
    let (frame, shift) = try #require(present.past(Seconds(7), turn: present.track.turn))
    #expect(frame == 0 && shift == 60_000)
    let past = RingPast(frame: frame, heard: present.audio.framesRead - shift)
    let other = try ring(of: player.requestRing(at: player.position(of: present), past: past))
    other.audio.read(from: 1_000)
    #expect(other.take(4_000)[0] == Array(heard[61_000..<65_000]))
  }

  private func ring(of request: RingRequest) throws -> PlayerRing {
    try #require(eventually { request.outcome != nil })
    guard case .ring(let ring) = request.outcome else {
      throw SoundFileError.cannotRead(path: "", reason: "\(String(describing: request.outcome))")
    }
    return ring
  }
}
