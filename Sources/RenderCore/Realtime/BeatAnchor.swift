// SPDX-License-Identifier: Apache-2.0
// Beats that are counted from a frame, so that a night of cycles leaves them where they belong.

/// A frame of which the bar and the beat are known.
///
/// Beats that are added up cycle by cycle keep what each sum has lost: 42 ms in an hour at 64
/// frames.
///
/// > Threading: Realtime.
struct BeatAnchor: BitwiseCopyable {
  private var frame: Int64 = 0
  private var bar: Int64 = 0
  /// The beat in the bar.
  private var beat = 0.0

  /// The first frame, at which the first bar begins.
  @_noLocks
  init() {}

  /// A frame that is so many beats after the first.
  @_noLocks
  init(frame: Int64, beats: Double) {
    self.frame = frame
    beat = beats
  }

  /// Where `transport` is, as a MIDI clock counts.
  @_noLocks
  func clock(at transport: Transport, rate: Double) -> ClockPosition {
    guard let tempo = transport.tempo, rate > 0, tempo.beatUnit > 0 else { return .unknown }
    let ticksPerBeat = 24 * 4 / Double(Int(tempo.beatUnit))
    let beats =
      Double(bar) * Double(tempo.beatsPerBar) + beats(at: transport.frame, tempo, rate: rate)
    return ClockPosition(
      ticks: beats * ticksPerBeat,
      perFrame: Double(tempo.beatsPerMinute) * ticksPerBeat / (60 * rate),
      isRolling: transport.speed > 0
    )
  }

  /// The frame where `transport` is.
  @_noLocks
  init(_ transport: Transport) {
    (frame, bar, beat) = (transport.frame, transport.bar, Double(transport.barBeat))
  }

  /// The same beats, from the frame where `transport` is, whose tempo is to change.
  @_noLocks
  mutating func move(to transport: Transport, rate: Double) {
    guard let tempo = transport.tempo, rate > 0 else { return self = BeatAnchor(transport) }
    beat = beats(at: transport.frame, tempo, rate: rate)
    beat -= Double(transport.bar &- bar) * Double(tempo.beatsPerBar)
    (frame, bar) = (transport.frame, transport.bar)
  }

  /// Says at which bar and beat `transport` is, by its frame and its tempo.
  @_noLocks
  func count(_ transport: inout Transport, rate: Double) {
    guard let tempo = transport.tempo, rate > 0 else { return }
    transport.count(beats(at: transport.frame, tempo, rate: rate), from: bar)
  }

  @_noLocks
  private func beats(at frame: Int64, _ tempo: Tempo, rate: Double) -> Double {
    beat + Double(frame &- self.frame) * Double(tempo.beatsPerMinute) / (60 * rate)
  }
}
