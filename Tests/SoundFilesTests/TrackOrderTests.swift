// SPDX-License-Identifier: Apache-2.0
// The order of tracks: shuffle, repeat, history, queue.

import SeededNumbers
import Testing

@testable import SoundFiles

struct TrackOrderTests {
  private func tracks(_ count: Int) -> [Track] { (0..<count).map { Track("/music/\($0).flac") } }

  private func names(_ order: inout TrackOrder, _ count: Int, _ reason: TrackOrder.Reason = .end)
    -> [String]
  {
    (0..<count).compactMap { _ in order.advance(reason)?.track.path }
  }

  @Test("goes through a list once, or over and over, or stays with one track")
  func repetition() {
    let list = tracks(3)
    let paths = list.map(\.path)
    var once = TrackOrder(list)
    #expect(names(&once, 5) == paths)
    #expect(once.present == nil)
    var all = TrackOrder(list, repeats: .all)
    #expect(names(&all, 7) == paths + paths + [paths[0]])
    var one = TrackOrder(list, repeats: .one)
    #expect(names(&one, 3) == [paths[0], paths[0], paths[0]])
    #expect(names(&one, 2, .skip) == [paths[1], paths[2]])
    var empty = TrackOrder([], repeats: .all)
    #expect(empty.advance(.end) == nil)
  }

  @Test("begins again with the first track, whatever was read ahead or queued behind it")
  func restart() {
    var order = TrackOrder(tracks(4), repeats: .all)
    for _ in 0..<3 { order.advance(.end) }
    // Two tracks were read that nobody has heard.
    order.rewind(to: 1)
    order.eject()
    #expect(order.restart()?.track == tracks(1)[0])
    #expect(order.next() == tracks(2)[1])
    order.waiting = [tracks(4)[3]]
    #expect(order.restart()?.track == tracks(4)[3])
    #expect(order.next() == tracks(1)[0])
  }

  @Test("is emptied without a trace in what comes and what was")
  func eject() {
    for repeats in TrackOrder.Repetition.allCases {
      var order = TrackOrder(tracks(3), repeats: repeats)
      order.advance(.end)
      order.eject()
      order.eject()
      #expect(order.present?.track.isNone == true)
      #expect(!order.upcoming(5).contains { $0.isNone })
      // Another order of the list goes on behind the track that was taken out.
      var other = order
      other.shuffle(nil)
      #expect(other.next(.skip) == order.next(.skip))
      #expect(order.history.map(\.track) == tracks(1))
      other = order
      #expect(order.goBack()?.track == tracks(1)[0])
      #expect(order.waiting.isEmpty)
      #expect(other.advance(.skip)?.track == tracks(2)[1])
      #expect(other.history.map(\.track) == tracks(1))
    }
  }

