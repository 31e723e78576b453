// SPDX-License-Identifier: Apache-2.0
// The part of a sound file that is kept in memory, so that it is heard whatever its disk does.

internal import Quantities
internal import Synchronization

/// The decoded samples of a file, from a frame on: all of them, or as much as the bound allows.
///
/// > Threading: Any.
@safe
final class ResidentSound: @unchecked Sendable {
  /// The most that is kept of one file.
  static let longest = Seconds(60)
  static let mostBytes = 32 << 20

  let path: String
  let shape: SoundShape
  /// The frames of the file that are here.
  private let range: Range<Int>
  /// Whether they are all that the file has.
  let isWhole: Bool
  private let samples: UnsafeMutableBufferPointer<Float>

  /// Reads a file from its beginning where all of it has room, else from `frame` on.
  init(_ reader: SoundFileReader, from frame: Int) throws(SoundFileError) {
    (path, shape) = (reader.path, SoundShape(reader))
    let (channels, rate) = (shape.channels, shape.rate)
    let room = Self.mostBytes / (channels * MemoryLayout<Float>.stride)
    let most = min(Self.longest.frames(at: rate).value, room)
    let start = reader.frames <= most ? 0 : frame
    let wanted = min(most, reader.frames - start)
    unsafe samples = .allocate(capacity: wanted * channels)
    var count = 0
    do {
      if start > 0 { try reader.seek(to: start) }
      while count < wanted {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: samples[(count * channels)...])
        let piece = try unsafe reader.read(rest)
        if piece == 0 { break }
        count += piece
      }
    } catch {
      unsafe samples.deallocate()
      throw error
    }
    // A file that breaks off holds less than it says.
    isWhole = start == 0 && (reader.frames <= most || count < wanted)
    range = start..<(start + count)
  }

  deinit {
    unsafe samples.deallocate()
  }

  var channels: Int { shape.channels }
  var rate: SampleRate { shape.rate }

  /// Whether a frame is here, or none is anywhere.
  func holds(_ frame: Int) -> Bool { isWhole || range.contains(frame) }

  /// Whether what follows a frame for so long is here.
  func holds(_ time: Seconds, from frame: Int) -> Bool {
    isWhole || range.contains(frame) && range.contains(frame + time.frames(at: rate).value)
  }

  /// Copies interleaved frames from `frame` on, and returns how many there were.
  func copy(from frame: Int, to buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    guard range.contains(frame) else { return 0 }
    let count = min(buffer.count / channels, range.upperBound - frame)
    let first = (frame - range.lowerBound) * channels
    guard count > 0, let target = buffer.baseAddress, let source = unsafe samples.baseAddress
    else { return 0 }
    unsafe target.update(from: source + first, count: count * channels)
    return count
  }
}

/// The part of a player's file that is in memory: another sound once the file was written again.
///
/// > Threading: Any.
final class ResidentMemory: Sendable {
  private let sound: Mutex<ResidentSound>
  private let start: Seconds

  /// Reads a file from its beginning where all of it has room, else from `start` on.
  init(_ reader: SoundFileReader, from start: Seconds) throws(SoundFileError) {
    self.start = start
    sound = Mutex(try ResidentSound(reader, from: start.frames(at: reader.rate).value))
  }

  var present: ResidentSound { sound.withLock { $0 } }

  /// Reads the file that has the name by now.
  ///
  /// > Threading: Worker.
  func renew(_ reader: SoundFileReader) throws(SoundFileError) {
    let fresh = try ResidentSound(reader, from: start.frames(at: reader.rate).value)
    sound.withLock { $0 = fresh }
  }
}
