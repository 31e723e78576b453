// SPDX-License-Identifier: Apache-2.0
// A rig that a MIDI controller steers: another JACK client moves its controls, and sees its lights.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Quantities

/// A live rig with a deck that plays a constant, ears at its output, and a controller.
final class ControlStage {
  let tarmac: RunningTarmac
  let server: PrivateServer
  private(set) var source: Listener
  private(set) var ears: Listener
  private(set) var hand: Musician
  /// The messages to the controller that no test has looked at.
  private var heard: [TimedMIDI] = []

  /// What the deck plays.
  static let level: Float = 0.5

  /// A preset with a deck, a voice and this end.
  static func preset(_ end: String) -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    interrupters:
      phone: { source: { jack: [ "nobody:out_1" ] }, sends: [ { to: main } ] }
    sessions:
      deck:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
      voice:
        category: playback
        options: [ mixWithOthers ]
        source: { jack: [ "nobody:out_2" ] }
        sends: [ { to: main } ]
    \(end)
    """
  }

  private init(_ tarmac: RunningTarmac, _ server: PrivateServer) throws {
    (self.tarmac, self.server) = (tarmac, server)
    (source, ears, hand) = try Self.clients(on: server)
  }

  private static func clients(
    on server: PrivateServer
  ) throws -> (Listener, Listener, Musician) {
    let source = try Listener("source", on: server, outputs: 1)
    source.play([[Float](repeating: level, count: 48_000 * 240)])
    return (source, try Listener("ears", on: server, inputs: 1), try Musician("hand", on: server))
  }

  /// Runs `body` with a rig of that preset, whose controller is connected once `isControlled`.
  static func run(
    _ end: String,
    isControlled: Bool = true,
    _ body: (ControlStage) throws -> Void
  ) async throws {
    try await RunningTarmac.run(preset(end)) { tarmac, server in
      let stage = try ControlStage(tarmac, server)
      if isControlled { try stage.waitForController() }
      try tarmac.wait("the deck") {
        try stage.ears.capture(frames: 64)[0].allSatisfy { $0 == level }
      }
      try body(stage)
      stage.close()
    }
  }

  /// Waits until the controller is heard, and hears.
  func waitForController() throws {
    try tarmac.wait("the controller to be connected") {
      ears.connections(of: "rig:control_in") == ["hand:midi_out"]
        && ears.connections(of: "rig:control_out") == ["hand:midi_in"]
    }
  }

  /// Opens the clients again after their server has been started again.
  func returnToServer() throws {
    close()
    try server.restart()
    (source, ears, hand) = try Self.clients(on: server)
  }

  /// Pulls the controller's plug.
  func unplugController() { hand.close() }

  /// Plugs it in again; it shows nothing yet.
  func plugInController() throws {
    heard = []
    hand = try Musician("hand", on: server)
    try waitForController()
  }

  /// Moves a control.
  func send(_ bytes: UInt8...) { hand.send([TimedMIDI(0, bytes)]) }

  /// Moves several, all in one cycle.
  func send(all messages: [[UInt8]]) { hand.send(messages.map { TimedMIDI(0, $0) }) }

  /// Sets a value as another client would.
  func set(_ path: String, _ value: TreeValue) throws {
    _ = try tarmac.ask(TreeSetRequest(path: path, value: value))
  }

  func value(_ path: String) throws -> TreeValue? {
    try tarmac.ask(TreeGetRequest(patterns: [path])).first?.value
  }

  /// Waits until a value is near a number.
  func waits(_ path: String, near number: Double) throws {
    var last: Double?
    try tarmac.wait("\(path) to be \(number), not \(last ?? .nan)") {
      last = try value(path)?.number
      return last.map { $0 == number || abs($0 - number) < 1e-4 } ?? false
    }
  }

  /// Waits until a switch is as wanted.
  func waits(_ path: String, _ isOn: Bool) throws {
    try tarmac.wait("\(path) to be \(isOn)") { try value(path) == .toggle(isOn) }
  }

  /// Waits until the deck sounds at exactly that level in dB.
  func hears(_ level: Double) throws {
    let factor = LinearGain(Decibels(Float(level))).factor
    try tarmac.wait("the deck at \(level) dB") {
      try ears.capture(frames: 256)[0].allSatisfy { $0 == Self.level * factor }
    }
  }

  /// Waits until the controller has received this message, after which others may have followed.
  func waits(shown bytes: [UInt8]) throws {
    try tarmac.wait("the controller to hear \(bytes), not \(heard.map(\.bytes))") {
      heard += hand.takeHeard()
      guard let index = heard.lastIndex(where: { $0.bytes == bytes }) else { return false }
      heard.removeFirst(index + 1)
      return true
    }
  }

  /// Takes all messages to the controller that no test has waited for.
  func takeShown() -> [TimedMIDI] {
    defer { heard = [] }
    return heard + hand.takeHeard()
  }

  private func close() {
    source.close()
    ears.close()
    hand.close()
  }
}
