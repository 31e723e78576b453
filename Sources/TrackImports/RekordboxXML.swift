// SPDX-License-Identifier: Apache-2.0
// The XML file that rekordbox exports, and that most converters write.

internal import Quantities
internal import SoundFiles
internal import TrackLibrary

/// Reads a collection of rekordbox (`DJ_PLAYLISTS`).
struct RekordboxXML: XMLElements {
  private(set) var collection = ForeignCollection(program: .rekordbox)
  private var track: ForeignTrack?
  private var anchors: [BeatGrid.Anchor] = []
  /// The names of the folders of lists that are open.
  private var folders: [String] = []
  private var isInLists = false
  /// The list that is open, and how it names its tracks.
  private var list: Int?
  private var isByPlace = false

  mutating func begin(_ name: String, _ attributes: [String: String]) {
    switch name {
    case "PLAYLISTS": isInLists = true
    case "NODE" where isInLists: beginList(attributes)
    case "TRACK" where isInLists:
      if let key = attributes["Key"], let list {
        // Lists of KeyType 1 name their tracks by their places.
        collection.playlists[list].keys.append(isByPlace ? Self.path(of: key) : key)
      }
    case "TRACK": beginTrack(attributes)
    case "TEMPO":
      guard let bpm = attributes.number("Bpm"), let place = attributes.number("Inizio") else {
        return
      }
      anchors.append(BeatGrid.Anchor(at: Seconds(place), bpm: bpm))
    case "POSITION_MARK": addMark(attributes)
    default: break
    }
  }

  mutating func end(_ name: String, _: String) {
    switch name {
    case "TRACK" where !isInLists:
      track?.preparation.grid = BeatGrid(anchors)
      if let track, collection.tracks.count < ForeignCollection.mostTracks {
        collection.tracks.append(track)
      }
      (track, anchors) = (nil, [])
    case "NODE" where isInLists: (folders, list) = (folders.dropLast(), nil)
    case "PLAYLISTS": isInLists = false
    default: break
    }
  }

  private mutating func beginTrack(_ attributes: [String: String]) {
    var track = ForeignTrack(key: attributes["TrackID"] ?? "")
    track.location = Self.path(of: attributes["Location"] ?? "")
    var facts = TrackFacts()
    (facts.title, facts.artist) = (attributes.line("Name"), attributes.line("Artist"))
    (facts.album, facts.genre) = (attributes.line("Album"), attributes.line("Genre"))
    facts.key = attributes.line("Tonality")
    facts.seconds = attributes.number("TotalTime")
    facts.program = collection.program.name
    track.preparation.facts = facts
    self.track = track
  }

  /// `Type` 0 is a cue, 4 a loop; others are fades, which no deck has.
  private mutating func addMark(_ attributes: [String: String]) {
    guard let start = attributes.number("Start"), start >= 0,
      ["0", "4"].contains(attributes["Type"])
    else { return }
    let isLoop = attributes["Type"] == "4"
    let length = isLoop ? attributes.number("End").map { $0 - start } : nil
    let colour = ["Red", "Green", "Blue"].compactMap { attributes.number($0) }.map { value in
      UInt8(clamping: Int(clamping: value))
    }
    let cue = CuePoint(
      at: Seconds(start),
      length: length.flatMap { $0 > 0 ? Seconds($0) : nil },
      name: attributes.line("Name"),
      colour: colour.count == 3 ? CuePoint.colour(of: colour) : ""
    )
    track?.preparation.add(cue, number: attributes.index("Num"))
  }

  private mutating func beginList(_ attributes: [String: String]) {
    folders.append(attributes.line("Name"))
    // Type 1 is a list; lists by file names instead of numbers have KeyType 1.
    guard attributes["Type"] == "1",
      collection.playlists.count < ForeignCollection.mostPlaylists
    else { return }
    list = collection.playlists.count
    isByPlace = attributes["KeyType"] == "1"
    collection.playlists.append(ForeignPlaylist(name: Array(folders.dropFirst())))
  }

  /// The path in `file://localhost/C:/Music/a%20b.mp3`.
  private static func path(of location: String) -> String {
    let start = ["file://localhost", "file://"].first { location.hasPrefix($0) } ?? ""
    let behind = location.dropFirst(start.count)
    return ListText.decoded(behind) ?? String(behind)
  }
}
