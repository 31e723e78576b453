// SPDX-License-Identifier: Apache-2.0
// What clients may ask of the queues of players.

import ControlProtocol
import ControlServer
import RigEngine
import RigErrors
import SoundFiles

/// The commands about queues.
struct QueueCommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    table.on(QueueRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await perform(request, host)
      }
    }
    table.on(TrackSearchRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in try await find(request, host) }
    }
  }

  private func find(
    _ request: TrackSearchRequest,
    _ host: isolated RigHost
  ) async throws(RigError) -> FoundTracks {
    let queues = QueueControl(engine: try host.runningEngine())
    let list = try queues.order(request.session, request.source).order.list
    let found = try await QueueControl.find(request.words, in: list)
    return FoundTracks(
      count: found.count,
      tracks: found.first.map { TrackStatus(list[$0]) },
      places: found.first.map { $0 + 1 }
    )
  }

  /// Does what a client asks for, and answers the queue.
  @discardableResult
  func perform(
    _ request: QueueRequest,
    _ host: isolated RigHost
  ) async throws(RigError) -> QueueStatus {
    var edit: QueueControl.Edit?
    switch request.edit {
    case nil: break
    case .add(let files): edit = .insert(try await tracks(files, host), at: nil)
    case .insert(let place, let files): edit = .insert(try await tracks(files, host), at: place)
    case .pick(let place, let file, let target):
      let queues = QueueControl(engine: try host.runningEngine())
      let track = try queues.track(request.session, request.source, at: place, file)
      edit = .insert([track], at: target)
    case .move(let place, let target, let file): edit = .move(from: place, to: target, file)
    case .remove(let place, let file): edit = .remove(at: place, file)
    case .clear: edit = .clear
    }
    let queues = QueueControl(engine: try host.runningEngine())
    if let edit { try queues.edit(request.session, request.source, edit) }
    let (order, player) = try queues.order(request.session, request.source)
    let waiting = order.waiting
    let upcoming = order.upcoming(waiting.count + 10).dropFirst(waiting.count)
    var present = TrackStatus(player.track.track)
    (present.title, present.artist) = (player.track.tags.title, player.track.tags.artist)
    return QueueStatus(
      present: player.isEmpty ? nil : present,
      queue: waiting.map { TrackStatus($0) },
      upcoming: upcoming.map { TrackStatus($0) },
      list: player.file.tracks.list,
      tracks: order.list.count,
      repeats: order.repeats.rawValue,
      shuffle: order.seed.map { Int(clamping: $0) }
    )
  }

  private func tracks(
    _ files: [String],
    _ host: isolated RigHost
  ) async throws(RigError) -> [Track] {
    var paths: [String] = []
    for file in files { paths.append(try host.clientPath.track(file)) }
    return try await QueueControl.tracks(of: paths)
  }
}

extension TrackStatus {
  /// A track that is waiting or plays.
  init(_ track: Track) {
    self.init(
      file: track.shownPath,
      start_seconds: track.part.map { Double($0.start) / 75 },
      title: track.title,
      artist: track.artist
    )
  }
}
