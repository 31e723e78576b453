// SPDX-License-Identifier: Apache-2.0
// MIDI in a graph of nodes and connections: ports are named, or are the only ones that fit.

import RigModel

extension NetReader {
  /// The name in connections of the MIDI input and output.
  static let midiName = "midi"

  /// A connection that carries MIDI; `nil` for `from` is the MIDI input, `nil` for `to` the output.
  struct MIDIWire: Hashable {
    var from: MIDIEnd?
    var to: MIDIEnd?
  }

  /// A port of a node.
  struct MIDIEnd: Hashable {
    var node: Int
    var port: String
  }

  /// Whether a connection carries MIDI: one of its ends can't carry anything else.
  func carriesMIDI(_ connection: Connection) -> Bool {
    let (from, to) = (connection.from, connection.to)
    return isMIDI(from, isNamed: signals[from.name] != nil, \.midiOutputs, besides: \.allOutputs)
      || isMIDI(to, isNamed: false, \.midiInputs, besides: \.allInputs)
  }

  private func isMIDI(
    _ end: Connection.Endpoint,
    isNamed: Bool,
    _ midi: KeyPath<PluginUse, [String]>,
    besides sound: KeyPath<PluginUse, [String]>
  ) -> Bool {
    guard let node = indices[end.name] else {
      return end.name == Self.midiName && end.port == nil && !isNamed
    }
    guard let use = uses[node] else { return false }
    guard let port = end.port else {
      return use[keyPath: sound].isEmpty && !use[keyPath: midi].isEmpty
    }
    return use[keyPath: midi].contains(port)
  }

  /// Finds the ports that a connection of MIDI joins; `false` and a report when there are none.
  mutating func connectMIDI(_ connection: Connection) -> Bool {
    let (from, to) = (connection.from, connection.to)
    guard let source = midiEnd(from, \.midiOutputs, "MIDI output", connection.position),
      let target = midiEnd(to, \.midiInputs, "MIDI input", connection.position)
    else { return false }
    let wire = MIDIWire(from: source.end, to: target.end)
    guard !midiWires.contains(wire) else {
      let ends = "\(from.text.quoted) and \(to.text.quoted)"
      log.report(connection.position, "\(ends) are connected twice")
      return false
    }
    if wire.from == nil, reader.midi.isEmpty {
      let remedy = "give the session 'midi: { input: on }'"
      log.report(connection.position, "no MIDI arrives here: \(remedy)")
      return false
    }
    midiWires.append(wire)
    return true
  }

  /// The port of an end; `nil` and a report when it can't carry MIDI.
  private func midiEnd(
    _ end: Connection.Endpoint,
    _ ports: KeyPath<PluginUse, [String]>,
    _ kind: String,
    _ position: Position
  ) -> (end: MIDIEnd?, Void)? {
    guard let node = indices[end.name] else {
      if end.name == Self.midiName, end.port == nil { return (nil, ()) }
      let known = names + [Self.midiName]
      let hint = Spelling.hintOrList(end.text, among: known, of: "what has a \(kind)")
      log.report(position, "\(end.text.quoted) has no \(kind)\(hint)")
      return nil
    }
    guard let use = uses[node] else { return nil }
    let all = use[keyPath: ports]
    guard let port = end.port ?? all.first else {
      log.report(position, "the node \(end.name.quoted) has no \(kind)")
      return nil
    }
    guard all.contains(port) else {
      let hint = Spelling.hintOrList(port, among: all, of: "its \(kind)s")
      log.report(position, "\(port.quoted) is no \(kind) of the node \(end.name.quoted)\(hint)")
      return nil
    }
    return (MIDIEnd(node: node, port: port), ())
  }

  /// Connects the MIDI of nodes; returns the output, which is the input if no connection sets it.
  func wireMIDI(_ nodes: inout [Graph.Node?], _ indices: [Int: Int]) -> [Graph.MIDISignal] {
    var leaving: [Graph.MIDISignal]?
    for wire in midiWires {
      let heard = wire.from.map { end in
        indices[end.node].map { [Graph.MIDISignal.node($0, port: end.port)] } ?? []
      }
      let signals = heard ?? reader.midi
      if let target = wire.to {
        nodes[target.node]?.midi[target.port, default: []] += signals
      } else {
        leaving = (leaving ?? []) + signals
      }
    }
    return leaving ?? reader.midi
  }
}
