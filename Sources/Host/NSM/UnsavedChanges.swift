// SPDX-License-Identifier: Apache-2.0
// Whether a rig is another one than was saved last.

import ControlTower
import Presets
import Quantities
import RigEngine

/// What has changed since a rig was saved.
///
/// > Threading: Control.
final class UnsavedChanges {
  /// Is told when there is something to be saved, and when there is no more.
  var tell: (Bool) -> Void = { _ in }
  private var saved: Content?
  private var isDirty = false

  /// All that is saved of a rig, but for what plugins change in themselves without saying so.
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
        sessions.map { ($0.name, engine.tower.session($0.preset.configuration.id)?.activation) },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }

  /// Takes what the rig is now for what is saved.
  func noteSaved(_ engine: Engine, besides owned: Set<String>) {
    saved = Content(engine, besides: owned)
    note(false)
  }

  /// Looks whether the rig is still what was saved, and tells what is new of that.
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
