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
  /// Recordings that the tower has ended; to be completed once the renderer has obeyed.
  private var ended: [LiveRecording] = []

  init(_ context: EngineContext, _ diskThread: DiskThread?) {
    self.context = context
    self.diskThread = diskThread
  }

  /// Begins to record a route (what passes through it) or a session (what it plays, before duck and fader).
  @discardableResult
  package func start(of subject: String, to file: String) throws(RigError) -> LiveRecording {
    guard !running.contains(where: { $0.subject == subject }) else {
      throw .data("'\(subject)' is being recorded already; stop that first.")
    }
    let recorder = try makeRecorder(file, channels: try channelCount(of: subject))
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
    return running.remove(at: index)
  }

  /// Completes the file of a detached recording.
  package func finish(_ recording: LiveRecording) throws(RigError) {
    do throws(SoundFileError) {
      try recording.recorder.finish()
    } catch {
      throw .inputOutput(error.description)
    }
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

  private func makeRecorder(_ file: String, channels: Int) throws(RigError) -> SoundFileRecorder {
    do throws(SoundFileError) {
      return try SoundFileRecorder(
        file: file,
        channels: channels,
        sampleRate: sampleRate,
        diskThread: diskThread
      )
    } catch {
      throw .inputOutput(error.description)
    }
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
