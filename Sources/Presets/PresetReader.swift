// SPDX-License-Identifier: Apache-2.0
// Reads a preset and everything that it includes into a rig.

import ControlTower
import JACKVocabulary
package import RigModel

/// Reads presets.
///
/// > Threading: Control.
package struct PresetReader {
  private let catalogue: any PluginCatalogue

  /// Makes a reader that knows the plugins of `catalogue`.
  package init(catalogue: any PluginCatalogue) {
    self.catalogue = catalogue
  }

  /// Reads the preset in `file`, or throws everything that is wrong with it.
  ///
  /// A rig that may leave out missing parts lists them in `leftOut`.
  package func read(
    file: String,
    leavingOut: LeavingOut = .nothing
  ) throws(PresetErrors) -> Rig {
    try readTexts(of: file, leavingOut: leavingOut).rig
  }

  /// Reads the preset and returns its texts too, or reads it from texts `kept` from an earlier
  /// reading.
  package func readTexts(
    of file: String,
    leavingOut: LeavingOut = .nothing,
    kept: PresetTexts? = nil
  ) throws(PresetErrors) -> (rig: Rig, texts: PresetTexts) {
    let context = PresetContext(catalogue, leavingOut: leavingOut, kept: kept)
    var rig = Rig(file: file)
    if let root = context.preset(file) { read(root, into: &rig, context) }
    rig.leftOut = context.absences
    rig.warnings = try context.log.finish()
    return (rig, context.texts)
  }

  private func read(_ root: YAMLNode, into rig: inout Rig, _ context: PresetContext) {
    let log = context.log
    guard let fields = root.file(.preset, log) else { return }
    rig.start = fields.word("start")
    context.start = rig.start
    context.compensates = fields.boolean("compensate")
    context.monitor = fields["solo"].flatMap(Solo.monitor)
    var routes = RouteTable()
    if let node = fields["routes"], !routes.read(node, context) { return }
    rig.routes = routes.routes
    let channels = routes.routes.reduce(0) { $0 + $1.channels.count }
    guard context.count(.channels, channels, at: fields.position(of: "routes")) else { return }
    context.solo = fields["solo"].flatMap { Solo($0, routes, log) }
    for index in rig.routes.indices where rig.routes[index].name == context.monitor {
      rig.routes[index].monitors = context.solo?.main
    }
    rig.buses = BusReader(context).read(fields["buses"], &routes)
    guard let entries = fields["sessions"].map({ $0.entries(as: "'sessions'", log) }) ?? [] else {
      return
    }
    let table = SessionTable(entries, routes, context)
    var ports = PortNameCheck(log)
    for route in routes.routes {
      let position = routes.positions[route.name] ?? root.position
      ports.add(route.portNames, of: "the route \(route.name.quoted)", at: position)
    }
    for entry in entries {
      guard let session = table.session(entry.key) else { continue }
      rig.sessions.append(session)
      let names =
        session.channel.sources.flatMap(session.channel.portNames) + session.channel.midiPortNames
      ports.add(names, of: "the session \(session.name.quoted)", at: entry.position)
    }
    table.checkOrder()
    let outside = RigReader(table)
    (rig.interrupters, rig.rings) = outside.interrupters(fields["interrupters"])
    for (interrupter, bus) in rig.interrupters.sorted(by: { $0.key < $1.key }) {
      let names = bus.sources.flatMap(bus.portNames)
      let position = fields.position(of: "interrupters")
      ports.add(names, of: "the interrupter \(interrupter.rawValue.quoted)", at: position)
    }
    let sessions = entries.map(\.key)
    rig.groups = GroupReader(log: log, routes: routes, sessions: sessions, rig: rig)
      .read(fields["groups"])
    rig.crossfader = fields["crossfader"].flatMap { Crossfader($0, log) } ?? rig.crossfader
    rig.systemSounds = outside.systemSounds(fields["system_sounds"])
    rig.voiceProcessing = outside.voiceProcessing(fields["voice_processing"])
    if fields.has("transport") {
      rig.transport = TransportSettings.read(fields["transport"], log)
    }
    (rig.policy, rig.recordingsFolder) = outside.policy(fields["rig"])
    rig.policy.interruptersOnRouteFaders = Set(
      rig.interrupters.filter { $0.value.entry == .sum }.keys
    )
    let subjects = Set(routes.names).union(entries.map(\.key))
    rig.recordings = RecordingReader(subjects: subjects, context).read(fields["recordings"])
    rig.stateFolder = fields["state"]?.stateFolder(log)
    rig.server = fields["server"].map { ServerWish($0, log) } ?? rig.server
    rig.surfaces = Surfaces.read(fields["surfaces"], log)
    rig.alerts = AlertReader(routes: routes, context).read(fields["alerts"])
    rig.remembered = fields["remember"]?.remembered(log) ?? []
    let names = sessions + routes.names + rig.buses.map(\.name) + rig.groups.map(\.name)
    let (map, isMapWhole) = context.reading(.midiMap) {
      fields["midi_map"].flatMap(MIDIMapReader(context, RigPaths(of: rig, names: names)).read)
    }
    rig.midiMap = isMapWhole ? map : nil
    if rig.hasControlPorts {
      let key = fields.has("midi_map") ? "midi_map" : "transport"
      let names = [Rig.controlInputName, Rig.controlOutputName]
      ports.add(names, of: "the rig's MIDI controllers", at: fields.position(of: key))
    }
  }
}
