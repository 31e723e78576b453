// SPDX-License-Identifier: Apache-2.0
// A channel that is up: its strip, players and plugins, and the user's settings.

package import ControlTower
import LV2Hosting
package import Quantities
package import RenderCore
package import RigModel
import SoundFiles

/// A channel of the running rig, whatever is heard through it.
///
/// > Threading: Control.
package final class LiveChannel {
  package let purpose: Purpose
  /// What the preset says.
  package private(set) var preset: Channel
  /// The same with levels, mute and cue as the user has left them.
  package internal(set) var current: Channel
  package let strip: StripNode
  /// One for each source; `nil` for sources that are not files.
  package internal(set) var players: [LivePlayer?]
  package let plugins: [LivePlugin]
  /// What runs the graph, where that is a process of its own.
  package let isolated: (any RemoteGraph)?
  /// What it has in the renderer beside its strip.
  private(set) var nodes: ChannelNodes
  /// The sends to each output, for each send of the preset.
  private(set) var liveSends: [LiveSend]
  /// Whether it sounds.
  package internal(set) var gate = ChannelGate()
  /// What the tower has done to it.
  package internal(set) var settings = StripSettings()
  /// What may run in its graph beside or instead of its plugins, and which of these are in the
  /// renderer's plan.
  var variants = PluginVariants()

  init(
    _ channel: Channel,
    as purpose: Purpose,
    strip: StripNode,
    players: [LivePlayer?],
    plugins: [LivePlugin],
    isolated: (any RemoteGraph)? = nil,
    places: SendPlaces
  ) {
    self.purpose = purpose
    (preset, current) = (channel, channel)
    self.strip = strip
    self.players = players
    self.plugins = plugins
    self.isolated = isolated
    nodes = ChannelNodes(of: channel, as: purpose)
    liveSends = channel.makeLiveSends(among: places)
  }

  package var name: String { preset.name }

  /// The session of the tower, if it is the channel of one.
  package var id: SessionID { SessionID(name) }

  /// Its MIDI in the renderer, once the preset has given it a port.
  package var midi: MIDINode? { nodes.midi }

  /// How sentences call it.
  package var title: String {
    let noun =
      switch purpose {
      case .session: "session"
      case .bus: "bus"
      case .output: "output"
      case .interrupter, .ring, .systemSounds: "interrupter"
      }
    return "\(noun) '\(name)'"
  }

  /// Whether it is muted: a session as the tower has it, anything else as its user has left it.
  var isMuted: Bool { purpose.hasSeat ? settings.isMuted : current.values.isMuted }

  /// Whether `other` has the same plugins in the same places, and sources of the same kinds: then
  /// the live parts can be kept.
  ///
  /// Its players may play other files, or play them in another way: then they are exchanged.
  func hasSameSound(as other: Channel) -> Bool {
    !gate.isGivenUp && !hasOutgrownPlayers
      && preset.sources.map(\.withoutFile) == other.sources.map(\.withoutFile)
      && preset.isolation == other.isolation
      && preset.captured == other.captured
      && (preset.fallback == nil) == (other.fallback == nil)
      && preset.graph.structure == other.graph.structure
  }

  /// Takes over a changed preset.
  ///
  /// Sends that stay, by routes that are `kept`, keep their level in the mixer, to move from there;
  /// new ones begin silent.
  package func adopt(_ other: Channel, places: SendPlaces, routes kept: Set<String>) {
    var left = liveSends.filter { $0.leads(to: kept) }.map { (identity(of: $0), $0.node) }
    (preset, current) = (other, other)
    if other.midi != nil { nodes.midi = nodes.midi ?? MIDINode() }
    isolated?.rewire(other)
    liveSends = other.makeLiveSends(among: places)
    for place in liveSends.indices {
      let identity = identity(of: liveSends[place])
      guard let index = left.firstIndex(where: { $0.0 == identity }) else { continue }
      liveSends[place].node = left.remove(at: index).1
    }
  }

  /// The sends that `other` does not go on with.
  func sendsLeaving(
    for other: Channel,
    places: SendPlaces,
    routes kept: Set<String>
  ) -> [SendNode] {
    var staying = other.makeLiveSends(among: places).map { $0.identity(in: other) }
    return liveSends.filter { liveSend in
      guard liveSend.leads(to: kept),
        let index = staying.firstIndex(of: identity(of: liveSend))
      else {
        return true
      }
      staying.remove(at: index)
      return false
    }.map(\.node)
  }

  private func identity(of liveSend: LiveSend) -> SendIdentity {
    liveSend.identity(in: current)
  }

  /// Has what users have set, of what they can turn, and the rest as the preset has it.
  func take(_ user: UserValues, keeping kept: inout UserValues) {
    current.values = user.laid(over: preset.values, purpose.values, at: name, keeping: &kept)
    for index in preset.sends.indices {
      current.sends[index] = user.laid(
        over: preset.sends[index],
        SendValue.all,
        at: preset.sends.path(of: index, from: name),
        keeping: &kept
      )
    }
  }

  /// The JACK ports that it needs.
  var ports: [PortGroup] { current.ports }

  /// Whether no program is among what it hears of the driver, so that all of that can be taken away
  /// at once.
  var hearsInputsOnly: Bool {
    current.sources.allSatisfy { $0.isInput || !$0.isFromDriver }
  }

  /// Whether it has no player that could be started.
  var isLive: Bool { players.allSatisfy { $0 == nil } }

  /// Whether it has players beside sources that sound by themselves.
  var isMixed: Bool { !isLive && players.contains { $0 == nil } }

  /// Tells its plugins how many frames cycles have from now on.
  package func setNominalBlock(_ frames: FrameCount) {
    isolated?.setNominalBlock(frames)
    for plugin in plugins + variants.voice.flatMap(\.plugins) {
      for instance in plugin.instances { instance.setNominalBlock(frames) }
    }
  }

  // MARK: Variants

  /// Which of its plugins the tower's decisions ask for, and which input.
  private var wanted: PluginChoice {
    let tokens = Set(plugins.compactMap(\.shared?.token)).intersection(settings.tokens)
    let follows = current.sources.contains(where: \.followsRoute)
    return PluginChoice(
      tokens: tokens,
      processesVoice: settings.processesVoice && !variants.voice.isEmpty,
      input: follows ? settings.route.inputs.first : nil
    )
  }

  /// Whether other plugins are to run than those in the renderer's plan, or another input to be
  /// heard; they are exchanged in silence.
  var wantsOtherPlugins: Bool { wanted != variants.chosen }

  /// Says what it holds for itself alone, where a tower elsewhere has decided that.
  package func hold(_ tokens: Set<ExclusiveToken>) {
    settings.tokens = tokens
  }

  /// Lets the next plan have the plugins that are wanted.
  package func choosePlugins() {
    variants.chosen = wanted
    isolated?.hold(Set(variants.chosen.tokens.map(\.name)))
  }

  /// The instance of a plugin that runs.
  package func running(_ plugin: LivePlugin) -> any HostedPlugin {
    plugin.running(with: variants.chosen.tokens)
  }

  /// The voice processing that runs.
  package var runningVoice: [VoiceChain] { variants.chosen.processesVoice ? variants.voice : [] }
}

