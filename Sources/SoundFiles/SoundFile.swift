// SPDX-License-Identifier: Apache-2.0
// Whole files at once, for small files and tests.

package import Quantities
internal import RenderCore

/// Reads and writes whole sound files.
package enum SoundFile {
  /// Reads every channel of a file.
  package static func read(
    _ path: String
  ) throws(SoundFileError) -> (channels: [[Float]], rate: SampleRate) {
    let reader = try SoundFileReader(path: path)
    var channels = [[Float]](repeating: [], count: reader.channels)
    let chunk = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096 * reader.channels)
    defer { unsafe chunk.deallocate() }
    while case let count = try unsafe reader.read(chunk), count > 0 {
      for frame in 0..<count {
        for channel in channels.indices {
          unsafe channels[channel].append(chunk[frame * channels.count + channel])
        }
      }
    }
    return (channels, reader.rate)
  }

  /// Why a file can't be played, and what is not as it should be in one that can, each to go on
  /// with after "the file".
  ///
  /// Reads its header, and all of it where that does not say how long it is, as in MPEG and Ogg
  /// files, or where ffmpeg has to decode it first.
  package static func findings(on path: String) -> (problem: String?, remarks: [String]) {
    do throws(SoundFileError) {
      let reader = try SoundFileReader(path: path)
      return reader.frames > 0 ? (nil, reader.remarks) : ("the file holds no sound", [])
    } catch {
      switch error {
      case .cannotRead(_, let reason), .stream(_, let reason): return (reason, [])
      case .foreign(_, let format): return ("it is \(format), \(ForeignFormat.advice)", [])
      default: return (error.description, [])
      }
    }
  }

  /// Reads every channel of a file, converted to `rate`.
  package static func read(_ path: String, at rate: SampleRate) throws(SoundFileError) -> [[Float]]
  {
    let player = try SoundFilePlayer(file: path, rate: rate, lanes: nil)
    let ring = try player.makeRing(at: .zero)
    var channels = [[Float]](repeating: [], count: player.channels)
    let chunk = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096 * player.channels)
    defer { unsafe chunk.deallocate() }
    while true {
      player.fill()
      let count = unsafe ring.audio.readInterleaved(chunk)
      if count == 0 { break }
      for frame in 0..<count {
        for channel in channels.indices {
          unsafe channels[channel].append(chunk[frame * channels.count + channel])
        }
      }
    }
    if let failure = player.failure { throw failure }
    return channels
  }

  /// Writes `channels`, of equal length, to a file; one that exists is replaced.
  package static func write(
    _ channels: [[Float]],
    to path: String,
    rate: SampleRate,
    as format: SoundFileFormat = .wavFloat
  ) throws(SoundFileError) {
    let writer = try SoundFileWriter(
      path: path,
      format: format,
      channels: channels.count,
      rate: rate,
      replacing: true
    )
    let frames = channels.first?.count ?? 0
    let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: frames * channels.count)
    defer { unsafe samples.deallocate() }
    for (channel, values) in channels.enumerated() {
      for frame in 0..<frames { unsafe samples[frame * channels.count + channel] = values[frame] }
    }
    try unsafe writer.write(UnsafeBufferPointer(samples))
    try writer.close()
  }
}
