// SPDX-License-Identifier: Apache-2.0
// Reloads that change ports, levels and sessions under a playing rig.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import SeededNumbers
import SoundFiles
import Testing

@Suite("A reload under a playing rig", .serialized)
struct ReloadTests {
  /// A music session on a mono route; the tests change `main` and `net`.
  private static func preset(main: String, net: String, session: String = "") -> String {
    """
    tarmac: 1
    routes:
      net:  { role: net, \(net) }
      main: { role: lineOut, \(main) }
    sessions:
      music:
        category: playback
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
    \(session)
    """
  }

  @Test("gives a route its new width, with ports that are called and connected accordingly")
  func width() async throws {
    let mono = ReloadTests.preset(main: "ports: [ \"ears:in_1\" ]", net: "channels: 1")
    let stereo = ReloadTests.preset(
      main: "ports: [ \"ears:in_1\", \"ears:in_2\" ]",
      net: "channels: 1"
    )
    try await RunningTarmac.run(mono) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 3)
      for (text, ports) in [
        (stereo, ["rig:main_L", "rig:main_R"]), (mono, ["rig:main"]),
        (stereo, ["rig:main_L", "rig:main_R"]),
      ] {
        try tarmac.reload(text)
        #expect(ears.ports(matching: "rig:main") == ports)
        try tarmac.wait("the connections") {
          (1...ports.count).allSatisfy { ears.connections(of: ears.input($0)) == [ports[$0 - 1]] }
            && ears.connections(of: "rig:music") == ["source:out_1"]
        }
        // All that the reload changes has been ordered; its ramps may still run.
        try ears.wait(frames: 2_048)
        var numbers = SeededNumbers(seed: 11)
        let noise = numbers.samples(5000)
        let heard = try source.play([noise], heardBy: ears)
        for channel in 0..<3 {
          let isHeard = channel < ports.count
          #expect(heard[channel] == (isHeard ? noise : [Float](repeating: 0, count: 5000)))
        }
      }
      source.close()
      ears.close()
    }
  }

  @Test("turns a route round without a sound on a wrong output")
  func direction() async throws {
    let main = "ports: [ \"ears:in_1\" ]"
    let input = ReloadTests.preset(main: main, net: "direction: input, ports: [ \"source:out_2\" ]")
    let output = ReloadTests.preset(
      main: main,
      net: "direction: output, ports: [ \"ears:in_2\" ]",
      session: """
          extra:
            category: playback
            options: [ mixWithOthers ]
            active: true
            source: { jack: [ "source:out_2" ] }
            sends: [ { to: net } ]
        """
    )
    try await RunningTarmac.run(input) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 2)
      try tarmac.wait("the input") { ears.connections(of: "rig:net") == ["source:out_2"] }
      try tarmac.reload(output)
      try tarmac.wait("the output") {
        ears.connections(of: ears.input(2)) == ["rig:net"]
          && ears.connections(of: "rig:extra") == ["source:out_2"]
          && ears.connections(of: ears.input(1)) == ["rig:main"]
      }
      var numbers = SeededNumbers(seed: 12)
      let noise = [numbers.samples(5000), numbers.samples(5000)]
      try ears.wait(frames: 2_048)
      #expect(try source.play(noise, heardBy: ears) == noise)
      try tarmac.reload(input)
      try tarmac.wait("the input again") { ears.connections(of: "rig:net") == ["source:out_2"] }
      try ears.wait(frames: 2_048)
      let heard = try source.play(noise, heardBy: ears)
      #expect(heard[0] == noise[0])
      #expect(heard[1].allSatisfy { $0 == 0 })
      source.close()
      ears.close()
    }
  }

  @Test("moves levels, sends and routes along ramps, never in a step")
  func smoothly() async throws {
    let port = "ports: [ \"ears:in_1\" ]"
    let quiet = "ports: [ \"ears:in_1\" ], fader_db: -6"
    let other = "ports: [ \"ears:in_2\" ]"
    func preset(_ main: String, _ level: Double, sends: String) -> String {
      ReloadTests.preset(main: main, net: other)
        .replacing("[ { to: main } ]", with: sends + "\n    fader_db: \(level)")
    }
    let rigs = [
      preset(port, 0, sends: "[ { to: main } ]"),
      preset(port, -12, sends: "[ { to: main } ]"),
      preset(quiet, -12, sends: "[ { to: main } ]"),
      preset(port, 0, sends: "[ { to: main, level_db: -20 }, { to: net } ]"),
      preset(port, 0, sends: "[ { to: net, level_db: -3 } ]"),
      preset(quiet, -3, sends: "[ { to: main } ]"),
    ]
    let gains: [[Float]] = [[0, -.infinity], [-12, -.infinity], [-18, -.infinity], [-20, 0]]
    let levels = gains + [[-.infinity, -3], [-9, -.infinity]]
    try await RunningTarmac.run(rigs[0]) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 2)
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:music") == ["source:out_1"]
          && (1...2).allSatisfy { ears.connections(of: ears.input($0)).count == 1 }
      }
      source.play([[Float](repeating: 1, count: 48_000 * 60)])
      try tarmac.wait("the constant") { try ears.capture(frames: 256)[0].last == 1 }
      for (rig, wanted) in zip(rigs, levels).dropFirst() {
        let channels = try ears.capture(tail: 9_600) { try tarmac.reload(rig) }
        for (heard, level) in zip(channels, wanted) {
          let largest = zip(heard, heard.dropFirst()).map { abs($0 - $1) }.max() ?? 1
          // At most three gains move at once.
          #expect(largest <= 2.5 / 960, "\(rig)")
          #expect(abs((heard.last ?? 2) - LinearGain(Decibels(level)).factor) < 1e-5, "\(rig)")
        }
      }
      source.close()
      ears.close()
    }
  }

  @Test("keeps what the user has set where the preset says what it said before")
  func userValues() async throws {
    let main = "ports: [ \"ears:in_1\" ]"
    let before = ReloadTests.preset(main: main, net: "channels: 1")
    let after = ReloadTests.preset(main: main, net: "channels: 1")
      .replacing("[ { to: main } ]", with: "[ { to: net }, { to: main } ]")
    try await RunningTarmac.runByClock(before) { tarmac in
      for path in ["music.sends.main.level_db", "music.fader_db", "main.fader_db"] {
        _ = try tarmac.ask(SetRequest(path: path, value: "-7"))
      }
      try tarmac.reload(after)
      for path in ["music.sends.main.level_db", "music.fader_db", "main.fader_db"] {
        #expect(try tarmac.ask(GetRequest(path: path)).map(\.value) == ["-7"], "\(path)")
      }
      #expect(try tarmac.ask(GetRequest(path: "music.sends.net.level_db")).map(\.value) == ["0"])
    }
  }

  @Test("begins and ends a measurement as the preset says, from silence to silence")
  func measurementByPreset() async throws {
    let measuring = TestPreset.measurement
    let plain = measuring.replacing("mode: measurement", with: "mode: default")
    try await RunningTarmac.run(measuring) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 2)
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:probe_L") == ["source:out_1"]
          && ears.connections(of: "rig:out_L") == ["ears:in_1"]
      }
      source.play([[Float](repeating: 1, count: 48_000 * 60)])
      try tarmac.wait("the constant") { try ears.capture(frames: 256)[0].last == 1 }
      // The plugin, the levels, and the announcer's duck.
      let processed = LinearGain(Decibels(-12 - 9 - 6 - 3 - 2 - 12)).factor
      for (rig, gain) in [(plain, processed), (measuring, 1), (plain, processed)] {
        let heard = try ears.capture(tail: 9_600) { try tarmac.reload(rig) }[0]
        #expect(abs((heard.last ?? 2) - gain) < 1e-4)
        let largest = zip(heard, heard.dropFirst()).map { $1 - $0 }.min() ?? -1
        #expect(largest >= -1.1 / 960)
        #expect(heard.contains(0))
      }
      source.close()
      ears.close()
    }
  }

  @Test("gives a new graph the duck that its session was left with")
  func duckedWhileInactive() async throws {
    let other = TestPreset.announcer
      .replacing("set: { gain: 0 }", with: "id: other, set: { gain: 0 }")
    try await RunningTarmac.run(TestPreset.announcer) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:music") == ["source:out_1"]
          && ears.connections(of: "rig:main") == ["ears:in_1"]
      }
      source.play([[Float](repeating: 1, count: 48_000 * 60)])
      _ = try tarmac.ask(ActivateRequest(session: "announcer"))
      _ = try tarmac.ask(DeactivateRequest(session: "music"))
      try tarmac.reload(other)
      _ = try tarmac.ask(ActivateRequest(session: "music"))
      #expect(try tarmac.session("music").duck_db == -14)
      let ducked = LinearGain(Decibels(-3.7)).factor * LinearGain(Decibels(-14)).factor
      try tarmac.wait("sound") { try ears.capture(frames: 256)[0].allSatisfy { $0 > 0 } }
      let heard = try ears.capture(frames: 4800)[0]
      #expect(abs((heard.last ?? 0) - ducked) < 1e-5)
      source.close()
      ears.close()
    }
  }

  @Test("completes a recording whose route gets another width, and begins the preset's new one")
  func recordingOfChangedRoute() async throws {
    let mono = ReloadTests.preset(main: "ports: [ \"ears:in_1\" ]", net: "channels: 1")
    let stereo =
      ReloadTests.preset(main: "channels: 2", net: "channels: 1")
      + "\nrecordings: [ { of: main, file: new.wav } ]"
    try await RunningTarmac.run(mono) { tarmac, server in
      let file = tarmac.folder.appending(path: "main.wav").path
      _ = try tarmac.ask(RecordStartRequest(subject: "main", file: file))
      try tarmac.reload(stereo)
      let new = tarmac.folder.appending(path: "new.wav").path
      #expect(try tarmac.ask(StatusRequest()).recordings.map(\.file) == [new])
      try tarmac.waitForLog("The recording of 'main' has ended; it is in \(file).")
      #expect(try SoundFile.read(file).channels.count == 1)
    }
  }

  @Test("lets a player go on whose file and whose preset are only spelt otherwise")
  func spelling() async throws {
    func preset(_ file: String) -> String {
      """
      tarmac: 1
      routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
      sessions:
        music:
          category: playback
          active: true
          source: { player: "\(file)", channels: 1 }
          sends: [ { to: main } ]
      """
    }
    try await RunningTarmac.run(preset("count.wav"), shell: Self.besidePreset) { folder in
      try folder.write(CountingFile.samples(48_000 * 120), as: "count.wav")
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "link"),
        withDestinationURL: folder
      )
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("sound") { try ears.capture(frames: 256)[0].allSatisfy { $0 > 0 } }
      let folder = tarmac.folder
      let again = folder.appending(path: "again.yaml")
      for file in ["count.wav", "../\(folder.lastPathComponent)/count.wav", "link/./count.wav"] {
        try preset(file).write(to: again, atomically: true, encoding: .utf8)
        let heard = try ears.capture(tail: 4_800) {
          _ = try tarmac.ask(ReloadRequest(preset: again.path))
        }[0]
        let indices = heard.map(CountingFile.index)
        #expect(indices == Array(indices[0]..<indices[0] + indices.count), "\(file)")
      }
    }
  }

  /// Starts a program in its preset's folder, with the preset's name without a folder.
  private static let besidePreset = #"cd "${3%/*}"; exec "$1" "$2" "${3##*/}" "${@:4}""#
}

extension RunningTarmac {
  /// Writes another preset over the present one, and reloads it.
  func reload(_ preset: String) throws {
    let file = folder.appending(path: "rig.yaml")
    try preset.write(to: file, atomically: true, encoding: .utf8)
    _ = try ask(ReloadRequest())
  }
}
