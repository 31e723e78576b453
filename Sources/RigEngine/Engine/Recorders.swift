// SPDX-License-Identifier: Apache-2.0
// Recording routes and sessions.

import ControlTower
import Glibc
import Quantities
import RenderCore
package import RigErrors
import RigModel
package import SoundFiles

/// A recording that runs.
package struct LiveRecording {
  package let subject: String
  package let recorder: SoundFileRecorder
}

/// The recordings of a rig.
///
/// > Threading: Control.
package final class Recorders: EnginePart {
  let context: EngineContext
  private let towerControl: TowerControl
  private let lanes: FileLanes?
  /// The recordings that run.
  package private(set) var running: [LiveRecording] = []
  /// What is about to be recorded, as soon as its file is open.
  private var opening: Set<String> = []
  /// Files that are open for what is to be recorded next, with the names that were asked for.
  private var prepared: [String: (name: String, recorder: SoundFileRecorder)] = [:]
  /// How many recordings have been taken off the renderer and are not complete yet.
  private var unfinished = 0
  /// Recordings that the tower has ended; to be completed once the renderer has let go of them.
  private var ended: [LiveRecording] = []

  init(_ context: EngineContext, _ towerControl: TowerControl, _ lanes: FileLanes?) {
    self.context = context
    self.towerControl = towerControl
    self.lanes = lanes
  }

  /// Begins to record a route (what passes through it) or a session (what it plays, before duck and
  /// fader).
  ///
  /// The name may hold words for the time (`RecordingName`). The file is opened beside this thread,
  /// on which others go on meanwhile. Somebody's wish (`isWanted`) activates a session that hears
  /// inputs, if the tower lets it (DEF-05); without one it is recorded as it is.
  @discardableResult
  package nonisolated(nonsending) func start(
    of subject: String,
    to file: String,
    isWanted: Bool = false
  ) async throws(RigError) -> LiveRecording {
    // A session that can't record leaves no file behind.
    if isWanted { try ask(subject) { .prepareToRecord($0) } }
    let recorder = try await open(file, for: subject)
    do throws(RigError) {
      if isWanted { try ask(subject) { .setRecording($0, true) } }
    } catch {
      try await discard(recorder)
      throw error
    }
    tap(subject, to: recorder.ring)
    let recording = LiveRecording(subject: subject, recorder: recorder)
    running.append(recording)
    return recording
  }

  /// Opens the file of a recording that is to begin later, without waiting for the disk then.
  package nonisolated(nonsending) func prepare(
    _ subject: String,
    to file: String
  ) async throws(RigError) -> LiveRecording {
    try ask(subject) { .prepareToRecord($0) }
    let recorder = try await open(file, for: subject)
    prepared[subject] = (file, recorder)
    return LiveRecording(subject: subject, recorder: recorder)
  }

  /// Gives up the files that were prepared and are not recorded to: of one subject, or all of them.
  package nonisolated(nonsending) func discardPrepared(
    _ subject: String? = nil
  ) async throws(RigError) -> LiveRecording? {
    var last: LiveRecording?
    for name in subject.map({ [$0] }) ?? prepared.keys.sorted() {
      guard let recorder = prepared.removeValue(forKey: name)?.recorder else { continue }
      try await discard(recorder)
      last = LiveRecording(subject: name, recorder: recorder)
    }
    return last
  }

  /// Lets the tower know that somebody has ended a recording: a session that only records may let
  /// go then (ACT-13).
  package func noteStop(of subject: String) {
    // The recording is over in any case.
    try? ask(subject) { .setRecording($0, false) }
  }

  private func ask(
    _ subject: String,
    _ event: (SessionID) -> TowerEvent
  ) throws(RigError) {
    guard let session = live.session(subject) else { return }
    try towerControl.handle(event(session.id))
  }

  /// The file that was prepared, or a new one; what is to be recorded may be gone, or changed, once
  /// the disk has answered.
  private nonisolated(nonsending) func open(
    _ file: String,
    for subject: String
  ) async throws(RigError) -> SoundFileRecorder {
    guard !running.contains(where: { $0.subject == subject }), !opening.contains(subject) else {
      throw RigError(.refused, "'\(subject)' is being recorded already; stop that first.")
    }
    let channels = try channelCount(of: subject)
    let name = RecordingName(file)
    if let problem = name.problem { throw .data("\(file) can't be recorded to: \(problem).") }
    opening.insert(subject)
    defer { opening.remove(subject) }
    if let (wanted, ready) = prepared.removeValue(forKey: subject) {
      if wanted == file, ready.ring.channels == channels, ready.failure == nil { return ready }
      try await discard(ready)
    }
    let recorder = try await makeRecorder(name.path(at: time(nil)), channels: channels)
    guard (try? channelCount(of: subject)) == channels else {
      try await discard(recorder)
      throw .busy("'\(subject)' has changed meanwhile; try again.")
    }
    return recorder
  }

  private nonisolated(nonsending) func discard(
    _ recorder: SoundFileRecorder
  ) async throws(RigError) {
    try await onDisk(recorder.path) { () throws(SoundFileError) in try recorder.discard() }
  }

  /// Takes a recording off the renderer; once the renderer has done that, `finish` completes the
  /// file.
  package func detach(_ subject: String) throws(RigError) -> LiveRecording {
    guard let index = running.firstIndex(where: { $0.subject == subject }) else {
      throw .data("'\(subject)' is not being recorded.")
    }
    tap(subject, to: nil)
    unfinished += 1
    return running.remove(at: index)
  }

  /// Whether no file is being opened or completed.
  package var isSettled: Bool { opening.isEmpty && unfinished == 0 }

  /// Completes the file of a detached recording; others use this thread meanwhile.
  package nonisolated(nonsending) func finish(_ recording: LiveRecording) async throws(RigError) {
    defer { unfinished = max(0, unfinished - 1) }
    let recorder = recording.recorder
    try await onDisk(recorder.path) { () throws(SoundFileError) in try recorder.finish() }
  }

  /// Takes the recording of a session off the renderer that must not sound any more, if there is
  /// one.
  func end(_ subject: String) {
    if let recording = try? detach(subject) { ended.append(recording) }
  }

  /// Takes the recordings that have been ended since the last call.
  package func takeEnded() -> [LiveRecording] {
    defer { ended = [] }
    return ended
  }

  private nonisolated(nonsending) func makeRecorder(
    _ file: String,
    channels: Int
  ) async throws(RigError) -> SoundFileRecorder {
    let (rate, lanes) = (sampleRate, lanes)
    return try await onDisk(file) { () throws(SoundFileError) in
      try SoundFileRecorder(file: file, channels: channels, sampleRate: rate, lanes: lanes)
    }
  }

  private nonisolated(nonsending) func onDisk<Value>(
    _ file: String,
    _ job: @escaping () throws(SoundFileError) -> Value
  ) async throws(RigError) -> Value {
    try await BackgroundQueue.shared.onDisk(file) { () throws(RigError) in
      do throws(SoundFileError) { return try job() } catch { throw .inputOutput(error.description) }
    }
  }

  private func channelCount(of subject: String) throws(RigError) -> Int {
    if let session = live.session(subject) { return session.strip.channels }
    if let bus = live.route(subject)?.bus { return bus.channels }
    let known = live.sessions.map(\.name) + live.routes.map(\.route.name)
    throw .data("There is no session or route '\(subject)'", UnknownWord(subject, among: known))
  }

  private func tap(_ subject: String, to ring: SharedAudioRing?) {
    if let session = live.session(subject) {
      controller.tap(session.strip, to: ring)
    } else if let bus = live.route(subject)?.bus {
      controller.tap(bus, to: ring)
    }
  }
}
