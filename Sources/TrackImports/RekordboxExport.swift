// SPDX-License-Identifier: Apache-2.0
// Our library as XML that rekordbox reads, and most converters.

internal import Quantities
internal import SoundFiles
package import TrackLibrary

/// Writes what is prepared of tracks as a collection of rekordbox.
package enum RekordboxExport {
  /// The document; places are by rekordbox's clock.
  ///
  /// > Threading: Worker.
  package static func document(of tracks: [LibrarySearch.Found], version: String) -> String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<DJ_PLAYLISTS Version="1.0.0">"#,
      #"  <PRODUCT Name="Tarmac" Version="\#(version)" Company=""/>"#,
      #"  <COLLECTION Entries="\#(tracks.count)">"#,
    ]
    for (number, track) in tracks.enumerated() { lines += element(track, number + 1) }
    lines += ["  </COLLECTION>", "</DJ_PLAYLISTS>"]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func element(_ found: LibrarySearch.Found, _ number: Int) -> [String] {
    let silence = MPEGStart(ofFile: found.file)?.silence ?? .zero
    let track = found.preparation.shifted(by: silence)
    let facts = track.facts
    var attributes = [
      ("TrackID", "\(number)"), ("Name", facts.title), ("Artist", facts.artist),
      ("Album", facts.album), ("Genre", facts.genre), ("Tonality", facts.key),
      ("Location", "file://localhost" + found.file.percentEscaped),
    ]
    if let seconds = facts.seconds {
      attributes.append(("TotalTime", "\(Int(clamping: seconds.rounded()))"))
    }
    if let bpm = track.grid?.anchors.first?.bpm { attributes.append(("AverageBpm", bpm.digits(2))) }
    let tempos = (track.grid?.anchors ?? []).map { anchor in
      let bpm = 60 / anchor.bpm
      // A beat before the track is one in it.
      let place = anchor.position.value
      let start = place < 0 ? place - (place / bpm).rounded(.down) * bpm : place
      return line(
        "TEMPO",
        [
          ("Inizio", start.digits(3)), ("Bpm", anchor.bpm.digits(2)),
          ("Metro", "4/4"), ("Battito", "1"),
        ]
      )
    }
    let hotCues = track.hotCues.sorted { $0.key < $1.key }.map { mark($1, $0 - 1) }
    let marks = hotCues + track.memoryCues.map { mark($0, -1) }
    return ["    <TRACK" + text(attributes) + ">"] + tempos + marks + ["    </TRACK>"]
  }

  private static func mark(_ cue: CuePoint, _ number: Int) -> String {
    var attributes = [
      ("Name", cue.name), ("Type", cue.length == nil ? "0" : "4"),
      ("Start", cue.position.value.digits(3)),
    ]
    if let length = cue.length {
      attributes.append(("End", (cue.position.value + length.value).digits(3)))
    }
    attributes.append(("Num", "\(number)"))
    attributes += zip(["Red", "Green", "Blue"], cue.rgb ?? []).map { ($0, "\($1)") }
    return line("POSITION_MARK", attributes)
  }

  private static func line(_ name: String, _ attributes: [(String, String)]) -> String {
    "      <\(name)\(text(attributes))/>"
  }

  private static func text(_ attributes: [(String, String)]) -> String {
    attributes.map { name, value in " \(name)=\"\(value.escapedForXML)\"" }.joined()
  }
}

extension Double {
  /// With so many digits behind the point.
  fileprivate func digits(_ count: Int) -> String {
    let scale = count == 2 ? 100.0 : 1_000
    let whole = Int(clamping: (magnitude * scale).rounded())
    let rest = String(whole % Int(clamping: scale))
    let padded = String(repeating: "0", count: count - rest.count) + rest
    return (self < 0 && whole > 0 ? "-" : "") + "\(whole / Int(clamping: scale)).\(padded)"
  }
}

extension String {
  /// With what XML keeps for itself in other words.
  fileprivate var escapedForXML: String {
    unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case _ where scalar.value < 0x20: " "
      default: String(scalar)
      }
    }.joined()
  }

  /// With percent signs in the place of what URLs keep for themselves.
  fileprivate var percentEscaped: String {
    utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || "/-._~".utf8.contains(byte)
      if isPlain { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" + digits : digits)
    }.joined()
  }
}
