// SPDX-License-Identifier: Apache-2.0
// How loud a whole programme is: EBU R 128 of a file, by the code that the meter plugin has.

internal import PluginKit

/// What a programme measures, as EBU R 128 and ITU-R BS.1770-4 say.
package struct ProgrammeLoudness: Hashable, Codable, Sendable {
  /// The gated loudness of all of it in LUFS; `nil` where nothing is above the gate.
  package var integrated: Double?
  /// The highest true peak of all channels in dBTP; `nil` for silence.
  package var truePeak: Double?
  /// How long it lasts, in seconds.
  package var seconds: Double
  /// Where the music is, in seconds from the beginning; `nil` where nothing is above the gate.
  package var music: Music?

  /// From where to where a programme has something to be heard, by the thresholds that players of
  /// radio stations use, relative to its own loudness.
  package struct Music: Hashable, Codable, Sendable {
    /// Where it is louder than -34 LU for the first time.
    package var start: Double
    /// Where it is louder than -7 LU for the last time: what follows may begin.
    package var nextStart: Double
    /// Where it is louder than -42 LU for the last time.
    package var end: Double

    package init(start: Double, nextStart: Double, end: Double) {
      (self.start, self.nextStart, self.end) = (start, nextStart, end)
    }
  }

  package init(integrated: Double?, truePeak: Double?, seconds: Double, music: Music? = nil) {
    (self.integrated, self.truePeak) = (integrated, truePeak)
    (self.seconds, self.music) = (seconds, music)
  }
}

/// Measures a programme, piece by piece.
///
/// It takes constant memory, however long the programme is. Channels are weighed as `LoudnessMeter`
/// says.
///
/// > Threading: Any, one at a time.
@safe
package struct ProgrammeMeter: ~Copyable {
  /// What the parts of the kit take at a time.
  private static let block = 64
  /// Of how many hops blocks are made for the gates, and how far these are apart.
  private static let (blockHops, stepHops) = (40, 10)

  private let channels: Int
  private let hertz: Double
  private let weights: [Double]
  private var filters: [KWeighting]
  private let peaks: ChannelPeaks
  private var highest: Float = 0
  private var histogram = LoudnessHistogram()
  private var edges = LoudnessEdges()
  /// The weighted energies of the last hops of 10 ms, and the one under way.
  private var hops = [Double](repeating: 0, count: Self.blockHops)
  private var energy = 0.0
  private var hop = 0
  private var framesLeft = 0
  private var frames = 0

  /// Makes a meter for so many channels at a rate.
  package init(channels: Int, hertz: Double) {
    (self.channels, self.hertz) = (channels, hertz)
    weights = Self.weights(of: channels)
    filters = Array(repeating: KWeighting(rate: hertz), count: (channels + 1) / 2)
    peaks = ChannelPeaks(channels: channels)
    framesLeft = end(of: 0)
  }

  /// What channels count for: left, right, centre, low frequencies and the two surrounds; of four
  /// and five there are no low frequencies, and all beyond six are as in front.
  private static func weights(of channels: Int) -> [Double] {
    let surround = 1.41
    return switch channels {
    case 4: [1, 1, surround, surround]
    case 5: [1, 1, 1, surround, surround]
    case 6...: [1, 1, 1, 0, surround, surround] + Array(repeating: 1, count: channels - 6)
    default: Array(repeating: 1, count: channels)
    }
  }

  /// Where a hop ends, in frames from the start on.
  private func end(of hop: Int) -> Int { Int(clamping: Double(hop + 1) * hertz / 100) }

  /// Takes interleaved frames.
  package mutating func add(_ interleaved: UnsafeBufferPointer<Float>) {
    let count = interleaved.count / channels
    var start = 0
    while start < count {
      let part = min(Self.block, count - start, framesLeft)
      unsafe peaks.take(interleaved, from: start, part, highest: &highest)
      weigh(part)
      start += part
      frames += part
      framesLeft -= part
      if framesLeft == 0 { endHop() }
    }
  }

  /// Adds up what is heard of the frames that the peaks have been looked for in.
  private mutating func weigh(_ frames: Int) {
    for pair in filters.indices {
      let first = peaks.samples(2 * pair)
      let isLast = 2 * pair + 1 == channels
      let second = isLast ? first : peaks.samples(2 * pair + 1)
      let sums = filters[pair].energies(first, second, frames)
      energy += sums[0] * weights[2 * pair]
      if !isLast { energy += sums[1] * weights[2 * pair + 1] }
    }
  }

  private mutating func endHop() {
    hops[hop % Self.blockHops] = energy
    let framesPerHop = hertz / 100
    edges.add(PluginKit.Loudness.level(energy / framesPerHop))
    energy = 0
    hop += 1
    framesLeft = end(of: hop) - end(of: hop - 1)
    guard hop >= Self.blockHops, hop % Self.stepHops == 0 else { return }
    histogram.add(hops.reduce(0, +) / (Double(Self.blockHops) * framesPerHop))
  }

  /// What has been measured so far.
  package var reading: ProgrammeLoudness {
    let integrated = histogram.gatedLevel(below: 10)
    let seconds = Double(frames) / hertz
    return ProgrammeLoudness(
      integrated: integrated,
      truePeak: highest > 0 ? Double(Decibels.level(highest)) : nil,
      seconds: seconds,
      music: integrated.map { edges.music(around: $0, of: seconds) }
    )
  }
}

/// The true peaks of several channels, of which a few frames are here at a time.
private struct ChannelPeaks {
  /// More than that no sound is.
  private static let highest: Float = 1e6
  private let channels: [Channel]

  private final class Channel {
    let buffer = SampleBuffer(count: 64 + 8)
    var peak = TruePeak()
  }

  init(channels: Int) { self.channels = (0..<channels).map { _ in Channel() } }

  func samples(_ channel: Int) -> Samples { channels[channel].buffer.samples }

  /// Takes interleaved frames, and raises the highest peak.
  func take(
    _ interleaved: UnsafeBufferPointer<Float>,
    from start: Int,
    _ frames: Int,
    highest: inout Float
  ) {
    for (index, channel) in channels.enumerated() {
      let samples = channel.buffer.samples
      for frame in 0..<frames {
        // What is no number, in a damaged file, is silence.
        let sample = unsafe interleaved[(start + frame) * channels.count + index]
        samples[frame] = abs(sample) < Self.highest ? sample : 0
      }
      _ = channel.peak.take(samples, frames: frames, highest: &highest)
    }
  }
}
