// SPDX-License-Identifier: Apache-2.0
// What the user has decided, for the next run.

import ControlTower
import ControlTree
import Presets
import Quantities
import RigEngine

/// What a rig remembers from run to run.
///
/// > Threading: Control.
final class RigMemory {
  private let storedVolumes: VolumeStore
  private let storedPermissions: PermissionStore
  private let storedDesk: DeskStore
  private var last = MonotonicTime.now

  /// Opens the memory of the rig `name`; what can't be understood in it is logged.
  init(of name: String, report: @escaping @Sendable (String) -> Void) {
    storedVolumes = VolumeStore(of: name, report: report)
    storedPermissions = PermissionStore(of: name, report: report)
    storedDesk = DeskStore(of: name, report: report)
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
  func keep(_ engine: Engine, of rig: Rig, besides owned: Set<String>) {
    storedVolumes.keep(engine.tower.volumes, for: rig)
    storedPermissions.keep(engine.towerControl.permissions, besides: rig.sessions)
    storedDesk.keep(engine, of: rig, besides: owned)
  }

  /// Returns once everything is on the disk.
  func settle() {
    storedVolumes.settle()
    storedPermissions.settle()
    storedDesk.settle()
  }
}
