// SPDX-License-Identifier: Apache-2.0
// Recordings that begin with the rig or a reload, and those that nobody has asked to end.

import RenderCore
import RigEngine
import RigErrors
import RigModel
import SoundFiles

extension RigHost {
  /// Begins a recording that a preset wants; a rig that starts as best it can goes without one that
  /// can't be.
  func record(_ recording: Recording, _ engine: Engine) async throws(RigError) {
    do throws(RigError) {
      try await engine.recorders.start(of: recording.subject, to: recording.file)
    } catch {
      guard rig.start == .best else { throw error }
      engine.context.leaveOut(.recording, of: recording.subject, because: error)
    }
  }

  /// Completes the file of a recording that nobody has asked to end, and reports that.
  func complete(_ recording: LiveRecording, _ engine: Engine) async {
    do throws(RigError) {
      try await engine.recorders.finish(recording)
      let file = recording.recorder.path
      report("The recording of '\(recording.subject)' has ended; it is in \(file).")
    } catch {
      report("The recording of '\(recording.subject)' has ended: \(error.message)")
    }
  }

  /// Completes the files of all recordings in parallel: a disk that hangs holds up only its own.
  func endRecordings(_ engine: Engine) async {
    EndGuard.stage("opening a recording's file, or completing one")
    await wait(patience: HostTimes.jobPatience) { engine.recorders.isSettled }
    let recordings = engine.recorders.running.compactMap {
      try? engine.recorders.detach($0.subject)
    }
    await settle(engine)
    var unfinished = Set(recordings.map(\.recorder.path))
    func tellStage() {
      let files = unfinished.sorted().joined(separator: ", ")
      EndGuard.stage("completing \(files), whose disk does not answer")
    }
    tellStage()
    let completions = recordings.map { recording in
      Task {
        await complete(recording, engine)
        unfinished.remove(recording.recorder.path)
        tellStage()
      }
    }
    for completion in completions { await completion.value }
    EndGuard.stage("giving up files of recordings that never began")
    await engine.recorders.giveUpPrepared(report)
    await wait(patience: HostTimes.jobPatience) { engine.recorders.isSettled }
  }

  /// Completes the files of recordings that the tower has ended, once the renderer lets go of them.
  func completeEnded(_ engine: Engine) {
    guard engine.controller.isSettled else { return }
    let ended = engine.recorders.takeEnded()
    for recording in ended { Task { await complete(recording, engine) } }
  }
}

extension Recorders {
  /// Gives up the files that were prepared for recordings which never began; a failure goes to
  /// `report`.
  nonisolated(nonsending) func giveUpPrepared(_ report: @Sendable (String) -> Void) async {
    do throws(RigError) { _ = try await discardPrepared() } catch { report(error.message) }
  }
}
