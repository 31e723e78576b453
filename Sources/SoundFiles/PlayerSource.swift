// SPDX-License-Identifier: Apache-2.0
// What a player decodes: a track, and the part of its file that is kept in memory.

internal import Loudness
internal import Quantities

/// The frames of a track, in their order and from anywhere.
///
/// > Threading: Any, one at a time.
final class PlayerSource {
  let path: String
  let shape: SoundShape
  private let resident: ResidentSound?
  /// The open file; one whose beginning is in memory is opened when that has been played.
  private var reader: SoundFileReader?
  /// The frames of the file that are the track, and whether the file has more.
  private let range: Range<Int>
  private let isPart: Bool
  /// The frame of the file that comes next.
  private var frame: Int
  /// The frame that the open file goes on with.
  private var readerFrame = 0

  /// A track of an open file: all of it, or a part; without the silence around its music, if that
  /// is left out.
  init(
    _ reader: sending SoundFileReader,
    _ track: Track? = nil,
    _ treatment: TrackTreatment = .none
  ) throws(SoundFileError) {
    let whole = track?.part?.frames(of: reader) ?? 0..<reader.frames
    guard !whole.isEmpty else { throw .empty(path: reader.path) }
    range = treatment.music?.frames(of: whole, at: reader.rate) ?? whole
    isPart = range != 0..<reader.frames
    path = reader.path
    let lead = range.lowerBound - whole.lowerBound
    shape = SoundShape(reader, range, lead: lead, of: track, treatment)
    frame = range.lowerBound
    self.reader = reader
    resident = nil
  }

  /// A file of which a part is in memory.
  init(_ resident: ResidentSound) {
    (path, shape) = (resident.path, resident.shape)
    range = 0..<shape.frames
    isPart = false
    frame = 0
    self.resident = resident
  }

  /// No file, and no frame.
  init(nothingFor plan: PlayerPlan) {
    (path, shape) = ("", SoundShape(nothingFor: plan))
    (range, isPart, frame, resident) = (0..<0, true, 0, nil)
  }

  var channels: Int { shape.channels }
  var rate: SampleRate { shape.rate }
  /// What was found wrong with the file so far; each to go on with after "the file".
  var remarks: [String] { reader?.remarks ?? [] }

  /// Goes to a frame of the track; of what is in memory nothing has to be sought.
  func seek(to frame: Int, while isWanted: @Sendable () -> Bool = { true }) throws(SoundFileError) {
    self.frame = range.lowerBound + frame
    guard !range.isEmpty, resident?.holds(self.frame) != true else { return }
    try openedReader().seek(to: self.frame, while: isWanted)
    readerFrame = self.frame
  }

  /// Fills `buffer` with interleaved frames and returns how many there were: none at the end.
  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int {
    let wanted = min(buffer.count / channels, rest)
    let known = unsafe resident?.copy(from: frame, to: buffer) ?? 0
    frame += known
    guard known == 0, wanted > 0, resident?.isWhole != true else { return known }
    let file = try openedReader()
    if frame != readerFrame { try file.seek(to: frame) }
    let count = try unsafe file.read(.init(rebasing: buffer[..<(wanted * channels)]))
    frame += count
    readerFrame = frame
    return count
  }

  /// Closes the file.
  func close() { reader = nil }

  /// How much follows: a file may have more than it says, a part has not.
  private var rest: Int { isPart ? range.upperBound - frame : .max }

  private func openedReader() throws(SoundFileError) -> SoundFileReader {
    if let reader { return reader }
    let opened = try SoundFileReader(path: path)
    guard opened.identity == shape.identity else {
      throw .cannotRead(path: path, reason: "it has become another file since it was opened")
    }
    reader = opened
    readerFrame = 0
    return opened
  }
}

extension ProgrammeLoudness.Music {
  /// The frames of a track in which it is; all of them where it is nowhere.
  fileprivate func frames(of whole: Range<Int>, at rate: SampleRate) -> Range<Int> {
    let first = whole.lowerBound + Seconds(start).frames(at: rate).value
    let last = whole.lowerBound + Seconds(end).frames(at: rate).value
    let music = max(first, whole.lowerBound)..<max(first, min(last, whole.upperBound))
    return music.isEmpty ? whole : music
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
