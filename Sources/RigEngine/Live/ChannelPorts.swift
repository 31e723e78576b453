// SPDX-License-Identifier: Apache-2.0
// The JACK ports that a channel asks for.

import ControlTower
import JACKVocabulary
import RigModel

extension Channel {
  /// The JACK ports that the channel needs, in the order in which people read them.
  var ports: [PortGroup] { audioPorts + capturePorts + midiPorts }

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
