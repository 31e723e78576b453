// SPDX-License-Identifier: Apache-2.0
// What clients may ask of the pictures of tracks.

import ControlProtocol
import ControlServer
import Foundation
import Quantities
import RigEngine
import RigErrors
import SoundFiles

/// The commands about pictures.
struct ArtworkCommands {
  /// How long the disk is waited for.
  private static let patience = Seconds(2)

  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    table.on(ArtworkRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await Self.artwork(request, host)
      }
    }
  }

  private static func artwork(
    _ request: ArtworkRequest,
    _ host: isolated RigHost
  ) async throws(RigError) -> ArtworkStatus {
    let players = try host.runningEngine().players
    let player = try players.find(request.session, request.source).player
    let (track, file) = (player.track, player.file)
    var found = file.artwork(of: track)
    if case .unknown = found {
      let read = await BackgroundQueue.shared.performAtOnce(patience: patience) {
        file.readArtwork(of: track)
      }
      found = read ?? .reading
    }
    guard case .known(let picture) = found else {
      throw .busy("The picture of \(track.track.shownPath) is being read: ask again.")
    }
    return ArtworkStatus(
      track: player.isEmpty ? nil : TrackStatus(track.track),
      type: picture?.type,
      data: picture.map { Data($0.bytes).base64EncodedString() }
    )
  }
}
