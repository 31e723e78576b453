// SPDX-License-Identifier: Apache-2.0
// How loud people find what passes: EBU R 128, off the audio thread.

internal import CEbur128
internal import Dispatch
internal import Glibc
package import RenderCore
internal import Synchronization

/// What a loudness meter reads, as EBU R 128 and ITU-R BS.1770 say.
package struct Loudness: Hashable, Sendable {
  /// Over the last 400 ms, in LUFS; minus infinity is silence, as of the others.
  package internal(set) var momentary = -Double.infinity
  /// Over the last 3 s, in LUFS.
  package internal(set) var shortTerm = -Double.infinity
  /// Since the beginning, without what is much quieter than the rest, in LUFS.
  package internal(set) var integrated = -Double.infinity
  /// The highest true peak of all channels since the beginning, in dBTP.
  package internal(set) var truePeak = -Double.infinity

  /// Makes the reading of silence.
  package init() {}
}

/// Measures what the audio thread puts into a ring.
///
/// It takes constant memory, however long it measures.
///
/// > Threading: Any.
package final class LoudnessMeter: Sendable {
  private static let queue = DispatchQueue(label: "tarmac loudness", qos: .utility)

  /// What is to be measured is written here, and read twenty times a second.
  package let ring: SharedAudioRing
  private let measurement: Mutex<Measurement>
  private let latest = Mutex(Loudness())
  private let isLooking = Atomic<Bool>(false)
  private let isReset = Atomic<Bool>(false)

  /// Makes a meter; `nil` for channels or a rate that can't be measured.
  ///
  /// Channels are weighed as BS.1770 says of left, right, centre, low frequencies and the two
  /// surrounds, of four as left, right and the surrounds, and all beyond those as in front.
  package init?(channels: Int, hertz: Double) {
    guard let measurement = Measurement(channels: channels, hertz: hertz) else { return nil }
    self.measurement = Mutex(measurement)
    ring = SharedAudioRing(channels: channels, capacity: Int(hertz * 2))
  }

  /// What was read last.
  package var reading: Loudness { latest.withLock { $0 } }

  /// Has all that has come since then measured, and returns at once.
  package func look() {
    guard !isLooking.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Self.queue.async { [self] in
      measure()
      isLooking.store(false, ordering: .releasing)
    }
  }

  /// Measures all that has come since then.
  package func measure() {
    let reading = measurement.withLock { measurement in
      measurement.add(ring)
      if isReset.exchange(false, ordering: .acquiringAndReleasing) { measurement.reset() }
      return measurement.reading
    }
    latest.withLock { if !isReset.load(ordering: .acquiring) { $0 = reading } }
  }

  /// Starts again with what comes from now on; does not wait for a measurement under way.
  package func reset() {
    latest.withLock {
      isReset.store(true, ordering: .releasing)
      $0 = Loudness()
    }
  }
}

/// libebur128's own state.
@safe
private struct Measurement: ~Copyable {
  private static let modes = [
    EBUR128_MODE_M, EBUR128_MODE_S, EBUR128_MODE_I, EBUR128_MODE_TRUE_PEAK, EBUR128_MODE_HISTOGRAM,
  ]
  /// How many frames are worked on at a time.
  private static let piece = 4_096
  /// What begins in the middle of something begins with an edge that nobody has heard: its peaks do
  /// not count.
  private static let edge = 64

  private let channels: Int
  private let hertz: Double
  private var state: UnsafeMutablePointer<ebur128_state>
  private let frames: UnsafeMutableBufferPointer<Float>
  /// How many frames are left of the edge.
  private var unsettled = Measurement.edge
  /// The highest true peak so far.
  private var highest = 0.0

  init?(channels: Int, hertz: Double) {
    guard let state = unsafe Self.make(channels, hertz) else { return nil }
    (self.channels, self.hertz) = (channels, hertz)
    unsafe self.state = unsafe state
    unsafe frames = .allocate(capacity: Self.piece * channels)
  }

  deinit {
    var state = unsafe Optional(state)
    unsafe ebur128_destroy(&state)
    unsafe frames.deallocate()
  }

  private static func make(_ channels: Int, _ hertz: Double) -> UnsafeMutablePointer<ebur128_state>?
  {
    let mode = modes.reduce(0) { $0 | Int32(bitPattern: $1.rawValue) }
    guard let made = unsafe ebur128_init(UInt32(clamping: channels), UInt(max(hertz, 0)), mode)
    else { return nil }
    // What is beyond the two surrounds would count for nothing.
    for channel in 6..<max(channels, 6) {
      _ = unsafe ebur128_set_channel(made, UInt32(channel), Int32(EBUR128_LEFT.rawValue))
    }
    return unsafe made
  }

  /// Takes all that is in a ring.
  mutating func add(_ ring: SharedAudioRing) {
    while true {
      let room = unsettled > 0 ? unsettled : Self.piece
      let part = unsafe UnsafeMutableBufferPointer(rebasing: frames[..<(room * channels)])
      let count = unsafe ring.readInterleaved(part)
      guard count > 0 else { return }
      _ = unsafe ebur128_add_frames_float(state, part.baseAddress, count)
      guard unsettled == 0 else {
        unsettled -= count
        continue
      }
      for channel in 0..<channels {
        var peak = 0.0
        _ = unsafe ebur128_prev_true_peak(state, UInt32(channel), &peak)
        highest = max(highest, peak)
      }
    }
  }

  mutating func reset() {
    guard let fresh = unsafe Self.make(channels, hertz) else { return }
    var old = unsafe Optional(state)
    unsafe ebur128_destroy(&old)
    unsafe state = unsafe fresh
    (unsettled, highest) = (Self.edge, 0)
  }

  var reading: Loudness {
    var reading = Loudness()
    _ = unsafe ebur128_loudness_momentary(state, &reading.momentary)
    _ = unsafe ebur128_loudness_shortterm(state, &reading.shortTerm)
    _ = unsafe ebur128_loudness_global(state, &reading.integrated)
    reading.truePeak = 20 * log10(highest)
    return reading
  }
}
