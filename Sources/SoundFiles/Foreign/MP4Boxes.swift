// SPDX-License-Identifier: Apache-2.0
// The boxes of an MP4 file.

/// Goes through the boxes of a file (ISO/IEC 14496-12), each with its name and what it holds.
struct MP4Boxes {
  private static let most = 10_000

  var bytes: FileBytes
  private var count = 0

  /// Looks at an open file; `nil` if it is no MP4 file.
  init?(_ descriptor: borrowing Descriptor) {
    bytes = FileBytes(of: descriptor)
    guard bytes.has("ftyp", at: 4) else { return nil }
  }

  /// Where the outermost boxes are.
  var all: Range<Int> { 0..<bytes.count }

  /// The first box in a range, which begins behind it then; `nil` where there is none, or too many
  /// have been gone through.
  mutating func next(in range: inout Range<Int>) -> (name: String, content: Range<Int>)? {
    guard range.count >= 8, count < Self.most else { return nil }
    count += 1
    let header = Array(bytes.read(16, at: range.lowerBound))
    guard header.count >= 8 else { return nil }
    var (size, lead) = (header[..<4].bigEndian, 8)
    if size == 1, header.count == 16, range.count >= 16 {
      (size, lead) = (header[8...].bigEndian, 16)
    }
    if size == 0 { size = range.count }
    guard size >= lead, size <= range.count else { return nil }
    let content = (range.lowerBound + lead)..<(range.lowerBound + size)
    range = content.upperBound..<range.upperBound
    // A letter of Latin-1 begins the names of the tags that iTunes made up.
    return (String(ofAny: header[4..<8]), content)
  }

  /// The first box of a name in a range.
  mutating func first(_ name: String, in range: Range<Int>) -> Range<Int>? {
    var rest = range
    while let box = next(in: &rest) { if box.name == name { return box.content } }
    return nil
  }
}

/// The tags of an MP4 file, as iTunes has made them up: a box for each in `ilst`.
struct MP4Tags {
  private var boxes: MP4Boxes
  private let list: Range<Int>

  /// Looks at an open file; `nil` if it is no MP4 file, or has none.
  init?(_ descriptor: borrowing Descriptor) {
    guard var boxes = MP4Boxes(descriptor) else { return nil }
    guard let movie = boxes.first("moov", in: boxes.all),
      let user = boxes.first("udta", in: movie), let meta = boxes.first("meta", in: user),
      meta.count >= 4, let list = boxes.first("ilst", in: meta.dropFirst(4))
    else { return nil }
    (self.boxes, self.list) = (boxes, list)
  }

  /// The bytes of a tag, at most so many: of `tmpo`, or of one that programs call by a whole name,
  /// such as `initialkey`, in any case.
  mutating func value(_ name: String, atMost length: Int) -> ArraySlice<UInt8>? {
    var rest = list
    while let box = boxes.next(in: &rest) {
      guard box.name == name || box.name == "----" && ownName(of: box.content) == name else {
        continue
      }
      guard let data = boxes.first("data", in: box.content), data.count > 8,
        data.count - 8 <= length
      else { continue }
      // The kind of the value and its language come before it.
      return boxes.bytes.read(data.count - 8, at: data.lowerBound + 8)
    }
    return nil
  }

  private mutating func ownName(of content: Range<Int>) -> String? {
    guard let name = boxes.first("name", in: content), (5...64).contains(name.count) else {
      return nil
    }
    return String(ofAny: boxes.bytes.read(name.count - 4, at: name.lowerBound + 4)).lowercased()
  }
}
