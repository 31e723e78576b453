// SPDX-License-Identifier: Apache-2.0
// Lists as programs write them: M3U and M3U8, PLS, CUE sheets.

/// The tracks of a list, and what of it can't be played.
struct ListContents {
  var tracks: [Track] = []
  /// What is not as it should be; each to go on with after "the list".
  private(set) var remarks: [String] = []
  private static let mostRemarks = 10

  /// Adds what an entry means.
  mutating func add(
    _ entry: String,
    in text: ListText,
    part: Track.Part? = nil,
    title: String? = nil,
    artist: String? = nil
  ) {
    guard tracks.count < TrackOrder.longest else { return }
    if let path = text.path(of: entry) {
      return tracks.append(Track(path, part: part, title: title, artist: artist))
    }
    remark("names '\(entry.prefix(200))', which is no file of this machine: it is left out")
  }

  /// Adds what a URI means, absolute or not.
  mutating func add(reference: String, in text: ListText, title: String?, artist: String?) {
    let name = reference.contains("://") ? reference : ListText.decoded(reference[...])
    add(name ?? reference, in: text, title: title, artist: artist)
  }

  /// Notes what is not as it should be; people read the first few of such sentences.
  mutating func remark(_ sentence: String) {
    if remarks.count < Self.mostRemarks { remarks.append(sentence) }
  }
}

extension ListContents {
  /// One file in each line; what begins with `#` is a remark, or names the next one.
  init(m3u text: ListText) {
    self.init()
    var named: (artist: String?, title: String?) = (nil, nil)
    for line in text.lines where !line.isEmpty {
      if let rest = line.after("#EXTINF:") {
        named = Self.named(rest.split(separator: ",", maxSplits: 1).last.map(String.init) ?? "")
      } else if !line.hasPrefix("#") {
        add(line, in: text, title: named.title, artist: named.artist)
        named = (nil, nil)
      }
    }
  }

  /// `File1=…` and `Title1=…` in any order.
  init(pls text: ListText) {
    self.init()
    var files: [Int: String] = [:]
    var titles: [Int: String] = [:]
    for line in text.lines {
      let sides = line.split(separator: "=", maxSplits: 1).map(\.trimmed)
      guard sides.count == 2 else { continue }
      let word = sides[0].lowercased()
      if let number = word.after("file").flatMap({ Int($0) }) { files[number] = sides[1] }
      if let number = word.after("title").flatMap({ Int($0) }) { titles[number] = sides[1] }
    }
    for (number, file) in files.sorted(by: { $0.key < $1.key }) {
      let (artist, title) = Self.named(titles[number] ?? "")
      add(file, in: text, title: title, artist: artist)
    }
  }

  /// The tracks of a CD: each ends where the next one of its file begins.
  init(cue text: ListText) {
    self.init()
    var file: String?
    var tracks: [CueTrack] = []
    var album: String?
    for line in text.lines {
      let words = Self.words(of: line)
      guard let word = words.first?.uppercased(), words.count > 1 else { continue }
      switch word {
      case "FILE": file = words[1]
      case "TRACK":
        tracks.append(CueTrack(file: file, isSound: words.last?.uppercased() == "AUDIO"))
      case "TITLE" where !tracks.isEmpty: tracks[tracks.count - 1].title = words[1]
      case "PERFORMER" where tracks.isEmpty: album = words[1]
      case "PERFORMER": tracks[tracks.count - 1].artist = words[1]
      case "INDEX" where words.count > 2 && Int(words[1]) == 1 && !tracks.isEmpty:
        tracks[tracks.count - 1].file = file
        tracks[tracks.count - 1].start = Self.frames(of: words[2])
        if tracks[tracks.count - 1].start == nil {
          remark("says 'INDEX 01 \(words[2].prefix(40))', which is no time: MM:SS:FF")
        }
      default: continue
      }
    }
    for (index, track) in tracks.enumerated() {
      guard track.isSound, let start = track.start, let file = track.file else { continue }
      let next = index + 1 < tracks.count ? tracks[index + 1] : nil
      let end = next?.file == file ? next?.start : nil
      guard end.map({ $0 > start }) ?? true else { continue }
      let part = Track.Part(start: start, end: end)
      add(file, in: text, part: part, title: track.title, artist: track.artist ?? album)
    }
  }

  private struct CueTrack {
    var file: String?
    let isSound: Bool
    var start: Int?
    var title: String?
    var artist: String?
  }

  /// CD frames of `MM:SS:FF`; there may be more than 99 minutes.
  private static func frames(of text: String) -> Int? {
    let numbers = text.split(separator: ":").map { Int($0) }
    guard numbers.count == 3, let minutes = numbers[0], let seconds = numbers[1],
      let frames = numbers[2], (0..<10_000).contains(minutes), (0..<60).contains(seconds),
      (0..<75).contains(frames)
    else { return nil }
    return (minutes * 60 + seconds) * 75 + frames
  }

  /// The words of a line, of which some are in quotes.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var rest = Substring(line)
    while let first = rest.first {
      if first == " " || first == "\t" {
        rest.removeFirst()
      } else if first == "\"" {
        rest.removeFirst()
        let end = rest.firstIndex(of: "\"") ?? rest.endIndex
        words.append(String(rest[..<end]))
        rest = rest[end...].dropFirst()
      } else {
        let end = rest.firstIndex { $0 == " " || $0 == "\t" } ?? rest.endIndex
        words.append(String(rest[..<end]))
        rest = rest[end...]
      }
    }
    return words
  }

  /// Artist and title, where both are in one text.
  static func named(_ text: String) -> (artist: String?, title: String?) {
    let name = String(text.prefix(200)).trimmed
    guard !name.isEmpty else { return (nil, nil) }
    guard let dash = name.firstRange(of: " - ") else { return (nil, name) }
    return (name[..<dash.lowerBound].trimmed, name[dash.upperBound...].trimmed)
  }
}

extension String {
  /// What comes behind a beginning, in whatever case; `nil` if it does not begin so.
  fileprivate func after(_ beginning: String) -> String? {
    guard prefix(beginning.count).lowercased() == beginning.lowercased() else { return nil }
    return String(dropFirst(beginning.count))
  }
}
