// SPDX-License-Identifier: Apache-2.0
// What the user has decided, for the next run.

import ControlTower
import ControlTree
import Quantities
import RenderCore
import RigEngine
import RigErrors
import RigModel
import TrackLibrary

/// What a rig remembers from run to run: by itself, or when its session manager says so.
///
/// > Threading: Control.
final class RigMemory {
  private let storedVolumes: VolumeStore
  private let storedPermissions: PermissionStore
  private let storedDesk: MixerStore
  private let storedDuty: DutyStore
  private let storedPlayers: PlayerStore
  /// What is not saved yet, where a session manager decides when to save; `nil` where all is
  /// written down as it happens.
  private let unsaved: UnsavedChanges?
  private var last = MonotonicTime.now

  /// Opens the memory of a rig; what can't be understood in it is logged.
  convenience init(_ options: RunOptions, report: @escaping @Sendable (String) -> Void) {
    self.init(
      in: options.project?.path ?? StateFile.folder(of: options.name),
      isSavedByOthers: options.project != nil,
      report: report
    )
  }

  /// The same in a folder.
  init(
    in folder: String,
    isSavedByOthers: Bool = false,
    report: @escaping @Sendable (String) -> Void
  ) {
    storedVolumes = VolumeStore(in: folder, report: report)
    storedPermissions = PermissionStore(in: folder, report: report)
    storedDesk = MixerStore(in: folder, report: report)
    storedDuty = DutyStore(in: folder, report: report)
    storedPlayers = PlayerStore(in: folder, report: report)
    unsaved = isSavedByOthers ? UnsavedChanges() : nil
  }

  /// The volumes that count for `rig`.
  func volumes(for rig: Rig) -> [VolumeKey: Decibels] { storedVolumes.remembered(for: rig) }

  /// What the user has answered sessions that asked to record.
  var permissions: [SessionID: RecordPermission] { storedPermissions.answers }

  /// What players go on with, by their paths.
  func tracks(for rig: Rig) -> [String: KeptTrack] { storedPlayers.tracks(for: rig) }

  /// The switches that are on from the start.
  var switches: [TowerEvent] { storedDuty.switches }

  /// Sets the mixer of a rig that comes up to what its user had, within the limits that were set;
  /// values that can't be set any more are left out.
  func turn(_ engine: Engine, of rig: Rig) {
    defer { engine.tree.adopt(storedDuty.guards) }
    for (path, value) in storedDesk.values(for: rig).sorted(by: { $0.key < $1.key }) {
      _ = try? engine.tree.set(path, to: .words(value))
    }
  }

  /// Lets sessions begin, and interrupters that lasted go on, both at once: no session is heard
  /// before it is interrupted.
  ///
  /// - Returns: a sentence for each that was refused, and for each interrupter.
  func begin(_ engine: Engine, of rig: Rig) -> [String] {
    let interrupters = storedDuty.interrupters
    let refused = engine.controller.together {
      let refused = engine.start(activating: storedDesk.active(for: rig))
      for interrupter in interrupters { engine.tell(.interrupterBegan(interrupter)) }
      return refused
    }
    return refused
      + interrupters.map(\.rawValue).map {
        "The \($0) lasted when the rig ended, and goes on: 'tarmac interrupt end \($0)' ends it."
      }
  }

  /// Writes down what has been decided, if that was not done just now.
  func keepIfDue(_ engine: Engine, of rig: Rig, besides owned: Set<String>, now: MonotonicTime) {
    guard now.elapsed(since: last) > HostTimes.remember else { return }
    last = now
    keep(engine, of: rig, besides: owned)
  }

  /// Writes down what has been decided; `owned` are the sessions that programs have.
  ///
  /// Where a session manager decides when to save, it hears instead whether there is something to
  /// be saved.
  func keep(_ engine: Engine, of rig: Rig, besides owned: Set<String>) {
    if let unsaved { return unsaved.look(at: engine, besides: owned) }
    write(engine, of: rig, besides: owned)
  }

  private func write(_ engine: Engine, of rig: Rig, besides owned: Set<String>) {
    storedVolumes.keep(engine.tower.volumes, for: rig)
    storedPermissions.keep(engine.towerControl.permissions, besides: rig.sessions)
    storedDesk.keep(engine, of: rig, besides: owned)
    storedDuty.keep(engine)
    storedPlayers.keep(engine, of: rig)
  }

  /// Writes everything down, now, and waits for the disk elsewhere; says why it is not there, if it
  /// is not.
  nonisolated(nonsending) func save(
    _ engine: Engine,
    of rig: Rig,
    besides owned: Set<String>
  ) async throws(RigError) -> String? {
    write(engine, of: rig, besides: owned)
    let (volumes, permissions, desk) = (storedVolumes, storedPermissions, storedDesk)
    let (duty, players) = (storedDuty, storedPlayers)
    return try await BackgroundQueue.shared.onDisk("what the rig remembers") {
      () throws(RigError) in
      let failures = [
        volumes.settle(), permissions.settle(), desk.settle(), duty.settle(), players.settle(),
      ]
      return failures.compactMap { $0 }.first
    }
  }

  /// Notes that the rig is saved as it is now.
  func noteSaved(_ engine: Engine, besides owned: Set<String>) {
    unsaved?.noteSaved(engine, besides: owned)
  }

  /// Sets what hears whether something is not saved.
  func tellUnsaved(to tell: @escaping (Bool) -> Void) { unsaved?.tell = tell }

  /// Writes down what has been decided, and returns once everything is on the disk.
  func finish(_ engine: Engine?, of rig: Rig, besides owned: Set<String>) {
    EndGuard.stage("writing down what the rig remembers")
    if let engine { keep(engine, of: rig, besides: owned) }
    storedVolumes.settle()
    storedPermissions.settle()
    storedDesk.settle()
    storedDuty.settle()
    storedPlayers.settle()
    engine?.live.library?.settle()
  }
}
