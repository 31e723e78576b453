// SPDX-License-Identifier: Apache-2.0
// How a rig goes on when a plugin hangs in the rig's own process: the plugin's session moves to
// another process.

import ControlTower
import Presets
import RigEngine
import RigErrors

extension RigHost {
  /// Moves a session to a process of its own after one of its plugins has hung a helper thread.
  func contain(_ hang: Hang) {
    guard tellFirst(hang) else { return }
    Task {
      await changes.during {
        guard let engine, !changes.isClosed else { return }
        do throws(RigError) {
          try await become(rig, engine)
        } catch {
          report("Session '\(hang.session)' stays silent: \(error.message)")
        }
      }
    }
  }

  /// Goes on without JACK's thread, which hangs in a plugin: the rig is rebuilt on a new one.
  func escape(_ engine: Engine) {
    guard let hang = engine.hangs.hang else { return }
    _ = tellFirst(hang)
    engine.context.isAbandoned = true
    Task {
      await server.escape()
      engine.tell(.mediaServicesLost)
    }
  }

  /// Reports what has held the rig up, once for each plugin.
  private func tellFirst(_ hang: Hang) -> Bool {
    guard contained.insert(hang).inserted else { return false }
    let (kind, remedy) = remedy(for: hang)
    feed.log(
      .error,
      """
      Plugin '\(hang.plugin)' of \(kind) '\(hang.session)' has not come back from a block: the \(kind) \
      \(remedy) until the preset is reloaded.
      """
    )
    return true
  }

  /// What a plugin is in, and how that goes on.
  private func remedy(for hang: Hang) -> (kind: String, remedy: String) {
    let rig = rig
    if let (_, place) = rig.outputGraph(of: hang) {
      return ("output", "goes on without its \(place.rawValue)")
    }
    if rig.buses.contains(where: { $0.name == hang.session }) {
      return ("bus", "goes on without its plugins")
    }
    guard let session = present(rig).sessions.first(where: { $0.name == hang.session }) else {
      return ("session", "goes on without its plugins")
    }
    let isSeparate = session.isolation.isSeparate
    return ("session", isSeparate ? "runs in a process of its own" : "is silent")
  }
}
