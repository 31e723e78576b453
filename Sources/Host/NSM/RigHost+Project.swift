// SPDX-License-Identifier: Apache-2.0
// What a session manager wants of a rig.

import ControlTower
import Presets
import RigEngine
import RigErrors
import Synchronization

extension RigHost {
  /// Finds out whether a preset can be read.
  func check(_ preset: String) async throws(RigError) { _ = try await maker.read(preset) }

  /// Says who is told whether something is not saved: from now on, by what the rig is now.
  func beginProject(tell: @escaping @Sendable (Bool) -> Void) {
    memory.tellUnsaved(to: tell)
    if let engine { memory.noteSaved(engine, besides: programs.owned) }
  }

  /// Saves all that the rig is and its preset does not say: states of plugins, what its user has decided, what was learned.
  ///
  /// - Throws: what could not be saved; everything else is.
  func save() async throws(RigError) {
    guard let project = maker.project else { throw .refused("No session manager keeps this rig.") }
    try await changes.during { () async throws(RigError) in
      let engine = try runningEngine()
      guard !engine.tower.isServerLost else {
        throw .busy("The JACK server is gone; the rig is saved once it is back.")
      }
      await settle(engine)
      let outcome = try await engine.plugins.saveStates(to: project.states)
      rig.stateFolder = project.states
      var problems = outcome.problems
      if !doors.midi.learned.withLock(\.status).isEmpty {
        do throws(RigError) { _ = try await MIDILearning(host: self).write(self) } catch {
          problems.append(error.message)
        }
      }
      let failure = memory.save(engine, of: rig, besides: programs.owned)
      problems += failure.map { [$0] } ?? []
      guard problems.isEmpty else { throw .inputOutput(problems.joined(separator: " ")) }
      memory.noteSaved(engine, besides: programs.owned)
    }
  }

  /// Refuses a preset that is not that of the project: which one is played the session manager says.
  func checkIsOwn(_ preset: String) throws(RigError) {
    guard let project = maker.project, preset != project.preset else { return }
    throw .refused(
      "The session manager says what this rig plays: change \(project.preset), or open another session there."
    )
  }
}
