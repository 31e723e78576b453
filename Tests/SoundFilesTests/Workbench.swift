// SPDX-License-Identifier: Apache-2.0
// Helpers that the tests of this target share: a folder of their own, signals, and the audio
// thread's side of a ring.

import Foundation
import Quantities
import RenderCore
import SoundFiles

let rate48 = SampleRate(hertz: 48_000)
let rate44 = SampleRate(hertz: 44_100)

/// A folder that is removed with its owner.
final class Folder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "tarmac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes `channels` to a new file and returns its path.
  func write(
    _ channels: [[Float]],
    _ name: String = "signal.wav",
    rate: SampleRate = rate48,
    as format: SoundFileFormat = .wavFloat
  ) throws -> String {
    try SoundFile.write(channels, to: file(name), rate: rate, as: format)
    return file(name)
  }
}

/// Random samples of full scale, each with all 24 bits in use; the same for the same seed.
func noise(frames: Int, seed: UInt64 = 1) -> [Float] {
  var state = seed
  return (0..<frames).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(Int64(state >> 40) - (1 << 23)) / Float(1 << 23)
  }
}

func sine(
  frames: Int,
  hertz: Double = 440,
  level: Double = 0.5,
  rate: SampleRate = rate48
) -> [Float] {
  (0..<frames).map { Float(level * sin(2 * .pi * hertz * Double($0) / rate.hertz)) }
}

/// Hiss below all thresholds, music, a tail that is 20 dB quieter, and hiss, each for so many
/// seconds; other seeds give other noise.
func music(
  between lead: Double,
  _ body: Double,
  _ tail: Double,
  _ silence: Double,
  seed: Int
) -> [Float] {
  let parts: [(seconds: Double, level: Float)] = [
    (lead, 0.000_03), (body, 0.1), (tail, 0.01), (silence, 0.000_03),
  ]
  return parts.enumerated().flatMap { index, part in
    noise(frames: Int(part.seconds * 48_000), seed: UInt64(seed * 10 + index + 1))
      .map { $0 * part.level }
  }
}

/// Runs ffmpeg, and returns what it writes to its output.
@discardableResult
func ffmpeg(_ arguments: String...) throws -> String { try ffmpeg(arguments) }

@discardableResult
func ffmpeg(_ arguments: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments =
    ["ffmpeg", "-y", "-nostdin", "-hide_banner", "-loglevel", "error"] + arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
  return String(decoding: output, as: UTF8.self)
}

/// The level of the difference below that of the signal, in dB.
func signalToNoise(_ signal: ArraySlice<Float>, _ copy: ArraySlice<Float>) -> Double {
  let power = signal.reduce(0) { $0 + Double($1) * Double($1) }
  let error = zip(signal, copy).reduce(0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
  return 10 * log10(power / max(error, 1e-30))
}

extension SharedAudioRing {
  /// Takes up to `frames` frames as the audio thread would, by channel.
  func take(_ frames: Int) -> [[Float]] {
    var samples = [Float](repeating: 0, count: frames * channels)
    let count = unsafe samples.withUnsafeMutableBufferPointer { unsafe readInterleaved($0) }
    return (0..<channels).map { channel in
      (0..<count).map { samples[$0 * channels + channel] }
    }
  }

  /// Puts interleaved frames in as the audio thread would and returns how many fitted.
  func put(_ samples: some Sequence<Float>) -> Int {
    unsafe Array(samples).withUnsafeBufferPointer { unsafe writeInterleaved($0) }
  }
}

extension PlayerRing {
  var readable: Int { audio.readable }
  var framesMissed: Int { audio.framesMissed }
  var framesWritten: Int { audio.framesWritten }
  var framesRead: Int { audio.framesRead }
  var isFinished: Bool { audio.isFinished }

  /// Takes frames out as the audio thread would, a list for each channel.
  func take(_ frames: Int) -> [[Float]] { audio.take(frames) }
}

extension SoundFilePlayer {
  /// Plays `frames` frames offline from `position`, or to the end.
  func play(from position: Seconds = .zero, frames: Int = .max) throws -> [[Float]] {
    let ring = try makeRing(at: position)
    var played = [[Float]](repeating: [], count: channels)
    while let count = played.first?.count, count < frames {
      fill()
      let piece = ring.take(min(1000, frames - count))
      if piece[0].isEmpty { break }
      for (channel, samples) in piece.enumerated() { played[channel] += samples }
    }
    return played
  }
}
