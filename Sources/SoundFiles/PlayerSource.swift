// SPDX-License-Identifier: Apache-2.0
// What a player decodes: a track, and the part of its file that is kept in memory.

internal import Quantities

/// The frames of a track, in their order and from anywhere.
///
/// > Threading: Any, one at a time.
final class PlayerSource {
  let path: String
  let shape: SoundShape
  /// What was found wrong with where it is to begin and end.
  private let ownRemarks: [String]
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
    let tags = reader.tags
    let played = try PlayedRange(of: track, in: reader, tags.mix.marks, treatment)
    range = played.frames
    isPart = range != 0..<reader.frames
    (path, ownRemarks) = (reader.path, played.remarks)
    shape = SoundShape(reader, played, tags, of: track, treatment.gain)
    frame = range.lowerBound
    self.reader = reader
    resident = nil
  }

  /// A file of which a part is in memory.
  init(_ resident: ResidentSound) {
    (path, shape, ownRemarks) = (resident.path, resident.shape, [])
    range = 0..<shape.frames
    isPart = false
    frame = 0
    self.resident = resident
  }

  /// No file, and no frame.
  init(nothingFor plan: PlayerPlan) {
    (path, shape, ownRemarks) = ("", SoundShape(nothingFor: plan), [])
    (range, isPart, frame, resident) = (0..<0, true, 0, nil)
  }

  var channels: Int { shape.channels }
  var rate: SampleRate { shape.rate }
  /// What was found wrong with the file so far; each to go on with after "the file".
  var remarks: [String] { ownRemarks + (reader?.remarks ?? []) }

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
