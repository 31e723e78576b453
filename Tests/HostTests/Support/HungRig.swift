// SPDX-License-Identifier: Apache-2.0
// A rig with some files on a disk that may hang, and all requests to it that access that disk.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Patience
import Synchronization

/// A rig whose deck `far`, siren, preset, states, memory and temporary files are on a disk that may
/// hang.
struct HungRig {
  let tarmac: RunningTarmac
  let server: PrivateServer
  let faults: DiskFaults
  /// The disk, and another one that answers.
  let mount: URL
  let files: URL

  static let siren: Float = 0.25
  /// The isolation of the sessions that come and go with reloads.
  private static let spares = ["sandbox", "none"]

  /// The preset, with a session that the other one does not have, so that each reload makes one and
  /// ends another.
  private static func preset(mount: String, files: String, spare: String) -> String {
    """
    tarmac: 1
    routes:
      hall: { role: lineOut, ports: [ "ears:in_1" ] }
      booth: { role: lineOut, ports: [ "ears:in_2" ] }
    surfaces: { osc: { port: 0, query_port: 0 }, web: { port: 0 } }
    sessions:
      far:
        category: ambient
        active: true
        source: { player: \(mount)/far.wav, channels: 1, loop: on }
        sends: [ { to: hall } ]
      near:
        category: ambient
        active: true
        source: { player: \(files)/near.wav, channels: 1, loop: on }
        graph:
          nodes: { memory: { plugin: "urn:tarmac:fixture:state" } }
          connections: [ source -> out ]
        sends: [ { to: booth } ]
      spare_\(spare):
        category: ambient
        active: true
        isolation: \(spare)
        source: { player: \(mount)/spare.wav, channels: 1, loop: on }
        graph:
          nodes: { memory: { plugin: "urn:tarmac:fixture:state" } }
          connections: [ source -> out ]
        sends: [ { to: hall, level_db: -inf } ]
    interrupters:
      alarm:
        source: { player: \(mount)/siren.wav, channels: 1, loop: on }
        sends: [ { to: hall } ]
    \(AskedDoors.midiMap(toggling: "far.mute", beginning: "alarm"))
    """
  }

  /// Runs `body` with such a rig, both of whose decks are heard.
  static func run(_ body: (HungRig, Listener) async throws -> Void) async throws {
    // The text of a preset is written before its folder is known.
    let files = URL(filePath: "/tmp/tarmac-hung-\(UUID().uuidString.prefix(8))")
    let mount = files.appending(path: "mount")
    defer { try? FileManager.default.removeItem(at: files) }
    for folder in ["state", "cache", "tmp"] {
      let folder = mount.appending(path: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let presets = spares.map { preset(mount: mount.path, files: files.path, spare: $0) }
    for (index, preset) in presets.enumerated() {
      let file = mount.appending(path: "rig\(index).yaml")
      try preset.write(to: file, atomically: true, encoding: .utf8)
    }
    try mount.write([Float](repeating: 0.0625, count: 48_000 * 20), as: "spare.wav")
    try mount.write([Float](repeating: 0.125, count: 48_000 * 20), as: "far.wav")
    try mount.write([Float](repeating: siren, count: 48_000 * 2), as: "siren.wav")
    let counting = (0..<CountingJudge.turn).map(CountingJudge.sample)
    try files.write(counting, as: "near.wav")
    try await RunningTarmac.run(presets[1], shell: shell(mount)) { folder in
      try DiskFaults.prepare(in: folder)
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 2)
      let faults = DiskFaults(in: tarmac.folder)
      let rig = HungRig(tarmac: tarmac, server: server, faults: faults, mount: mount, files: files)
      try tarmac.wait("both decks to be heard") {
        try ears.capture(frames: 256).allSatisfy { !$0.contains(0) }
      }
      // The program is to end, however the test has ended.
      defer { try? faults.release() }
      try await body(rig, ears)
      ears.close()
    }
  }

  private static func shell(_ mount: URL) throws -> String {
    let own = ["XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache", "TMPDIR": "tmp"].map {
      "export \($0)='\(mount.path)/\($1)'; "
    }
    let shell = try FragileRig.shell().replacing("exec \"$@\"", with: "")
    return shell + own.joined() + DiskFaults.shell
  }

  /// Prints figures when the environment asks for them.
  func note(_ figures: String) {
    if ProcessInfo.processInfo.environment["TARMAC_FIGURES"] != nil { print(figures) }
  }

  // MARK: What comes to the disk

  /// Sends all requests that access the disk, once, and returns the functions of the C library that
  /// they call.
  func usual(round: Int) async throws -> [String] {
    try faults.look(below: mount)
    try await prepare(round: round)
    try await withThrowingTaskGroup(of: Void.self) { group in
      use(round: round, in: &group)
      try await group.waitForAll()
    }
    _ = try? tarmac.ask(RecordStopRequest(subject: "near"))
    return try faults.seen
  }

  /// Makes a call hang, or none, sends all requests that access the disk, and runs `body` while
  /// they wait; then the disk goes on.
  ///
  /// Returns whether any of them reached such a call.
  func hang(_ call: String?, round: Int, _ body: () throws -> Void) async throws -> Bool {
    try await prepare(round: round)
    let before = try faults.held
    let (finished, isHeld) = (Finished(), Finished())
    try await withThrowingTaskGroup(of: Void.self) { group in
      try faults.hang(call.map { [$0] } ?? [], below: mount)
      use(round: round, finished, in: &group)
      do {
        try tarmac.wait("\(call ?? "nothing") to hang") {
          if try faults.held > before { isHeld.add() }
          return isHeld.count > 0 || finished.count == Self.uses
        }
        if isHeld.count > 0 || call == nil { try body() }
        try faults.release()
      } catch {
        try faults.release()
        throw error
      }
      try await group.waitForAll()
    }
    _ = try? tarmac.ask(RecordStopRequest(subject: "near"))
    return isHeld.count > 0
  }

  /// How many requests `use` sends.
  private static let uses = 9

  /// Opens what is stopped, closed and completed while the disk hangs.
  private func prepare(round: Int) async throws {
    let open = mount.appending(path: "open\(round).wav").path
    _ = try tarmac.ask(RecordStartRequest(subject: "hall", file: open))
  }

  private func use(
    round: Int,
    _ finished: Finished = Finished(),
    in group: inout ThrowingTaskGroup<Void, any Error>
  ) {
    func ask(_ request: some ControlRequest) {
      guard let client = try? tarmac.anotherClient() else { return finished.add() }
      group.addTask(executorPreference: ownThreads) {
        // The test does not check whether a request is refused because something took too long.
        try await blocking { _ = try? client.send(request, timeoutSeconds: 120) }
        finished.add()
      }
    }
    let states = mount.appending(path: "states").path
    let plugin = mount.appending(path: "plugin").path
    let file = mount.appending(path: "take\(round).wav").path
    ask(ReloadRequest(preset: mount.appending(path: "rig\(round % 2).yaml").path))
    ask(StateSaveRequest(folder: states))
    ask(StateRestoreRequest(folder: states))
    ask(PluginSaveRequest(plugin: "near.memory", folder: plugin))
    ask(PluginRestoreRequest(plugin: "near.memory", folder: plugin))
    ask(RecordPrepareRequest(subject: "near", file: file))
    ask(RecordStopRequest(subject: "hall"))
    ask(PlayerRequest(session: "far", source: nil, action: .seek(seconds: Double(round % 16))))
    ask(PlayerRequest(session: "far", source: nil, action: .load(file: "\(mount.path)/far.wav")))
  }

  /// Counts the requests that have ended, on several threads.
  private final class Finished: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }
}
