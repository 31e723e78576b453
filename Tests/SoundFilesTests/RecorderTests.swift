// SPDX-License-Identifier: Apache-2.0
// Recordings: complete, cut off by SIGKILL at any moment, refused, and on a full disk.

import Foundation
import Quantities
import RenderCore
import SoundFiles
import Testing

/// Feeds interleaved `samples` as fast as the disk takes them.
private func feed(_ samples: [Float], to recorder: SoundFileRecorder) {
  var fed = 0
  while fed < samples.count {
    guard eventually({ recorder.ring.writable > 0 || recorder.failure != nil }) else { return }
    let block = samples[fed..<min(fed + 512, samples.count)]
    fed += recorder.ring.put(block) * recorder.ring.channels
    if recorder.failure != nil { return }
  }
}

@Suite("Sound file recorder")
struct RecorderTests {
  @Test("a minute is recorded without loss", arguments: ["a.wav", "a.flac"])
  func minute(name: String) throws {
    let folder = try Folder()
    let lanes = FileLanes()
    let path = folder.file(name)
    let recorder = try SoundFileRecorder(
      file: path,
      channels: 2,
      sampleRate: rate48,
      lanes: lanes
    )
    let signal = noise(frames: 60 * 48_000 * 2)
    feed(signal, to: recorder)
    try recorder.finish()
    #expect(recorder.failure == nil)
    #expect(recorder.ring.framesMissed == 0)
    let (channels, rate) = try SoundFile.read(path)
    #expect(rate == rate48)
    #expect(channels.map(\.count) == [60 * 48_000, 60 * 48_000])
    #expect(channels[0].indices.allSatisfy { channels[0][$0] == signal[2 * $0] })
    #expect(channels[1].indices.allSatisfy { channels[1][$0] == signal[2 * $0 + 1] })
  }

  @Test("the file can be opened at every moment of the recording", arguments: ["a.wav", "a.flac"])
  func alwaysValid(name: String) throws {
    let folder = try Folder()
    let path = folder.file(name)
    let recorder = try SoundFileRecorder(
      file: path,
      channels: 1,
      sampleRate: rate48,
      lanes: nil
    )
    let signal = noise(frames: 200_000)
    for start in stride(from: 0, to: 200_000, by: 8000) {
      #expect(recorder.ring.put(signal[start..<(start + 8000)]) == 8000)
      recorder.drain()
      let player = try? SoundFilePlayer(file: path, rate: rate48, lanes: nil)
      let recorded = start + 8000
      let frames = try #require(player?.fileFrames.value)
      #expect(frames <= recorded && frames >= recorded - 4096)
      // The last second can be sought, which needs the right length in the header.
      let from = max(0, frames - 40_000)
      let tail = try #require(try player?.play(from: Seconds(Double(from) / 48_000))[0])
      #expect(tail.count == frames - from)
    }
    try recorder.finish()
    #expect(try SoundFile.read(path).channels[0].count == 200_000)
  }

  @Test("a file is never overwritten")
  func exists() throws {
    let folder = try Folder()
    let path = try folder.write([[0.5]])
    #expect(throws: SoundFileError.exists(path: path)) {
      try SoundFileRecorder(file: path, channels: 2, sampleRate: rate48, lanes: nil)
    }
    #expect(try SoundFile.read(path).channels == [[0.5]])
  }

  @Test("a missing folder and an unknown extension are refused")
  func refuses() throws {
    let folder = try Folder()
    let lost = folder.file("none/a.wav")
    #expect(throws: SoundFileError.cannotWrite(path: lost, reason: "its folder does not exist")) {
      try SoundFileRecorder(file: lost, channels: 2, sampleRate: rate48, lanes: nil)
    }
    for name in ["a.mp3", "a", "a.wav.txt"] {
      let path = folder.file(name)
      #expect(throws: SoundFileError.unknownExtension(path: path)) {
        try SoundFileRecorder(file: path, channels: 2, sampleRate: rate48, lanes: nil)
      }
    }
  }

  @Test("what is not a number is silence in FLAC and kept in WAV")
  func notANumber() throws {
    let folder = try Folder()
    for name in ["a.flac", "a.wav"] {
      let recorder = try SoundFileRecorder(
        file: folder.file(name),
        channels: 1,
        sampleRate: rate48,
        lanes: nil
      )
      #expect(recorder.ring.put([0.5, .nan, .infinity, 0.25]) == 4)
      try recorder.finish()
    }
    #expect(try SoundFile.read(folder.file("a.flac")).channels[0][1...2] == [0, 0])
    #expect(try SoundFile.read(folder.file("a.wav")).channels[0][1].isNaN)
  }
}

@Suite("Recorder at the end of its process")
struct RecorderKillTests {
  @Test("what was drained before a SIGKILL is in the file", arguments: ["a.wav", "a.flac"])
  func killed(name: String) async throws {
    let folder = try Folder()
    let path = folder.file(name)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let recorder = try SoundFileRecorder(
        file: path,
        channels: 1,
        sampleRate: rate48,
        lanes: nil
      )
      for second in 0..<5 {
        _ = recorder.ring.put(noise(frames: 48_000, seed: UInt64(second)))
        recorder.drain()
      }
      raise(SIGKILL)
    }
    let recorded = try SoundFile.read(path).channels[0]
    #expect(recorded.count > 5 * 48_000 - 5000)
    let original = (0..<5).flatMap { noise(frames: 48_000, seed: UInt64($0)) }
    #expect(recorded.elementsEqual(original.prefix(recorded.count)))
  }

  @Test(
    "a SIGKILL while a recording is written in real time loses less than a second",
    arguments: ["a.wav", "a.flac"]
  )
  func killedInRealTime(name: String) async throws {
    let folder = try Folder()
    let path = folder.file(name)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let lanes = FileLanes()
      let recorder = try SoundFileRecorder(
        file: path,
        channels: 2,
        sampleRate: rate48,
        lanes: lanes
      )
      let block = noise(frames: 512)
      let start = ContinuousClock.now
      let end = start + .seconds(120)
      for count in 1...(3 * 48_000 / 256) {
        _ = recorder.ring.put(block)
        let due = start + .microseconds(count * 256 * 1_000_000 / 48_000)
        while ContinuousClock.now < due { usleep(500) }
        // The test does not check a machine that holds the lane up; a lane that never writes fails
        // below.
        while recorder.ring.readable > 24_000, ContinuousClock.now < end { usleep(500) }
      }
      raise(SIGKILL)
    }
    let recorded = try SoundFile.read(path).channels
    #expect(recorded.count == 2)
    #expect(recorded[0].count >= 2 * 48_000)
  }

  @Test("a disk that takes no more is reported and leaves a valid file")
  func full() async throws {
    let folder = try Folder()
    for name in ["a.wav", "a.flac"] {
      let path = folder.file(name)
      await #expect(processExitsWith: .success) { [path = path as String] in
        var limit = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        let lanes = FileLanes()
        let recorder = try SoundFileRecorder(
          file: path,
          channels: 1,
          sampleRate: rate48,
          lanes: lanes
        )
        signal(SIGXFSZ, SIG_IGN)
        feed(noise(frames: 20 * 48_000), to: recorder)
        guard case .cannotWrite(path, let reason) = recorder.failure else { exit(2) }
        guard reason.contains("File too large") || path.hasSuffix("flac") else { exit(3) }
        do {
          try recorder.finish()
          exit(4)
        } catch {
          exit(recorder.failure.map { "\($0)" } == "\(error)" ? 0 : 5)
        }
      }
      let recorded = try SoundFile.read(path).channels[0]
      #expect(recorded.count > 48_000)
    }
  }
}
