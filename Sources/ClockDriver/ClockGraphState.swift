// SPDX-License-Identifier: Apache-2.0
// What a graph without a server remembers, and the cables that follow from it.

internal import AudioBackend

/// The ports and connections of a `ClockGraph`.
struct ClockGraphState {
  /// The name of the rig's client; empty while there is none.
  var client = ""
  /// The rig's ports by channel.
  var inputs: [Port?] = []
  var outputs: [Port?] = []
  var devices = [ClockDevice.system]
  var connections: Set<Connection> = []
  private var buffers = CycleBuffers(inputs: [], outputs: [])
  /// What a cycle needs.
  private(set) var patch = ClockPatch()

  mutating func set(_ port: Port?, _ direction: PortDirection, _ channel: Int) {
    func set(_ ports: inout [Port?]) {
      if channel == ports.count { ports.append(port) } else { ports[channel] = port }
    }
    if direction == .input { set(&inputs) } else { set(&outputs) }
  }

  func name(_ channel: Int, _ direction: PortDirection) -> String? {
    let ports = direction == .input ? inputs : outputs
    guard ports.indices.contains(channel), let port = ports[channel] else { return nil }
    return "\(client):\(port.name)"
  }

  func own(_ direction: PortDirection) -> [PresentPort] {
    guard !client.isEmpty else { return [] }
    return (direction == .input ? inputs : outputs).compactMap(\.self).map {
      PresentPort(name: "\(client):\($0.name)", direction: direction, kind: $0.kind)
    }
  }

  mutating func disconnect(_ ports: Set<String>) {
    connections = connections.filter { !ports.contains($0.from) && !ports.contains($0.to) }
    renewPatch()
  }

  mutating func renewBuffers() {
    buffers = CycleBuffers(inputs: inputs.map(\.?.kind), outputs: outputs.map(\.?.kind))
    renewPatch()
  }

  mutating func renewPatch() {
    func channels(_ direction: PortDirection, connectedTo port: String) -> [Int] {
      (direction == .input ? inputs : outputs).indices.filter { channel in
        guard let own = name(channel, direction) else { return false }
        return connections.contains(
          direction == .input ? Connection(from: port, to: own) : Connection(from: own, to: port)
        )
      }
    }
    patch = ClockPatch(
      buffers: buffers,
      voices: devices.flatMap { device in
        device.outputs.enumerated().flatMap { index, port in
          channels(.input, connectedTo: "\(device.name):\(port)").map {
            ClockPatch.Voice(device: device, output: index, channel: $0)
          }
        }
      },
      ears: devices.map { device in
        ClockPatch.Ears(
          device: device,
          channels: device.inputs.map { channels(.output, connectedTo: "\(device.name):\($0)") }
        )
      }
    )
  }
}
