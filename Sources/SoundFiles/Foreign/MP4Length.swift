// SPDX-License-Identifier: Apache-2.0
// How long the sound of an MP4 file is without what its encoder has added, which decoders do not
// leave out at the end.

internal import Quantities

/// The length of a sound track in an MP4 file, by its boxes (ISO/IEC 14496-12).
struct MP4Length {
  /// In units of which there are `timescale` in a second.
  private(set) var duration = 0
  private(set) var timescale = 0

  private static let deepest = 8
  private static let mostUnits = 1 << 44
  /// Boxes that hold boxes on the way to what is looked for.
  private static let containers: Set<String> = ["moov", "trak", "mdia", "edts"]

  private var boxes: MP4Boxes
  private var track = Track()
  private var movieTimescale = 0
  private var found: Track?

  /// What is known of one track.
  private struct Track {
    var timescale = 0
    var duration = 0
    var isSound = false
    /// Where its sound begins, and how long it is in units of the movie.
    var edit: (start: Int, duration: Int)?
  }

  /// Looks for the first sound track; `nil` where there is none, or no length.
  init?(_ descriptor: borrowing Descriptor) {
    guard let boxes = MP4Boxes(descriptor) else { return nil }
    self.boxes = boxes
    walk(boxes.all, depth: 0)
    // What cannot be true is not reckoned with.
    guard let found, found.timescale > 0, (1..<Self.mostUnits).contains(found.duration),
      found.edit.map({ $0.start < found.duration && $0.duration < Self.mostUnits }) ?? true
    else { return nil }
    timescale = found.timescale
    duration = found.duration - (found.edit?.start ?? 0)
    if let edit = found.edit, edit.duration > 0, movieTimescale > 0 {
      // The edit is as long as people want the track; it may be less exact.
      let wanted = Double(edit.duration) * Double(timescale) / Double(movieTimescale)
      let step = Double(timescale) / Double(movieTimescale)
      if abs(wanted - Double(duration)) > step { duration = min(duration, Int(clamping: wanted)) }
    }
    guard duration > 0 else { return nil }
  }

  private mutating func walk(_ range: Range<Int>, depth: Int) {
    guard depth < Self.deepest else { return }
    var rest = range
    while let box = boxes.next(in: &rest) { read(box.name, box.content, depth: depth) }
  }

  private mutating func read(_ name: String, _ content: Range<Int>, depth: Int) {
    switch name {
    case "trak":
      track = Track()
      walk(content, depth: depth + 1)
      if track.isSound, found == nil { found = track }
    case _ where Self.containers.contains(name): walk(content, depth: depth + 1)
    case "mvhd": movieTimescale = times(content).timescale
    case "mdhd": (track.timescale, track.duration) = times(content)
    case "hdlr": track.isSound = boxes.bytes.has("soun", at: content.lowerBound + 8)
    case "elst": readEdit(content)
    default: break
    }
  }

  /// The units of a header, and how many of them it says.
  private mutating func times(_ content: Range<Int>) -> (timescale: Int, duration: Int) {
    let isWide = boxes.bytes.read(1, at: content.lowerBound).first == 1
    let start = content.lowerBound + (isWide ? 20 : 12)
    return (number(4, start), number(isWide ? 8 : 4, start + 4))
  }

  /// Takes the first edit that plays something; with several of them nobody knows.
  private mutating func readEdit(_ content: Range<Int>) {
    let isWide = boxes.bytes.read(1, at: content.lowerBound).first == 1
    let (count, width) = (number(4, content.lowerBound + 4), isWide ? 8 : 4)
    guard count == 1 else { return }
    let start = content.lowerBound + 8
    let time = number(width, start + width)
    // The highest bit is set where nothing is played.
    guard time >> (8 * width - 1) == 0 else { return }
    track.edit = (time, number(width, start))
  }

  private mutating func number(_ count: Int, _ offset: Int) -> Int {
    boxes.bytes.read(count, at: offset).bigEndian
  }
}
