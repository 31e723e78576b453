// SPDX-License-Identifier: Apache-2.0
// Sessions without what they can't have: in their places, under their names, with their knobs.

extension Session {
  /// The same without its plugins: an alarm has to be heard, however it sounds.
  package var dry: Session {
    var session = silenced
    session.graph.outputs = graph.outputs.indices.map { channel in
      sources.enumerated().map { number, source in
        .source(number, channel: min(channel + 1, source.channels))
      }
    }
    return session
  }

  /// The same without a sound of its own.
  package var silenced: Session {
    var session = self
    session.graph.nodes = []
    session.graph.inserts = []
    session.graph.outputs = graph.outputs.map { _ in [] }
    session.graph.midi = []
    return session
  }

  /// The same without files and a process of its own, which may not be there either.
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
