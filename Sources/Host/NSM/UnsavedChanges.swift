// SPDX-License-Identifier: Apache-2.0
// Whether a rig has changed since it was saved last.

import ControlTower
import Presets
import Quantities
import RigEngine

/// What has changed since a rig was saved.
///
/// > Threading: Control.
final class UnsavedChanges {
  /// Called when there is something to be saved, and when there is nothing any more.
  var tell: (Bool) -> Void = { _ in }
  private var saved: Content?
  private var isDirty = false

  /// All that is saved of a rig, except for what plugins change in themselves without a
  /// notification.
  private struct Content: Hashable {
    let mixer: [String: UserValues.Entry]
    let plugins: [String: String]
    let volumes: [VolumeKey: Decibels]
    let permissions: [SessionID: RecordPermission]
    let activity: [String: SessionState.Activation?]

    init(_ engine: Engine, besides owned: Set<String>) {
      let saved = engine.live.rig.mixerValues
      mixer = UserValues(of: engine).entries.filter { saved[$0.key] != nil }
      plugins = engine.plugins.settings
      volumes = engine.tower.volumes
      permissions = engine.towerControl.permissions
      let sessions = engine.live.sessions.filter { !owned.contains($0.name) }
      activity = Dictionary(
        sessions.map { ($0.name, engine.tower.session($0.id)?.activation) },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }

  /// Notes that the rig is saved as it is now.
  func noteSaved(_ engine: Engine, besides owned: Set<String>) {
    saved = Content(engine, besides: owned)
    note(false)
  }

  /// Checks whether the rig is still what was saved, and calls `tell` if that has changed.
  func look(at engine: Engine, besides owned: Set<String>) {
    guard let saved, !engine.tower.isServerLost else { return }
    note(Content(engine, besides: owned) != saved)
  }

  private func note(_ isDirty: Bool) {
    guard self.isDirty != isDirty else { return }
    self.isDirty = isDirty
    tell(isDirty)
  }
}
