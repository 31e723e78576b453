// SPDX-License-Identifier: Apache-2.0
// Replacements for channels with missing parts: with the same places, names and strip values.

extension Channel {
  /// The channel without its plugins: an alarm has to be heard, however it sounds.
  package var dry: Channel {
    var channel = silenced
    channel.graph.outputs = graph.outputs.indices.map { channel in
      sources.enumerated().map { number, source in
        .source(number, channel: min(channel + 1, source.channels))
      }
    }
    return channel
  }

  /// The channel without a sound of its own.
  package var silenced: Channel {
    var channel = self
    channel.graph.nodes = []
    channel.graph.inserts = []
    channel.graph.outputs = graph.outputs.map { _ in [] }
    channel.graph.midi = []
    return channel
  }

  /// The channel without files and without its own process, which may be missing too.
  package var alone: Channel {
    var channel = self
    channel.isolation = .none
    for index in sources.indices {
      guard case .player(let player) = sources[index].kind else { continue }
      channel.sources[index].kind = .silent(file: player.file)
    }
    return channel
  }
}
