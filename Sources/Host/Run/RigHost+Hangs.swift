// SPDX-License-Identifier: Apache-2.0
// How a rig goes on when a plugin hangs in the rig's own process: the plugin's session moves to
// another process.

import ControlTower
import RigEngine
import RigErrors
import RigModel

extension RigHost {
  /// Goes on where plugins can do no harm that helping threads have not come back from.
  func contain(_ found: [Hang]) {
    let new = hangs.note(found)
    feed.tell(new, of: rig, as: present(rig))
    if !new.isEmpty { makeAgain(new.map(\.session)) }
  }

  /// Makes what is silent for good again, because its plugins came back from a block too late;
  /// once.
  func renew(_ names: [String]) {
    let words = names.quoted
    let again = names.filter { hangs.remade.insert($0).inserted }
    guard !again.isEmpty else {
      return feed.log(
        .error,
        "Plugins of \(words) took too long for a block again; reload the preset to hear them."
      )
    }
    feed.log(.error, "Plugins of \(words) took too long for a block, and are made again.")
    makeAgain(again)
  }

  /// Becomes the present rig once more, with new plugins where they were given up.
  private func makeAgain(_ names: [String]) {
    Task {
      await changes.during {
        guard let engine, !changes.isClosed else { return }
        do throws(RigError) {
          try await become(rig, engine)
        } catch {
          let plugins = "Plugins of \(names.quoted)"
          report("\(plugins) stay out until the preset is reloaded: \(error.message)")
        }
      }
    }
  }

  /// Goes on without JACK's thread, which hangs in a plugin: the rig is rebuilt on a new one.
  func escape(_ engine: Engine) {
    guard let hang = engine.hangs.hang else { return }
    feed.tell(hangs.note([hang]), of: rig, as: present(rig))
    engine.context.isAbandoned = true
    Task {
      await server.escape()
      engine.tell(.mediaServicesLost)
    }
  }
}

extension EventFeed {
  /// Reports what has held a rig up, which goes on as `present`.
  fileprivate func tell(_ hangs: [Hang], of rig: Rig, as present: Rig) {
    for hang in hangs { log(.error, rig.sentence(about: hang, in: present)) }
  }
}

extension [String] {
  fileprivate var quoted: String { map { "'\($0)'" }.joined(separator: ", ") }
}

extension Rig {
  /// Says what has held the rig up, and how it goes on as `present`.
  fileprivate func sentence(about hang: Hang, in present: Rig) -> String {
    let (kind, remedy) = remedy(for: hang, in: present)
    return """
      Plugin '\(hang.plugin)' of \(kind) '\(hang.session)' has not come back from a block: the \(kind) \
      \(remedy) until the preset is reloaded.
      """
  }

  /// What a plugin is in, and how that goes on.
  private func remedy(for hang: Hang, in present: Rig) -> (kind: String, remedy: String) {
    if let (_, place) = outputGraph(of: hang) {
      return ("output", "goes on without its \(place.rawValue)")
    }
    if buses.contains(where: { $0.name == hang.session }) {
      return ("bus", "goes on without its plugins")
    }
    guard let session = present.session(hang.session) else {
      return ("session", "goes on without its plugins")
    }
    let isSeparate = session.channel.isolation.isSeparate
    return ("session", isSeparate ? "runs in a process of its own" : "is silent")
  }
}

/// What a rig knows of plugins that did not come back from a block in time.
struct KnownHangs {
  /// Those that run where they can't hold the rig up, or not at all.
  var contained: Set<Hang> = []
  /// What was made again because its plugins were late once.
  var remade: Set<String> = []

  /// Notes plugins to be contained; returns those that are new.
  mutating func note(_ found: [Hang]) -> [Hang] {
    found.filter { contained.insert($0).inserted }
  }
}
