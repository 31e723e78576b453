// SPDX-License-Identifier: Apache-2.0
// What clients may ask of the library of tracks.

import ControlProtocol
import ControlServer
import RigEngine
import RigErrors
import TrackLibrary

/// The commands about the library.
struct LibraryCommands {
  let host: RigHost

  /// How many tracks an answer has.
  private static let most = 50

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    table.on(LibrarySearchRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        let search = try LibrarySearch(request)
        let known = host.engine?.live.library
        let found = await BackgroundQueue.shared.performAtOnce {
          search.found(in: (known ?? TrackLibrary(in: TrackLibrary.usualFolder)).all())
        }
        guard let found else {
          throw .busy("The library could not be searched in time: search again.")
        }
        return FoundInLibrary(
          count: found.count,
          tracks: found.prefix(Self.most).map { LibraryTrackStatus($0) }
        )
      }
    }
  }
}

extension LibrarySearch {
  /// What a client looks for.
  fileprivate init(_ request: LibrarySearchRequest) throws(RigError) {
    self.init()
    words = request.words?.split(separator: " ").map(String.init) ?? []
    if request.bpm_from != nil || request.bpm_to != nil {
      let (low, high) = (request.bpm_from ?? 0, request.bpm_to ?? BeatGrid.tempos.upperBound)
      guard low <= high else { throw .data("'bpm_from' is at most 'bpm_to'.") }
      tempos = low...high
    }
    if let text = request.key {
      guard let key = MusicalKey(text) else {
        throw .data("'key' is a key such as 8A, 1m, Am or F#.")
      }
      self.key = key
    }
  }
}

extension LibraryTrackStatus {
  fileprivate init(_ track: LibrarySearch.Found) {
    let facts = track.preparation.facts
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    self.init(
      file: track.file,
      title: known(facts.title),
      artist: known(facts.artist),
      bpm: track.bpm,
      key: known(facts.key),
      hot_cues: track.preparation.hotCues.count
    )
  }
}
