// SPDX-License-Identifier: Apache-2.0
// The cues, loops and beats that Serato keeps in the files themselves.

internal import Quantities
internal import SoundFiles
internal import TrackLibrary

extension TrackPreparation {
  /// Reads the tags of Serato.
  init(_ tags: SeratoTags) {
    self.init()
    facts.program = ForeignProgram.serato.name
    grid = tags.beatGrid.flatMap(Self.grid)
    if let markers = tags.markers { add(markers) }
  }

  /// A version, how many markers there are, and each: its place, and how many beats there are to
  /// the next one; the last one has a tempo.
  private static func grid(_ bytes: [UInt8]) -> BeatGrid? {
    var bytes = bytes.dropFirst(2)
    let count = bytes.take(4)?.bigEndian ?? 0
    guard (1...BeatGrid.mostAnchors).contains(count) else { return nil }
    var (anchors, before): ([BeatGrid.Anchor], (place: Double, beats: Double)?) = ([], nil)
    for index in 0..<count {
      guard let place = bytes.take(4)?.float, let word = bytes.take(4) else { break }
      if let before, place > before.place {
        let bpm = 60 * before.beats / (place - before.place)
        anchors.append(BeatGrid.Anchor(at: Seconds(before.place), bpm: bpm))
      }
      before = (place, Double(word.bigEndian))
      if index == count - 1 { anchors.append(BeatGrid.Anchor(at: Seconds(place), bpm: word.float)) }
    }
    return BeatGrid(anchors)
  }

  /// A version, and entries: a name, a length, and what it says.
  private mutating func add(_ bytes: [UInt8]) {
    var rest = bytes.dropFirst(2)
    var loops: [CuePoint] = []
    while let end = rest.firstIndex(of: 0), end > rest.startIndex {
      let name = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      guard let length = rest.take(4)?.bigEndian, let entry = rest.take(length) else { break }
      let body = Array(entry)
      switch name {
      case "CUE" where body.count >= 12:
        let cue = CuePoint(
          at: Seconds(Double(body[2..<6].bigEndian) / 1_000),
          name: String(decoding: body[12...].prefix { $0 != 0 }, as: UTF8.self),
          colour: CuePoint.colour(of: Array(body[7..<10]))
        )
        add(cue, number: Int(clamping: body[1]))
      case "LOOP" where body.count >= 10:
        let (start, end) = (body[2..<6].bigEndian, body[6..<10].bigEndian)
        guard end > start else { continue }
        let title = body.count > 20 ? body[20...].prefix { $0 != 0 } : []
        loops.append(
          CuePoint(
            at: Seconds(Double(start) / 1_000),
            length: Seconds(Double(end - start) / 1_000),
            name: String(decoding: title, as: UTF8.self)
          )
        )
      default: break
      }
    }
    // Loops have buttons of their own there; here they get those that are free.
    for loop in loops {
      let free = Self.hotCueNumbers.first { hotCues[$0] == nil }
      add(loop, number: free.map { $0 - 1 })
    }
  }
}

extension ArraySlice<UInt8> {
  /// Takes so many bytes from the beginning; `nil` if there are fewer.
  fileprivate mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, self.count >= count else { return nil }
    defer { self = dropFirst(count) }
    return prefix(count)
  }

  /// The number that four bytes are in floating point, the highest first.
  fileprivate var float: Double {
    let value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bigEndian)))
    return value.isFinite ? value : 0
  }
}
