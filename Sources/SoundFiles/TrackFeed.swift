// SPDX-License-Identifier: Apache-2.0
// The way of the samples from tracks to frames of the rig: decode, widen, convert the rate.

internal import Quantities
internal import RenderCore

/// A track on its way to the rig's rate, and those that are joined to its end.
///
/// Tracks of one rate go through one converter, so that a join is not heard at any rate.
///
/// > Threading: Any, one at a time.
@safe
final class TrackFeed {
  /// How many frames are worked on at a time.
  static let pieceFrames = 4096

  /// The track that is decoded, and the number of its turn.
  private(set) var source: PlayerSource
  private(set) var turn: TrackOrder.Turn
  /// Whether the track is over, and nobody has said what follows.
  private(set) var isAtSeam = false
  /// Whether all has been handed out.
  private(set) var isOver = false
  /// Channels of what is made; a mono file fills them all.
  private let width: Int
  private let rate: SampleRate
  private var resampler: Resampler?
  private let decoded: UnsafeMutableBufferPointer<Float>
  private let narrow: UnsafeMutableBufferPointer<Float>
  /// The samples in `decoded` that have not been handed on.
  private var pending = 0..<0
  /// Whether nothing follows what is pending.
  private var isAtEnd = false
  /// Frames of files that have been decoded, and frames of the rig that have been made of them.
  private var fed = 0
  private var made = 0
  /// Where in `fed` the track began, and the frame of the track that was.
  private var trackStart = 0
  private var firstFrame = 0
  /// What stopped the file, to be said once what came before has been handed on.
  private var fault: SoundFileError?

  init(
    _ source: PlayerSource,
    _ turn: TrackOrder.Turn,
    _ plan: PlayerPlan
  ) throws(SoundFileError) {
    self.source = source
    (self.turn, width, rate) = (turn, plan.width, plan.rate)
    unsafe decoded = .allocate(capacity: Self.pieceFrames * width)
    unsafe narrow = .allocate(capacity: Self.pieceFrames)
    if source.rate != rate {
      resampler = Resampler(channels: width, from: source.rate, to: rate)
      guard resampler != nil else {
        throw .cannotResample(path: source.path, from: source.rate, to: rate)
      }
    }
  }

  deinit {
    unsafe decoded.deallocate()
    unsafe narrow.deallocate()
  }

  /// The track that is decoded, as it is shown.
  var track: HeardTrack {
    HeardTrack(track: turn.track, turn: turn.number, shape: source.shape)
  }

  /// Frames of the rig for each one of the file.
  private var ratio: Double { rate.hertz / source.rate.hertz }

  /// The frame of what is made with which the track that is decoded began.
  var trackFrame: Double { Double(trackStart) * ratio }

  /// How many frames of the rig the track lasts from where it began, as far as its file says.
  var length: Int { frames(source.shape.frames - firstFrame) }

  /// How the track goes over into others, in frames of the rig.
  var edges: TrackEdges { source.shape.edges.frames(frames) }

  /// How many of them are still to be made.
  var rest: Int { frames(trackStart + source.shape.frames - firstFrame) - made }

  private func frames(_ count: Int) -> Int {
    FrameCount(count).seconds(at: source.rate).frames(at: rate).value
  }

  /// Whether a frame of the track has been decoded.
  var hasTrackSounded: Bool { fed > trackStart }

  /// Goes to a frame of the track; nothing that came before is heard.
  func seek(to frame: Int, while isWanted: @Sendable () -> Bool) throws(SoundFileError) {
    try source.seek(to: frame, while: isWanted)
    resampler?.reset()
    (pending, isAtSeam, isAtEnd, isOver, fault) = (0..<0, false, false, false, nil)
    (fed, made, trackStart, firstFrame) = (0, 0, 0, frame)
  }

  /// Makes frames of the rig, and returns how many: less than there is room for at a seam, and at
  /// the end.
  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int {
    var filled = 0
    while filled < buffer.count, !isOver {
      if pending.isEmpty, !isAtEnd, !isAtSeam {
        do {
          try decode()
        } catch {
          guard filled > 0 else { throw error }
          fault = error
          break
        }
      }
      if pending.isEmpty, isAtSeam { break }
      let count = unsafe convert(to: .init(rebasing: buffer[filled...]))
      filled += count * width
      if count == 0, pending.isEmpty, isAtEnd { isOver = true }
    }
    return filled / width
  }

  /// Begins the track again, without a gap.
  func again() throws(SoundFileError) {
    try source.seek(to: 0)
    beginTrack()
  }

  /// Goes on with another track, without a gap; it has the same rate.
  func join(_ source: PlayerSource, _ turn: TrackOrder.Turn) {
    self.source.close()
    self.source = source
    self.turn = turn
    beginTrack()
  }

  /// Hands out what is left; nothing follows.
  func finish() { (isAtSeam, isAtEnd) = (false, true) }

  func close() { source.close() }

  private func beginTrack() {
    (isAtSeam, trackStart, firstFrame) = (false, fed, 0)
  }

  /// Hands on what is pending, at the rate of the rig.
  private func convert(to buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    let input = unsafe UnsafeBufferPointer(rebasing: decoded[pending])
    guard resampler != nil else {
      let count = min(input.count, buffer.count)
      _ = unsafe buffer.update(fromContentsOf: input[..<count])
      pending = (pending.lowerBound + count)..<pending.upperBound
      made += count / width
      return count / width
    }
    guard !input.isEmpty || isAtEnd else { return 0 }
    let (taken, count) = unsafe resampler?.convert(input, to: buffer) ?? (0, 0)
    pending = (pending.lowerBound + taken * width)..<pending.upperBound
    guard isAtEnd, pending.isEmpty, taken == 0 else {
      made += count
      return count
    }
    // What is made of so many frames is always as long, whatever the converter has left.
    let owed = min(max(0, frames(fed) - made), buffer.count / width)
    if count < owed { unsafe buffer[(count * width)..<(owed * width)].update(repeating: 0) }
    made += owed
    return owed
  }

  /// Decodes the next piece; it is short only at a seam, and before a fault.
  private func decode() throws(SoundFileError) {
    if let fault { throw fault }
    let room = Self.pieceFrames
    var filled = 0
    do {
      while filled < room {
        let count = try decode(at: filled, atMost: room - filled)
        if count == 0 {
          isAtSeam = true
          break
        }
        filled += count
      }
    } catch {
      guard filled > 0 else { throw error }
      fault = error
    }
    level(filled)
    fed += filled
    pending = 0..<(filled * width)
  }

  /// Makes the frames in `decoded` as loud as they are to be.
  private func level(_ frames: Int) {
    let factor = source.shape.gain.factor
    guard factor != 1 else { return }
    for index in 0..<(frames * width) { unsafe decoded[index] *= factor }
  }

  /// Decodes into `decoded` from a frame on, and widens what is mono.
  private func decode(at frame: Int, atMost room: Int) throws(SoundFileError) -> Int {
    let target = unsafe UnsafeMutableBufferPointer(
      rebasing: decoded[(frame * width)..<((frame + room) * width)]
    )
    guard source.channels != width else { return try unsafe source.read(target) }
    // Only mono files are narrower than their players.
    let count = try unsafe source.read(.init(rebasing: narrow[..<room]))
    for index in 0..<count {
      unsafe target[(index * width)..<((index + 1) * width)].update(repeating: narrow[index])
    }
    return count
  }
}
