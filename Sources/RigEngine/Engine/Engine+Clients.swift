// SPDX-License-Identifier: Apache-2.0
// What happens to a session when its program is gone.

package import ControlTower
import Quantities
import RenderCore
import RigErrors
import RigModel

extension Engine {
  /// Lets go of everything that a session's program held; its sound fades out.
  package func quit(_ id: SessionID) {
    // Without a server nobody is active, and nothing is held.
    guard tower.session(id) != nil, !tower.isServerLost else { return }
    tell(.deactivate(id, notifyingOthers: true))
    if tower.session(id)?.activation != .inactive { tell(.forceDeactivate(id)) }
  }

  /// Gives a silent session of the preset back to the preset: it is what it was when the rig came
  /// up.
  package func takeBack(_ id: SessionID) {
    guard let session = live.session(id), let preset = live.rig.session(id.name) else { return }
    let isMuted = tower.session(id)?.isMutedByUser
    tell(.removed(id))
    setStrip(of: session, as: StripSettings())
    do throws(RigError) {
      try towerControl.add(preset, isMuted: isMuted)
    } catch {
      hooks.complain(error.message)
    }
    for case .connect(let from, let to) in live.rig.connectionEvents where from == id || to == id {
      tell(.connect(from, to: to))
    }
    players.report(session)
    mixer.setLevels(of: session, over: FrameCount(1))
  }
}
