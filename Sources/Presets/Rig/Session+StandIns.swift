// SPDX-License-Identifier: Apache-2.0
// Replacements for sessions with missing parts: with the same places, names and strip values.

extension Session {
  /// The session without its plugins: an alarm has to be heard, however it sounds.
  package var dry: Session {
    var session = silenced
    session.graph.outputs = graph.outputs.indices.map { channel in
      sources.enumerated().map { number, source in
        .source(number, channel: min(channel + 1, source.channels))
      }
    }
    return session
  }

  /// The session without a sound of its own.
  package var silenced: Session {
    var session = self
    session.graph.nodes = []
    session.graph.inserts = []
    session.graph.outputs = graph.outputs.map { _ in [] }
    session.graph.midi = []
    return session
  }

  /// The session without files and without its own process, which may be missing too.
  package var alone: Session {
    var session = self
    session.isolation = .none
    for index in sources.indices {
      guard case .player(let player) = sources[index].kind else { continue }
      session.sources[index].kind = .silent(file: player.file)
    }
    return session
  }
}
