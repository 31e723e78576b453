// SPDX-License-Identifier: Apache-2.0
// A FLAC file, whatever has become of parts of it.

internal import Quantities

/// Decodes a native FLAC file: what is damaged is silence of the same length, and what it breaks
/// off before is not counted.
///
/// libsndfile decodes it; where that gives up, or can't find its way, it is given the rest of the
/// file from another frame on.
///
/// > Threading: Worker, one at a time.
final class FLACDecoder: SoundDecoder {
  /// How many damaged places are reported.
  private static let mostTold = 10

  let path: String
  let channels: Int
  let rate: SampleRate
  let frames: Int
  private(set) var remarks: [String] = []
  let tags: SoundTags
  private let identity: FileIdentity
  private let descriptor: SharedDescriptor
  private var structure: FLACStructure
  private var decoder: SndfileDecoder
  /// Whether libsndfile has the whole file, and has met no damage in it.
  private var isWhole = true
  /// The frame that comes next.
  private var position = 0
  /// How many frames of silence come before libsndfile's next.
  private var silence = 0
  private var badSpots: Set<Int> = []

  /// Takes over a file that libsndfile has opened.
  init(
    _ decoder: SndfileDecoder,
    _ descriptor: SharedDescriptor,
    _ structure: FLACStructure
  ) {
    (self.decoder, self.descriptor, self.structure) = (decoder, descriptor, structure)
    tags = decoder.tags
    (path, channels, rate) = (decoder.path, decoder.channels, decoder.rate)
    identity = FileIdentity(of: descriptor.file)
    let last = self.structure.lastFrame()
    let promised = structure.samples
    let end = last.map { $0.sample + $0.count } ?? promised ?? 0
    guard let promised, end < promised else {
      frames = min(end, promised ?? .max)
      return
    }
    // Of the frame in which it breaks off nothing is heard.
    frames = last?.sample ?? 0
    let (held, whole) = (moment(frames, at: rate), moment(promised, at: rate))
    remarks = ["breaks off: it holds \(held) of \(whole)"]
  }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int {
    while position < frames {
      if silence > 0 {
        let count = min(silence, buffer.count / channels)
        unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<(count * channels)]).update(
          repeating: 0
        )
        (silence, position) = (silence - count, position + count)
        return count
      }
      if let count = try? unsafe decoder.read(buffer), count > 0 {
        let kept = min(count, frames - position)
        position += kept
        return kept
      }
      guard try goOnBehindDamage() else { return 0 }
    }
    return 0
  }

  /// Finds the next frame that can be decoded; returns whether there is one.
  private func goOnBehindDamage() throws(SoundFileError) -> Bool {
    try check()
    var place = position
    while let frame = structure.frame(after: place), frame.sample < frames {
      if try begin(with: frame) {
        silence = frame.sample - position
        if badSpots.count < Self.mostTold, badSpots.insert(position).inserted {
          let (spot, end) = (moment(position, at: rate), moment(frame.sample, at: rate))
          remarks.append("is damaged from \(spot) to \(end), which is silent")
        }
        return true
      }
      place = frame.sample
    }
    return false
  }

  /// Lets libsndfile go on with a frame, if it takes it.
  private func begin(with frame: FLACStructure.Frame) throws(SoundFileError) -> Bool {
    let range = structure.range(from: frame)
    let window = SoundWindow(of: descriptor.file, prefix: structure.prefix, range: range)
    guard let decoder = try? SndfileDecoder(path: path, descriptor.file, window: window),
      decoder.channels == channels, decoder.rate == rate
    else { return false }
    self.decoder = decoder
    isWhole = false
    return true
  }

  func seek(to frame: Int, while isWanted: @Sendable () -> Bool) throws(SoundFileError) {
    silence = 0
    position = frame
    if isWhole, (try? decoder.seek(to: frame, while: isWanted)) != nil { return }
    try check()
    guard frame < frames else { return }
    guard let start = structure.frame(holding: frame), try begin(with: start) else {
      throw .cannotRead(
        path: path,
        reason: "nothing of it can be decoded at \(moment(frame, at: rate))"
      )
    }
    position = start.sample
    try skip(frame - position, while: isWanted)
  }

  /// Somebody may have written another file over it, of which nothing is known.
  private func check() throws(SoundFileError) {
    guard FileIdentity(of: descriptor.file) == identity else {
      throw .cannotRead(path: path, reason: "it has become another file since it was opened")
    }
  }
}
