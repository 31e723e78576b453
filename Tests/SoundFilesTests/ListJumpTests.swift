// SPDX-License-Identifier: Apache-2.0
// Players of lists: where people send them, and what they queue.

import Foundation
import Quantities
import Testing

@testable import SoundFiles

@Suite("A player of a list that is sent elsewhere")
struct ListJumpTests: ListBench {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("comes back to a file that loops when what was queued is over")
  func queueOfLoop() throws {
    let one = try folder.write([[Float](repeating: 0.5, count: 48_000)], "one.wav")
    let two = try folder.write([[Float](repeating: 0.25, count: 48_000)], "two.wav")
    let player = try SoundFilePlayer(file: one, rate: rate48, loops: true, lanes: nil)
    let ring = try player.makeRing(at: Seconds(1))
    #expect(player.position(of: ring) == .zero)
    player.tracks.edit { $0.waiting = [Track(two)] }
    var played: [Float] = []
    while played.count < 48_000 * 6 {
      player.fill()
      played += ring.take(1_000)[0]
    }
    let levels = stride(from: 24_000, to: played.count, by: 48_000).map { played[$0] }
    let place = try #require(levels.firstIndex(of: 0.25))
    #expect(place <= 2)
    #expect(levels.count { $0 == 0.25 } == 1)
  }

  @Test("seeks in the track that was meant, or begins another one that is shorter")
  func shorter() throws {
    let long = try folder.write([[Float](repeating: 0.5, count: 480_000)], "long.wav")
    let short = try folder.write([[Float](repeating: 0.25, count: 48_000)], "short.wav")
    let player = try player(queue([long, short, long]), lanes: FileLanes())
    _ = try player.makeRing(at: .zero)
    let step = player.requestRing(.next)
    let seek: RingRequest
    do {
      seek = try player.requestRing(at: Seconds(8))
    } catch {
      // The step was over already, and the position is beyond the end of its track.
      guard case .ring = step.outcome else { throw error }
      return
    }
    while seek.outcome == nil {}
    switch (step.outcome, seek.outcome) {
    case (.superseded?, .ring(let ring)?), (.ring?, .ring(let ring)?):
      #expect(ring.take(1)[0] == [0.25])
    default: Issue.record("\(String(describing: seek.outcome))")
    }
  }

  @Test("knows which ring it fills, so that one that a vain jump has left can be replaced")
  func filling() throws {
    let files = try (0..<2).map { index in
      try folder.write([[Float](repeating: Float(index + 1) / 8, count: 96_000)], "\(index).wav")
    }
    let player = try player(queue(files))
    let ring = try player.makeRing(at: .zero)
    guard case .failed = player.requestRing(.track(Track("/none.wav"))).outcome else {
      Issue.record("a file that is not there")
      return
    }
    #expect(player.isFilling(ring))
    let next = try player.makeRing(at: Seconds(1))
    #expect(player.isFilling(next) && !player.isFilling(ring))
  }

  @Test("goes to the next track, back, to another one, and on from there")
  func jumps() throws {
    let files = try (0..<4).map { index in
      try folder.write(
        [[Float](repeating: Float(index + 1) / 8, count: 48_000)],
        "\(index).wav"
      )
    }
    let lanes = FileLanes()
    for lanes in [nil, lanes] {
      let player = try player(queue(files), lanes: lanes)
      func go(_ steps: TrackStep...) throws -> PlayerRing {
        let requests = steps.map { player.requestRing($0) }
        while requests.last?.outcome == nil {}
        guard case .ring(let ring) = requests.last?.outcome else {
          throw SoundFileError.nothingPlayable(
            list: "\(String(describing: requests.last?.outcome))"
          )
        }
        return ring
      }
      // The ring has been filled beyond the first track by then.
      let first = try player.makeRing(at: Seconds(0.9))
      while first.framesWritten < 40_000 { player.fill() }
      #expect(first.track.track.path == files[0])
      var ring = try go(.next)
      #expect(ring.take(10)[0] == [Float](repeating: 0.25, count: 10))
      #expect(try go(.previous).take(10)[0][0] == 0.125)
      // One after the other, as fast as they come.
      #expect(try go(.next, .next, .next).take(10)[0][0] == 0.5)
      #expect(throws: SoundFileError.self) { try go(.next) }
      ring = try go(.previous)
      #expect(ring.take(10)[0][0] == 0.375)
      #expect(player.position(of: ring) == Seconds(10 / 48_000.0))
      // Another track comes in between; then the list goes on.
      ring = try go(.track(Track(files[0])))
      var played: [Float] = []
      while !ring.hasEnded {
        player.fill()
        played += ring.take(1_000)[0]
      }
      #expect(
        played == [Float](repeating: 0.125, count: 48_000) + [Float](repeating: 0.5, count: 48_000)
      )
      #expect(try go(.first).take(1)[0][0] == 0.125)
      #expect(throws: SoundFileError.self) { try go(.track(Track("/none.wav"))) }
      // It is emptied, and waits for another step.
      ring = try go(.track(Track(files[0])), .eject)
      #expect(ring.hasEnded && player.track.track.isNone && player.duration == .zero)
      #expect(!player.goesOnLate && player.failure == nil)
      #expect(try go(.previous).take(1)[0][0] == 0.125)
      #expect(try go(.eject, .eject, .first).take(1)[0][0] == 0.125)
      // A jump within the track that is heard, though the next one is being read.
      ring = try player.makeRing(at: Seconds(0.95))
      while ring.framesWritten < 40_000 { player.fill() }
      let again = try player.makeRing(at: Seconds(0.5))
      #expect(again.take(1)[0][0] == ring.take(1)[0][0])
    }
  }

  @Test("lets go of its disk when it is emptied, also of what it has opened ahead")
  func ejected() throws {
    let files = try (0..<2).map { index in
      try folder.write([[Float](repeating: 0.5, count: 96_000)], "\(index).wav")
    }
    let lanes = FileLanes()
    func openFiles() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
        let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        return file?.hasPrefix(folder.path) == true
      }
    }
    let player = try player(queue(files, repeats: .all), lanes: lanes)
    _ = try player.makeRing(at: .zero)
    while try openFiles() < 2 {}
    let request = player.requestRing(.eject)
    while request.outcome == nil {}
    while try openFiles() > 0 {}
    player.lookAtOrder()
    #expect(player.track.track.isNone)
  }

  @Test("follows what is queued while it plays")
  func queued() throws {
    let files = try (0..<3).map { index in
      try folder.write([[Float](repeating: Float(index + 1) / 8, count: 96_000)], "\(index).wav")
    }
    let queue = queue([files[0], files[1]])
    let player = try player(queue)
    let ring = try player.makeRing(at: .zero)
    _ = ring.take(1_000)
    queue.edit { $0.waiting.append(Track(files[2])) }
    player.lookAtOrder()
    var played: [Float] = []
    while !ring.hasEnded {
      player.fill()
      played += ring.take(1_000)[0]
    }
    #expect(played.count == 3 * 96_000 - 1_000)
    #expect(played[96_000] == 0.375)
    #expect(played[2 * 96_000] == 0.25)
    // What comes after the end is for the owner to start.
    #expect(!player.goesOnLate)
    queue.edit { $0.waiting.append(Track(files[2])) }
    #expect(player.goesOnLate)
  }
}
