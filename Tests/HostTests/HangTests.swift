// SPDX-License-Identifier: Apache-2.0
// Plugins of the rig's own process that do not come back from a block, heard on JACK.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A plugin in the rig's own process that does not come back", .serialized)
struct HangTests {
  /// Sessions that are worth a second thread, one of which may hang; an alarm does whenever it
  /// runs, if there is to be one.
  private static func preset(_ guest: HostilePlugin, hasAlarm: Bool) -> String {
    let amp = "{ plugin: \"http://plugin.org.uk/swh-plugins/amp\", set: { gain: 0 } }"
    let amps = Array(repeating: amp, count: 60).joined(separator: ", ")
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

  /// Runs `body` with such a rig that renders in so many threads, and what is heard at `one` and
  /// `two`.
  private static func run(
    _ way: String,
    threads: Int,
    hasAlarm: Bool = false,
    _ body: (RunningTarmac, _ heard: () throws -> [[Float]]) async throws -> Void
  ) async throws {
    let guest = HostilePlugin(call: "run", way: way, isolation: "none")
    let shell = try HostileRig.shell.replacing("\"$@\"", with: "\"$@\" --threads \(threads)")
    let bundle: (URL) throws -> Void = { folder in
      try HostileRig.write([guest], in: folder)
      // Who waits for it does not wait until it is gone.
      try Data().write(to: folder.appending(path: "door"))
    }
    let preset = preset(guest, hasAlarm: hasAlarm)
    try await RunningTarmac.run(preset, shell: shell, files: bundle) {
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

  private static func isSound(_ samples: [Float]) -> Bool { samples.allSatisfy { $0 == 0.5 } }

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
      // It hangs there as well, until it is given up; nobody else hears of that.
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
    try await Self.run("wait", threads: 1, hasAlarm: true) { tarmac, heard in
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
}
