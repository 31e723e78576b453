// SPDX-License-Identifier: Apache-2.0
// Where in an Ogg file its streams follow one another: each is a file of its own, and libsndfile
// plays the first one alone.

/// The links of a chained Ogg file.
enum OggLinks {
  /// The part of the file that each link is, by the headers of all pages.
  ///
  /// `nil` where the file is no Ogg.
  static func ranges(in descriptor: borrowing Descriptor) -> [Range<Int>]? {
    var bytes = FileBytes(of: descriptor)
    guard bytes.has("OggS", at: 0) else { return nil }
    var starts: [Int] = []
    var offset = 0
    var wasBeginning = false
    while let page = nextPage(from: offset, in: &bytes) {
      // Streams that sound together begin together.
      if page.isBeginning, !wasBeginning { starts.append(page.range.lowerBound) }
      wasBeginning = page.isBeginning
      offset = page.range.upperBound
    }
    let ends = starts.dropFirst() + [bytes.count]
    return zip(starts, ends).map { $0..<$1 }
  }

  private static func nextPage(from start: Int, in bytes: inout FileBytes) -> OggPage? {
    var offset = start
    while offset < bytes.count {
      if let page = OggPage(at: offset, in: &bytes) { return page }
      offset += 1
    }
    return nil
  }
}
