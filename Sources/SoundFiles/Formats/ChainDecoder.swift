// SPDX-License-Identifier: Apache-2.0
// A chained Ogg file: streams one after the other, heard as one.

internal import Quantities

/// Decodes the links of an Ogg file in their order, each opened when it is its turn.
///
/// The first one says rate and channels. One channel sounds on all of them, and all of them make
/// one; a link at another rate, or with other channels, is left out.
///
/// > Threading: Worker, one at a time.
@safe
final class ChainDecoder: SoundDecoder {
  private struct Link {
    let range: Range<Int>
    /// The first frame of the file that is in it, and how many are.
    let start: Int
    let frames: Int
  }

  let path: String
  let channels: Int
  let rate: SampleRate
  private(set) var remarks: [String] = []
  let tags: SoundTags
  private let descriptor: SharedDescriptor
  private var links: [Link] = []
  /// The link that is open, and the one after it is next.
  private var decoder: SndfileDecoder
  private var index = 0

  var frames: Int { links.last.map { $0.start + $0.frames } ?? 0 }

  /// Opens each link once, to see how long it is.
  init(
    path: String,
    _ descriptor: SharedDescriptor,
    _ ranges: [Range<Int>]
  ) throws(SoundFileError) {
    guard let first = ranges.first else { throw .empty(path: path) }
    (self.path, self.descriptor) = (path, descriptor)
    decoder = try Self.open(path, descriptor, first)
    (channels, rate, tags) = (decoder.channels, decoder.rate, decoder.tags)
    for (index, range) in ranges.enumerated() {
      let link = index == 0 ? decoder : try? Self.open(path, descriptor, range)
      let start = frames
      guard let link, fits(link) else {
        remarks.append(remark(on: link, number: index + 1, of: ranges.count, at: start))
        continue
      }
      links.append(Link(range: range, start: start, frames: link.frames))
    }
  }

  private static func open(
    _ path: String,
    _ descriptor: SharedDescriptor,
    _ range: Range<Int>
  ) throws(SoundFileError) -> SndfileDecoder {
    let window = SoundWindow(of: descriptor.file, range: range)
    return try SndfileDecoder(path: path, descriptor.file, window: window)
  }

  private func fits(_ link: SndfileDecoder) -> Bool {
    link.rate == rate && (link.channels == channels || min(link.channels, channels) == 1)
  }

  private func remark(
    on link: SndfileDecoder?,
    number: Int,
    of count: Int,
    at frame: Int
  ) -> String {
    let part =
      "consists of \(count) streams; the \(number). one, after \(moment(frame, at: rate)), is not played: it"
    guard let link else { return "\(part) can't be decoded" }
    if link.rate != rate {
      return "\(part) has \(link.rate.words), and the first one \(rate.words)"
    }
    return "\(part) has \(link.channels) channels, and the first one \(channels)"
  }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int {
    while true {
      let count = try unsafe readLink(buffer)
      if count > 0 { return count }
      guard index + 1 < links.count else { return 0 }
      try open(index + 1)
    }
  }

  private func open(_ index: Int) throws(SoundFileError) {
    decoder = try Self.open(path, descriptor, links[index].range)
    guard fits(decoder) else {
      throw .cannotRead(path: path, reason: "it has become another file since it was opened")
    }
    self.index = index
  }

  /// Reads from the open link, and gives its frames the shape of the first one's.
  private func readLink(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int {
    let own = decoder.channels
    if own == channels { return try unsafe decoder.read(buffer) }
    let wanted = buffer.count / channels
    let frames = UnsafeMutableBufferPointer<Float>.allocate(capacity: wanted * own)
    defer { unsafe frames.deallocate() }
    let count = try unsafe decoder.read(frames)
    for frame in 0..<count {
      var sum: Float = 0
      for channel in 0..<own { unsafe sum += frames[frame * own + channel] }
      for channel in 0..<channels { unsafe buffer[frame * channels + channel] = sum / Float(own) }
    }
    return count
  }

  func seek(to frame: Int, while isWanted: @Sendable () -> Bool) throws(SoundFileError) {
    guard let target = links.lastIndex(where: { $0.start <= frame }) else { return }
    if target != index { try open(target) }
    let place = min(frame - links[target].start, links[target].frames)
    try decoder.seek(to: place, while: isWanted)
  }
}
