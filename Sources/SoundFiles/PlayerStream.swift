// SPDX-License-Identifier: Apache-2.0
// The way of the samples from a file to a ring: decode, loop, convert the rate.

internal import Quantities
internal import RenderCore

/// A file on its way into a ring.
///
/// > Threading: Any, under its lane's lock.
@safe
struct PlayerStream: ~Copyable {
  /// How many frames are worked on at a time.
  private static let pieceFrames = 4096

  /// Channels of the ring; a mono file fills them all.
  private let width: Int
  private let rate: SampleRate
  private let loop: LoopSwitch
  private var source: PlayerSource
  private var resampler: Resampler?
  private var ring: SharedAudioRing?
  private let decoded: UnsafeMutableBufferPointer<Float>
  private let converted: UnsafeMutableBufferPointer<Float>
  private let spread: UnsafeMutableBufferPointer<Float>
  /// The samples in `decoded` that have not been converted.
  private var pending = 0..<0
  private var isAtEnd = false
  /// What stopped the file, to be said once what came before has been moved.
  private var fault: SoundFileError?

  init(
    source: sending PlayerSource,
    width: Int,
    rate: SampleRate,
    loop: LoopSwitch
  ) throws(SoundFileError) {
    resampler = try Self.resampler(for: source, to: rate)
    self.source = source
    (self.width, self.rate, self.loop) = (width, rate, loop)
    unsafe decoded = .allocate(capacity: Self.pieceFrames * width)
    unsafe converted = .allocate(capacity: Self.pieceFrames * width)
    unsafe spread = .allocate(capacity: Self.pieceFrames * width)
  }

  private static func resampler(
    for source: PlayerSource,
    to rate: SampleRate
  ) throws(SoundFileError) -> Resampler? {
    if source.rate == rate { return nil }
    let resampler = Resampler(channels: source.channels, from: source.rate, to: rate)
    guard let resampler else {
      throw .cannotResample(path: source.path, from: source.rate, to: rate)
    }
    return resampler
  }

  /// What is known of the file that is open.
  var shape: SoundShape { source.shape }
  /// What was found wrong with it so far; each to go on with after "the file".
  var remarks: [String] { source.remarks }

  /// What has become of the file; asks the disk.
  func change() -> FileChange { FileChange(of: source.path, since: shape.identity) }

  /// Opens the file that has the name by now, and goes on with it; one with other channels has no
  /// room in a ring.
  mutating func renew(watch: FileWatch?, _ flag: ReplacementFlag) throws(SoundFileError) {
    let reader = try SoundFileReader(successorOf: source.path, channels: width)
    if let watch { reader.watch(with: watch, flag) }
    let fresh = PlayerSource(reader)
    resampler = try Self.resampler(for: fresh, to: rate)
    // What is left of the old one does not go on with the new one's channels.
    end()
    (pending, isAtEnd, fault) = (0..<0, false, nil)
    source.close()
    source = fresh
  }

  deinit {
    unsafe decoded.deallocate()
    unsafe converted.deallocate()
    unsafe spread.deallocate()
  }

  /// Fills `ring` from now on, with what begins at `frame`; nothing of the one before will follow.
  mutating func start(
    _ ring: SharedAudioRing,
    at frame: Int,
    while isWanted: @Sendable () -> Bool = { true }
  ) throws(SoundFileError) {
    let former = self.ring
    self.ring = nil
    do {
      try source.seek(to: frame, while: isWanted)
    } catch {
      former?.finish()
      throw error
    }
    resampler?.reset()
    pending = 0..<0
    isAtEnd = false
    loop.start()
    fault = nil
    self.ring = ring
  }

  /// Whether the ring has room for a piece.
  var hasRoom: Bool { ring.map { $0.writable >= Self.pieceFrames } ?? false }

  /// Moves one piece into the ring, if there is room for one, and returns whether there is more to
  /// do now.
  mutating func work() throws(SoundFileError) -> Bool {
    guard let ring, hasRoom else { return false }
    do {
      let count = try resampler == nil ? pass(to: ring) : convert(to: ring)
      if count > 0 { return true }
    } catch {
      end()
      throw error
    }
    end()
    return false
  }

  /// Closes the file; nothing will follow.
  mutating func close() {
    end()
    source.close()
  }

  private mutating func end() {
    ring?.finish()
    ring = nil
  }

  /// Moves a piece to the ring as it is in the file, and returns its length.
  private mutating func pass(to ring: SharedAudioRing) throws(SoundFileError) -> Int {
    try decode()
    return unsafe write(UnsafeBufferPointer(rebasing: decoded[pending]), to: ring)
  }

  /// Writes samples of the file, each of a mono file to all channels; returns how many frames.
  private func write(_ samples: UnsafeBufferPointer<Float>, to ring: SharedAudioRing) -> Int {
    guard source.channels != width else { return unsafe ring.writeInterleaved(samples) }
    for index in samples.indices {
      let frame = unsafe UnsafeMutableBufferPointer(
        rebasing: spread[(index * width)..<((index + 1) * width)]
      )
      unsafe frame.update(repeating: samples[index])
    }
    return unsafe ring.writeInterleaved(
      UnsafeBufferPointer(rebasing: spread[..<(samples.count * width)])
    )
  }

  /// Moves a piece to the ring at the ring's rate, and returns its length.
  private mutating func convert(to ring: SharedAudioRing) throws(SoundFileError) -> Int {
    while true {
      if pending.isEmpty, !isAtEnd { try decode() }
      let (taken, made) =
        unsafe resampler?.convert(
          UnsafeBufferPointer(rebasing: decoded[pending]),
          to: UnsafeMutableBufferPointer(rebasing: converted[..<pieceSamples])
        ) ?? (0, 0)
      pending = (pending.lowerBound + taken * source.channels)..<pending.upperBound
      if made > 0 {
        let samples = unsafe converted[..<(made * source.channels)]
        return unsafe write(UnsafeBufferPointer(rebasing: samples), to: ring)
      }
      if taken == 0, isAtEnd { return 0 }
    }
  }

  private var pieceSamples: Int { Self.pieceFrames * source.channels }

  /// Decodes the next piece, across the seam of a loop; it is short only at the end, and before a
  /// fault.
  private mutating func decode() throws(SoundFileError) {
    if let fault { throw fault }
    var filled = 0
    var hasTurned = false
    do {
      while filled < pieceSamples {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: decoded[filled..<pieceSamples])
        let count = try unsafe source.read(rest) * source.channels
        filled += count
        if count > 0 {
          hasTurned = false
          continue
        }
        // A file that gives nothing after its first frame is over, loop or not.
        isAtEnd = hasTurned || !loop.turn()
        if isAtEnd { break }
        try source.seek(to: 0)
        hasTurned = true
      }
    } catch {
      guard filled > 0 else { throw error }
      fault = error
    }
    pending = 0..<filled
  }
}
