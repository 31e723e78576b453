// SPDX-License-Identifier: Apache-2.0
// Loudness of files beside what libebur128 and ffmpeg make of them, and where music begins and
// ends.

import CEbur128
import Foundation
import Loudness
import Quantities
import RenderCore
import SeededNumbers
import Testing

@testable import SoundFiles

@Suite("The loudness of a file")
struct FileLoudnessTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// What others measure: LUFS and dBTP.
  private struct Judgement {
    let integrated: Double
    let truePeak: Double
  }

  private static func libebur128(_ channels: [[Float]], rate: SampleRate) throws -> Judgement {
    let mode = EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue
    var state = unsafe ebur128_init(
      UInt32(channels.count),
      UInt(rate.hertz),
      Int32(bitPattern: mode)
    )
    defer { unsafe ebur128_destroy(&state) }
    let made = try unsafe #require(state)
    var frames = [Float]()
    for frame in channels[0].indices { frames += channels.map { $0[frame] } }
    _ = unsafe ebur128_add_frames_float(made, frames, channels[0].count)
    var (loudness, highest) = (0.0, 0.0)
    _ = unsafe ebur128_loudness_global(made, &loudness)
    for channel in channels.indices {
      var peak = 0.0
      _ = unsafe ebur128_true_peak(made, UInt32(channel), &peak)
      highest = max(highest, peak)
    }
    return Judgement(integrated: loudness, truePeak: 20 * log10(highest))
  }

  private static func ffmpeg(_ path: String) throws -> Judgement {
    let text = try SoundFilesTests.ffmpeg(
      "-i",
      path,
      "-af",
      "ebur128=peak=true:metadata=1,ametadata=mode=print:file=-",
      "-f",
      "null",
      "-"
    )
    func last(_ key: String) -> Double? {
      let line = text.split(separator: "\n").last { $0.hasPrefix("lavfi.r128.\(key)=") }
      return line.flatMap { $0.split(separator: "=").last }.flatMap { Double($0) }
    }
    // Of each channel the highest so far.
    let peaks = text.split(separator: "\n").filter { $0.contains("true_peaks_ch") }
      .compactMap { $0.split(separator: "=").last }.compactMap { Double($0) }
    return Judgement(
      integrated: try #require(last("I")),
      truePeak: 20 * log10(try #require(peaks.max()))
    )
  }

  /// Noise without what is close to half of the rate, where all interpolators differ.
  private static func dullNoise(frames: Int, seed: UInt64) -> [Float] {
    let taps = (-24...24).map { (tap: Int) -> Float in
      let time = Double(tap)
      let sinc = tap == 0 ? 0.6 : sin(0.6 * .pi * time) / (.pi * time)
      return Float(sinc * pow(cos(.pi * time / 50), 2))
    }
    let white = noise(frames: frames + taps.count, seed: seed)
    return (0..<frames).map { frame in
      taps.indices.reduce(Float(0)) { $0 + white[frame + $1] * taps[$1] }
    }
  }

  /// Noise and tones at changing levels, with soft beginnings and ends, and pauses.
  private static func programme(
    _ numbers: inout SeededNumbers,
    channels: Int,
    rate: SampleRate
  ) -> [[Float]] {
    var made = [[Float]](repeating: [], count: channels)
    for _ in 0..<Int.random(in: 2...6, using: &numbers) {
      let frames = Int(Double.random(in: 0.3...2.5, using: &numbers) * rate.hertz)
      let level = pow(10, Double.random(in: -50 ... -3, using: &numbers) / 20)
      let hertz = Double.random(in: 40...rate.hertz * 0.2, using: &numbers)
      let (isPause, isNoise) = (
        Int.random(in: 0..<5, using: &numbers) == 0, Bool.random(using: &numbers)
      )
      for channel in made.indices {
        let phase = Double.random(in: 0...6, using: &numbers)
        let seed = UInt64.random(in: 1...1_000_000, using: &numbers)
        let signal =
          isNoise
          ? dullNoise(frames: frames, seed: seed)
          : (0..<frames).map { Float(sin(2 * .pi * hertz * Double($0) / rate.hertz + phase)) }
        made[channel] += signal.enumerated().map { frame, sample in
          let edge = min(1, Double(min(frame, frames - frame)) / (rate.hertz / 50))
          return isPause ? 0 : sample * Float(level * pow(sin(edge * .pi / 2), 2))
        }
      }
    }
    return made
  }

  @Test("of a hundred files is what ffmpeg and libebur128 say")
  func judges() throws {
    var numbers = SeededNumbers(seed: 27)
    var worst = (loudness: 0.0, peak: 0.0, finerPeak: 0.0)
    var disputed = 0
    for number in 0..<100 {
      let rate = SampleRate(hertz: [32_000, 44_100, 48_000, 96_000][number % 4])
      let channels = [1, 2, 2, 6][number / 4 % 4]
      let programme = Self.programme(&numbers, channels: channels, rate: rate)
      let path = try folder.write(programme, "\(number).wav", rate: rate)
      let own = try #require(try TrackMeasurement.measure(Track(path))).measures.loudness
      let peak = own.truePeak ?? -.infinity
      let judges = try [Self.libebur128(programme, rate: rate), Self.ffmpeg(path)]
      // Where a part of the programme is as loud as the gate, the judges do not agree either.
      let onGate = abs(judges[0].integrated - judges[1].integrated) > 0.05
      disputed += onGate ? 1 : 0
      for judge in judges where !onGate {
        let off = abs((own.integrated ?? -70) - max(judge.integrated, -70))
        let note = Comment("\(number): \(own), \(judge), \(channels) channels, \(rate.hertz) Hz")
        #expect(off < 0.1, note)
        guard peak > -60 else { continue }
        // ffmpeg says it as a factor, to a thousandth.
        let rounding = 20 * log10(1 + 0.000_5 / pow(10, judge.truePeak / 20))
        // Both look at 192 kHz: of what is twice that already, this is a little more exact.
        let finer = rate.hertz > 48_000 ? 0.2 : 0
        #expect((-0.1 - rounding...0.1 + rounding + finer).contains(peak - judge.truePeak), note)
        let excess = abs(peak - judge.truePeak) - rounding
        worst.loudness = max(worst.loudness, off)
        if finer == 0 { worst.peak = max(worst.peak, excess) }
        worst.finerPeak = max(worst.finerPeak, excess)
      }
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(disputed < 5)
    print(
      """
      FIGURE \(disputed) disputed, the others at most \(worst.loudness) LU and \(worst.peak) dB off, \
      \(worst.finerPeak) dB at 96 kHz
      """
    )
  }

  @Test("says to 10 ms where the music begins and ends")
  func music() throws {
    var numbers = SeededNumbers(seed: 4)
    for number in 0..<20 {
      let (lead, body) = (
        Double.random(in: 0...3, using: &numbers), Double.random(in: 5...20, using: &numbers)
      )
      let (tail, silence) = (
        Double.random(in: 0.5...6, using: &numbers), Double.random(in: 0...3, using: &numbers)
      )
      let signal = SoundFilesTests.music(between: lead, body, tail, silence, seed: number)
      let path = try folder.write([signal], "\(number).wav")
      let music = try #require(try TrackMeasurement.measure(Track(path))?.measures.loudness.music)
      #expect(abs(music.start - lead) <= 0.011, "\(lead): \(music)")
      #expect(abs(music.nextStart - lead - body) <= 0.011, "\(lead + body): \(music)")
      #expect(abs(music.end - lead - body - tail) <= 0.011, "\(lead + body + tail): \(music)")
    }
  }

  @Test("is not known of silence and of what is too short, and its peak is")
  func silence() throws {
    let silent = try folder.write([[Float](repeating: 0, count: 96_000)], "silent.wav")
    let nothing = try #require(try TrackMeasurement.measure(Track(silent))).measures.loudness
    #expect(nothing == ProgrammeLoudness(integrated: nil, truePeak: nil, seconds: 2))
    let short = try folder.write([sine(frames: 9_600, level: 0.5)], "short.wav")
    let beep = try #require(try TrackMeasurement.measure(Track(short))).measures.loudness
    #expect(beep.integrated == nil)
    #expect(abs((beep.truePeak ?? 0) + 6.02) < 0.05)
  }

  @Test("is estimated of a few places, however long the file is")
  func estimate() throws {
    let signal = (0..<10).flatMap { (part: Int) -> [Float] in
      let level: Float = part % 2 == 0 ? 0.2 : 0.1
      return noise(frames: 48_000 * 12, seed: UInt64(part + 1)).map { $0 * level }
    }
    let path = try folder.write([signal])
    let whole = try #require(
      try TrackMeasurement.measure(Track(path))?.measures.loudness.integrated
    )
    let estimate = try TrackMeasurement.estimate(Track(path))
    #expect(abs((estimate.integrated ?? 0) - whole) < 2)
    #expect(estimate.truePeak == nil)
  }

  @Test("has a waveform that is measured beside the music, and is that of the file that was opened")
  func waveform() throws {
    let cache = try #require(LoudnessCache(in: folder.file("cache")))
    let scanner = LoudnessScanner(keepingIn: cache)
    defer { scanner.leave() }
    func found(_ track: Track, in identity: FileIdentity? = nil) throws -> KnownWaveform {
      let identity = try #require(identity ?? FileIdentity(ofPath: track.path))
      let end = ContinuousClock.now + .seconds(60)
      var found = scanner.waveform(of: track, in: identity)
      while found == .measuring, ContinuousClock.now < end {
        sched_yield()
        found = scanner.waveform(of: track, in: identity)
      }
      return found
    }
    func peaks(_ level: UInt8, _ count: Int, each frames: Int) -> KnownWaveform {
      let points = [UInt8](repeating: level, count: count)
      return .known(secondsEach: Double(frames) / 48_000, peaks: points, levels: points)
    }
    let path = try folder.write([[Float](repeating: 0.5, count: 480_000)], "tone.wav")
    let first = try #require(FileIdentity(ofPath: path))
    #expect(try found(Track(path)) == peaks(128, 938, each: 512))
    // A part of it has its own.
    let part = Track(path, part: Track.Part(start: 75, end: 150))
    #expect(try found(part) == peaks(128, 750, each: 64))
    // What has been written again is another file; of the one before it is known still.
    try FileManager.default.removeItem(atPath: path)
    _ = try folder.write([[Float](repeating: 0.25, count: 96_000)], "tone.wav")
    #expect(try found(Track(path)) == peaks(64, 750, each: 128))
    #expect(try found(Track(path), in: first) == peaks(128, 938, each: 512))
    let other = Track(path, part: Track.Part(start: 0, end: 75))
    #expect(try found(other, in: first) == .unknown)
    // What can't be measured is not waited for.
    let text = folder.file("text.wav")
    try "no sound".write(toFile: text, atomically: true, encoding: .utf8)
    #expect(try found(Track(text)) == .unknown)
  }

  @Test("has a waveform that comes before all that wait, of as many tracks as anybody asks for")
  func crowd() throws {
    let cache = try #require(LoudnessCache(in: folder.file("cache")))
    let scanner = LoudnessScanner(keepingIn: cache)
    defer { scanner.leave() }
    let tracks = try (0..<200).map { number in
      Track(try folder.write([[Float](repeating: 0.5, count: 640 + number)], "\(number).wav"))
    }
    let end = ContinuousClock.now + .seconds(60)
    for track in tracks.dropLast() { scanner.scan(track) }
    for track in tracks {
      _ = scanner.waveform(of: track, in: try #require(FileIdentity(ofPath: track.path)))
    }
    for track in tracks {
      let identity = try #require(FileIdentity(ofPath: track.path))
      while scanner.waveform(of: track, in: identity) == .measuring, ContinuousClock.now < end {
        sched_yield()
      }
      #expect(scanner.waveform(of: track, in: identity) != .unknown)
    }
    #expect(ContinuousClock.now < end)
  }

  // MARK: What is kept

  @Test("is kept by what is in the file, wherever it goes, and nothing is written beside it")
  func kept() throws {
    let files = try Folder()
    let cache = try #require(LoudnessCache(in: folder.file("cache")))
    let path = try files.write([noise(frames: 480_000).map { $0 * 0.1 }], "one.wav")
    func scan(_ path: String) throws -> FileScan.Result {
      try #require(try FileScan(of: [path], keepingIn: cache).run(jobs: 2) { _ in }.first)
    }
    let first = try scan(path)
    #expect(!first.isKnown && first.loudness?.integrated != nil)
    let moved = files.file("two.wav")
    try FileManager.default.moveItem(atPath: path, toPath: moved)
    let second = try scan(moved)
    #expect(second.isKnown && second.loudness == first.loudness)
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.path) == ["two.wav"])
    // Another file of the same size has another name in the cache.
    _ = try files.write([noise(frames: 480_000, seed: 2).map { $0 * 0.2 }], "two.wav")
    let third = try scan(moved)
    #expect(!third.isKnown && third.loudness != first.loudness)
    let print = try TrackFingerprint(Track(moved))
    let waveform = try #require(cache.waveform(of: print))
    #expect(waveform == (try TrackMeasurement.measure(Track(moved))?.measures.waveform))
    #expect(waveform.peaks.count > 500 && waveform.peaks.allSatisfy { (45...51).contains($0) })
    // What is damaged is measured again.
    let shelf = try #require(FileManager.default.subpaths(atPath: folder.file("cache")))
    for name in shelf where name.contains("/") {
      try Data("{".utf8).write(to: URL(filePath: folder.file("cache/\(name)")))
    }
    let fourth = try scan(moved)
    #expect(!fourth.isKnown && fourth.loudness == third.loudness)
  }
}
