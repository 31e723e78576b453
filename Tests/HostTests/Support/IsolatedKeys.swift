// SPDX-License-Identifier: Apache-2.0
// An isolated session that hears a keyboard and plays to an organ, and a bench around it.

import ControlProtocol
import JACKTestBench

/// The session `far`: 0.5 passes a gate that notes open, and MIDI leaves a fifth richer.
final class IsolatedKeys {
  /// Real plugins of the lv2-examples: fifths on notes, sound while a note is on.
  static let examples = "http://lv2plug.in/plugins"

  /// A rig with the session, whose plugin `fragile` crashes on request.
  static let gate = preset(
    midi: "midi: { input: \"keys:midi_out\", output: \"organ:midi_in\" }",
    connections: """
      source -> gate, gate -> fragile, fragile -> out,
      midi -> fifths, fifths -> gate.control, fifths -> midi
      """
  )

  /// The same with other MIDI ports and connections.
  static func preset(midi: String, connections: String) -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    sessions:
      far:
        category: playback
        active: true
        isolation: process
        \(midi)
        source: { jack: [ "source:out_1" ] }
        graph:
          nodes:
            fifths: { plugin: "\(examples)/eg-fifths" }
            gate: { plugin: "\(examples)/eg-midigate" }
            fragile: { plugin: "urn:tarmac:fixture:fragile", set: { level: 1 } }
          connections: [ \(connections.replacing("\n", with: " ")) ]
        sends: [ { to: main } ]
    """
  }

  let tarmac: RunningTarmac
  let source: Listener
  let ears: Listener
  let keys: Musician
  let organ: Musician
  /// The notes that the organ plays.
  private(set) var playing: Set<UInt8> = []

  /// Opens all clients; the source plays for two minutes.
  init(_ tarmac: RunningTarmac, _ server: PrivateServer) throws {
    self.tarmac = tarmac
    source = try Listener("source", on: server, outputs: 1)
    source.play([[Float](repeating: 0.5, count: 48_000 * 120)])
    ears = try Listener("ears", on: server, inputs: 1)
    keys = try Musician("keys", on: server)
    organ = try Musician("organ", on: server)
    try tarmac.wait("the rig to be connected") {
      ears.connections(of: ears.input(1)) == ["rig:main"]
        && ears.connections(of: "rig:far") == ["source:out_1"]
    }
    try waitUntilUp()
  }

  /// Runs `body` beside a rig.
  static func run(
    _ preset: String = gate,
    _ body: (IsolatedKeys) async throws -> Void
  ) async throws {
    try await RunningTarmac.run(preset, shell: FragileRig.shell()) { tarmac, server in
      let keys = try IsolatedKeys(tarmac, server)
      defer { keys.close() }
      try await body(keys)
    }
  }

  private func close() {
    source.close()
    ears.close()
    keys.close()
    organ.close()
  }

  /// Waits until the graph runs.
  func waitUntilUp() throws {
    try tarmac.wait("the isolated graph") {
      let far = try tarmac.session("far")
      return far.isolation?.state == "running" && far.plugins[0].runs > 10
    }
  }

  /// Whether nothing but `level` is heard at the moment.
  func hears(_ level: Float) throws -> Bool {
    try ears.capture(frames: 64)[0].allSatisfy { $0 == level }
  }

  /// Reads the messages to the organ; returns the notes that it plays.
  func organNotes() -> Set<UInt8> {
    for message in organ.takeHeard() where message.bytes.count == 3 {
      switch message.bytes[0] & 0xf0 {
      case 0x90: playing.insert(message.bytes[1])
      case 0x80: playing.remove(message.bytes[1])
      default: continue
      }
    }
    return playing
  }

  /// Presses a key until `condition` holds: a late block loses what the graph plays in it.
  func press(_ key: UInt8, until condition: () throws -> Bool) throws {
    try tarmac.wait("key \(key) to be heard") {
      keys.send([TimedMIDI(0, [0x83, key, 0]), TimedMIDI(0, [0x93, key, 90])])
      try tarmac.wait("it to be sent") { keys.isDone }
      try ears.wait(frames: 4_096)
      return try condition()
    }
  }

  /// Ends all notes of channel 0, of which an attempt in a late cycle may have left some: JACK
  /// plays such a cycle twice.
  func release() throws {
    try tarmac.wait("silence") {
      keys.send([TimedMIDI(0, [0xb0, 123, 0])])
      try ears.wait(frames: 4_096)
      return try hears(0)
    }
  }
}
