// SPDX-License-Identifier: Apache-2.0
// Slow work keeps no decision waiting: it is decided and heard while the rig still prepares, saves
// or restores.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Patience
import Synchronization
import Testing

@Suite("While something slow goes on", .serialized)
struct SlowChangeTests {
  private static let plugin = "http://plugin.org.uk/swh-plugins/amp"

  /// A rig in which a deck is heard; beside it so many plugins, players, and the sessions of
  /// `guests`.
  private static func preset(
    _ guests: [HostilePlugin],
    plugins: Int = 0,
    players: Int = 0
  ) -> String {
    let amplifiers = (0..<plugins).map { "{ plugin: \"\(plugin)\", id: amp\($0) }" }
    let crowd = """
        crowd:
          category: playback
          options: [ mixWithOthers ]
          source: { jack: [ "nobody:out" ] }
          graph: [ \(amplifiers.joined(separator: ", ")) ]
          sends: [ { to: two } ]
      """
    let files = (0..<players).map { number in
      """
        p\(number):
          category: playback
          options: [ mixWithOthers ]
          source: { player: kick.wav, play: off }
          sends: [ { to: two } ]
      """
    }
    let bystanders = (plugins == 0 ? [] : [crowd]) + files
    return """
      tarmac: 1
      routes:
        one: { role: lineOut, ports: [ "ears:in_1" ] }
        two: { role: headphones, ports: [ "ears:in_2" ] }
      sessions:
        deck:
          category: playback
          options: [ mixWithOthers ]
          active: true
          source: { jack: [ "source:out_1" ] }
          sends: [ { to: one } ]
      \((bystanders + guests.map(\.session)).joined(separator: "\n"))
      """
  }

