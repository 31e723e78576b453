// SPDX-License-Identifier: Apache-2.0
// Where the beats of a track are.

package import Quantities

/// The beats of a track: from each anchor on one after the other, at a tempo of its own.
///
/// The beats go on before the first anchor and behind the last one. From one anchor to the next one
/// there is a whole number of them, whatever the tempo of the first says.
package struct BeatGrid: Hashable, Sendable {
  /// A beat, and the tempo from there on.
  package struct Anchor: Hashable, Sendable {
    package var position: Seconds
    /// In beats a minute, one of `BeatGrid.tempos`.
    package var bpm: Double

    /// Sets a tempo from a beat on.
    package init(at position: Seconds, bpm: Double) {
      (self.position, self.bpm) = (position, bpm)
    }
  }

  /// A part of a track in which all beats are as long.
  package struct Section: Hashable, Sendable {
    /// The place of a beat.
    package let beat: Seconds
    /// From one beat to the next.
    package let length: Seconds
    /// The beats before that one.
    let count: Double
    /// Where it ends.
    let end: Double

    /// Its tempo.
    package var bpm: Double { 60 / length.value }

    /// The place of the beat that is nearest to a place.
    package func nearest(to position: Seconds) -> Seconds {
      let beats = ((position.value - beat.value) / length.value).rounded()
      return Seconds(beat.value + beats * length.value)
    }
  }

  /// The tempos that a grid can have.
  package static let tempos = 20.0...999
  /// How many anchors are kept.
  package static let mostAnchors = 4_096

  /// In their order; at least one.
  package let anchors: [Anchor]
  private let sections: [Section]

  /// Puts beats at equal distances.
  package init(from position: Seconds = .zero, bpm: Double) {
    self.init(checked: [Anchor(at: position, bpm: bpm)])
  }

  /// Takes anchors in any order, of which those count that can be.
  package init?(_ anchors: [Anchor]) {
    let sane = anchors.filter {
      Self.tempos.contains($0.bpm) && abs($0.position.value) < 86_400
    }
    guard !sane.isEmpty else { return nil }
    self.init(checked: Array(sane.sorted { $0.position < $1.position }.prefix(Self.mostAnchors)))
  }

  /// Puts beats where a list of at least two says.
  package init?(beats: [Seconds]) {
    let beats = beats.sorted()
    var anchors: [Anchor] = []
    for (beat, next) in zip(beats, beats.dropFirst()) where next > beat {
      let bpm = 60 / (next.value - beat.value)
      if let last = anchors.last, abs(last.bpm - bpm) < 1e-6 * bpm { continue }
      anchors.append(Anchor(at: beat, bpm: bpm))
    }
    self.init(anchors)
  }

  private init(checked anchors: [Anchor]) {
    self.anchors = anchors
    var (sections, count) = ([Section](), 0.0)
    for (index, anchor) in anchors.enumerated() {
      let own = 60 / anchor.bpm
      guard index + 1 < anchors.count else {
        sections.append(
          Section(beat: anchor.position, length: Seconds(own), count: count, end: .infinity)
        )
        break
      }
      let end = anchors[index + 1].position.value
      let beats = ((end - anchor.position.value) / own).rounded()
      // Anchors that are less than half a beat apart are one.
      guard beats > 0 else { continue }
      let length = (end - anchor.position.value) / beats
      sections.append(
        Section(beat: anchor.position, length: Seconds(length), count: count, end: end)
      )
      count += beats
    }
    self.sections = sections
  }

  /// The part of a track that has a place.
  package func section(at position: Seconds) -> Section {
    var (low, high) = (0, sections.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if position.value < sections[middle].end { high = middle } else { low = middle + 1 }
    }
    return sections[low]
  }

  /// How many beats a place is behind the first anchor.
  package func beats(at position: Seconds) -> Double {
    let section = section(at: position)
    return section.count + (position.value - section.beat.value) / section.length.value
  }

  /// How many beats there are in a part of the track.
  package func beats(in length: Seconds, from position: Seconds) -> Double {
    let section = section(at: position)
    let end = position.value + length.value
    if end <= section.end { return length.value / section.length.value }
    return beats(at: Seconds(end)) - beats(at: position)
  }

  /// The place that is so many beats behind the first anchor.
  package func position(at beats: Double) -> Seconds {
    let section = sections.last { $0.count <= beats } ?? sections[0]
    return Seconds(section.beat.value + (beats - section.count) * section.length.value)
  }

  /// The place that is so many beats behind another one.
  package func position(_ beats: Double, from position: Seconds) -> Seconds {
    // Within a section nothing is lost by counting.
    let section = section(at: position)
    let end = position.value + beats * section.length.value
    if sections.count == 1 || end >= section.beat.value && end < section.end {
      return Seconds(end)
    }
    return self.position(at: self.beats(at: position) + beats)
  }

  /// The same grid, so much later.
  package func shifted(by time: Seconds) -> BeatGrid {
    BeatGrid(
      checked: anchors.map {
        Anchor(at: Seconds($0.position.value + time.value), bpm: $0.bpm)
      }
    )
  }

  /// The same grid with a beat at a place, by as short a way as there is.
  package func aligned(to position: Seconds) -> BeatGrid {
    let beat = section(at: position).nearest(to: position)
    return shifted(by: Seconds(position.value - beat.value))
  }
}
