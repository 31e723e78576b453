// SPDX-License-Identifier: Apache-2.0
// Plugins of the rig's own process that do not return from a block, heard on JACK.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A plugin in the rig's own process that does not come back", .serialized)
struct HangTests {
  /// Sessions that are worth a second thread, one of which may hang; if there is an alarm, it hangs
  /// whenever it runs.
  private static func preset(_ guest: HostilePlugin, hasAlarm: Bool = false) -> String {
    let alarm = """
      interrupters:
        alarm:
          source: { jack: [ "source:out_1" ] }
          graph: [ { plugin: "\(guest.uri)", id: bad, set: { armed: 1 } } ]
          sends: [ { to: one } ]
      """
    return """
      tarmac: 1
      routes:
        one: { role: lineOut, ports: [ "ears:in_1" ] }
        two: { role: headphones, ports: [ "ears:in_2" ] }
      \(hasAlarm ? alarm : "")
      sessions:
        plain:
          category: multiRoute
          options: [ mixWithOthers ]
          active: true
          source: { jack: [ "source:out_1" ] }
          graph: [ \(amps) ]
          sends: [ { to: one } ]
        guest:
          category: multiRoute
          options: [ mixWithOthers ]
          active: true
          source: { jack: [ "source:out_1" ] }
          graph: [ \(amps), { plugin: "\(guest.uri)", id: bad } ]
          sends: [ { to: two } ]
      """
  }

  /// Sixty plugins that change nothing, but are worth a thread.
  private static let amps = Array(
    repeating: "{ plugin: \"http://plugin.org.uk/swh-plugins/amp\", set: { gain: 0 } }",
    count: 60
  ).joined(separator: ", ")

