// SPDX-License-Identifier: Apache-2.0
// The driver's own ports, by channel.

package import AudioBackend
internal import CJACK
package import Quantities

extension JACKDriver {
  /// How many channels each direction can have.
  package static var channelLimit: Int { PortTable.capacity }

  /// Adds an input and returns its channel; while closed, the port is registered by the next
  /// `open`.
  package func addInput(_ port: Port) throws(DriverError) -> Int {
    let channel = try freeChannel(inputs)
    if unsafe client != nil { try register(port, .input, channel) }
    inputs[channel: channel] = port
    return channel
  }

  /// Adds an output and returns its channel; while closed, the port is registered by the next
  /// `open`.
  package func addOutput(_ port: Port) throws(DriverError) -> Int {
    let channel = try freeChannel(outputs)
    if unsafe client != nil { try register(port, .output, channel) }
    outputs[channel: channel] = port
    return channel
  }

  /// Removes ports, and waits until they have gone.
  package func remove(inputs removedInputs: [Int] = [], outputs removedOutputs: [Int] = []) {
    removal(inputs: removedInputs, outputs: removedOutputs).perform()
  }

  /// Removes ports; the audio thread has let go of them at once, and JACK follows when the request
  /// is made.
  ///
  /// Publish a plan that doesn't use the channels first: they are given away again. The names are
  /// free only after the request was made.
  package func removal(
    inputs removedInputs: [Int],
    outputs removedOutputs: [Int]
  ) -> ServerTask<Void> {
    var ports: [RegisteredPort] = []
    for channel in removedInputs where inputs.indices.contains(channel) {
      inputs[channel] = nil
      unsafe ports.append(RegisteredPort(inputPort(channel)))
      unsafe cycle.inputs.set(nil, channel: channel)
      unsafe cycle.setMIDI(nil, .input, channel: channel)
    }
    for channel in removedOutputs where outputs.indices.contains(channel) {
      outputs[channel] = nil
      unsafe ports.append(RegisteredPort(outputPort(channel)))
      unsafe cycle.outputs.set(nil, channel: channel)
      unsafe cycle.setMIDI(nil, .output, channel: channel)
      cycle.outputs.setLatency(.none, channel: channel)
    }
    return ServerTask { [line, ports, isActive] in
      guard let line, !line.isLost, !ports.isEmpty else { return }
      if isActive { line.waitForCycle() }
      line.unregister(ports, isActive: isActive)
    }
  }

  /// The full name of an input's port.
  package func inputName(_ channel: Int) -> String? {
    guard inputs.indices.contains(channel), let port = inputs[channel] else { return nil }
    return "\(clientName):\(port.name)"
  }

  /// The full name of an output's port.
  package func outputName(_ channel: Int) -> String? {
    guard outputs.indices.contains(channel), let port = outputs[channel] else { return nil }
    return "\(clientName):\(port.name)"
  }

  /// How old the sound of an input is when it arrives.
  package func captureLatency(input channel: Int) -> Latency? {
    guard inputs.indices.contains(channel), let port = unsafe cycle.inputs.port(channel) else {
      return nil
    }
    return unsafe PortLatencies.range(of: port, JackCaptureLatency)
  }

  /// How long the sound of an output takes until it is heard.
  package func playbackLatency(output channel: Int) -> Latency? {
    guard outputs.indices.contains(channel), let port = unsafe cycle.outputs.port(channel) else {
      return nil
    }
    return unsafe PortLatencies.range(of: port, JackPlaybackLatency)
  }

  /// Sets what the renderer adds on the ways to each output channel, absent is nothing; JACK hears
  /// of it when the request is made.
  package func setGraphLatency(_ latencies: [Int: Latency]) -> ServerTask<Void> {
    for channel in outputs.indices {
      cycle.outputs.setLatency(latencies[channel] ?? .none, channel: channel)
    }
    return ServerTask { [line] in line?.countLatencies() }
  }

  /// Registers all ports with a new client.
  func registerAll() throws(DriverError) {
    for (channel, port) in inputs.enumerated() {
      if let port { try register(port, .input, channel) }
    }
    for (channel, port) in outputs.enumerated() {
      if let port { try register(port, .output, channel) }
    }
  }

  /// Empties the audio thread's table once the client is gone.
  func forgetPorts() {
    for channel in inputs.indices {
      unsafe cycle.inputs.set(nil, channel: channel)
      unsafe cycle.setMIDI(nil, .input, channel: channel)
    }
    for channel in outputs.indices {
      unsafe cycle.outputs.set(nil, channel: channel)
      unsafe cycle.setMIDI(nil, .output, channel: channel)
    }
  }

  /// The registered port of an input channel, whatever flows through it.
  private func inputPort(_ channel: Int) -> OpaquePointer? {
    unsafe cycle.inputs.port(channel) ?? cycle.midiInputs.ports.port(channel)
  }

  private func outputPort(_ channel: Int) -> OpaquePointer? {
    unsafe cycle.outputs.port(channel) ?? cycle.midiOutputs.ports.port(channel)
  }

  private func freeChannel(_ ports: [Port?]) throws(DriverError) -> Int {
    let channel = ports.firstIndex(of: nil) ?? ports.count
    guard channel < PortTable.capacity else { throw .tooManyPorts(limit: PortTable.capacity) }
    return channel
  }

  private func register(
    _ port: Port,
    _ direction: PortDirection,
    _ channel: Int
  ) throws(DriverError) {
    let line = try openedLine()
    var flags = direction == .input ? JackPortIsInput.rawValue : JackPortIsOutput.rawValue
    if port.isTerminal { flags |= JackPortIsTerminal.rawValue }
    let type = port.kind.jackType
    let registered = unsafe line.request { client in
      unsafe RegisteredPort(jack_port_register(client, port.name, type, UInt(clamping: flags), 0))
    }
    guard let registered = unsafe registered?.handle else { throw .portRefused(name: port.name) }
    unsafe writeMetadata(PortMetadata(of: registered, port))
    switch (direction, port.kind) {
    case (.input, .audio):
      cycle.inputs.setLatency(.none, channel: channel)
      unsafe cycle.inputs.set(registered, channel: channel)
    case (.output, .audio):
      cycle.outputs.setLatency(.none, channel: channel)
      unsafe cycle.outputs.set(registered, channel: channel)
    case (.input, .midi): unsafe cycle.setMIDI(registered, .input, channel: channel)
    case (.output, .midi): unsafe cycle.setMIDI(registered, .output, channel: channel)
    }
  }
}

extension PortKind {
  /// The name of the kind for JACK.
  var jackType: String {
    switch self {
    case .audio: JACK_DEFAULT_AUDIO_TYPE
    case .midi: JACK_DEFAULT_MIDI_TYPE
    }
  }

  /// The kind of that name, if we have such ports.
  init?(jackType: String) {
    switch jackType {
    case JACK_DEFAULT_AUDIO_TYPE: self = .audio
    case JACK_DEFAULT_MIDI_TYPE: self = .midi
    default: return nil
    }
  }
}

/// A port that JACK knows.
@safe
struct RegisteredPort: @unchecked Sendable {
  let handle: OpaquePointer?

  init(_ handle: OpaquePointer?) {
    unsafe self.handle = handle
  }
}

extension [Port?] {
  fileprivate subscript(channel channel: Int) -> Port? {
    get { self[channel] }
    set {
      if channel == count { append(newValue) } else { self[channel] = newValue }
    }
  }
}
