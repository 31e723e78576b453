// SPDX-License-Identifier: Apache-2.0
// What clients may ask of the waveforms of players.

import ControlProtocol
import ControlServer
import Quantities
import RigEngine
import RigErrors
import SoundFiles

/// The commands about waveforms.
struct WaveformCommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    table.on(WaveformRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in try Self.waveform(request, engine) }
    }
  }

  private static func waveform(
    _ request: WaveformRequest,
    _ engine: Engine
  ) throws(RigError) -> WaveformStatus {
    let (player, found) = try engine.players.waveform(request.session, request.source)
    let track = player.track
    var status = WaveformStatus(
      track: TrackStatus(track.track),
      state: .unknown,
      points: nil,
      lead_seconds: track.lead.value,
      position_seconds: player.position.value,
      duration_seconds: track.duration.value
    )
    switch found {
    case .unknown: break
    case .measuring: status.state = .measuring
    case .known(let each, let peaks, let levels):
      status.state = .known
      status.points = WaveformStatus.Points(seconds_each: each, peaks: peaks, levels: levels)
    }
    return status
  }
}