  @Test(
    "shuffles without repeats until all were heard, each round in another way, never twice in a row"
  )
  func shuffle() {
    for seed in UInt64(0)..<200 {
      let count = Int(seed % 40) + 2
      var order = TrackOrder(tracks(count), seed: seed, repeats: .all)
      var before: String?
      var rounds: [[String]] = []
      for _ in 0..<4 {
        let round = names(&order, count)
        #expect(Set(round).count == count)
        #expect(round.first != before)
        before = round.last
        rounds.append(round)
      }
      if count > 6 { #expect(Set(rounds).count == 4) }
      var again = TrackOrder(tracks(count), seed: seed, repeats: .all)
      #expect(names(&again, count) == rounds[0])
    }
    // Each track is as often the first one as any other.
    var firsts: [String: Int] = [:]
    for seed in UInt64(0)..<10_000 {
      var order = TrackOrder(tracks(10), seed: seed)
      firsts[order.advance(.end)?.track.path ?? "", default: 0] += 1
    }
    #expect(firsts.values.allSatisfy { (800...1_200).contains($0) })
  }

  @Test("keeps its place where files come and go, and does not shuffle the others")
  func folders() {
    var numbers = SeededNumbers(seed: 11)
    for seed in UInt64(0)..<300 {
      var present = tracks(20)
      let isShuffled = seed % 3 != 0
      var order = TrackOrder(present, seed: isShuffled ? seed : nil)
      var heard: [String] = []
      var lost: Set<String> = []
      while let turn = order.advance(.end) {
        #expect(!lost.contains(turn.track.path))
        #expect(!heard.contains(turn.track.path))
        heard.append(turn.track.path)
        guard heard.count < 40, Int.random(in: 0..<3, using: &numbers) == 0 else { continue }
        let gone = present.remove(at: Int.random(in: 0..<present.count, using: &numbers))
        lost.insert(gone.path)
        let new = Track("/music/new\(heard.count).flac")
        present.insert(new, at: Int.random(in: 0...present.count, using: &numbers))
        order.replace(present)
      }
      // Of what was there from the beginning to the end nothing was left out.
      let stayed = Set(present.map(\.path)).intersection(tracks(20).map(\.path))
      #expect(stayed.isSubset(of: heard))
    }
  }

  @Test("goes back as far as it may, and forward the same way again")
  func history() {
    var order = TrackOrder(tracks(20), seed: 5, history: 10)
    let heard = names(&order, 14)
    var back: [String] = []
    while let turn = order.goBack() { back.append(turn.track.path) }
    #expect(back == heard.dropLast().suffix(10).reversed())
    #expect(names(&order, 10) == Array(heard.suffix(10)))
    #expect(order.goBack()?.track.path == heard[12])
    // What was read ahead, and not heard, comes again.
    let turn = order.present
    let ahead = names(&order, 3)
    order.rewind(to: turn?.number ?? -1)
    #expect(order.present == turn)
    #expect(names(&order, 3) == ahead)
  }

  @Test("finds what is heard again, however few tracks one may go back")
  func shortHistory() {
    var order = TrackOrder(tracks(9), history: 0)
    let heard = order.advance(.end)
    let ahead = names(&order, 3)
    order.rewind(to: heard?.number ?? -1)
    #expect(order.present == heard)
    #expect(names(&order, 3) == ahead)
  }

  @Test("takes steps back that nobody has heard, but not what was edited meanwhile")
  func undo() throws {
    var order = TrackOrder(tracks(9))
    _ = names(&order, 3)
    for step in 0..<4 {
      let before = order
      switch step {
      case 0: order.goBack()
      case 1: order.play(Track("/now.wav"))
      case 2: order.advance(.skip)
      default: order.restart()
      }
      let after = order
      let number = try #require(after.present?.number)
      order.waiting.append(Track("/queued\(step).wav"))
      order.undo(to: before, since: after)
      #expect(order.present == before.present)
      #expect(order.waiting.last?.path == "/queued\(step).wav")
      order.waiting = before.waiting
      #expect(order.upcoming(20) == before.upcoming(20))
      // A number belongs to one turn for ever.
      var later = order
      later.advance(.skip)
      if step != 0 { #expect(later.present?.number ?? 0 > number) }
    }
  }

  @Test("plays what is queued first, then goes on with the list")
  func queue() {
    var order = TrackOrder(tracks(4), repeats: .off)
    #expect(names(&order, 1) == ["/music/0.flac"])
    order.waiting = [Track("/a.wav"), Track("/b.wav")]
    #expect(order.upcoming(10).map(\.path) == ["/a.wav", "/b.wav"] + tracks(4)[1...].map(\.path))
    #expect(names(&order, 3) == ["/a.wav", "/b.wav", "/music/1.flac"])
    order.play(Track("/now.wav"))
    #expect(order.next()?.path == "/music/2.flac")
    #expect(order.goBack()?.track.path == "/music/1.flac")
    #expect(order.next()?.path == "/now.wav")
    order.waiting = []
    #expect(names(&order, 5) == ["/music/2.flac", "/music/3.flac"])
    #expect(order.restart()?.track.path == "/music/0.flac")
  }

  @Test("goes on from a track that is remembered, in the round that it was in")
  func place() throws {
    for seed in UInt64(1)..<50 {
      var order = TrackOrder(tracks(12), seed: seed, repeats: .all)
      _ = names(&order, 12 + Int(seed % 12))
      order.waiting = seed % 2 == 0 ? [Track("/a.wav"), Track("/b.wav")] : []
      if seed % 4 == 0 { order.advance(.end) }
      var later = TrackOrder(tracks(12), seed: seed, repeats: .all)
      later.resume(try #require(order.place))
      #expect(later.present?.track == order.present?.track)
      #expect(later.waiting == order.waiting)
      #expect(names(&later, 30) == names(&order, 30))
    }
  }
}
