// SPDX-License-Identifier: Apache-2.0
// A rig whose sessions each sound with a level of their own, and listeners at each of its outputs:
// a sample says which sessions are heard.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Testing

/// A rig with clients that play for its sessions and listen at its outputs: on JACK, or on a clock,
/// whose rigs run beside one another and hear the same.
///
/// Session number *n* of `voices` plays the constant 2⁻ⁿ (its preset says `source: { jack: [
/// "voices:out_N" ] }`), so any sum on an output names those who make it up, exactly. An output
/// `ports: [ "NAME:in_1" ]` is there while `NAME` is plugged in, an input `ports: [ "NAME:out_1" ]`
/// likewise; inputs play the constant 2⁻²⁰, or another one.
final class LiveStage {
  /// The program.
  let tarmac: RunningTarmac
  /// The events since it was up, of a client that stays subscribed.
  let diary: EventDiary
  private let carrier: Carrier
  private let voices: [String]
  private var source: any StageClient
  private(set) var outputs: [String: any StageClient] = [:]
  private var inputs: [String: any StageClient] = [:]

  /// What drives a rig.
  enum Driver { case jack, clock }

  /// What carries the sound.
  private enum Carrier {
    case jack(PrivateServer)
    case clock(ControlClient)

    /// Lets a client come, which plays constants.
    func client(_ name: String, inputs: Int = 0, levels: [Float] = []) throws -> any StageClient {
      switch self {
      case .jack(let server):
        let client = try Listener(name, on: server, inputs: inputs, outputs: levels.count)
        if !levels.isEmpty {
          client.play(levels.map { [Float](repeating: $0, count: LiveStage.frames) })
        }
        return client
      case .clock(let rig):
        return try ClockClient(name, beside: rig, inputs: inputs, levels: levels)
      }
    }
  }

  /// The level of what comes in.
  static let inputLevel: Float = 0x1p-20
  private static let frames = 48_000 * 300

  private init(_ tarmac: RunningTarmac, _ carrier: Carrier, voices: [String]) throws {
    self.tarmac = tarmac
    self.carrier = carrier
    self.voices = voices
    diary = try EventDiary(of: tarmac)
    source = try LiveStage.source(voices, on: carrier)
  }

  private static func source(_ voices: [String], on carrier: Carrier) throws -> any StageClient {
    try carrier.client("voices", levels: voices.map { level(of: $0, among: voices) })
  }

  /// The server of a rig on JACK.
  var server: PrivateServer {
    guard case .jack(let server) = carrier else { preconditionFailure("a clock drives this rig") }
    return server
  }

  /// Runs `body` on a rig with `preset` and the given outputs plugged in, in that order.
  static func run(
    _ preset: String,
    voices: [String],
    outputs: [String],
    by driver: Driver = .jack,
    shell: String = "exec \"$@\"",
    files: (URL) throws -> Void = { _ in },
    _ body: (LiveStage) async throws -> Void
  ) async throws {
    switch driver {
    case .jack:
      try await RunningTarmac.run(preset, shell: shell, files: files) { tarmac, server in
        try await run(body, tarmac, .jack(server), voices, outputs)
      }
    case .clock:
      try await RunningTarmac.runBesideDevices(preset, shell: shell, files: files) { tarmac, rig in
        try await run(body, tarmac, .clock(rig), voices, outputs)
      }
    }
  }

  private static func run(
    _ body: (LiveStage) async throws -> Void,
    _ tarmac: RunningTarmac,
    _ carrier: Carrier,
    _ voices: [String],
    _ outputs: [String]
  ) async throws {
    let stage = try LiveStage(tarmac, carrier, voices: voices)
    defer { stage.close() }
    for output in outputs { try stage.plug(output: output) }
    try await body(stage)
  }

  /// The level that a session of `voices` has where it is heard in full.
  func level(of voice: String) -> Float { LiveStage.level(of: voice, among: voices) }

  private static func level(of voice: String, among voices: [String]) -> Float {
    guard let index = voices.firstIndex(of: voice) else {
      preconditionFailure("\(voice) is no voice")
    }
    return 1 / Float(1 << (index + 1))
  }

