// SPDX-License-Identifier: Apache-2.0
// What ffmpeg says of a stream, line by line.

/// What is known of a stream from what ffmpeg says.
struct StreamWords {
  /// What it plays.
  private(set) var tags = SoundTags()
  /// Whether it has an end.
  private(set) var hasEnd = false
  /// What went wrong last.
  private(set) var complaint: String?
  /// Whether the stream has been described: what follows is said of what is made of it.
  private var isDescribed = false
  private var rest: [UInt8] = []
  private static let longest = 4_096

  /// Forgets what went wrong: sound has come since.
  mutating func forgetComplaint() { complaint = nil }

  /// Takes what has been written.
  mutating func add(_ bytes: some Collection<UInt8>, of address: String) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        take(String(ofAny: rest), of: address)
        rest = []
      } else if rest.count < Self.longest {
        rest.append(byte)
      }
    }
  }

  private mutating func take(_ line: String, of address: String) {
    let (text, isComplaint) = Self.text(of: line)
    if isComplaint {
      // The last line only sums up what was said before.
      guard text.hasPrefix("\(address): ") else { return complaint = SoundTags.line(of: text) }
      complaint = complaint ?? SoundTags.line(of: text.dropFirst(address.count + 2))
    } else if text.hasPrefix("Output #0") {
      isDescribed = true
    } else if let update = text.rest(after: "Metadata update for ") {
      note(update, apartBy: ": ")
    } else if !isDescribed {
      if let length = text.rest(after: "Duration: ") { hasEnd = !length.hasPrefix("N/A") }
      note(text, apartBy: " : ")
    }
  }

  /// Takes what is said of the music, such as `StreamTitle: Artist - Title`.
  private mutating func note(_ text: Substring, apartBy mark: String) {
    guard let end = text.firstRange(of: mark) else { return }
    let value = text[end.upperBound...].trimmed
    switch text[..<end.lowerBound].trimmed.lowercased() {
    case "streamtitle":
      let (artist, title) = ListContents.named(value)
      tags = SoundTags(title: title, artist: artist, album: tags.album)
    case "title": tags = SoundTags(title: value, artist: tags.artist, album: tags.album)
    case "artist": tags = SoundTags(title: tags.title, artist: value, album: tags.album)
    case "icy-name", "album": tags = SoundTags(title: tags.title, artist: tags.artist, album: value)
    default: return
    }
  }

  /// What a line says behind its labels, such as `[http @ 0x5] [error] `, and whether it complains.
  private static func text(of line: String) -> (text: Substring, isComplaint: Bool) {
    var rest = line[...]
    var isComplaint = false
    while rest.first == "[", let end = rest.firstRange(of: "] ") {
      let label = rest[rest.index(after: rest.startIndex)..<end.lowerBound]
      if ["error", "fatal", "panic"].contains(label) { isComplaint = true }
      rest = rest[end.upperBound...]
    }
    return (rest.trimmed[...], isComplaint)
  }
}

extension Substring {
  fileprivate func rest(after beginning: String) -> Substring? {
    hasPrefix(beginning) ? dropFirst(beginning.count) : nil
  }
}
