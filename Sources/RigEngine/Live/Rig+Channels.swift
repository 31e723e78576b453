// SPDX-License-Identifier: Apache-2.0
// All channels of a preset, whatever is heard through them.

import ControlTower
import RigModel

/// A channel of a preset, and what is heard through it.
typealias PresetChannel = (purpose: LiveChannel.Purpose, channel: Channel)

extension Rig {
  /// All channels: those of sessions first, then interrupters, system sounds, buses, and the graphs
  /// of outputs.
  var channels: [PresetChannel] {
    func all(
      _ sounds: [Interrupter: Channel],
      as purpose: (Interrupter) -> LiveChannel.Purpose
    ) -> [PresetChannel] {
      Interrupter.allCases.compactMap { interrupter in
        sounds[interrupter].map { (purpose(interrupter), $0) }
      }
    }
    var channels: [PresetChannel] = sessions.map { (.session($0.name), $0.channel) }
    channels += all(interrupters) { .interrupter($0) }
    channels += all(rings) { .ring($0) }
    if let sounds = systemSounds.channel { channels.append((.systemSounds, sounds)) }
    channels += buses.map { (.bus($0.name), $0) }
    return channels + routes.flatMap(\.graphChannels)
  }

  /// The channels of another rig that are in this one by their names, and what they are here.
  func channels(alsoIn other: Rig) -> [(before: Channel, after: Channel)] {
    let present = Dictionary(
      channels.map { ($0.channel.name, $0.channel) },
      uniquingKeysWith: { first, _ in first }
    )
    return other.channels.compactMap { before in
      present[before.channel.name].map { (before.channel, $0) }
    }
  }
}

extension Route {
  /// What its sound goes through, each as a channel that hears nothing else, and goes nowhere else.
  fileprivate var graphChannels: [PresetChannel] {
    OutputGraph.allCases.compactMap { place in
      graphs[place].map { graph in
        var channel = Channel(name: name)
        channel.sources = [Source(name: "source", channels: channels.count, kind: .insert)]
        channel.graph = graph
        return (.output(name, place), channel)
      }
    }
  }
}

extension SystemSounds {
  /// The sounds as a channel with a player for each; `nil` without sounds.
  fileprivate var channel: Channel? {
    guard !files.isEmpty else { return nil }
    var channel = Channel(name: Self.name)
    let names = files.keys.sorted()
    channel.sources = names.compactMap { name in
      files[name].map { file in
        var player = Player(file: file)
        player.startsPlaying = false
        return Source(name: name, channels: Self.channels, kind: .player(player))
      }
    }
    channel.graph.outputs = (1...Self.channels).map { number in
      names.indices.map { .source($0, channel: number) }
    }
    channel.streams = [Stream(name: "main", channels: Array(1...Self.channels))]
    channel.sends = sends
    channel.values = values
    return channel
  }
}
