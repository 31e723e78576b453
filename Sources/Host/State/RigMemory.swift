// SPDX-License-Identifier: Apache-2.0
// What the user has decided, for the next run.

import ControlTower
import ControlTree
import Presets
import Quantities
import RigEngine
import RigErrors

/// What a rig remembers from run to run: by itself, or, in a session of a session manager, when that says so.
///
/// > Threading: Control.
final class RigMemory {
  private let storedVolumes: VolumeStore
  private let storedPermissions: PermissionStore
  private let storedDesk: DeskStore
  /// What is not saved yet, where somebody else says when to save; `nil` where all is written down as it happens.
  private let unsaved: UnsavedChanges?
  private var last = MonotonicTime.now

  /// Opens the memory of a rig; what can't be understood in it is logged.
  init(_ options: RunOptions, report: @escaping @Sendable (String) -> Void) {
    let folder = options.project?.path ?? StateFile.folder(of: options.name)
    storedVolumes = VolumeStore(in: folder, report: report)
    storedPermissions = PermissionStore(in: folder, report: report)
    storedDesk = DeskStore(in: folder, report: report)
    unsaved = options.project == nil ? nil : UnsavedChanges()
  }

  /// The volumes that count for `rig`.
  func volumes(for rig: Rig) -> [VolumeKey: Decibels] { storedVolumes.remembered(for: rig) }

  /// What the user has answered sessions that asked to record.
  var permissions: [SessionID: RecordPermission] { storedPermissions.answers }

  /// Turns the mixer of a rig that comes up to where its user had it; what can't be turned any more is left out.
  func turn(_ engine: Engine, of rig: Rig) {
    for (path, value) in storedDesk.values(for: rig).sorted(by: { $0.key < $1.key }) {
      _ = try? engine.tree.set(path, to: .words(value))
    }
  }

  /// The sessions that are to be active from the start, in their order.
  func active(for rig: Rig) -> [String] { storedDesk.active(for: rig) }

  /// Writes down what has been decided, if that was not done just now.
  func keepIfDue(_ engine: Engine, of rig: Rig, besides owned: Set<String>, now: MonotonicTime) {
    guard now.elapsed(since: last) > HostTimes.remember else { return }
    last = now
    keep(engine, of: rig, besides: owned)
  }

  /// Writes down what has been decided; `owned` are the sessions that programs have.
  ///
  /// Where somebody else says when to save, they hear instead whether there is something to be saved.
  func keep(_ engine: Engine, of rig: Rig, besides owned: Set<String>) {
    if let unsaved { return unsaved.look(at: engine, besides: owned) }
    write(engine, of: rig, besides: owned)
  }

  private func write(_ engine: Engine, of rig: Rig, besides owned: Set<String>) {
    storedVolumes.keep(engine.tower.volumes, for: rig)
    storedPermissions.keep(engine.towerControl.permissions, besides: rig.sessions)
    storedDesk.keep(engine, of: rig, besides: owned)
  }

  /// Writes everything down, now, and waits for the disk elsewhere; says why it is not there, if it is not.
  nonisolated(nonsending) func save(
    _ engine: Engine,
    of rig: Rig,
    besides owned: Set<String>
  ) async throws(RigError) -> String? {
    write(engine, of: rig, besides: owned)
    let (volumes, permissions, desk) = (storedVolumes, storedPermissions, storedDesk)
    return try await BackgroundQueue.shared.onDisk("what the rig remembers") {
      () throws(RigError) in
      [volumes.settle(), permissions.settle(), desk.settle()].compactMap { $0 }.first
    }
  }

  /// Takes what the rig is now for what is saved.
  func noteSaved(_ engine: Engine, besides owned: Set<String>) {
    unsaved?.noteSaved(engine, besides: owned)
  }

  /// Says who is told whether something is not saved.
  func tellUnsaved(to tell: @escaping (Bool) -> Void) { unsaved?.tell = tell }

  /// Returns once everything is on the disk.
  func settle() {
    storedVolumes.settle()
    storedPermissions.settle()
    storedDesk.settle()
  }
}
