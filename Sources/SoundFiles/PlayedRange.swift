// SPDX-License-Identifier: Apache-2.0
// Which frames of a file are played as a track: a part of it, from mark to mark, or its music.

internal import Loudness
internal import Quantities

/// The frames of a file that a player plays, and how they go over into others.
struct PlayedRange {
  let frames: Range<Int>
  /// How many frames of the track before them are left out.
  let lead: Int
  let edges: TrackEdges
  /// What was found wrong with its marks; each to go on with after "the file".
  let remarks: [String]

  /// Finds those of a track, or of a whole file; marks beside the file count more than its tags.
  ///
  /// > Threading: Worker.
  ///
  /// - Throws: that nothing would be played.
  init(
    of track: Track?,
    in reader: SoundFileReader,
    _ tagged: TrackMarks,
    _ treatment: TrackTreatment
  ) throws(SoundFileError) {
    let rate = reader.rate
    let whole = track?.part?.frames(of: reader) ?? 0..<reader.frames
    guard !whole.isEmpty else { throw .empty(path: reader.path) }
    let labels = treatment.followsMarks ? LabelFile(beside: reader.path) : nil
    let set = treatment.followsMarks ? labels?.marks.completed(by: tagged) ?? tagged : .none
    let (marks, misfits) = set.fitting(FrameCount(whole.count).seconds(at: rate).value)
    func frame(_ seconds: Double) -> Int {
      let frame = whole.lowerBound + Seconds(seconds).frames(at: rate).value
      return max(whole.lowerBound, min(frame, whole.upperBound))
    }
    let music = treatment.music
    let (cueIn, cueOut) = (marks.cueIn.map(frame), marks.cueOut.map(frame))
    var start = cueIn ?? music.map { frame($0.start) } ?? whole.lowerBound
    var end = cueOut ?? music.map { frame($0.end) } ?? whole.upperBound
    // What was measured gives way to what was set.
    if start >= end { (start, end) = (cueIn ?? whole.lowerBound, cueOut ?? whole.upperBound) }
    let isEmpty = start >= end
    let frames = isEmpty ? whole : start..<end
    remarks =
      (labels?.remarks ?? []) + misfits
      + (isEmpty ? ["has nothing between its marks, and is played as a whole"] : [])
    (self.frames, lead) = (frames, frames.lowerBound - whole.lowerBound)
    edges = TrackEdges(
      intro: marks.introEnd.map { max(0, frame($0) - frames.lowerBound) },
      outro: marks.outroStart.map { max(0, frames.upperBound - frame($0)) },
      // An end that was set is faded, loud as it is.
      quiet: marks.cueOut == nil
        ? music.map { max(0, Seconds($0.end - $0.nextStart).frames(at: rate).value) } : nil,
      crossfade: marks.crossfade.map { Seconds($0) }
    )
  }
}

extension Track.Part {
  /// The frames of a file that are the part.
  fileprivate func frames(of reader: SoundFileReader) -> Range<Int> {
    func frame(_ count: Int) -> Int {
      min(Int(clamping: (Double(count) * reader.rate.hertz / 75).rounded()), reader.frames)
    }
    let last = end.map(frame) ?? reader.frames
    return min(frame(start), last)..<last
  }
}
