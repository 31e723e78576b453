// SPDX-License-Identifier: Apache-2.0
// Where a track begins and ends in a list, as somebody has set it: in its tags, or in a file of
// labels beside it.

internal import Quantities

/// The marks of a track, in seconds of its file; `nil` where nobody has set one.
struct TrackMarks: Hashable, Sendable {
  /// Where it begins.
  var cueIn: Double?
  /// Where the track before has to be silent.
  var introEnd: Double?
  /// Where the next track begins.
  var outroStart: Double?
  /// Where it ends.
  var cueOut: Double?
  /// For how long its end and the next track are heard together; less than 0 for a pause.
  var crossfade: Double?

  /// A track of which nobody has said anything.
  static let none = TrackMarks()

  /// How long a crossfade, or a pause, may be.
  static let crossfades = -60.0...60

  /// What tags say, in the names that Liquidsoap and its autocue give them.
  init(in text: TagText) {
    self.init()
    guard text.has("liq_c") else { return }
    self.init(text.number)
  }

  /// Looks for tags by their names.
  init(_ number: (String) -> Double?) {
    cueIn = number("liq_cue_in")
    cueOut = number("liq_cue_out")
    outroStart = number("liq_cross_start_next")
    crossfade = number("liq_cross_duration")
  }

  init() {}

  /// These, with what others say where they say nothing.
  func completed(by others: TrackMarks) -> TrackMarks {
    var marks = self
    marks.cueIn = cueIn ?? others.cueIn
    marks.introEnd = introEnd ?? others.introEnd
    marks.outroStart = outroStart ?? others.outroStart
    marks.cueOut = cueOut ?? others.cueOut
    marks.crossfade = crossfade ?? others.crossfade
    return marks
  }

  /// Those that a track of such a length can have, and a remark for each other one.
  func fitting(_ seconds: Double) -> (marks: TrackMarks, remarks: [String]) {
    var (marks, remarks) = (self, [String]())
    func check(
      _ mark: WritableKeyPath<TrackMarks, Double?>,
      _ name: String,
      in range: (lower: Double, upper: Double)
    ) {
      guard let value = marks[keyPath: mark],
        !(range.lower...max(range.lower, range.upper) ~= value)
      else { return }
      marks[keyPath: mark] = nil
      remarks.append("has the mark '\(name)' at \(value), where it can't be; it is left out")
    }
    // Programs round the end up.
    if let end = marks.cueOut, end > seconds, end < seconds + 1 { marks.cueOut = seconds }
    check(\.cueIn, "cue in", in: (0, seconds.nextDown))
    let start = marks.cueIn ?? 0
    check(\.cueOut, "cue out", in: (start.nextUp, seconds))
    let end = marks.cueOut ?? seconds
    check(\.introEnd, "intro end", in: (start, end))
    check(\.outroStart, "outro start", in: (start, end))
    let crossfades = (Self.crossfades.lowerBound, Self.crossfades.upperBound)
    check(\.crossfade, "crossfade", in: crossfades)
    return (marks, remarks)
  }
}
