// SPDX-License-Identifier: Apache-2.0
// The ports of an isolated graph's client, and how they are joined to the rig's.

import ControlTower
import JACKDriver
import RigEngine

extension IsolatedGraphRun {
  /// The driver's channels for MIDI: those behind the ones of audio, as the relay has them.
  private var midiInput: Int { task.sends.count }
  private var midiOutput: Int { task.returns.count }

  /// Adds all ports.
  func addPorts() throws(DriverError) {
    for index in task.sends.indices { _ = try driver.addInput(port("in_\(index + 1)", index)) }
    for index in task.returns.indices { _ = try driver.addOutput(port("out_\(index + 1)", index)) }
    try addMIDIPorts()
  }

  /// Adds the MIDI ports that the task asks for and that are not there.
  func addMIDIPorts() throws(DriverError) {
    if task.midiSend != nil, driver.inputName(midiInput) == nil {
      _ = try driver.addInput(port("midi_in", midiInput, .midi))
    }
    if task.midiReturn != nil, driver.outputName(midiOutput) == nil {
      _ = try driver.addOutput(port("midi_out", midiOutput, .midi))
    }
  }

  /// Removes the MIDI ports that the task does not ask for.
  func removeMIDIPorts() {
    driver.remove(
      inputs: task.midiSend == nil && driver.inputName(midiInput) != nil ? [midiInput] : [],
      outputs: task.midiReturn == nil && driver.outputName(midiOutput) != nil ? [midiOutput] : []
    )
  }

  private func port(_ name: String, _ index: Int, _ kind: PortKind = .audio) -> Port {
    Port(name: name, prettyName: name, order: index, kind: kind, isInternal: true)
  }

  /// The driver's channels of the MIDI that the session hears and sends.
  var midiChannels: [PortKey: Int] {
    var channels: [PortKey: Int] = [:]
    if task.midiSend != nil { channels[.midi(session: task.session, .input)] = midiInput }
    if task.midiReturn != nil { channels[.midi(session: task.session, .output)] = midiOutput }
    return channels
  }

  /// Joins the ports to those of the rig that are there; what is not there yet is asked for once it is.
  func connect() {
    let (sends, returns) = (task.sends + [task.midiSend], task.returns + [task.midiReturn])
    for (channel, port) in sends.enumerated() {
      if let port, let input = driver.inputName(channel) { join(port, to: input) }
    }
    for (channel, port) in returns.enumerated() {
      if let port, let output = driver.outputName(channel) { join(output, to: port) }
    }
  }

  private func join(_ from: String, to port: String) {
    guard !driver.connections(of: from).contains(port) else { return }
    try? driver.connect(Connection(from: from, to: port))
  }
}
