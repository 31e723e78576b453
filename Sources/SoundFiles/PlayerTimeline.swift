// SPDX-License-Identifier: Apache-2.0
// What the frames of a ring are of: which track is heard, and where in it.

package import Quantities
package import RenderCore
internal import Synchronization

/// A track that is heard.
package struct HeardTrack: Sendable {
  /// Where it came from: a file, or a part of one.
  package let track: Track
  /// The number of its turn.
  package let turn: Int
  let shape: SoundShape

  /// What is known of its music.
  package var tags: SoundTags { shape.tags }
  /// How the stream is, if it is one.
  package var stream: StreamState? { shape.stream }
  /// What makes it as loud as its player's tracks are to be.
  package var gain: TrackGain { shape.gain }
  /// How much of the silence before its music is left out.
  package var lead: Seconds { FrameCount(shape.lead).seconds(at: rate) }
  /// Where in its file it begins.
  package var start: Seconds { FrameCount(shape.start).seconds(at: rate) }
  /// How it goes over into others, in frames of its own rate.
  package var edges: TrackEdges { shape.edges }
  /// The rate in its file.
  package var rate: SampleRate { shape.rate }
  /// Its length in frames of its own rate.
  package var frames: FrameCount { FrameCount(shape.frames) }
  /// How long it lasts; 0 for a stream, of which nobody knows it.
  package var duration: Seconds { track.isStream ? .zero : frames.seconds(at: rate) }
}