/// Whether a channel sounds, and is to.
package struct ChannelGate {
  /// Whether it is let sound: a session by the tower.
  package internal(set) var isSounding = false
  /// The same, though a change of the rig may have silenced it meanwhile.
  var isWanted = false
  /// Whether its gate is closed: its release has run, or it has never sounded.
  package internal(set) var isSilent = true
  /// Whether it is to sound again once its plugins have been exchanged.
  var reopens = false
  /// Whether it stays closed, whatever is decided, until a change of the rig that has begun is
  /// done.
  var isLeaving = false
  /// Whether it is shut for good: a thread that rendered the channel, or one beside it, has not
  /// come back.
  var isGivenUp = false
}

/// A plugin of a live channel.
package struct LivePlugin {
  package let id: String
  package let uri: String
  package let instance: any HostedPlugin
  /// What runs while the session does not hold a token, and that token.
  var shared: (instance: any HostedPlugin, token: ExclusiveToken)?

  /// All instances, whether they run or not.
  package var instances: [any HostedPlugin] { [instance] + (shared.map { [$0.instance] } ?? []) }

  /// The instance that runs while the session holds `tokens`.
  func running(with tokens: Set<ExclusiveToken>) -> any HostedPlugin {
    guard let shared, !tokens.contains(shared.token) else { return instance }
    return shared.instance
  }
}

/// What may run in a channel's graph, and what does.
struct PluginVariants {
  /// The rig's voice processing for each channel of the inputs, once it has been asked for.
  var voice: [VoiceChain] = []
  /// Which plugins are in the renderer's plan.
  fileprivate(set) var chosen = PluginChoice()
}

/// Which plugins of a channel run, and what it hears.
struct PluginChoice: Hashable {
  /// The tokens that the session holds, of those that its plugins need.
  var tokens: Set<ExclusiveToken> = []
  /// Whether the rig's voice processing runs.
  var processesVoice = false
  /// The input that sources hear which follow the route.
  var input: PortID?
}

/// The rig's voice processing for one channel (from 1) of a source.
package struct VoiceChain {
  package let source: Int
  package let channel: Int
  let graph: Graph
  package let plugins: [LivePlugin]
}

extension Graph {
  /// The graph without what can change while it sounds: values of controls and parameters, MIDI,
  /// and what waits for what.
  fileprivate var structure: Graph {
    var bare = self
    for index in bare.nodes.indices {
      bare.nodes[index].values = [:]
      bare.nodes[index].parameters = [:]
      bare.nodes[index].shared?.values = [:]
      bare.nodes[index].shared?.parameters = [:]
      bare.nodes[index].midi = [:]
    }
    bare.midi = []
    bare.isCompensated = true
    return bare
  }
}
