// SPDX-License-Identifier: Apache-2.0
// A stream in place of a file.

internal import Quantities
internal import Threads

/// A stream: two channels at 48 kHz that have no end, silent while nothing comes.
///
/// Nothing is connected before `connect`: what is only looked at, or rendered, is silent.
///
/// > Threading: Worker, one at a time.
final class StreamDecoder: SoundDecoder {
  static let hertz = 48_000.0
  /// More than anybody will hear.
  static let endless = 1 << 47
  /// How many seconds are kept back where nobody says otherwise.
  static let usual = 4.0
  /// How much of them is in the ring of a player that plays.
  private static let ahead = 1.0
  private static let pieceFrames = 1_024

  let address: String
  private(set) var state: StreamState?
  private var pace = StreamPace(target: StreamDecoder.usual - StreamDecoder.ahead)
  private var resampler: Resampler?
  private var speed = 1.0
  /// What was taken out and not converted yet.
  private var pending: [Float] = []
  private var isOver = false

  /// Makes one that is not connected.
  ///
  /// - Throws: that it can't be played here.
  init(_ address: String) throws(SoundFileError) {
    self.address = StreamAddress.normal(address)
    if let problem = StreamAddress.problem(of: address) {
      throw .stream(address: address, reason: "the address \(problem)")
    }
    guard ForeignDecoder.program != nil else {
      throw .stream(address: address, reason: StreamProblem.noDecoder.reason)
    }
  }

  deinit { state?.mail.stop() }

  var channels: Int { StreamBuffer.channels }
  var rate: SampleRate { SampleRate(hertz: Self.hertz) }
  var frames: Int { Self.endless }
  var tags: SoundTags { state?.tags ?? SoundTags() }

  /// Begins to listen, and keeps so many seconds back.
  ///
  /// - Throws: that the system has no room for it.
  func connect(keeping seconds: Double) throws(SoundFileError) {
    guard state == nil else { return }
    resampler = Resampler(channels: channels, fastest: 1 + StreamPace.most)
    guard resampler != nil, let state = StreamState(address, keeping: seconds),
      StreamListener(state: state).start()
    else { throw .stream(address: address, reason: "the system has no room for it") }
    self.state = state
    pace = StreamPace(target: max(Self.ahead, seconds - Self.ahead))
  }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int {
    guard let state else {
      unsafe buffer.update(repeating: 0)
      return buffer.count / channels
    }
    var made = 0
    while made < buffer.count {
      if pending.isEmpty, !isOver { refill(state) }
      if pending.isEmpty { break }
      let target = unsafe UnsafeMutableBufferPointer(rebasing: buffer[made...])
      resampler?.setSpeed(speed, over: target.count / channels)
      let step = unsafe pending.withUnsafeBufferPointer { input in
        unsafe resampler?.convert(input, to: target) ?? (taken: 0, made: 0)
      }
      pending.removeFirst(step.taken * channels)
      made += step.made * channels
      if step == (0, 0) { break }
    }
    return made / channels
  }

  /// Takes the next piece out of what has come.
  private func refill(_ state: StreamState) {
    pending = Array(repeating: 0, count: Self.pieceFrames * channels)
    let (count, kept) = unsafe pending.withUnsafeMutableBufferPointer { unsafe state.take($0) }
    if count == 0 { (pending, isOver) = ([], true) }
    // What is sent faster than time is played at its own speed.
    let reach = (pace.target + StreamState.reserve) * Self.hertz
    guard let kept, Double(kept) < reach else {
      pace.forget()
      speed = 1
      return
    }
    let time = Double(Self.pieceFrames) / Self.hertz
    speed = pace.speed(keeping: Double(kept) / Self.hertz, for: time)
  }

  /// A stream has no places: it goes on with what is live.
  func seek(to frame: Int, while isWanted: @Sendable () -> Bool) throws(SoundFileError) {
    state?.joinAgain()
    (pending, isOver) = ([], false)
  }
}
