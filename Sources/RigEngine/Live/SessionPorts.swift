// SPDX-License-Identifier: Apache-2.0
// The JACK ports that a session asks for.

import ControlTower
import JACKVocabulary
import Presets

extension Session {
  /// The JACK ports that the session needs, in the order in which people read them.
  var ports: [PortGroup] { audioPorts + capturePorts + midiPorts + exchangePorts }

  private var midiPorts: [PortGroup] {
    func group(
      _ direction: Route.Direction,
      _ port: String,
      _ patterns: [PortPattern]?
    ) -> PortGroup? {
      guard let patterns else { return nil }
      let request = PortRequest(
        key: .midi(session: name, direction),
        label: PortLabel(owner: name, name: port),
        patterns: patterns
      )
      return PortGroup(direction: direction, carriesMIDI: true, ports: [request])
    }
    return [
      group(.input, midiInputName, midi?.input),
      group(.output, midiOutputName, midi?.output),
    ].compactMap(\.self)
  }

  /// The ports that join an isolated graph to the rig; its process connects them.
  private var exchangePorts: [PortGroup] {
    guard isolation.isSeparate else { return [] }
    func group(
      _ direction: Route.Direction,
      _ names: [String],
      _ key: (Int) -> PortKey
    ) -> PortGroup {
      PortGroup(
        direction: direction,
        ports: names.enumerated().map { channel, port in
          let label = PortLabel(owner: name, name: port)
          return PortRequest(key: key(channel), label: label, isInternal: true)
        }
      )
    }
    func midiGroup(_ direction: Route.Direction, _ port: String?, _ key: PortKey) -> PortGroup? {
      guard let port else { return nil }
      var group = group(direction, [port]) { _ in key }
      group.carriesMIDI = true
      return group
    }
    let names = exchangePortNames
    let audio = [
      group(.output, names.sends) { .send(session: name, channel: $0) },
      group(.input, names.returns) { .return(session: name, channel: $0) },
    ]
    let midi = [
      midiGroup(.output, names.midiSend, .midiSend(session: name)),
      midiGroup(.input, names.midiReturn, .midiReturn(session: name)),
    ]
    return audio + midi.compactMap(\.self)
  }

  /// The ports by which its program hears the rig's inputs; it connects them.
  private var capturePorts: [PortGroup] {
    guard !captured.isEmpty else { return [] }
    let ports = capturePortNames.enumerated().map { index, port in
      PortRequest(
        key: .capture(session: name, channel: index),
        label: PortLabel(owner: capturePortOwner, name: port)
      )
    }
    return [PortGroup(direction: .output, ports: ports)]
  }

  private var audioPorts: [PortGroup] {
    sources.compactMap { source -> PortGroup? in
      guard case .jack(let connections) = source.kind else { return nil }
      return PortGroup(
        direction: .input,
        ports: portNames(of: source).enumerated().map { index, port in
          PortRequest(
            key: .source(session: name, source: source.name, channel: index),
            label: PortLabel(
              owner: portOwner(of: source),
              name: port
            ),
            patterns: connections[index]
          )
        }
      )
    }
  }
}
