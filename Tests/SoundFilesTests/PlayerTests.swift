// SPDX-License-Identifier: Apache-2.0
// The contents of a player's ring: the file's samples, loops, seeks, ends.

import Foundation
import Quantities
import RenderCore
import Testing

@testable import SoundFiles

@Suite("Sound file player")
struct PlayerTests {
  @Test("at the rig's rate every sample passes bit for bit", arguments: [1, 4095, 4096, 200_003])
  func passesThrough(frames: Int) throws {
    let folder = try Folder()
    let signal = [noise(frames: frames, seed: 3), noise(frames: frames, seed: 4)]
    let player = try SoundFilePlayer(file: folder.write(signal), rate: rate48, lanes: nil)
    #expect(player.fileFrames == FrameCount(frames))
    let played = try player.play()
    #expect(played[0].elementsEqual(signal[0]) && played[1].elementsEqual(signal[1]))
  }

  @Test("a loop goes on with the first frame after the last", arguments: [1, 777, 8192, 60_000])
  func loopSeam(frames: Int) throws {
    let folder = try Folder()
    let signal = noise(frames: frames)
    let player = try SoundFilePlayer(
      file: folder.write([signal]),
      rate: rate48,
      loops: true,
      lanes: nil
    )
    let total = max(3 * frames, 20_000)
    let played = try player.play(frames: total)[0]
    #expect(played.count == total)
    #expect(played.indices.allSatisfy { played[$0] == signal[$0 % frames] })
  }

  @Test(
    "each round of a loop sounds like the first in every format",
    arguments: SoundFileFormat.allCases
  )
  func loopsEveryFormat(format: SoundFileFormat) throws {
    let folder = try Folder()
    let path = try folder.write([sine(frames: 50_000)], as: format)
    let player = try SoundFilePlayer(file: path, rate: rate48, loops: true, lanes: nil)
    let length = player.fileFrames.value
    let played = try player.play(frames: 2 * length)[0]
    #expect(length == 50_000)
    let ratio = signalToNoise(played[..<length], played[length...])
    #expect(ratio > 60, "first round to second: \(ratio) dB")
  }

