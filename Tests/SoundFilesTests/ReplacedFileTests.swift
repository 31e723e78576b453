// SPDX-License-Identifier: Apache-2.0
// Files that change while a rig has them open: the new form is played, and a file that is gone is
// reported.

import Foundation
import Quantities
import RenderCore
import Testing

@testable import SoundFiles

@Suite("A file that changes under its player")
struct ReplacedFileTests {
  private let folder: Folder
  private let path: String

  init() throws {
    folder = try Folder()
    path = try folder.write([[Float](repeating: 0.25, count: 48_000)])
  }

  private func ring(of request: RingRequest) throws -> PlayerRing {
    try #require(eventually { request.outcome != nil })
    guard case .ring(let ring) = request.outcome else {
      throw SoundFileError.cannotRead(path: path, reason: "\(String(describing: request.outcome))")
    }
    return ring
  }

  /// Replaces the file by another one, as a move does, or overwrites it.
  private func replace(byMoving: Bool, rate: SampleRate = rate44) throws {
    let signal = [Float](repeating: 0.75, count: 88_200)
    let other = try folder.write([signal], byMoving ? "other.wav" : "signal.wav", rate: rate)
    if byMoving { #expect(unsafe rename(other, path) == 0) }
  }

  @Test("is played in its new form from its next beginning on", arguments: [true, false])
  func renews(byMoving: Bool) throws {
    let lanes = FileLanes()
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: lanes)
    #expect(!player.isReplaced)
    try replace(byMoving: byMoving)
    #expect(eventually { player.isReplaced })
    var news: [String] = []
    #expect(
      eventually {
        news += player.takeNews(); return !news.isEmpty
      }
    )
    #expect(
      news == [
        "\(path) has been written again; it is played in its new form from its next start on."
      ]
    )
    let ring = try ring(of: player.requestRing(at: .zero, renews: true))
    #expect(abs(ring.take(2000)[0][1000] - 0.75) < 0.01)
    #expect(player.duration == Seconds(2))
    #expect(player.fileRate == rate44)
    #expect(eventually { !player.isReplaced })
  }

  @Test("goes on as it was where it is only sought in, and where the new form can't be played")
  func keeps() throws {
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: FileLanes())
    try replace(byMoving: true)
    let sought = try ring(of: player.requestRing(at: Seconds(0.5)))
    #expect(sought.take(1000)[0][999] == 0.25)
    let stereo = [[Float](repeating: 0.75, count: 48_000), [Float](repeating: 0.75, count: 48_000)]
    #expect(unsafe rename(try folder.write(stereo, "other.wav"), path) == 0)
    let kept = try ring(of: player.requestRing(at: .zero, renews: true))
    #expect(kept.take(1000)[0][999] == 0.25)
    #expect(player.takeNews().contains { $0.contains("2 channels by now instead of 1") })
    #expect(try player.replacement() == .otherChannels)
  }

  @Test("may be wider and shorter than a mono file was: what is left of that comes to its end")
  func widens() throws {
    let mono = try folder.write([sine(frames: 48_000 * 3)], "mono.wav")
    let player = try SoundFilePlayer(file: mono, filling: 3, rate: rate48, lanes: nil)
    let former = try player.makeRing(at: Seconds(2))
    let levels: [Float] = [0.75, 0.25, 0.5]
    let wide = levels.map { [Float](repeating: $0, count: 22_050) }
    #expect(unsafe rename(try folder.write(wide, "wide.wav", rate: rate44), mono) == 0)
    guard case .failed = try player.requestRing(at: Seconds(2), renews: true).outcome else {
      Issue.record("there is nothing at 2 s any more")
      return
    }
    let rest = former.take(48_000)[0].count
    player.fill()
    #expect(rest > 0 && former.take(48_000)[0].isEmpty && former.isFinished)
    let begun = try ring(of: player.requestRing(at: .zero)).take(2_000)
    for (channel, level) in zip(begun, levels) { #expect(abs(channel[1_000] - level) < 0.01) }
  }

  @Test("is played on when it has been deleted, which is reported once")
  func deleted() throws {
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: FileLanes())
    #expect(unsafe unlink(path) == 0)
    var news: [String] = []
    #expect(
      eventually {
        news += player.takeNews(); return !news.isEmpty
      }
    )
    let ring = try ring(of: player.requestRing(at: .zero, renews: true))
    #expect(ring.take(1000)[0][999] == 0.25)
    news += player.takeNews()
    #expect(
      news == ["\(path) has been deleted or moved away; it is played as it was until the rig ends."]
    )
  }

  @Test("is read anew where it is kept in memory")
  func resident() throws {
    let lanes = FileLanes()
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: lanes, residentFrom: .zero)
    try replace(byMoving: true, rate: rate48)
    #expect(eventually { player.takeNews().contains { $0.contains("written again") } })
    let ring = try ring(of: player.requestRing(at: .zero, renews: true))
    #expect(ring.take(1000)[0][999] == 0.75)
    #expect(player.duration == Seconds(88_200 / 48_000))
  }

  @Test("is found out by asking the disk too, and offline")
  func offline() throws {
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: nil)
    #expect(try player.replacement() == .none)
    try replace(byMoving: true)
    #expect(try player.replacement() == .fitting)
    let ring = try ring(of: player.requestRing(at: .zero, renews: true))
    #expect(ring.take(2000)[0][1999] > 0.7)
    #expect(try player.replacement() == .none)
  }
}
