// SPDX-License-Identifier: Apache-2.0
// How a rig goes on when a plugin of its own process does not come back: that one's session moves
// out.

import ControlTower
import Presets
import RigEngine
import RigErrors

extension RigHost {
  /// Goes on with a session in a process of its own, whose plugin a helping thread has not come
  /// back from.
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

  /// Goes on without JACK's thread, which has not come back from a plugin: the rig is made anew on
  /// a new one.
  func escape(_ engine: Engine) {
    guard let hang = engine.hangs.hang else { return }
    _ = tellFirst(hang)
    engine.context.isAbandoned = true
    Task {
      await server.escape()
      engine.tell(.mediaServicesLost)
    }
  }

  /// Says what has held the rig up, once for each session.
  private func tellFirst(_ hang: Hang) -> Bool {
    guard contained.insert(hang.session).inserted else { return false }
    feed.log(
      .error,
      """
      Plugin '\(hang.plugin)' of session '\(hang.session)' has not come back from a block: the session \
      \(remedy(for: hang.session)) until the preset is reloaded.
      """
    )
    return true
  }

  private func remedy(for session: String) -> String {
    guard let session = present(rig).sessions.first(where: { $0.name == session }) else {
      return "goes on without its plugins"
    }
    return session.isolation.isSeparate ? "runs in a process of its own" : "is silent"
  }
}
