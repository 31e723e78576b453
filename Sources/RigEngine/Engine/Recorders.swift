// SPDX-License-Identifier: Apache-2.0
// Recording routes and sessions.

import Presets
import Quantities
import RenderCore
package import RigErrors
package import SoundFiles
import Suggestions

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
  private let diskThread: DiskThread?
  /// The recordings that run.
  package private(set) var running: [LiveRecording] = []
  /// What is about to be recorded, as soon as its file is open.
  private var opening: Set<String> = []
  /// How many recordings have been taken off the renderer and are not complete yet.
  private var unfinished = 0
  /// Recordings that the tower has ended; to be completed once the renderer has obeyed.
  private var ended: [LiveRecording] = []

  init(_ context: EngineContext, _ diskThread: DiskThread?) {
    self.context = context
    self.diskThread = diskThread
  }

  /// Begins to record a route (what passes through it) or a session (what it plays, before duck and fader).
  ///
  /// The file is opened beside this thread, on which others go on meanwhile.
  @discardableResult
  package nonisolated(nonsending) func start(
    of subject: String,
    to file: String
  ) async throws(RigError) -> LiveRecording {
    guard !running.contains(where: { $0.subject == subject }), !opening.contains(subject) else {
      throw .data("'\(subject)' is being recorded already; stop that first.")
    }
    let channels = try channelCount(of: subject)
    opening.insert(subject)
    defer { opening.remove(subject) }
    let recorder = try await makeRecorder(file, channels: channels)
    // What is to be recorded may have gone, or changed, while the disk took its time.
    guard (try? channelCount(of: subject)) == channels else {
      try await onDisk(file) { () throws(SoundFileError) in try recorder.discard() }
      throw .busy("'\(subject)' has changed meanwhile; try again.")
    }
    tap(subject, to: recorder.ring)
    let recording = LiveRecording(subject: subject, recorder: recorder)
    running.append(recording)
    return recording
  }

  /// Takes a recording off the renderer; once that has obeyed, `finish` completes the file.
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

  /// Takes the recording of a session off the renderer that must not sound any more, if there is one.
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
    let (rate, disk) = (sampleRate, diskThread)
    return try await onDisk(file) { () throws(SoundFileError) in
      try SoundFileRecorder(file: file, channels: channels, sampleRate: rate, diskThread: disk)
    }
  }

  private nonisolated(nonsending) func onDisk<Value>(
    _ file: String,
    _ job: @escaping () throws(SoundFileError) -> Value
  ) async throws(RigError) -> Value {
    do throws(SoundFileError) {
      if let value = try await BackgroundQueue.shared.performAtOnce(job) { return value }
    } catch {
      throw .inputOutput(error.description)
    }
    throw .inputOutput("The disk has not answered for \(file) for too long.")
  }

  private func channelCount(of subject: String) throws(RigError) -> Int {
    if let session = live.session(subject) { return session.strip.channels }
    if let bus = live.route(subject)?.bus { return bus.channels }
    let known = live.sessions.map(\.name) + live.routes.map(\.route.name)
    throw .data(
      "There is no session or route '\(subject)'; \(Suggestion.among(known, for: subject))"
    )
  }

  private func tap(_ subject: String, to ring: SharedAudioRing?) {
    if let session = live.session(subject) {
      controller.tap(session.strip, to: ring)
    } else if let bus = live.route(subject)?.bus {
      controller.tap(bus, to: ring)
    }
  }
}