  /// Plugs an output in: its client is there when this returns.
  func plug(output name: String) throws {
    outputs[name] = try carrier.client(name, inputs: 1)
  }

  /// Plugs an input in, which plays a constant.
  func plug(input name: String, level: Float = LiveStage.inputLevel) throws {
    inputs[name] = try carrier.client(name, levels: [level])
  }

  /// Pulls the plug of an output or an input.
  func unplug(_ name: String) {
    (outputs.removeValue(forKey: name) ?? inputs.removeValue(forKey: name))?.close()
  }

  /// Kills the server under the rig and starts it again; when the rig wakes up on it, all devices
  /// that were plugged in are there.
  func resetServer() throws {
    let plugged = (outputs: outputs.keys.sorted(), inputs: inputs.keys.sorted())
    server.kill()
    try tarmac.wait("the loss") { try !tarmac.ask(StatusRequest()).server.isConnected }
    close(clients: plugged.outputs + plugged.inputs)
    kill(tarmac.pid, SIGSTOP)
    defer { kill(tarmac.pid, SIGCONT) }
    try server.restart()
    source = try LiveStage.source(voices, on: carrier)
    for output in plugged.outputs { try plug(output: output) }
    for input in plugged.inputs { try plug(input: input) }
  }

  /// Ends the server under the rig.
  ///
  /// The plugged-in clients leave before: libjack crashes in clients of a server that another one
  /// follows.
  func stopServer() {
    close(clients: Array(outputs.keys) + Array(inputs.keys))
    server.stop()
  }

  private func close(clients names: [String]) {
    source.close()
    for name in names { unplug(name) }
  }

  /// Ends the program whose ports are the voices.
  func stopVoices() {
    source.close()
  }

  /// The client that listens at an output that is plugged in.
  func ears(at name: String) throws -> any StageClient {
    guard let ears = outputs[name] else { throw RunFailure(description: "\(name) is unplugged") }
    return ears
  }

  /// The same on JACK, whose clients can do more.
  func listener(at name: String) throws -> Listener {
    guard let listener = try ears(at: name) as? Listener else {
      throw RunFailure(description: "a clock drives this rig")
    }
    return listener
  }

  /// Sends the program a request; a refusal throws.
  @discardableResult
  func ask<Request: ControlRequest>(_ request: Request) throws -> Request.Reply {
    try tarmac.ask(request)
  }

  /// Waits until each of these outputs carries exactly the sum of these levels, for 50 ms.
  func hears(_ expected: [String: Float]) throws {
    for (name, level) in expected {
      var last: Float?
      try tarmac.wait("\(level) at \(name), which carries \(last ?? 0)") {
        let heard = try ears(at: name).capture(frames: 256)[0]
        last = heard.last
        return heard.allSatisfy { $0 == level }
      }
    }
    let all = try listen(tail: 2_400) {}
    for (name, level) in expected {
      let heard = try #require(all[name])
      guard let wrong = heard.first(where: { $0 != level }) else { continue }
      throw RunFailure(description: "\(name) carries \(wrong), which is not \(level)")
    }
  }

  /// Waits until each of these outputs carries exactly these voices, in full.
  func hears(_ expected: [String: [String]]) throws {
    try hears(expected.mapValues { $0.map(level).reduce(0, +) })
  }

  /// What each output that is plugged in carries from before `body` until `tail` frames after its
  /// end.
  func listen(tail: Int = 12_000, _ body: () throws -> Void) throws -> [String: [Float]] {
    var heard: [String: [Float]] = [:]
    try listen(at: outputs.sorted { $0.key < $1.key }[...], tail, body) { heard[$0] = $1 }
    return heard
  }

  private func listen(
    at rest: ArraySlice<(key: String, value: any StageClient)>,
    _ tail: Int,
    _ body: () throws -> Void,
    _ note: (String, [Float]) -> Void
  ) throws {
    guard let next = rest.first else { return try body() }
    let heard = try next.value.capture(tail: tail) {
      try listen(at: rest.dropFirst(), tail, body, note)
    }
    note(next.key, heard[0])
  }

  private func close() {
    close(clients: Array(outputs.keys) + Array(inputs.keys))
    diary.close()
  }
}
