// SPDX-License-Identifier: Apache-2.0
// The outline of a programme, for pictures: how far it swings, and how strong it is, from point to
// point.

internal import PluginKit

/// The outline of a programme: points that are equally far apart.
package struct Waveform: Hashable, Sendable {
  /// How long a point lasts, in seconds; the last one may be shorter.
  package let secondsPerPoint: Double
  /// The highest sample of each point, of all channels: 255 is full scale and more.
  package let peaks: [UInt8]
  /// The RMS level of each point, over all channels, on the same scale.
  package let levels: [UInt8]

  package init(secondsPerPoint: Double, peaks: [UInt8], levels: [UInt8]) {
    (self.secondsPerPoint, self.peaks, self.levels) = (secondsPerPoint, peaks, levels)
  }
}

/// Draws the outline of a programme, piece by piece, however long it becomes: where there are too
/// many points, two become one.
///
/// > Threading: Any, one at a time.
package struct WaveformMeter {
  /// How many points there are at most; of all but the shortest programmes at least half as many.
  package static let mostPoints = 1_024
  private static let firstFrames = 64

  private struct Point {
    var peak: Float = 0
    var energy: Float = 0
  }

  private let channels: Int
  private let hertz: Double
  private var points: [Point] = []
  private var framesPerPoint = WaveformMeter.firstFrames
  /// How many frames the last point still takes.
  private var framesLeft = 0

  /// Makes a meter for so many channels at a rate.
  package init(channels: Int, hertz: Double) {
    (self.channels, self.hertz) = (channels, hertz)
    points.reserveCapacity(Self.mostPoints)
  }

  /// Takes interleaved frames.
  package mutating func add(_ interleaved: UnsafeBufferPointer<Float>) {
    let count = interleaved.count / channels
    var start = 0
    while start < count {
      if framesLeft == 0 { begin() }
      let part = min(count - start, framesLeft)
      let range = start * channels..<(start + part) * channels
      unsafe look(at: UnsafeBufferPointer(rebasing: interleaved[range]))
      start += part
      framesLeft -= part
    }
  }

  /// Begins a point, for which there may have to be room first.
  private mutating func begin() {
    if points.count == Self.mostPoints {
      points = (0..<points.count / 2).map { index in
        let (first, second) = (points[2 * index], points[2 * index + 1])
        return Point(peak: max(first.peak, second.peak), energy: first.energy + second.energy)
      }
      framesPerPoint *= 2
    }
    framesLeft = framesPerPoint
    points.append(Point())
  }

  private mutating func look(at samples: UnsafeBufferPointer<Float>) {
    var (peaks, energies) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for start in stride(from: 0, to: samples.count, by: 8) {
      let some = unsafe Self.eight(of: samples, from: start)
      // What is no number, in a damaged file, is silence.
      let sound = some.replacing(with: 0 as Float, where: .!(some * some .< SIMD8(repeating: 1e12)))
      peaks = pointwiseMax(peaks, pointwiseMax(sound, -sound))
      energies += sound * sound
    }
    points[points.count - 1].peak = max(points[points.count - 1].peak, peaks.max())
    points[points.count - 1].energy += energies.sum()
  }

  /// Eight samples, with silence behind the last one.
  private static func eight(of samples: UnsafeBufferPointer<Float>, from start: Int) -> SIMD8<Float>
  {
    if start + 8 <= samples.count {
      let bytes = UnsafeRawBufferPointer(samples)
      return unsafe bytes.loadUnaligned(fromByteOffset: start * 4, as: SIMD8<Float>.self)
    }
    var some = SIMD8<Float>.zero
    for index in start..<samples.count { unsafe some[index - start] = samples[index] }
    return some
  }

  /// What has been drawn so far.
  package var reading: Waveform {
    func byte(_ level: Float) -> UInt8 {
      UInt8(clamping: Int(clamping: Double(level * 255).rounded()))
    }
    let levels = points.enumerated().map { index, point in
      let frames = framesPerPoint - (index == points.count - 1 ? framesLeft : 0)
      return byte((point.energy / Float(max(frames, 1) * channels)).squareRoot())
    }
    return Waveform(
      secondsPerPoint: Double(framesPerPoint) / hertz,
      peaks: points.map { byte($0.peak) },
      levels: levels
    )
  }
}