  /// Runs a rig of `preset`; does some `slow` work that waits in a plugin's call, and an alarm
  /// meanwhile.
  private func interrupt(
    _ preset: String,
    knowing guests: [HostilePlugin],
    _ slow: @escaping @Sendable (ControlClient, URL) throws -> Void
  ) async throws {
    let files: (URL) throws -> Void = { folder in
      try HostileRig.write(guests, in: folder)
      try folder.write([Float](repeating: 0.1, count: 4_800), as: "kick.wav")
    }
    try await RunningTarmac.run(preset, shell: HostileRig.shell, files: files) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 2)
      source.play([[Float](repeating: 0.5, count: 48_000 * 120)])
      func hear(_ level: Float) throws {
        try tarmac.wait("\(level) to be heard") {
          try ears.capture(frames: 256)[0].allSatisfy { $0 == level }
        }
      }
      try hear(0.5)
      let folder = tarmac.folder
      try await tarmac.during(slow, underWay: "the plugin to keep everybody waiting") {
        FileManager.default.fileExists(atPath: folder.appending(path: "waits").path)
      } release: {
        try Data().write(to: folder.appending(path: "door"))
      } _: {
        _ = try tarmac.ask(InterruptBeginRequest(interrupter: "alarm"))
        try hear(0)
        _ = try tarmac.ask(InterruptEndRequest(interrupter: "alarm", shouldResume: true))
        try hear(0.5)
        _ = try tarmac.ask(SetRequest(path: "deck.mute", value: "on"))
        try hear(0)
        _ = try tarmac.ask(SetRequest(path: "deck.mute", value: "off"))
        try hear(0.5)
      }
      // The slow work is done, and the rig is none the worse.
      try hear(0.5)
      source.close()
      ears.close()
    }
  }

  @Test(
    "such as a reload of 40 plugins and 100 files, of which one plugin takes its time, wherever it runs",
    arguments: ["none", "process"]
  )
  func reload(_ isolation: String) async throws {
    let guest = HostilePlugin(call: "instantiate", way: "wait", isolation: isolation)
    let renewed = Self.preset([guest], plugins: 40, players: 100)
    try await interrupt(Self.preset([]), knowing: [guest]) { client, folder in
      let file = folder.appending(path: "renewed.yaml")
      try renewed.write(to: file, atomically: true, encoding: .utf8)
      _ = try client.send(ReloadRequest(preset: file.path), timeoutSeconds: 60)
      let sessions = try client.send(SessionListRequest(), timeoutSeconds: 60)
      #expect(sessions.count == 103)
    }
  }

  @Test("such as the states of 200 plugins that are saved, of which one takes its time")
  func save() async throws {
    let guest = HostilePlugin(call: "save", way: "wait", isolation: "none")
    let preset = Self.preset([guest], plugins: 200)
    try await interrupt(preset, knowing: [guest]) { client, folder in
      let states = folder.appending(path: "states").path
      let report = try client.send(StateSaveRequest(folder: states), timeoutSeconds: 60)
      #expect(report.plugins.count == 201)
      #expect(report.problems == [])
    }
  }

  @Test("such as a state that a plugin is given")
  func restore() async throws {
    let guest = HostilePlugin(call: "restore", way: "wait", isolation: "none")
    try await interrupt(Self.preset([guest]), knowing: [guest]) { client, folder in
      let state = folder.appending(path: "state")
      try guest.writeState(to: state)
      let request = PluginRestoreRequest(plugin: "restore_wait.bad", folder: state.path)
      _ = try client.send(request, timeoutSeconds: 60)
    }
  }

  @Test("such as the check of a plugin that takes its time")
  func check() async throws {
    let guest = HostilePlugin(call: "instantiate", way: "wait", isolation: "process")
    let shell = try HostileRig.shell
    try await interrupt(Self.preset([]), knowing: [guest]) { _, folder in
      let check = Process()
      check.executableURL = URL(filePath: "/bin/bash")
      let program = RunningTarmac.program.path
      // The plugin writes a file when it waits, which it could not in a sandbox.
      let words = ["plugins", "check", guest.uri, "--unsandboxed"]
      check.arguments = ["-c", shell, "bash", program] + words
      let own = ["XDG_RUNTIME_DIR": folder.path, "XDG_CACHE_HOME": folder.path]
      check.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
      check.standardOutput = FileHandle.nullDevice
      check.standardError = FileHandle.nullDevice
      try check.run()
      check.waitUntilExit()
    }
  }

  @Test("such as a start, clients hear that the rig is still starting")
  func start() async throws {
    let guest = HostilePlugin(call: "instantiate", way: "wait", isolation: "none")
    let answer = Answer()
    let files: (URL) throws -> Void = { folder in
      try HostileRig.write([guest], in: folder)
      // Asks while the plugin waits, then lets the plugin go on.
      Task(executorPreference: ownThreads) {
        try await blocking {
          let waits = folder.appending(path: "waits").path
          while !FileManager.default.fileExists(atPath: waits) { usleep(1_000) }
          let path = try ControlSocketPath(path: folder.appending(path: "tarmac/rig.sock").path)
          defer { _ = try? Data().write(to: folder.appending(path: "door")) }
          do throws(ControlClientError) {
            _ = try ControlClient(path: path).send(StatusRequest(), timeoutSeconds: 30)
          } catch {
            if case .refused(let refusal) = error { answer.refusal.withLock { $0 = refusal } }
          }
        }
      }
    }
    try await RunningTarmac.runByClock(
      Self.preset([guest]),
      shell: HostileRig.shell,
      files: files
    ) { tarmac in
      let refusal = answer.refusal.withLock { $0 }
      #expect(refusal?.code == .busy)
      #expect(refusal?.message == "The rig is still starting; try again in a moment.")
      let session = try tarmac.session(guest.name)
      #expect(session.plugins.count == 1)
    }
  }

  @Test("other changes wait for their turn, and are made")
  func queue() async throws {
    try await RunningTarmac.runByClock(Self.preset([])) { tarmac in
      let files = try [0, 1].map { number in
        let file = tarmac.folder.appending(path: "renewed\(number).yaml")
        try Self.preset([], plugins: 10 + number)
          .write(to: file, atomically: true, encoding: .utf8)
        return file.path
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for file in files {
          let client = try tarmac.anotherClient()
          group.addTask {
            try await blocking {
              for _ in 0..<5 {
                _ = try client.send(ReloadRequest(preset: file), timeoutSeconds: patience)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      try tarmac.wait("ten reloads in the log") { try tarmac.count("Reloaded ") == 10 }
    }
  }
}

/// The refusal that a client received.
private final class Answer: Sendable {
  let refusal = Mutex<ControlError?>(nil)
}