  /// Runs `body` with such a rig that renders in so many threads, and a function that captures both
  /// outputs, `one` and `two`.
  private static func run(
    _ way: String,
    threads: Int,
    preset: (HostilePlugin) -> String = { Self.preset($0) },
    _ body: (RunningTarmac, _ heard: () throws -> [[Float]]) async throws -> Void
  ) async throws {
    let guest = HostilePlugin(call: "run", way: way, isolation: "none")
    let shell = try HostileRig.shell.replacing("\"$@\"", with: "\"$@\" --threads \(threads)")
    let bundle: (URL) throws -> Void = { folder in
      try HostileRig.write([guest], in: folder)
      // While this file exists, a plugin that waits for it goes on at once.
      try Data().write(to: folder.appending(path: "door"))
    }
    try await RunningTarmac.run(preset(guest), shell: shell, files: bundle) {
      tarmac,
      server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 2)
      defer {
        source.close()
        ears.close()
      }
      source.play([[Float](repeating: 0.5, count: 48_000 * 300)])
      try await body(tarmac) { try ears.capture(frames: 1024) }
    }
  }

  /// A session that is heard through an output's graph and through a bus: a plugin may hang in
  /// both.
  ///
  /// The output has a limiter, too, which halves what it hears.
  private static func mixerPreset(_ guest: HostilePlugin) -> String {
    """
    tarmac: 1
    routes:
      one:
        role: lineOut
        ports: [ "ears:in_1" ]
        graph: [ \(amps), { plugin: "\(guest.uri)", id: bad } ]
        limiter: [ { plugin: "http://plugin.org.uk/swh-plugins/amp", id: half, set: { gain: -6.0206 } } ]
      two: { role: headphones, ports: [ "ears:in_2" ], graph: [ \(amps) ] }
    buses:
      sub:
        channels: 1
        graph: [ { plugin: "\(guest.uri)", id: bad } ]
        sends: [ { to: two } ]
    sessions:
      plain:
        category: multiRoute
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: one }, { to: sub } ]
    """
  }

  private static func isSound(_ samples: [Float]) -> Bool { samples.allSatisfy { $0 == 0.5 } }

  @Test("never comes back into a rig that a clock drives, either")
  func clock() async throws {
    let guest = HostilePlugin(call: "run", way: "wait", isolation: "none")
    let preset = Self.preset(guest).replacing("source:out_1", with: "system:capture_1")
      .replacing("ears:in_1", with: "system:playback_1")
      .replacing("ears:in_2", with: "system:playback_2")
    let bundle: (URL) throws -> Void = { try HostileRig.write([guest], in: $0) }
    try await RunningTarmac.runByClock(preset, shell: HostileRig.shell, files: bundle) { tarmac in
      func goesOn(_ when: String) throws {
        let before = try tarmac.ask(StatusRequest()).render.cycles
        try tarmac.wait("cycles \(when)") {
          try tarmac.ask(StatusRequest()).render.cycles > before + 100
        }
      }
      try tarmac.set("guest.bad.armed", "1")
      try tarmac.wait("the hang in the log") {
        try tarmac.log("Plugin 'bad' of session 'guest' has not come back from a block")
      }
      try goesOn("without it")
      // What it waits for is there now: a thread that was left to itself would come back.
      try Data().write(to: tarmac.folder.appending(path: "door"))
      try goesOn("with what it waited for")
      _ = try tarmac.ask(ReloadRequest())
      try tarmac.wait("the preset's own way") { try tarmac.session("guest").isolation == nil }
      try goesOn("after a reload")
    }
  }

  @Test(
    "moves out with its session; the others sound again, and a reload brings it back",
    arguments: [("hang", 1), ("spin", 1), ("spin", 2)]
  )
  func movesOut(_ way: String, threads: Int) async throws {
    try await Self.run(way, threads: threads) { tarmac, heard in
      func wait(_ what: String) throws {
        try tarmac.wait(what) { try Self.isSound(heard()[0]) }
      }
      try tarmac.wait("both sessions") { try heard().allSatisfy(Self.isSound) }
      try tarmac.set("plain.trim_db", "0")
      try tarmac.set("guest.bad.armed", "1")
      try tarmac.wait("the hang to be told") {
        try tarmac.log(
          "Plugin 'bad' of session 'guest' has not come back from a block: the session runs in a process of its own"
        )
      }
      try wait("plain to sound again")
      // It hangs there as well, until the rig gives it up; the other sessions are not affected.
      try tarmac.wait("the end of patience with it") {
        try tarmac.session("guest").isolation?.state == "held"
      }
      #expect(try Self.isSound(heard()[0]))
      _ = try tarmac.ask(ReloadRequest())
      try tarmac.wait("the preset's own way") { try tarmac.session("guest").isolation == nil }
      try tarmac.wait("both sessions again") { try heard().allSatisfy(Self.isSound) }
    }
  }

  @Test("takes no alarm along: it goes on without its plugins")
  func alarm() async throws {
    try await Self.run("wait", threads: 1, preset: { Self.preset($0, hasAlarm: true) }) {
      tarmac,
      heard in
      try tarmac.wait("the sessions") { try heard().allSatisfy(Self.isSound) }
      try FileManager.default.removeItem(at: tarmac.folder.appending(path: "door"))
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "alarm"))
      try tarmac.wait("the hang to be told") {
        try tarmac.log(
          "of session 'alarm' has not come back from a block: the session goes on without its plugins"
        )
      }
      try tarmac.wait("the alarm") { try Self.isSound(heard()[0]) }
      #expect(try tarmac.session("plain").state == "interrupted")
    }
  }

  @Test(
    "takes no output and no bus along: they go on without their graph, an output with its limiter",
    arguments: [
      ("output", "one", "graph", 1), ("output", "one", "graph", 2), ("bus", "sub", "plugins", 1),
    ]
  )
  func mixer(_ kind: String, place: String, without: String, threads: Int) async throws {
    try await Self.run("spin", threads: threads, preset: Self.mixerPreset) { tarmac, heard in
      func wait(_ what: String) throws {
        try tarmac.wait(what) {
          let heard = try heard()
          return heard[0].allSatisfy { abs($0 - 0.25) < 1e-4 } && Self.isSound(heard[1])
        }
      }
      try wait("both")
      try tarmac.set("\(place).bad.armed", "1")
      try tarmac.wait("the hang to be told") {
        try tarmac.log(
          "Plugin 'bad' of \(kind) '\(place)' has not come back from a block: the \(kind) goes on without its \(without) until"
        )
      }
      try wait("both without the plugin")
      _ = try tarmac.ask(ReloadRequest())
      try tarmac.wait("the preset's own way") { try tarmac.get("\(place).bad.armed") == "0" }
      try wait("both again")
    }
  }
}
