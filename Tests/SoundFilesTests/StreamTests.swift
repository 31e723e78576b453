// SPDX-License-Identifier: Apache-2.0
// Streams without a network: what is kept back, at which speed it is played, what is said of it.

import Foundation
import Quantities
import SeededNumbers
import Testing

@testable import SoundFiles

@Suite("A stream in memory")
struct StreamTests {
  /// So many frames of both channels.
  private static func sound(_ frames: Int, _ level: Float = 0.5) -> [Float] {
    [Float](repeating: level, count: frames * 2)
  }

  private static func take(_ frames: Int, of buffer: inout StreamBuffer) -> (Int, [Float]) {
    var target = [Float](repeating: .nan, count: frames * 2)
    let count = unsafe target.withUnsafeMutableBufferPointer { unsafe buffer.take($0) }
    return (count, stride(from: 0, to: target.count, by: 2).map { target[$0] })
  }

  @Test("is silent until there is enough, begins softly, and ends softly where nothing follows")
  func edges() {
    var buffer = StreamBuffer(wanted: 10_000, reserve: 5_000)
    buffer.append(Self.sound(9_999))
    #expect(Self.take(100, of: &buffer) == (0, [Float](repeating: 0, count: 100)))
    buffer.append(Self.sound(1))
    var heard: [Float] = []
    while heard.count < 12_000 {
      let (count, piece) = Self.take(1_000, of: &buffer)
      #expect(piece.count == 1_000 && (count == 1_000 || !buffer.isPlaying))
      heard += piece
    }
    let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }
    #expect(heard[0] == 0 && heard.last == 0 && heard.max() == 0.5)
    #expect((steps.max() ?? 1) <= 2.1 * 0.5 / Float(StreamBuffer.fade))
    #expect(heard.count { $0 == 0.5 } > 7_500)
    #expect(!buffer.isPlaying)
  }

  @Test("hands every frame on once, in order, whatever the pieces; a cut has no edge")
  func order() {
    var random = SeededNumbers(seed: 27)
    for round in 0..<50 {
      var buffer = StreamBuffer(wanted: 2_000, reserve: 3_000)
      var (sent, heard) = (0, [Float]())
      while heard.count < 30_000 {
        let frames = min(Int.random(in: 0...1_500, using: &random), buffer.room)
        buffer.append((sent..<(sent + frames)).flatMap { [Float($0), Float($0)] })
        sent += frames
        let asked = Int.random(in: 1...900, using: &random)
        if buffer.count > asked + StreamBuffer.fade || !buffer.isPlaying {
          let (count, piece) = Self.take(asked, of: &buffer)
          heard += piece[..<count]
        }
      }
      // But for the fade at its beginning it is what was sent.
      let rest = heard.enumerated().dropFirst(StreamBuffer.fade)
      #expect(rest.allSatisfy { $0.element == Float($0.offset) }, "round \(round)")
      #expect(buffer.taken == heard.count)
    }
  }

  @Test("that is complete is played to its last frame")
  func complete() {
    var buffer = StreamBuffer(wanted: 10_000, reserve: 5_000)
    buffer.append(Self.sound(3_000))
    buffer.isComplete = true
    #expect(Self.take(2_500, of: &buffer).0 == 2_500)
    let (count, last) = Self.take(1_000, of: &buffer)
    #expect(count == 500 && last[499] == 0.5 && last[500] == 0)
    #expect(Self.take(1_000, of: &buffer).0 == 0)
  }

  @Test("that is left plays a short fade and nothing else, and needs enough to begin again")
  func left() {
    var buffer = StreamBuffer(wanted: 4_000, reserve: 5_000)
    buffer.append(Self.sound(8_000))
    #expect(Self.take(1_000, of: &buffer).0 == 1_000)
    buffer.leave()
    buffer.append(Self.sound(3_000, 0.75))
    let (count, heard) = Self.take(1_000, of: &buffer)
    #expect(count == StreamBuffer.fade && heard[count...].allSatisfy { $0 == 0 })
    #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 >= $1 } && heard[0] > 0.49)
    #expect(Self.take(500, of: &buffer) == (0, [Float](repeating: 0, count: 500)))
    buffer.append(Self.sound(1_000, 0.75))
    #expect(Self.take(900, of: &buffer).1.last == 0.75)
    buffer.leave()
    buffer.leave()
    #expect(Self.take(2_000, of: &buffer).0 == StreamBuffer.fade)
  }

  @Test("follows the clock of its sender for a month: no gap, and no more kept back than at first")
  func drift() {
    for drift in [-300e-6, -50e-6, 20e-6, 400e-6] {
      var pace = StreamPace(target: 3)
      var (kept, least, most) = (3.0, 3.0, 3.0)
      var (last, change) = (1.0, 0.0)
      for _ in 0..<(30 * 86_400) {
        // What a second of our card plays, and what has come meanwhile.
        let speed = pace.speed(keeping: kept, for: 1)
        change = max(change, abs(speed - last))
        last = speed
        kept += 1 + drift - speed
        (least, most) = (min(least, kept), max(most, kept))
      }
      // At its own speed even 50 millionths would use 3 s up in 17 hours.
      #expect(least > 0.9 && most < 5.1, "\(drift): \(least) to \(most)")
      #expect(abs(last - 1 - drift) < 1e-6 && change < 30e-6, "\(drift): \(last), \(change)")
    }
  }

  @Test("says what it plays, whether it has an end, and what went wrong")
  func words() {
    let address = "http://radio.example/live"
    var words = StreamWords()
    func say(_ lines: String...) {
      for line in lines { words.add(Array("\(line)\n".utf8), of: address) }
    }
    say(
      "[http @ 0x5] [verbose] Metadata update for StreamTitle: Nina Simone - Sinnerman",
      "[info] Input #0, mp3, from '\(address)':",
      "[info]     icy-name        : Test FM",
      "[info]   Duration: N/A, start: 0.025057, bitrate: 128 kb/s",
      "[info] Output #0, f32le, to 'pipe:1':",
      "[info]     title : not this"
    )
    #expect(words.tags == SoundTags(title: "Sinnerman", artist: "Nina Simone", album: "Test FM"))
    #expect(!words.hasEnd && words.complaint == nil)
    say("size= 1kB\r[http @ 0x5] [verbose] Metadata update for StreamTitle: News")
    #expect(words.tags.title == "News" && words.tags.artist == nil)
    say(
      "[http @ 0x5] [error] HTTP error 404 Not Found",
      "[error] \(address): Server returned 404 Not Found"
    )
    #expect(words.complaint == "HTTP error 404 Not Found")
    var short = StreamWords()
    short.add(
      Array("[info]   Duration: 00:00:10.00, start: 0\n[error] \(address): End of file\n".utf8),
      of: address
    )
    #expect(short.hasEnd && short.complaint == "End of file")
  }

  @Test("is known by its address, of which people see no password")
  func addresses() {
    #expect(StreamAddress.isOne("HTTP://a.example/b") && StreamAddress.isOne("https://a"))
    for file in ["/a/http://b", "http:/a", "ftp://a/b", "file:///a", ""] {
      #expect(!StreamAddress.isOne(file), "\(file)")
    }
    let secret = Track("http://me:pass@radio.example/live@home")
    #expect(secret.shownPath == "http://radio.example/live@home")
    #expect(
      secret.name == "radio.example/live@home" && Track("/m/a@b.wav").shownPath == "/m/a@b.wav"
    )
    for wrong in [
      "http://", "http:///a", "http://:80/", "http://a/b c", "http://a/\u{1B}", "http://ä",
    ] {
      #expect(StreamAddress.problem(of: wrong) != nil, "\(wrong)")
    }
    #expect(StreamAddress.problem(of: "https://a.example:8000/live?x=1") == nil)
  }

  @Test("bears whatever is said of it")
  func anything() {
    var random = SeededNumbers(seed: 5)
    let parts = [
      "Metadata update for ", "StreamTitle", ": ", " : ", "[", "] ", "error", "\n", "\u{1B}[2J",
      "Duration: ", " - ",
    ]
    for _ in 0..<2_000 {
      var words = StreamWords()
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        if Bool.random(using: &random), let part = parts.randomElement(using: &random) {
          bytes += Array(part.utf8)
        } else {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        }
      }
      words.add(bytes + [10], of: "http://a/b")
      let said = [words.tags.title, words.tags.artist, words.tags.album].compactMap(\.self)
      #expect(said.allSatisfy { $0.count <= 200 && !$0.contains("\u{1B}") })
    }
  }
}
