// SPDX-License-Identifier: Apache-2.0
// What the user has decided, for the next run.

import ControlTower
import Presets
import Quantities
import RigEngine

/// What a rig remembers from run to run.
///
/// > Threading: Control.
final class RigMemory {
  private let storedVolumes: VolumeStore
  private let storedPermissions: PermissionStore
  private var last = MonotonicTime.now

  /// Opens the memory of the rig `name`; what can't be understood in it is logged.
  init(of name: String, report: @escaping @Sendable (String) -> Void) {
    storedVolumes = VolumeStore(of: name, report: report)
    storedPermissions = PermissionStore(of: name, report: report)
  }

  /// The volumes that count for `rig`.
  func volumes(for rig: Rig) -> [VolumeKey: Decibels] { storedVolumes.remembered(for: rig) }

  /// What the user has answered sessions that asked to record.
  var permissions: [SessionID: RecordPermission] { storedPermissions.answers }

  /// Writes down what has been decided, if that was not done just now.
  func keepIfDue(_ engine: Engine, of rig: Rig, now: MonotonicTime) {
    guard now.elapsed(since: last) > HostTimes.remember else { return }
    last = now
    keep(engine, of: rig)
  }

  /// Writes down what has been decided.
  func keep(_ engine: Engine, of rig: Rig) {
    storedVolumes.keep(engine.tower.volumes, for: rig)
    storedPermissions.keep(engine.towerControl.permissions, besides: rig.sessions)
  }

  /// Returns once everything is on the disk.
  func settle() {
    storedVolumes.settle()
    storedPermissions.settle()
  }
}