  @Test("a seek lands on the very frame", arguments: SoundFileFormat.allCases)
  func seeks(format: SoundFileFormat) throws {
    let folder = try Folder()
    let path = try folder.write([sine(frames: 96_000)], as: format)
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: nil)
    let whole = try player.play()[0]
    let part = try player.play(from: Seconds(1.25))[0]
    #expect(part.count == whole.count - 60_000)
    let ratio = signalToNoise(whole[60_000...], part[...])
    #expect(ratio > 60, "whole to part: \(ratio) dB")
  }

  @Test("a conversion of the rate keeps length and sound", arguments: [44_100.0, 96_000, 22_050])
  func resamples(hertz: Double) throws {
    let folder = try Folder()
    let fileRate = SampleRate(hertz: hertz)
    let path = try folder.write(
      [sine(frames: Int(hertz) * 2, hertz: 997, rate: fileRate)],
      rate: fileRate
    )
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: nil)
    let played = try player.play()[0]
    #expect(abs(played.count - 96_000) <= 1)
    let ideal = sine(frames: 96_000, hertz: 997)
    let ratio = signalToNoise(ideal[4800..<91_200], played[4800..<91_200])
    #expect(ratio > 100, "signal to noise at \(hertz) Hz: \(ratio) dB")
  }

  @Test("a converted loop has no seam")
  func resampledLoop() throws {
    let folder = try Folder()
    // 441 periods fit exactly, so the loop is an endless sine.
    let path = try folder.write(
      [sine(frames: 44_100, hertz: 441, rate: rate44)],
      rate: rate44
    )
    let player = try SoundFilePlayer(file: path, rate: rate48, loops: true, lanes: nil)
    let played = try player.play(frames: 240_000)[0]
    let ideal = sine(frames: 240_000, hertz: 441)
    let ratio = signalToNoise(ideal[4800...], played[4800...])
    #expect(ratio > 100, "signal to noise over four seams: \(ratio) dB")
  }

  @Test("who asks for a moment behind the end hears how long the file lasts, to a thousandth")
  func outside() throws {
    let folder = try Folder()
    let path = try folder.write([noise(frames: 185_806)])
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: nil)
    let error = #expect(throws: SoundFileError.self) { try player.makeRing(at: Seconds(9.12345)) }
    #expect(error?.description == "Cannot play \(path) from 9.123 s: the file lasts 3.871 s")
  }

  @Test("a ring is finished by the file's last frame and not before")
  func finishes() throws {
    let folder = try Folder()
    let path = try folder.write([noise(frames: 100_000)])
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: nil)
    let ring = try player.makeRing(at: .zero)
    player.fill()
    #expect(!ring.isFinished)
    #expect(ring.framesWritten >= 48_000)
    #expect(ring.take(90_000)[0].count < 90_000)
    player.fill()
    #expect(ring.isFinished)
    #expect(ring.framesWritten == 100_000)
  }

  @Test("a new ring holds its first moments before anybody fills it")
  func prefills() throws {
    let folder = try Folder()
    let path = try folder.write([noise(frames: 100_000)])
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: nil)
    #expect(try player.makeRing(at: .zero).readable >= 4800)
    let rest = try player.makeRing(at: Seconds(2))
    #expect(rest.readable == 4000)
    #expect(rest.isFinished)
  }

  @Test("the position follows what has been read, round a loop too")
  func positions() throws {
    let folder = try Folder()
    let path = try folder.write([noise(frames: 44_100)], rate: rate44)
    let once = try SoundFilePlayer(file: path, rate: rate48, lanes: nil)
    let ring = try once.makeRing(at: Seconds(0.25))
    once.fill()
    #expect(once.position(of: ring) == Seconds(0.25))
    _ = ring.take(24_000)
    #expect(once.position(of: ring) == Seconds(0.75))
    _ = ring.take(48_000)
    #expect(once.position(of: ring) == Seconds(1))
    let loop = try SoundFilePlayer(file: path, rate: rate48, loops: true, lanes: nil)
    let round = try loop.makeRing(at: Seconds(0.25))
    loop.fill()
    _ = round.take(60_000)
    #expect(loop.position(of: round) == Seconds(0.5))
  }

  @Test("a loop is turned while it plays; a turn that has been read is played to its end")
  func turnedLoop() throws {
    let folder = try Folder()
    let samples = noise(frames: 30_000)
    let player = try SoundFilePlayer(file: try folder.write([samples]), rate: rate48, lanes: nil)
    let ring = try player.makeRing(at: .zero)
    player.loops = true
    player.fill()
    player.loops = false
    var heard = ring.take(45_000)[0]
    #expect(player.position(of: ring) == Seconds(Double(heard.count % 30_000) / 48_000))
    while !ring.isFinished || ring.readable > 0 {
      player.fill()
      heard += ring.take(20_000)[0]
    }
    let turns = heard.count / 30_000
    #expect(turns >= 2 && heard.count % 30_000 == 0)
    #expect(heard == Array(repeatElement(samples, count: turns).joined()))
    #expect(!player.goesOnLate && player.position(of: ring) == player.duration)
    player.loops = true
    #expect(player.goesOnLate)
    _ = try player.makeRing(at: .zero)
    #expect(!player.goesOnLate)
  }

  @Test("a position outside the file is refused", arguments: [-0.1, 1.1, .nan, .infinity])
  func outside(seconds: Double) throws {
    let folder = try Folder()
    let path = try folder.write([noise(frames: 48_000)])
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: nil)
    #expect(throws: SoundFileError.self) { try player.makeRing(at: Seconds(seconds)) }
  }

  @Test("a file that breaks off ends the ring instead of hanging", arguments: [false, true])
  func brokenOff(loops: Bool) throws {
    let folder = try Folder()
    let path = try folder.write([noise(frames: 96_000)], "whole.flac", as: .flac24)
    let whole = try Data(contentsOf: URL(filePath: path))
    let cut = folder.file("cut.flac")
    try whole.prefix(whole.count / 2).write(to: URL(filePath: cut))
    let player = try SoundFilePlayer(file: cut, rate: rate48, loops: loops, lanes: nil)
    let played = try player.play(frames: 150_000)[0]
    #expect(played.count > 40_000)
    #expect(played.prefix(40_000).elementsEqual(try player.play(frames: 40_000)[0]))
  }
}
