// SPDX-License-Identifier: Apache-2.0
// The collection of Traktor.

internal import Quantities
internal import SoundFiles
internal import TrackLibrary

/// Reads a collection of Traktor (`NML`).
struct TraktorNML: XMLElements {
  private(set) var collection = ForeignCollection(program: .traktor)
  private var track: ForeignTrack?
  private var bpm: Double?
  /// Where the markers of the grid are, in seconds.
  private var grid: [(place: Double, bpm: Double?)] = []
  private var folders: [String] = []
  private var isInLists = false
  /// The list that is open.
  private var list: Int?

  mutating func begin(_ name: String, _ attributes: [String: String]) {
    switch name {
    case "PLAYLISTS": isInLists = true
    case "NODE" where isInLists:
      folders.append(attributes.line("NAME"))
      if attributes["TYPE"] == "PLAYLIST",
        collection.playlists.count < ForeignCollection.mostPlaylists
      {
        list = collection.playlists.count
        collection.playlists.append(ForeignPlaylist(name: Array(folders.dropFirst())))
      }
    case "PRIMARYKEY" where isInLists:
      if let key = attributes["KEY"], let list { collection.playlists[list].keys.append(key) }
    case "ENTRY" where !isInLists:
      var entry = ForeignTrack()
      entry.preparation.facts.title = attributes.line("TITLE")
      entry.preparation.facts.artist = attributes.line("ARTIST")
      entry.preparation.facts.program = collection.program.name
      track = entry
    case "LOCATION": locate(attributes)
    case "ALBUM": track?.preparation.facts.album = attributes.line("TITLE")
    case "INFO":
      track?.preparation.facts.genre = attributes.line("GENRE")
      track?.preparation.facts.key = attributes.line("KEY")
      track?.preparation.facts.seconds =
        attributes.number("PLAYTIME_FLOAT") ?? attributes.number("PLAYTIME")
    case "TEMPO": bpm = attributes.number("BPM")
    case "GRID":
      if let last = grid.indices.last { grid[last].bpm = attributes.number("BPM") }
    case "LOUDNESS": track?.preparation.facts.gain_db = attributes.number("ANALYZED_DB")
    case "MUSICAL_KEY":
      let number = attributes["VALUE"].flatMap(Int.init)
      if track?.preparation.facts.key.isEmpty == true, let number, Self.keys.indices ~= number {
        track?.preparation.facts.key = Self.keys[number]
      }
    case "CUE_V2": addCue(attributes)
    default: break
    }
  }

  mutating func end(_ name: String, _: String) {
    switch name {
    case "ENTRY" where !isInLists:
      let anchors = grid.compactMap { marker in
        (marker.bpm ?? bpm).map { BeatGrid.Anchor(at: Seconds(marker.place), bpm: $0) }
      }
      track?.preparation.grid = BeatGrid(anchors)
      if let track, collection.tracks.count < ForeignCollection.mostTracks {
        collection.tracks.append(track)
      }
      (track, bpm, grid) = (nil, nil, [])
    case "NODE" where isInLists: (folders, list) = (folders.dropLast(), nil)
    case "PLAYLISTS": isInLists = false
    default: break
    }
  }

  private static let keys =
    ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"]
    + ["Cm", "Dbm", "Dm", "Ebm", "Em", "Fm", "Gbm", "Gm", "Abm", "Am", "Bbm", "Bm"]

  /// Folders are joined by `/:`; lists name a track by its volume and path.
  private mutating func locate(_ attributes: [String: String]) {
    guard let folder = attributes["DIR"], let file = attributes["FILE"] else { return }
    let volume = attributes["VOLUME"] ?? ""
    track?.key = volume + folder + file
    let path = (folder + file).replacing("/:", with: "/")
    // A drive has a letter; other volumes are below the root of their system.
    track?.location = volume.hasSuffix(":") ? "/\(volume)\(path)" : path
  }

  /// Adds a marker, whose times are in milliseconds.
  ///
  /// `TYPE` 0 is a cue, 1 and 2 fades, 3 where a track is loaded, 4 a beat of the grid, 5 a loop.
  private mutating func addCue(_ attributes: [String: String]) {
    guard let start = attributes.number("START").map({ $0 / 1_000 }),
      let type = attributes["TYPE"].flatMap(Int.init), 0...5 ~= type
    else { return }
    if type == 4 { grid.append((start, nil)) }
    let hotCue = attributes.index("HOTCUE")
    // The grid's own marker is a cue only where it has a button.
    guard type != 4 || hotCue != nil else { return }
    let length = attributes.number("LEN").map { $0 / 1_000 }
    let name = attributes.line("NAME")
    let cue = CuePoint(
      at: Seconds(max(0, start)),
      length: type == 5 ? length.flatMap { $0 > 0 ? Seconds($0) : nil } : nil,
      name: name == "n.n." ? "" : name
    )
    track?.preparation.add(cue, number: hotCue)
  }
}
