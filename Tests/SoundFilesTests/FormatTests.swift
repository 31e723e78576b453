// SPDX-License-Identifier: Apache-2.0
// Files of every format, there and back, and those that are no sound files.

import CSndfile
import Foundation
import Quantities
import Testing

@testable import SoundFiles

@Suite("Sound file formats")
struct FormatTests {
  @Test(
    "lossless formats give back what their sample width can hold",
    arguments: [
      (SoundFileFormat.wavFloat, 0), (.wav24, 1.2e-7), (.flac24, 1.2e-7), (.wav16, 3.1e-5),
    ] as [(SoundFileFormat, Float)]
  )
  func lossless(format: SoundFileFormat, error: Float) throws {
    let folder = try Folder()
    let signal = [noise(frames: 30_001, seed: 1), noise(frames: 30_001, seed: 2)]
    let path = try folder.write(signal, rate: rate44, as: format)
    let (channels, rate) = try SoundFile.read(path)
    #expect(rate == rate44)
    #expect(channels.map(\.count) == [30_001, 30_001])
    for (original, copy) in zip(signal, channels) {
      #expect(zip(original, copy).allSatisfy { abs($0 - $1) <= error })
    }
  }

  @Test("lossy formats keep length and sound", arguments: [SoundFileFormat.vorbis, .opus, .mp3])
  func lossy(format: SoundFileFormat) throws {
    let folder = try Folder()
    let signal = sine(frames: 96_000)
    let path = try folder.write([signal, signal], as: format)
    let (channels, rate) = try SoundFile.read(path)
    #expect(rate == rate48)
    #expect(channels.count == 2)
    #expect(channels[0].count == 96_000)
    #expect(signalToNoise(signal[4800..<91_200], channels[0][4800..<91_200]) > 20)
  }

  @Test(
    "equal sound gives equal bytes, whenever it is written",
    arguments: [SoundFileFormat.wav16, .wav24, .wavFloat, .flac24]
  )
  func deterministic(format: SoundFileFormat) throws {
    let folder = try Folder()
    let signal = [noise(frames: 5000)]
    let first = try Data(contentsOf: URL(filePath: folder.write(signal, "a", as: format)))
    let second = try Data(contentsOf: URL(filePath: folder.write(signal, "b", as: format)))
    #expect(first == second)
    // The chunk that would hold the time of day.
    #expect(first.range(of: Data("PEAK".utf8)) == nil)
  }

  @Test(
    "a file that is complete is not touched by a late sync",
    arguments: SoundFileFormat.allCases
  )
  func lateSync(format: SoundFileFormat) throws {
    let folder = try Folder()
    let path = folder.file("late")
    let writer = try SoundFileWriter(path: path, format: format, channels: 1, rate: rate48)
    try unsafe noise(frames: 5000).withUnsafeBufferPointer { try unsafe writer.write($0) }
    try writer.close()
    let complete = try Data(contentsOf: URL(filePath: path))
    writer.sync()
    #expect(try Data(contentsOf: URL(filePath: path)) == complete)
  }

  @Test("full scale is clipped, not wrapped", arguments: [SoundFileFormat.wav16, .wav24, .flac24])
  func clips(format: SoundFileFormat) throws {
    let folder = try Folder()
    let path = try folder.write([[1.5, -1.5, 1, -1]], as: format)
    let (channels, _) = try SoundFile.read(path)
    #expect(channels[0].map { $0.rounded() } == [1, -1, 1, -1])
  }

  @Test("what is no sound file is refused with its path and the reason")
  func refuses() throws {
    let folder = try Folder()
    let text = folder.file("text.wav")
    try Data("hello, I am not a sound".utf8).write(to: URL(filePath: text))
    let fifo = folder.file("fifo")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    let cases = [
      (folder.file("none.wav"), "No such file or directory"),
      (folder.path, "it is not a regular file"),
      (fifo, "it is not a regular file"),
    ]
    for (path, reason) in cases {
      #expect(throws: SoundFileError.cannotRead(path: path, reason: reason)) {
        try SoundFile.read(path)
      }
    }
    let error = #expect(throws: SoundFileError.self) { try SoundFile.read(text) }
    let sentence = try #require(error?.description)
    #expect(sentence.hasPrefix("Cannot read \(text): "))
    #expect(sentence.count > "Cannot read \(text): ".count + 10)
  }

  @Test("a descriptor whose file libsndfile refuses is left to its owner")
  func refusedDescriptor() throws {
    let folder = try Folder()
    let text = folder.file("text.wav")
    try Data("hello, I am not a sound".utf8).write(to: URL(filePath: text))
    let descriptor = try Descriptor(reading: text)
    var info = SF_INFO()
    var reason: String?
    _ = unsafe try? descriptor.openSound(SFM_READ, &info) {
      reason = $0
      return .empty(path: text)
    }
    #expect(reason == "Format not recognised")
    #expect(fcntl(descriptor.value, F_GETFD) != -1)
  }

  @Test("a file that is refused has its own reason, whoever opens another one at the same time")
  func reasonOfItsOwn() async throws {
    let folder = try Folder()
    let (text, sound) = (folder.file("text.wav"), try folder.write([[0.5]]))
    try Data("hello, I am not a sound".utf8).write(to: URL(filePath: text))
    let alone = try #require(#expect(throws: SoundFileError.self) { try SoundFile.read(text) })
    let errors = await withTaskGroup(of: Set<SoundFileError>.self) { group in
      for _ in 0..<2 {
        group.addTask {
          var errors: Set<SoundFileError> = []
          for _ in 0..<2000 {
            _ = try? SoundFile.read(sound)
            do throws(SoundFileError) { _ = try SoundFile.read(text) } catch {
              errors.insert(error)
            }
          }
          return errors
        }
      }
      return await group.reduce(into: Set()) { $0.formUnion($1) }
    }
    #expect(errors == [alone])
  }

  @Test("a file that becomes one with more channels is refused when it is opened again")
  func changes() throws {
    let folder = try Folder()
    let mono = try folder.write([noise(frames: 48_000)], "mono", as: .flac24)
    let signals = (1...8).map { noise(frames: 48_000, seed: $0) }
    let wide = try folder.write(signals, "wide", as: .flac24)
    // A FLAC file that breaks off has to be opened again for each way back.
    for path in [mono, wide] {
      let whole = try Data(contentsOf: URL(filePath: path))
      try whole.prefix(whole.count / 2).write(to: URL(filePath: path))
    }
    let reader = try SoundFileReader(path: mono)
    try reader.seek(to: 20_000)
    let handle = try FileHandle(forWritingTo: URL(filePath: mono))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(contentsOf: URL(filePath: wide)))
    let reason = "it has become another file since it was opened"
    #expect(throws: SoundFileError.cannotRead(path: mono, reason: reason)) {
      try reader.seek(to: 10_000)
    }
  }

  @Test("a file without a single frame cannot be played")
  func empty() throws {
    let folder = try Folder()
    let path = try folder.write([[]])
    #expect(throws: SoundFileError.empty(path: path)) {
      try SoundFilePlayer(file: path, rate: rate48, lanes: nil)
    }
  }

  @Test("a format that cannot hold the channels is refused and leaves no file")
  func tooManyChannels() throws {
    let folder = try Folder()
    let path = folder.file("wide.flac")
    #expect(throws: SoundFileError.self) {
      try SoundFileRecorder(file: path, channels: 20, sampleRate: rate48, lanes: nil)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
