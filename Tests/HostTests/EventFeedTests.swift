// SPDX-License-Identifier: Apache-2.0
// What a rig reports about itself: what waits, what fails, what plugins log.

import ControlClient
import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Quantities
import SoundFiles
import Testing

@Suite("A live rig's log", .serialized)
struct EventFeedTests {
  private static let waiting = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
      spare: { role: lineOut, channels: 1 }
    sessions:
      music:
        category: playback
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
    """

  @Test("tells once what a port waits for, and tells it in the status as long as it waits")
  func waits() async throws {
    try await RunningTarmac.runBesideDevices(EventFeedTests.waiting) { tarmac, devices in
      let routes = "main_L waits for ears:in_1; main_R waits for ears:in_2"
      try tarmac.waitForLog("\(routes); music waits for source:out_1.")
      let before = try tarmac.ask(StatusRequest())
      #expect(before.routes.map(\.waiting) == [["ears:in_1", "ears:in_2"], []])
      #expect(before.sessions[0].sources[0].waiting == ["source:out_1"])

      let source = try ClockClient("source", beside: devices, inputs: 0, levels: [0])
      var ears = try ClockClient("ears", beside: devices, inputs: 1)
      try tarmac.wait("the connections") {
        let status = try tarmac.ask(StatusRequest())
        return status.routes[0].waiting == ["ears:in_2"]
          && status.sessions[0].sources[0].waiting == []
      }
      #expect(try !tarmac.log("main_L waits for ears:in_1.\n"))
      ears.close()
      try tarmac.wait("the log line") { try tarmac.log("main_L waits for ears:in_1.\n") }
      ears = try ClockClient("ears", beside: devices, inputs: 2)
      try tarmac.wait("both") { try tarmac.ask(StatusRequest()).routes[0].waiting.isEmpty }
      ears.close()
      source.close()
    }
  }

  @Test("says what a plugin logs, with its session and its name")
  func plugins() async throws {
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 1 } }
      sessions:
        drum:
          category: playback
          graph: [ { plugin: "http://lv2plug.in/plugins/eg-sampler", id: sampler } ]
          sends: [ { to: main } ]
      """
    try await RunningTarmac.runByClock(preset) { tarmac in
      try tarmac.wait("the message") {
        try tarmac.log("Plugin 'sampler' of session 'drum' says: ")
      }
    }
  }

  @Test("tells that a recording has failed, once and why, keeps what was written, and plays on")
  func failedRecording() async throws {
    // No file may become longer than 600 kB.
    let shell = "ulimit -f 600; exec \"$@\""
    let preset = EventFeedTests.waiting + "\nalerts: on\n"
    try await RunningTarmac.runByClock(preset, shell: shell) { tarmac in
      func alert() throws -> TreeValue? {
        try tarmac.ask(TreeGetRequest(patterns: ["rig.alerts.recording"])).first?.value
      }
      let file = tarmac.folder.appending(path: "main.wav").path
      let start = try tarmac.ask(RecordStartRequest(subject: "main", file: file))
      #expect(start.failure == nil)
      try tarmac.wait("the failure") {
        try tarmac.ask(StatusRequest()).recordings.first?.failure != nil
      }
      let failure = try #require(try tarmac.ask(StatusRequest()).recordings.first?.failure)
      #expect(failure.hasPrefix("Cannot write \(file): "))
      try tarmac.wait("the log line") { try tarmac.log("\(failure).") }
      try tarmac.wait("the alert") { try alert() == .text("main") }
      let lines = try tarmac.command("status").split(separator: "\n")
      let line = try #require(lines.first { $0.contains("main.wav") })
      #expect(line.contains("it has stopped: Cannot write"))
      #expect(!line.contains("slow") && !line.contains("waits"))
      #expect(try tarmac.count("waits for its disk") == 0)
      #expect(throws: ControlClientError.self) {
        try tarmac.ask(RecordStopRequest(subject: "main"))
      }
      #expect(try tarmac.ask(StatusRequest()).recordings.isEmpty)
      try tarmac.wait("the end of the alert") { try alert() == .text("") }
      #expect(try SoundFile.read(file).channels[0].count > 20_000)
    }
  }
}
