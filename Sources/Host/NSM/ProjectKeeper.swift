// SPDX-License-Identifier: Apache-2.0
// What a session manager asks of a rig.

import ControlTower
import RigEngine
import RigErrors
import RigModel
import Synchronization

/// Saves a rig into its project, and finds out whether it could switch to another one.
struct ProjectKeeper {
  let host: RigHost

  /// Finds out whether a preset can be read.
  func check(_ preset: String) async throws(RigError) { try await check(preset, host) }

  private func check(_ preset: String, _ host: isolated RigHost) async throws(RigError) {
    _ = try await host.maker.read(preset, after: [])
  }

  /// Sets what hears whether there is something unsaved; the rig as it is now counts as saved.
  func begin(tell: @escaping @Sendable (Bool) -> Void) async { await begin(tell, host) }

  private func begin(_ tell: @escaping @Sendable (Bool) -> Void, _ host: isolated RigHost) {
    host.memory.tellUnsaved(to: tell)
    noteSaved(host)
  }

  private func noteSaved(_ host: isolated RigHost) {
    guard let engine = host.engine else { return }
    host.memory.noteSaved(engine, besides: host.programs.owned)
  }

  /// Saves what the preset does not say of the rig: states of plugins, what its user has decided,
  /// what was learned.
  ///
  /// - Throws: what could not be saved; everything else is.
  func save() async throws(RigError) { try await save(host) }

  private func save(_ host: isolated RigHost) async throws(RigError) {
    guard let project = host.maker.project else {
      throw .refused("No session manager keeps this rig.")
    }
    try await host.changes.during { () async throws(RigError) in
      let engine = try host.runningEngine()
      guard !engine.tower.isServerLost else {
        throw .busy("The JACK server is gone; the rig is saved once it is back.")
      }
      await host.settle(engine)
      var problems = try await engine.plugins.saveStates(to: project.states).problems
      host.rig.stateFolder = project.states
      if !host.doors.midi.learned.withLock(\.status).isEmpty {
        do throws(RigError) { _ = try await MIDILearning(host: host).write(host) } catch {
          problems.append(error.message)
        }
      }
      let (memory, owned) = (host.memory, host.programs.owned)
      let failure = try await memory.save(engine, of: host.rig, besides: owned)
      problems += failure.map { [$0] } ?? []
      guard problems.isEmpty else { throw .inputOutput(problems.joined(separator: " ")) }
      noteSaved(host)
    }
  }
}
