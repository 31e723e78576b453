// SPDX-License-Identifier: Apache-2.0
// Reads what is outside the sessions: interrupters, system sounds, voice processing and the rig's
// policy.

import ControlTower
import Quantities
import RigModel

/// Reads the parts of a rig that no session owns.
struct RigReader {
  let context: PresetContext
  let routes: RouteTable
  /// The names of the sessions.
  let sessions: [String]
  private var log: ProblemLog { context.log }

  init(_ table: SessionTable) {
    context = table.context
    routes = table.routes
    sessions = table.names
  }

  // MARK: Sound

  /// Reads `interrupters`, and what is heard while they ring.
  func interrupters(
    _ node: YAMLNode?
  ) -> (lasting: [Interrupter: Channel], ringing: [Interrupter: Channel]) {
    var interrupters: [Interrupter: Channel] = [:]
    var rings: [Interrupter: Channel] = [:]
    for entry in node?.entries(as: "'interrupters'", log) ?? [] {
      guard let interrupter = Interrupter(rawValue: entry.key) else {
        let known = Interrupter.allCases.map(\.rawValue)
        let hint = Spelling.hintOrList(entry.key, among: known, of: "interrupters")
        log.report(entry.position, "\(entry.key.quoted) is no interrupter\(hint)")
        continue
      }
      if routes.owner(of: entry.key) != nil || sessions.contains(entry.key) {
        let message = "interrupters share names with routes and sessions"
        log.report(entry.position, "the name \(entry.key.quoted) is taken: \(message)")
      }
      guard let fields = Fields(entry.value, .interrupter, log) else { continue }
      var channel = Channel(name: entry.key)
      SoundReader(routes, context).read(fields, into: &channel)
      channel.entry = fields.boolean("route_faders") ? .sum : .post
      channel.guards = StripGuards.read(fields, fader: channel.values.fader)
      interrupters[interrupter] = channel
      rings[interrupter] = ring(of: channel, fields["ring"])
    }
    return (interrupters, rings)
  }

  /// Reads the `ring` of an interrupter: one file, over and over, on both sides if it is mono.
  private func ring(of interrupter: Channel, _ node: YAMLNode?) -> Channel? {
    guard let node, let fields = Fields(node, .ring, log) else { return nil }
    let (file, isWhole) = context.reading(.ring, of: interrupter.name) {
      fields.required("sound")?.soundFile(as: "a ring", context)
    }
    // No session, route or interrupter has a dot in its name.
    var ring = Channel(name: RigPath.ring(of: interrupter.name))
    ring.entry = interrupter.entry
    let streams = fileStreams
    (ring.values, ring.sends) = strip(fields, streams)
    ring.streams = streams.streams
    guard let file, isWhole else { return nil }
    var player = Player(file: file)
    player.loops = true
    ring.sources = [
      Source(name: "ring", channels: SystemSounds.channels, kind: .player(player))
    ]
    ring.graph.outputs = (1...SystemSounds.channels).map { [.source(0, channel: $0)] }
    return ring
  }

  /// Reads `system_sounds`.
  func systemSounds(_ node: YAMLNode?) -> SystemSounds {
    var sounds = SystemSounds()
    guard let node, let fields = Fields(node, .systemSounds, log) else { return sounds }
    for entry in fields.required("sounds")?.entries(as: "sounds", log) ?? [] {
      _ = Names.check(entry.key, "a system sound", entry.position, log)
      let (file, isWhole) = context.reading(.systemSound, named: entry.key) {
        entry.value.soundFile(as: "a system sound", context)
      }
      if isWhole { sounds.files[entry.key] = file }
    }
    (sounds.values, sounds.sends) = strip(fields, fileStreams)
    return sounds
  }

  /// The streams of files that no session plays.
  private var fileStreams: StreamTable { StreamTable(nil, outputs: SystemSounds.channels, log) }

  /// Reads the strip values of such files, and their sends.
  private func strip(_ fields: Fields, _ streams: StreamTable) -> (StripValues, [Send]) {
    var values = StripValues()
    for value in StripValue.onSystemSounds { fields.take(value, into: &values) }
    let reader = SendReader(routes: routes, streams: streams, log: log)
    return (values, reader.read(fields.required("sends")))
  }

