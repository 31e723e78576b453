// SPDX-License-Identifier: Apache-2.0
// What clients may ask of players and recordings.

import ControlProtocol
import ControlServer
import Quantities
import RigEngine
import RigErrors
import RigModel
import SoundFiles

/// The commands about players and recordings.
struct SoundCommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    addPlayers(to: &table)
    addRecordings(to: &table)
  }

  private func addPlayers(to table: inout CommandTable) {
    table.on(PlayerRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await perform(request, host)
      }
    }
  }

  /// Does what a client asks of a player.
  @discardableResult
  func perform(
    _ request: PlayerRequest,
    _ host: isolated RigHost
  ) async throws(RigError) -> SourceStatus {
    let engine = try host.runningEngine()
    let (session, index) = try await perform(request, engine, host)
    // A client that has asked for another position sees it in the answer, unless the disk takes its
    // time.
    try await engine.players.awaitLanding(of: index, of: session)
    return engine.sourceStatus(of: session, at: index)
  }

  private func perform(
    _ request: PlayerRequest,
    _ engine: Engine,
    _ host: isolated RigHost
  ) async throws(RigError) -> (LiveChannel, Int) {
    let (session, source) = (request.session, request.source)
    let action: PlayerAction
    switch request.action {
    case .prepare: action = .prepare
    case .play: action = .play
    case .pause: action = .pause
    case .seek(let seconds): action = .seek(Seconds(seconds))
    case .cue: action = .cue
    case .setCue: action = .setCue
    case .eject: action = .go(.eject)
    case .next: action = .go(.next)
    case .previous: action = .go(.previous)
    case .load(let file):
      let file = try host.clientPath.track(file)
      // A list goes on with what comes after its present track.
      if try engine.players.playsList(session, source: source) {
        return try engine.players.control(session, source: source, .go(.track(Track(file))))
      }
      let loader = TrackLoader(engine: engine)
      let track = try await loader.open(file, for: session, source: source)
      // The rig may have been rebuilt meanwhile.
      guard try host.runningEngine() === engine else {
        throw .busy("The rig has been rebuilt meanwhile: load \(file) again.")
      }
      try loader.play(track)
      return (track.channel, track.index)
    }
    return try engine.players.control(session, source: source, action)
  }

  private func addRecordings(to table: inout CommandTable) {
    table.on(RecordPrepareRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        let engine = try host.runningEngine()
        try engine.tree.checkLocks([RigPath.Recording.record.path(of: request.subject)])
        let file = try await host.recordingFile(request.file)
        return engine.status(of: try await engine.recorders.prepare(request.subject, to: file))
      }
    }
    table.on(RecordStartRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await startRecording(request.subject, to: request.file, host)
      }
    }
    table.on(RecordStopRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await stopRecording(request.subject, host)
      }
    }
  }

  /// Begins a recording that a client asks for.
  func startRecording(
    _ subject: String,
    to file: String,
    _ host: isolated RigHost
  ) async throws(RigError) -> RecordingStatus {
    let engine = try host.runningEngine()
    try engine.tree.checkLocks([RigPath.Recording.record.path(of: subject)])
    let file = try await host.recordingFile(file)
    let recording = try await engine.recorders.start(of: subject, to: file, isWanted: true)
    // The file took its time; the rig may have been rebuilt meanwhile.
    guard (try? host.runningEngine()) === engine else {
      _ = try engine.recorders.detach(subject)
      try await engine.recorders.finish(recording)
      throw .busy("The rig has been rebuilt meanwhile; try again with another file.")
    }
    return engine.status(of: recording)
  }

  /// Ends a recording that a client has asked for; the file is complete when this returns.
  func stopRecording(
    _ subject: String,
    _ host: isolated RigHost
  ) async throws(RigError) -> RecordingStatus {
    let engine = try host.runningEngine()
    try engine.tree.checkLocks([RigPath.Recording.stop_recording.path(of: subject)])
    if let unused = try await engine.recorders.discardPrepared(subject) {
      return engine.status(of: unused)
    }
    let recording = try engine.recorders.detach(subject)
    engine.recorders.noteStop(of: subject)
    await host.settle(engine)
    try await engine.recorders.finish(recording)
    return engine.status(of: recording)
  }
}

extension RigHost {
  /// Where a recording that a client names is to be.
  fileprivate func recordingFile(_ name: String) async throws(RigError) -> String {
    guard let folder = rig.recordingsFolder else { return try clientPath.resolve(name) }
    return try await BackgroundQueue.shared.onDisk(folder) { () throws(RigError) in
      try ClientPath(within: folder).resolve(name)
    }
  }
}
