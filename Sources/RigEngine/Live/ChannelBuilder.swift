// SPDX-License-Identifier: Apache-2.0
// Brings channels up: opens files, instantiates plugins.

package import LV2Hosting
package import Quantities
import RenderCore
package import RigErrors
package import RigModel
package import SoundFiles

/// Makes live channels.
///
/// > Threading: Control.
package final class ChannelBuilder {
  let world: LV2World
  let sampleRate: SampleRate
  let lanes: FileLanes?
  let isOffline: Bool
  let blockFrames: FrameCount
  private let isolation: (any GraphIsolation)?
  var lastID: UInt32 = 0
  /// What players have been given to play in place of their preset's files, by the paths of the
  /// players.
  var tracks: [String: KeptTrack] = [:]
  /// Sentences to report, about plugins that have not got the state that is kept for them, and
  /// players that have lost their tracks.
  var problems: [String] = []

  /// The longest block that plugins are to expect; a period that grows later is rendered in such
  /// pieces.
  ///
  /// No more than that, for some take it for the length of every block: guitarix's amplifiers sound
  /// wrong in shorter ones.
  package var maximumBlock: FrameCount { blockFrames }

  /// Lanes are needed for players that are not read offline, and without `isolation` no graph is
  /// isolated.
  package init(
    world: LV2World,
    sampleRate: SampleRate,
    blockFrames: Int,
    lanes: FileLanes? = nil,
    isolation: (any GraphIsolation)? = nil,
    isOffline: Bool
  ) {
    self.isolation = isolation
    self.world = world
    self.sampleRate = sampleRate
    self.blockFrames = FrameCount(blockFrames)
    self.lanes = lanes
    self.isOffline = isOffline
  }

  /// Brings a channel up, with players that are there already if there are any; nothing sounds yet.
  ///
  /// Plugins start with what is kept for them in `states`; `voice` is what the rig may put before
  /// its graph.
  package func build(
    _ channel: Channel,
    as purpose: LiveChannel.Purpose,
    places: SendPlaces,
    voice: Graph? = nil,
    reusing existing: [LivePlayer?]? = nil,
    states: SavedStates? = nil
  ) throws(RigError) -> LiveChannel {
    let players: [LivePlayer?]
    if let existing {
      players = existing
    } else {
      players = try buildPlayers(of: channel, as: purpose, keeping: nil)
    }
    var plugins: [LivePlugin] = []
    let isolated = try isolate(channel, states)
    if let isolated {
      plugins = isolated.livePlugins(of: channel.graph)
    } else {
      for (node, statePath) in zip(channel.graph.nodes, channel.statePaths) {
        plugins.append(try build(node, channel, states, statePath))
      }
    }
    lastID += 1
    let live = LiveChannel(
      channel,
      as: purpose,
      strip: StripNode(id: lastID, channels: max(channel.graph.outputs.count, 1)),
      players: players,
      plugins: plugins,
      isolated: isolated,
      places: places
    )
    if let voice { live.variants.voice = build(voice: voice, for: channel) }
    return live
  }

  /// Starts the process of a channel's graph, if it is to have one of its own.
  private func isolate(
    _ channel: Channel,
    _ states: SavedStates?
  ) throws(RigError) -> (any RemoteGraph)? {
    guard channel.isolation.isSeparate, let isolation else { return nil }
    var plugins: [RemotePluginStart] = []
    for (node, statePath) in zip(channel.graph.nodes, channel.statePaths) {
      let settings = PluginSettings(node)
      let kept = states?.entry(statePath, of: node.plugin, settings)
      reportGap(of: node.start, kept)
      plugins.append(try start(of: node.plugin, settings, kept))
      guard let shared = node.shared else { continue }
      let other = PluginSettings(shared)
      let keptToo = states?.entry(statePath + PluginSlot.sharedSuffix, of: shared.plugin, other)
      reportGap(of: nil, keptToo)
      plugins.append(try start(of: shared.plugin, other, keptToo))
    }
    return try isolation.start(
      channel,
      plugins: plugins,
      world: world,
      sampleRate: sampleRate,
      blockFrames: maximumBlock
    )
  }

  private func start(
    of plugin: String,
    _ settings: PluginSettings,
    _ kept: SavedStates.Kept?
  ) throws(RigError) -> RemotePluginStart {
    guard let info = world.plugin(plugin, sampleRate: sampleRate) else {
      throw .data(HostingError.notInstalled(plugin: plugin).description)
    }
    var start = RemotePluginStart(info: info, values: settings.values)
    if let kept {
      start.state = kept.folder
      start.controls = kept.changes.values
      start.parameters = Dictionary(
        uniqueKeysWithValues: kept.changes.parameters.compactMap { uri, text in
          info.parameter(uri)?.value(of: text).map { (uri, $0) }
        }
      )
    }
    return start
  }

  /// The rig's voice processing for a session that may ask for it later; one that can't be had is
  /// left out, and reported.
  private func build(voice graph: Graph, for channel: Channel) -> [VoiceChain] {
    do throws(RigError) {
      return try buildVoice(graph, for: channel)
    } catch {
      problems.append("The voice processing is left out: \(error.message)")
      return []
    }
  }

  /// Brings the rig's voice processing up, once for each channel of a session's inputs.
  private func buildVoice(_ graph: Graph, for channel: Channel) throws(RigError) -> [VoiceChain] {
    var chains: [VoiceChain] = []
    for (index, source) in channel.sources.enumerated() where source.isInput {
      for number in 1...source.channels {
        var plugins: [LivePlugin] = []
        for node in graph.nodes { plugins.append(try build(node, channel)) }
        chains.append(VoiceChain(source: index, channel: number, graph: graph, plugins: plugins))
      }
    }
    return chains
  }
}

extension Source {
  /// Whether its sound comes from the driver.
  var isFromDriver: Bool {
    switch kind {
    case .jack, .route: true
    case .player, .silent, .session, .insert: false
    }
  }
}
