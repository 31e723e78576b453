// SPDX-License-Identifier: Apache-2.0
// Files whose headers lie, that consist of several, or that are damaged: all sound that they hold
// is heard.

import Foundation
import Quantities
import RenderCore
import Testing

@testable import SoundFiles

@Suite("A sound file that is not as it should be")
struct StrangeFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: folder.file(name)))
    return folder.file(name)
  }

  private func player(_ path: String) throws -> SoundFilePlayer {
    try SoundFilePlayer(file: path, rate: rate48, lanes: nil)
  }

  // MARK: MPEG

  /// An MP3 of two seconds, and the position of its frame count.
  private func mp3(seconds: Int = 2) throws -> (bytes: [UInt8], count: Int, firstFrame: Int) {
    let signal = sine(frames: 48_000 * seconds)
    let bytes = try bytes(folder.write([signal, signal], "\(UUID()).mp3", as: .mp3))
    let mark = ["Xing", "Info"].compactMap { bytes.firstRange(of: Array($0.utf8)) }.first
    let header = try #require(MPEGStructure.Header(bytes[..<4]))
    return (bytes, try #require(mark).upperBound + 4, header.bytes)
  }

  @Test(
    "is an MP3 without a count, or with a wrong one: it is as long as its frames",
    arguments: [0.1, 0.5, 10]
  )
  func lyingMP3(factor: Double) throws {
    var (bytes, place, firstFrame) = try mp3()
    let frames = Int(Double(bytes[place..<(place + 4)].bigEndian) * factor)
    for index in 0..<4 {
      bytes[place + index] = UInt8(truncatingIfNeeded: frames >> (24 - 8 * index))
    }
    let bare = Array(bytes[firstFrame...])
    for (name, bytes) in [("lying.mp3", bytes), ("bare.mp3", bare)] {
      let player = try player(file(name, bytes))
      let played = try player.play()[0]
      #expect(abs(player.fileFrames.value - 96_000) < 4 * 1152, "\(name)")
      #expect(played.count == player.fileFrames.value, "\(name)")
      let end = try player.play(from: Seconds(1.9))[0]
      #expect(end.prefix(2000).contains { abs($0) > 0.3 }, "\(name)")
    }
  }

  @Test("is two MP3s in one: both are heard, and what comes at another rate is named")
  func joinedMP3() throws {
    let (bytes, _, _) = try mp3()
    let player = try player(file("joined.mp3", bytes + bytes))
    #expect(player.fileFrames.value > 190_000)
    let played = try player.play()[0]
    #expect(played[180_000..<184_000].contains { abs($0) > 0.3 })
    let slow = try self.bytes(
      folder.write([sine(frames: 96_000, rate: rate44)], "slow.mp3", rate: rate44, as: .mp3)
    )
    let mixed = try file("mixed.mp3", bytes + slow)
    #expect(abs(try self.player(mixed).fileFrames.value - 96_000) < 4 * 1152)
    let remarks = SoundFile.findings(on: mixed).remarks
    #expect(remarks.count == 1)
    #expect(remarks.first?.contains("goes on at 44100 Hz from 2.") == true, "\(remarks)")
  }

  @Test("is an MP3 with a bad spot: what follows is heard, and the spot is named")
  func damagedMP3() throws {
    var (bytes, _, _) = try mp3(seconds: 4)
    let middle = bytes.count / 2
    bytes.replaceSubrange(middle..<(middle + 3000), with: [UInt8](repeating: 0, count: 3000))
    let path = try file("damaged.mp3", bytes)
    let played = try player(path).play()[0]
    #expect(played.count > 150_000)
    #expect(played.suffix(4000).contains { abs($0) > 0.3 })
    let remarks = SoundFile.findings(on: path).remarks
    #expect(remarks.count == 1)
    #expect(remarks.first?.hasPrefix("is damaged at ") == true, "\(remarks)")
  }

  // MARK: Ogg

  @Test(
    "is a chain of Ogg streams: all of it is heard",
    arguments: [SoundFileFormat.vorbis, .opus]
  )
  func chain(format: SoundFileFormat) throws {
    let stereo = [sine(frames: 96_000), sine(frames: 96_000)]
    let first = try bytes(folder.write(stereo, "first", as: format))
    let mono = try bytes(folder.write([sine(frames: 48_000, hertz: 880)], "mono", as: format))
    let path = try file("chain.ogg", first + mono + first)
    let player = try player(path)
    #expect(player.fileFrames.value == 240_000)
    let played = try player.play()
    #expect(played.map(\.count) == [240_000, 240_000])
    for moment in [90_000, 140_000, 230_000] {
      #expect(played[1][moment..<(moment + 2000)].contains { abs($0) > 0.3 }, "\(moment)")
    }
    let part = try player.play(from: Seconds(2.5))[0]
    #expect(part.count == 120_000)
    #expect(signalToNoise(played[0][125_000..<140_000], part[5_000..<20_000]) > 40)
    #expect(SoundFile.findings(on: path).remarks.isEmpty)
  }

  @Test("is a chain with a link at another rate: it is left out, and named")
  func foreignLink() throws {
    let first = try bytes(folder.write([sine(frames: 96_000)], "first", as: .vorbis))
    let other = try bytes(
      folder.write([sine(frames: 44_100, rate: rate44)], "other", rate: rate44, as: .vorbis)
    )
    let path = try file("chain.ogg", first + other + first)
    #expect(try player(path).play()[0].count == 192_000)
    let remark =
      "consists of 3 streams; the 2. one, after 2.00 s, is not played: it has 44100 Hz, and the first one 48000 Hz"
    #expect(SoundFile.findings(on: path).remarks == [remark])
  }

  // MARK: FLAC

  @Test("is a FLAC with bad spots: they are silent, nothing else moves, and they are named")
  func damagedFLAC() throws {
    let signal = noise(frames: 400_000)
    var bytes = try bytes(folder.write([signal], "whole.flac", as: .flac24))
    for place in [bytes.count / 3, bytes.count / 2] {
      bytes.replaceSubrange(place..<(place + 20_000), with: [UInt8](repeating: 0x55, count: 20_000))
    }
    let reader = try SoundFileReader(path: file("damaged.flac", bytes))
    #expect(reader.frames == 400_000)
    var played: [Float] = []
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096)
    defer { unsafe buffer.deallocate() }
    while case let count = try unsafe reader.read(buffer), count > 0 {
      unsafe played += buffer[..<count]
    }
    #expect(played.count == 400_000)
    let wrong = played.indices.filter { played[$0] != signal[$0] }
    #expect(!wrong.isEmpty && wrong.count < 40_000)
    #expect(wrong.allSatisfy { played[$0] == 0 })
    #expect(reader.remarks.count == 2)
    #expect(reader.remarks.allSatisfy { $0.hasPrefix("is damaged from ") }, "\(reader.remarks)")
    // Seeks behind it, into it, before it.
    for frame in [390_000, wrong[0] + 100, 1000] {
      try reader.seek(to: frame)
      let count = try unsafe reader.read(buffer)
      let read = unsafe Array(buffer[..<count])
      #expect(read.elementsEqual(played[frame..<(frame + count)]), "\(frame)")
    }
  }

  @Test("is a FLAC that breaks off: it is as long as what is there, and its end is found at once")
  func brokenFLAC() throws {
    let signal = noise(frames: 400_000)
    let bytes = try bytes(folder.write([signal], "whole.flac", as: .flac24))
    let path = try file("broken.flac", Array(bytes[..<(bytes.count * 9 / 10)]))
    let player = try player(path)
    let length = player.fileFrames.value
    #expect(length > 340_000 && length <= 360_000)
    #expect(try player.play()[0].elementsEqual(signal[..<length]))
    #expect(throws: SoundFileError.self) { try player.makeRing(at: Seconds(8)) }
    let part = try player.play(from: Seconds(7))[0]
    #expect(part.elementsEqual(signal[336_000..<length]))
    let remarks = SoundFile.findings(on: path).remarks
    #expect(remarks == ["breaks off: it holds \(moment(length, at: rate48)) of 8.33 s"])
  }

  // MARK: WAV

  @Test(
    "is a WAV whose header was never completed: it is played by its real size",
    arguments: [0, 0xFFFF_FFFF]
  )
  func unfinishedWAV(size: UInt32) throws {
    let signal = [noise(frames: 50_000, seed: 1), noise(frames: 50_000, seed: 2)]
    for format in [SoundFileFormat.wav24, .wavFloat] {
      var bytes = try bytes(folder.write(signal, "whole", as: format))
      let data = try #require(bytes.firstRange(of: Array("data".utf8))).upperBound
      for place in [4, data] {
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
      }
      let path = try file("cut.wav", bytes)
      let read = try SoundFile.read(path).channels
      #expect(read.map(\.count) == [50_000, 50_000])
      #expect(zip(read[1], signal[1]).allSatisfy { abs($0 - $1) < 1e-6 })
      let remark = "does not say in its header how long it is, and is played to its end"
      #expect(SoundFile.findings(on: path).remarks == [remark])
    }
  }

  @Test("is a WAV of more than 4 GB with a length that has gone round: it is heard to its end")
  func longWAV() throws {
    let frames = (1 << 32) / 4 + 100_000
    var bytes = try self.bytes(folder.write([[0], [0]], "short", as: .wav16))
    let data = try #require(bytes.firstRange(of: Array("data".utf8))).upperBound
    let size = UInt32(truncatingIfNeeded: frames * 4)
    for index in 0..<4 { bytes[data + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    let path = try file("long.wav", Array(bytes[..<(data + 4)]))
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    // No disk holds the zeros between.
    try handle.truncate(atOffset: UInt64(data + 4 + frames * 4))
    try handle.seek(toOffset: UInt64(data + 4 + (frames - 1) * 4))
    try handle.write(contentsOf: [0, 0x40, 0, 0xC0])
    try handle.close()
    let player = try player(path)
    #expect(player.fileFrames.value == frames)
    let end = try player.play(from: Seconds(Double(frames - 10) / 48_000))
    #expect(end.map(\.last) == [0.5, -0.5])
    let remark = "is longer than its header can say (4 GB), and is played to its end"
    #expect(SoundFile.findings(on: path).remarks == [remark])
  }

  @Test("is what it should be where it has no sound, and other chunks behind the sound")
  func ordinaryWAV() throws {
    var bytes = try bytes(folder.write([[]], "empty", as: .wav24))
    bytes += Array("LIST".utf8) + [4, 0, 0, 0] + Array("INFO".utf8)
    let path = try file("empty.wav", bytes)
    #expect(SoundFile.findings(on: path).problem == "the file holds no sound")
    let whole = try folder.write([noise(frames: 5000)], "whole.wav")
    #expect(SoundFile.findings(on: whole).remarks.isEmpty)
  }

  @Test("has a header that says how its floats are written, with the length of what extends that")
  func completeHeader() throws {
    for channels in [1, 2, 6] {
      let signal = (0..<channels).map { noise(frames: 1000, seed: UInt64($0 + 1)) }
      let path = try folder.write(signal, "\(channels).wav")
      let bytes = try bytes(path)
      let format = try #require(bytes.firstRange(of: Array("fmt ".utf8))).upperBound
      #expect(bytes[format..<(format + 4)].littleEndian == 18)
      #expect(bytes[(format + 4)..<(format + 6)].littleEndian == 3)
      #expect(bytes[(format + 20)..<(format + 22)].littleEndian == 0)
      #expect(bytes.firstRange(of: Array("fact".utf8)) != nil)
      #expect(try SoundFile.read(path).channels == signal)
    }
  }

  // MARK: What can't be played

  @Test("is named where only ffmpeg decodes it, with what to do")
  func foreign() throws {
    let mp4 = [0, 0, 0, 24] + Array("ftypM4A ".utf8) + [UInt8](repeating: 0, count: 400)
    let path = try file("my song.m4a", mp4 + Array("mp4a".utf8) + [0, 0, 0])
    let error = #expect(throws: SoundFileError.self) { try SoundFile.read(path) }
    // A test is no place to start it from.
    let advice = "which can't be decoded here: run `tarmac files scan` on it first"
    #expect(error?.description == "\(path) is AAC (m4a), \(advice)")
    #expect(SoundFile.findings(on: path).problem == "it is AAC (m4a), \(advice)")
    let plain = try file("x.wma", [0x30, 0x26, 0xB2, 0x75] + [UInt8](repeating: 0, count: 60))
    #expect(SoundFile.findings(on: plain).problem == "it is WMA, \(advice)")
    let text = try file("text.wav", Array("hello, I am not a sound".utf8))
    #expect(SoundFile.findings(on: text).problem?.contains("recognised") == false)
  }
}