/// A ring, and what its frames are of.
///
/// > Threading: Any.
package final class PlayerRing: Sendable {
  /// What the audio thread reads.
  package let audio: SharedAudioRing
  private let rate: SampleRate
  private let marks: Mutex<[Mark]>

  /// A frame with which something begins.
  private struct Mark {
    /// Which frame of the ring; between two of them where rates differ.
    let ring: Double
    /// The frame of the track.
    let frame: Int
    let track: HeardTrack
    /// Whether the track starts again at its end.
    var turns = false
  }

  /// How much of what was heard a ring usually keeps, and how much memory it takes for that at
  /// most.
  private static let usual = Seconds(8)
  private static let usualBytes = 4 << 20
  /// How much memory a ring takes at most, where a loop wants more; and how long a loop may be.
  private static let mostBytes = 256 << 20
  private static let longest = Seconds(600)

  /// How long a loop may be where so many channels are heard.
  package static func longestLoop(channels: Int, rate: SampleRate) -> Seconds {
    let loop = frames(longest, within: mostBytes, channels, rate)
    return FrameCount(loop).seconds(at: rate)
  }

  /// How many frames of a time there are, or fit into so much memory.
  private static func frames(
    _ time: Seconds,
    within bytes: Int,
    _ channels: Int,
    _ rate: SampleRate
  ) -> Int {
    let all = bytes / (channels * MemoryLayout<Float>.stride)
    let room = all - 2 * capacity(rate) - SharedAudioRing.reserve
    return max(0, min(time.frames(at: rate).value, room))
  }

  /// How many frames a ring is ahead of what is heard.
  private static func capacity(_ rate: SampleRate) -> Int { Int(clamping: rate.hertz.rounded(.up)) }

  /// Makes a ring that begins with a frame of a track; that of a deck keeps what can be looped.
  init(
    channels: Int,
    rate: SampleRate,
    _ track: HeardTrack,
    from frame: Int,
    isDeck: Bool,
    _ past: RingPast = RingPast()
  ) {
    let usual = Self.frames(Self.usual, within: Self.usualBytes, channels, rate)
    let more = Self.frames(past.kept, within: Self.mostBytes, channels, rate)
    audio = SharedAudioRing(
      channels: channels,
      capacity: Self.capacity(rate),
      loops: isDeck ? max(usual, more) : 0,
      readFrom: past.heard
    )
    self.rate = rate
    marks = Mutex([Mark(ring: 0, frame: frame, track: track)])
  }

  /// A ring of the same sound that begins so long before what is heard: the frame of the track with
  /// which it begins, and how many frames of this ring come before that; `nil` where a frame of it
  /// is no frame of this one.
  ///
  /// At any rate of the track both rings have the same samples.
  package func past(_ time: Seconds, turn: Int) -> (frame: Int, shift: Int)? {
    let mark = mark
    guard mark.track.turn == turn, mark.ring == mark.ring.rounded() else { return nil }
    let (own, track) = (Int(clamping: rate.hertz), Int(clamping: mark.track.rate.hertz))
    guard Double(own) == rate.hertz, Double(track) == mark.track.rate.hertz else { return nil }
    let divisor = Self.divisor(own, track)
    let (step, frames) = (track / divisor, own / divisor)
    let heard = audio.framesRead - Int(clamping: mark.ring)
    let wanted = heard - time.frames(at: rate).value
    var (first, passed) = (mark.frame, 0)
    if mark.turns {
      // Of a file that starts again its present turn.
      guard step == 1, frames == 1 else { return nil }
      let length = mark.track.shape.frames
      passed = (mark.frame + heard) / max(1, length) * length - mark.frame
      if passed > 0 { first = 0 } else { passed = 0 }
    }
    let earliest = -(first / step)
    let ahead = (Double(wanted - passed) / Double(frames)).rounded(.down)
    let steps = max(earliest, Int(clamping: ahead))
    return (first + steps * step, Int(clamping: mark.ring) + passed + steps * frames)
  }

  /// The greatest number that divides both.
  private static func divisor(_ one: Int, _ other: Int) -> Int {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return max(1, one)
  }

  /// The frame of the ring at which a place in the track that is heard is; `nil` where it is of
  /// another track, or the ring has begun behind it.
  package func frame(at position: Seconds, turn: Int) -> Int? {
    guard let place = place(of: position, turn: turn), place >= -0.5 else { return nil }
    return Int(clamping: place.rounded())
  }

  /// The same between frames, and also before the first one.
  package func place(of position: Seconds, turn: Int) -> Double? {
    let mark = mark
    guard mark.track.turn == turn else { return nil }
    let ratio = rate.hertz / mark.track.rate.hertz
    let way = position.value * mark.track.rate.hertz - Double(mark.frame)
    var frame = mark.ring + way * ratio
    if mark.turns {
      let length = Double(mark.track.shape.frames)
      let played = Double(mark.frame) + (Double(audio.framesRead) - mark.ring) / ratio
      frame += (played / length).rounded(.down) * length * ratio
    }
    return frame
  }

  /// The track of the frame that is read next.
  package var track: HeardTrack { mark.track }

  /// Where in its track the frame is that is read next; `isOver` says that nothing follows the end.
  package func position(isOver: Bool) -> Seconds {
    let mark = mark
    let (rate, length) = (mark.track.rate, Double(mark.track.shape.frames))
    let frame =
      Double(mark.frame) + (Double(audio.framesRead) - mark.ring) * rate.hertz / self.rate.hertz
    let position =
      mark.turns && !isOver ? frame.truncatingRemainder(dividingBy: length) : min(frame, length)
    return Seconds(max(0, position) / rate.hertz)
  }

  /// Whether all of it has been read, and nothing will follow.
  package var hasEnded: Bool { audio.isFinished && audio.readable == 0 }

  /// Notes with which frame a track begins.
  func begin(_ track: HeardTrack, at frame: Double) {
    // The reader may go back to what is there still.
    let oldest = Double(audio.oldest)
    marks.withLock { marks in
      while marks.count > 1, marks[1].ring <= oldest { marks.removeFirst() }
      marks.append(Mark(ring: frame, frame: 0, track: track))
    }
  }

  /// Notes that the track that was begun last starts again at its end.
  func noteTurn() {
    marks.withLock { $0[$0.count - 1].turns = true }
  }

  private var mark: Mark {
    let read = Double(audio.framesRead)
    return marks.withLock { marks in marks.last { $0.ring <= read } ?? marks[0] }
  }
}