  /// Reads `voice_processing`: one channel in, one out.
  func voiceProcessing(_ node: YAMLNode?) -> Graph? {
    guard let node, let fields = Fields(node, .voice, log) else { return nil }
    guard let graphNode = fields.required("graph") else { return nil }
    let source = Source(name: GraphReader.inputName, channels: 1, kind: .insert)
    let reader = GraphReader([(source.name, source)], context, nil)
    let (outputs, isWhole) = context.reading(.voiceProcessing) { reader.read(graphNode) }
    guard let outputs, isWhole else { return nil }
    guard outputs.count == 1 else {
      let rule = "it runs once for each channel of an input, so it gives back one"
      let message = "the voice processing gives back \(outputs.count) channels: \(rule) (MODE-12)"
      log.report(graphNode.position, message)
      return nil
    }
    var graph = Graph()
    graph.nodes = reader.nodes
    graph.outputs = outputs
    return graph
  }

  // MARK: Policy

  /// Reads `rig`.
  func policy(_ node: YAMLNode?) -> (RigPolicy, recordingsFolder: String?) {
    var policy = RigPolicy.standard
    guard let node, let fields = Fields(node, .rig, log) else { return (policy, nil) }
    policy.callAllowsPlayback = fields.boolean("call_allows_playback")
    policy.ioBufferLimits = bufferLimits(fields["io_buffer"], policy.ioBufferLimits)
    policy.extraOutputPairs = pairs(fields["extra_output_pairs"])
    policy.ineligibleCombination = fields.word("ineligible_combination")
    policy.primaryInput = fields["primary_input"].flatMap(input)
    let microphones = fields["voice_microphones"]?.list(as: "voice_microphones", log) ?? []
    policy.voiceMicrophones = microphones.compactMap(input)
    return (policy, fields["recordings_folder"].flatMap(folder))
  }

  /// The folder that recordings are kept in, from the root of the file system.
  private func folder(_ node: YAMLNode) -> String? {
    guard let text = node.text(as: "recordings_folder", log) else { return nil }
    let folder = Path.absolute(text, in: node.position.file)
    // The folder may be there later; until then clients get an error when they record.
    _ = context.reading(.recordingsFolder) {
      guard !Path.isFolder(folder) else { return }
      context.miss(
        node.position,
        "there is no folder \(folder.quotedPath) to record into: make it first"
      )
    }
    return folder
  }

  private func input(_ node: YAMLNode) -> PortID? {
    routes.find(node, .input, log).map { PortID($0.name) }
  }

  private func bufferLimits(_ node: YAMLNode?, _ usual: ClosedRange<Seconds>)
    -> ClosedRange<Seconds>
  {
    guard let node, let fields = Fields(node, .buffer, log) else { return usual }
    let low = fields.seconds("minimum_seconds")
    let high = fields.seconds("maximum_seconds")
    guard low <= high else {
      let message = "the shortest cycle, \(low.value.short) s, is longer than the longest"
      log.report(fields.position, "\(message), \(high.value.short) s")
      return usual
    }
    return low...high
  }

  /// The roles that a pair of outputs may have.
  static let pairedRoles = PortRole.allCases.filter { $0 != .mic && $0 != .lineIn }

  /// Reads pairs of roles of outputs.
  private func pairs(_ node: YAMLNode?) -> Set<Set<PortRole>> {
    var pairs: Set<Set<PortRole>> = []
    for item in node?.list(as: "extra_output_pairs", log) ?? [] {
      guard let words = item.list(as: "a pair of outputs", log) else { continue }
      let pair: [PortRole] = words.compactMap {
        $0.word(as: "a role of an output", Self.pairedRoles, log)
      }
      guard pair.count == words.count else { continue }
      guard pair.count == 2, pair[0] != pair[1] else {
        log.report(
          item.position,
          "a pair of outputs is two different roles, such as [lineOut, hdmi]"
        )
        continue
      }
      pairs.insert(Set(pair))
    }
    return pairs
  }
}
