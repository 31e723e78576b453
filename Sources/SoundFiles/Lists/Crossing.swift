// SPDX-License-Identifier: Apache-2.0
// How tracks of a list go over into each other.

internal import Glibc
package import Quantities

/// How one track goes over into the next.
package struct Crossing: Hashable, Sendable {
  /// The gains of the two while both are heard.
  package enum Curve: String, CaseIterable, Sendable {
    /// The next one has its full level at once; the one before fades out.
    case full
    /// Both fade, and their powers add up to one.
    case power
    /// Both fade along straight lines.
    case linear

    /// The gains at a moment from 0 to 1.
    package func gains(at time: Double) -> (before: Double, next: Double) {
      switch self {
      case .full: (cos(time * .pi / 2), 1)
      case .power: (cos(time * .pi / 2), sin(time * .pi / 2))
      case .linear: (1 - time, time)
      }
    }
  }

  /// How long both are heard; less than 0 for a pause between them.
  package let time: Seconds
  package let curve: Curve
  /// Whether silence at the ends of tracks is left out, and the next one begins no earlier than
  /// this one has become quiet.
  package let followsMusic: Bool

  package init(time: Seconds, curve: Curve = .full, followsMusic: Bool = false) {
    (self.time, self.curve, self.followsMusic) = (time, curve, followsMusic)
  }

  /// The next track begins with the frame behind the last one.
  package static let gapless = Crossing(time: .zero)

  /// That at the end of a track, which may have a time of its own.
  package func own(_ edges: TrackEdges) -> Crossing {
    edges.crossfade.map { Crossing(time: $0, curve: curve, followsMusic: followsMusic) } ?? self
  }

  /// For how many frames two tracks are heard together.
  ///
  /// As many as the first one's own time says, or its outro, or else the list; only in what is
  /// quiet at its end, if that was measured; not longer than the intro of the next one, where that
  /// is known; and no track for more than half of it at each end.
  package func overlap(
    of length: Int,
    _ edges: TrackEdges,
    and next: Int,
    _ nextEdges: TrackEdges,
    at rate: SampleRate
  ) -> Int {
    let most = mostOverlap(edges, at: rate)
    let wanted = edges.isMarked ? most : min(most, edges.quiet ?? .max)
    let intro = edges.crossfade == nil ? nextEdges.intro ?? .max : .max
    return max(0, min(wanted, intro, length / 2, next / 2))
  }

  /// The most that it can be, whatever comes next.
  package func mostOverlap(_ edges: TrackEdges, at rate: SampleRate) -> Int {
    let time = own(edges).frames(at: rate)
    return time > 0 && edges.crossfade == nil ? edges.outro ?? time : max(0, time)
  }

  /// For how many frames nothing is heard between two tracks.
  package func pause(_ edges: TrackEdges, at rate: SampleRate) -> Int {
    max(0, -own(edges).frames(at: rate))
  }

  private func frames(at rate: SampleRate) -> Int {
    Int(clamping: (time.value * rate.hertz).rounded())
  }
}

/// What is known of the ends of a track, in frames.
package struct TrackEdges: Hashable, Sendable {
  /// The first ones, over which the track before may be heard; `nil`: nobody has said.
  var intro: Int?
  /// The last ones, over which the next track is to be heard; `nil`: nobody has said.
  var outro: Int?
  /// The last ones that are quiet; `nil`: that was not measured.
  var quiet: Int?
  /// For how long its end and the next track are heard together; less than 0 for a pause.
  var crossfade: Seconds?

  /// A track of which nothing is known.
  package static let none = TrackEdges()

  /// Whether somebody has said how long its end is.
  fileprivate var isMarked: Bool { outro != nil || crossfade != nil }

  /// The same in frames of another rate.
  package func frames(_ scale: (Int) -> Int) -> TrackEdges {
    TrackEdges(
      intro: intro.map(scale),
      outro: outro.map(scale),
      quiet: quiet.map(scale),
      crossfade: crossfade
    )
  }
}
