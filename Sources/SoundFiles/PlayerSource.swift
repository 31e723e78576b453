// SPDX-License-Identifier: Apache-2.0
// What a player decodes: its file, and the part of it that is kept in memory.

internal import Quantities

/// The frames of a file, in their order and from anywhere.
///
/// > Threading: Any, one at a time.
final class PlayerSource {
  let path: String
  let shape: SoundShape
  private let resident: ResidentSound?
  /// The open file; one whose beginning is in memory is opened when that has been played.
  private var reader: SoundFileReader?
  /// The frame that comes next.
  private var frame = 0
  /// The frame that the open file goes on with.
  private var readerFrame = 0

  /// All of an open file.
  init(_ reader: sending SoundFileReader) {
    (path, shape) = (reader.path, SoundShape(reader))
    self.reader = reader
    resident = nil
  }

  /// A file of which a part is in memory.
  init(_ resident: ResidentSound) {
    (path, shape) = (resident.path, resident.shape)
    self.resident = resident
  }

  var channels: Int { shape.channels }
  var rate: SampleRate { shape.rate }
  var isResident: Bool { resident != nil }
  /// What was found wrong with the file so far; each to go on with after "the file".
  var remarks: [String] { reader?.remarks ?? [] }

  /// Goes to a frame; of what is in memory nothing has to be sought.
  func seek(to frame: Int, while isWanted: @Sendable () -> Bool = { true }) throws(SoundFileError) {
    self.frame = frame
    guard resident?.holds(frame) != true else { return }
    try openedReader().seek(to: frame, while: isWanted)
    readerFrame = frame
  }

  /// Fills `buffer` with interleaved frames and returns how many there were: none at the end.
  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int {
    let wanted = buffer.count / channels
    let known = unsafe resident?.copy(from: frame, to: buffer) ?? 0
    frame += known
    guard known == 0, wanted > 0, resident?.isWhole != true else { return known }
    let file = try openedReader()
    if frame != readerFrame { try file.seek(to: frame) }
    let count = try unsafe file.read(buffer)
    frame += count
    readerFrame = frame
    return count
  }

  /// Closes the file.
  func close() { reader = nil }

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
