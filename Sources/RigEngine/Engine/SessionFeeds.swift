// SPDX-License-Identifier: Apache-2.0
// Inactive sessions that run all the same, because active ones hear them.

import ControlTower
import Quantities
import RigModel

/// Lets sessions run for those that hear them, and for nobody else (IAA-A1).
///
/// > Threading: Control.
struct SessionFeeds: EnginePart {
  let context: EngineContext
  let towerControl: TowerControl
  let mixer: MixerControl
  let gates: ChannelGates

  /// Lets an inactive session run from now on, or no more, as somebody hears it or nobody does.
  func settle(_ session: LiveChannel) {
    guard isInactive(session) else { return }
    if !isHeard(session) {
      if session.settings.onlyFeedsSessions { gates.close(session) }
    } else if !session.gate.isSounding {
      mixer.feedSessionsOnly(session, true)
      gates.open(session, after: .zero)
    }
  }

  /// Whether a session that has let go runs on for those that hear it; it then leaves all outputs.
  func keeps(_ session: LiveChannel) -> Bool {
    guard isInactive(session), isHeard(session) else { return false }
    mixer.feedSessionsOnly(session, true)
    return true
  }

  private func isInactive(_ session: LiveChannel) -> Bool {
    towerControl.tower.session(session.id)?.activation == .inactive
  }

  /// Whether another session has it as a source; what is inserted takes input, and has to be active
  /// itself.
  private func isHeard(_ session: LiveChannel) -> Bool {
    let id = session.id
    return !session.preset.sources.contains { $0.kind == .insert }
      && live.sessions.contains { $0.settings.hears.contains(id) }
  }
}

extension Engine {
  /// The sessions that run for others.
  var feeds: SessionFeeds {
    SessionFeeds(context: context, towerControl: towerControl, mixer: mixer, gates: gates)
  }
}
