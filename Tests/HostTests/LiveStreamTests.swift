// SPDX-License-Identifier: Apache-2.0
// Streams from the network, as a second JACK client hears them.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import SoundFiles
import Testing

@Suite("A stream", .serialized)
struct LiveStreamTests {
  private static func preset(_ address: String, more: String = "") -> String {
    """
    tarmac: 1
    alerts: on
    routes:
      main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
    sessions:
      radio:
        category: playback
        active: true
        sources:
          station: { player: "\(address)", buffer_seconds: 3 }
          last: { player: last.wav, loop: on }
    \(more)
        sends: [ { to: main } ]
    """
  }

  private static let fallback =
    "    fallback: { to: [ last ], after_seconds: 1, back_after_seconds: 0.5 }"

  /// Runs `body` with a station, a rig that plays it, and somebody who hears both.
  private static func run(
    more: String = "",
    last: Float = 0,
    _ body: (RadioServer, RunningTarmac, Listener) throws -> Void
  ) async throws {
    let station = try RadioServer()
    defer { station.close() }
    try await RunningTarmac.run(
      preset(station.address, more: more),
      files: { folder in
        try folder.write([Float](repeating: last, count: 48_000), as: "last.wav")
      },
      { tarmac, server in
        let ears = try Listener("ears", on: server, inputs: 2)
        defer { ears.close() }
        try body(station, tarmac, ears)
      }
    )
  }

  @Test("sounds, says what it plays, and a gap that is shorter than its buffer is not heard")
  func plays() async throws {
    try await Self.run { station, tarmac, ears in
      try tarmac.hears(0.25, by: ears, within: 1e-3)
      let source = try tarmac.session("radio").sources[0]
      #expect(source.stream == "playing" && source.length_seconds == nil)
      #expect(source.file == station.address && source.failure == nil)
      try tarmac.wait("a title") {
        let source = try tarmac.session("radio").sources[0]
        return (source.artist, source.title, source.album) == ("Miles Davis", "So What", "Test FM")
      }
      let heard = try ears.capture(tail: 48_000) {
        station.pause(true)
        try ears.wait(frames: 48_000 * 3 / 2)
        station.pause(false)
        station.play("Ella - Airmail Special")
        try tarmac.wait("the next title") {
          try tarmac.get("radio.sources.station.title") == "Airmail Special"
        }
      }
      #expect(heard[0].count > 48_000 * 2)
      #expect(heard.joined().allSatisfy { abs($0 - 0.25) < 1e-3 })
      let seek = PlayerRequest(session: "radio", source: "station", action: .seek(seconds: 20))
      #expect(throws: (any Error).self) { try tarmac.ask(seek) }
      #expect(station.listeners == 1)
    }
  }

  @Test("that breaks off is left softly, named, and joined again; a cut that is short is not heard")
  func lost() async throws {
    try await Self.run { station, tarmac, ears in
      try tarmac.hears(0.25, by: ears, within: 1e-3)
      let bridged = try ears.capture(tail: 4_800) {
        station.cut()
        try tarmac.wait("its return") { station.listeners == 2 }
      }
      #expect(bridged.joined().allSatisfy { (0...0.2501).contains($0) })
      let heard = try ears.capture(tail: 4_800) {
        station.goOffAir()
        try tarmac.wait("the loss") {
          try tarmac.get("radio.sources.station.stream") == "connecting"
        }
        // What was kept back is played before.
        try ears.wait(frames: 48_000 * 8)
      }
      #expect(heard[0].suffix(480).allSatisfy { abs($0) < 1e-9 })
      let steps = zip(heard[0], heard[0].dropFirst()).map { abs($0 - $1) }
      #expect(try #require(steps.max()) < 0.005, "it breaks off with a step")
      let why = try tarmac.session("radio").why
      #expect(why.contains("404 Not Found") && why.contains("it is tried again"), "\(why)")
      try tarmac.waitForLog("Nothing comes from the stream 127.0.0.1")
      station.goOnAir()
      try tarmac.hears(0.25, by: ears, within: 1e-3)
      #expect(try tarmac.session("radio").sources[0].failure == nil)
    }
  }

  @Test("that is lost is followed by its fallback, which gives back")
  func fallback() async throws {
    try await Self.run(more: Self.fallback, last: 0.125) { station, tarmac, ears in
      try tarmac.hears(0.25, by: ears, within: 1e-3)
      station.goOffAir()
      try tarmac.hears(0.125, by: ears, within: 1e-3)
      let why = try tarmac.session("radio").why
      #expect(why.contains("'station' is lost: "), "\(why)")
      station.goOnAir()
      try tarmac.hears(0.25, by: ears, within: 1e-3)
      #expect(try tarmac.get("radio.fallback") == "")
    }
  }

  @Test("bridges a crash of what decodes it, and hands over when that can't come back")
  func crash() async throws {
    try await Self.run(more: Self.fallback, last: 0.125) { station, tarmac, ears in
      try tarmac.hears(0.25, by: ears, within: 1e-3)
      func child() throws -> Int32? {
        let mine = "/proc/\(tarmac.pid)/task"
        let tasks = try FileManager.default.contentsOfDirectory(atPath: mine)
        let children = tasks.compactMap {
          try? String(contentsOfFile: "\(mine)/\($0)/children", encoding: .utf8)
        }
        return children.flatMap { $0.split(separator: " ") }.compactMap { Int32($0) }.first {
          child in
          let name = try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)
          return name == "ffmpeg\n"
        }
      }
      var took = Duration.zero
      let bridged = try ears.capture(tail: 4_800) {
        let start = ContinuousClock.now
        kill(try #require(try child()), SIGSEGV)
        try tarmac.wait("its return") { station.listeners == 2 }
        took = ContinuousClock.now - start
        try tarmac.wait("the connection") {
          try tarmac.get("radio.sources.station.stream") == "playing"
        }
      }
      #expect(bridged[0].allSatisfy { (0...0.2501).contains($0) })
      // It is tried again after a second; a machine that took longer than what is kept back has not
      // shown anything.
      let isBridged = bridged[0].count { abs($0 - 0.25) > 1e-3 } < 4_800
      #expect(isBridged || took > .milliseconds(1_500), "more than two fades")
      try tarmac.waitForLog("ffmpeg has crashed (signal 11)")
      station.goOffAir(keepingListeners: true)
      kill(try #require(try child()), SIGKILL)
      try tarmac.hears(0.125, by: ears, within: 1e-3)
      #expect(try tarmac.get("radio.fallback") == "last")
    }
  }

  @Test("that nobody plays is left, and goes on with what is live")
  func rests() async throws {
    try await Self.run { station, tarmac, ears in
      try tarmac.hears(0.25, by: ears, within: 1e-3)
      _ = try tarmac.command("player", "pause", "radio.station")
      try tarmac.wait("it to be left") {
        try tarmac.get("radio.sources.station.stream") == "paused"
      }
      station.send(0.5)
      let heard = try ears.capture(tail: 48_000) {
        _ = try tarmac.command("player", "play", "radio.station")
        try tarmac.wait("its return") {
          try station.listeners == 2 && tarmac.get("radio.sources.station.stream") == "playing"
        }
      }
      let steps = zip(heard[0], heard[0].dropFirst()).map { abs($0 - $1) }
      #expect(try #require(steps.max()) < 0.01, "it goes on with a step")
      try tarmac.hears(0.5, by: ears, within: 1e-3)
    }
  }

  @Test("with an end is played to it, and again, each time whole")
  func ended() async throws {
    let station = try RadioServer(seconds: 4)
    defer { station.close() }
    let preset = Self.preset(station.address).replacing("      last: {", with: "      # last: {")
    try await RunningTarmac.run(preset) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 2)
      defer { ears.close() }
      for turn in 1...2 {
        let heard = try ears.capture(tail: 9_600) {
          if turn > 1 { _ = try tarmac.command("player", "play", "radio") }
          try tarmac.wait("turn \(turn)") { station.listeners == turn }
          try tarmac.wait("its end") { try tarmac.session("radio").sources[0].hasEnded == true }
        }
        let sound = heard[0].count { abs($0 - 0.25) < 1e-3 }
        #expect((4 * 48_000 - 6_000...4 * 48_000 + 600).contains(sound), "turn \(turn): \(sound)")
        #expect(try tarmac.session("radio").why.contains("has ended"))
      }
    }
  }

  @Test("has no places: a seek, a cue point and a recording to its address are refused")
  func places() async throws {
    try await Self.run { station, tarmac, ears in
      try tarmac.hears(0.25, by: ears, within: 1e-3)
      func refused(_ words: String...) throws -> String {
        let error = try #require(throws: (any Error).self) {
          let action: PlayerRequest.Action = words[0] == "seek" ? .seek(seconds: 20) : .setCue
          _ = try tarmac.ask(PlayerRequest(session: "radio", source: "station", action: action))
        }
        return "\(error)"
      }
      #expect(try refused("seek").contains("is a stream, which has no places"))
      #expect(try refused("cue").contains("no places to go to"))
      let record = RecordStartRequest(subject: "main", file: "http://../../x.wav")
      #expect(throws: (any Error).self) { try tarmac.ask(record) }
      try tarmac.expectRefusal(
        WaveformRequest(session: "radio", source: "station"),
        "has no waveform",
        code: .refused
      )
      // A cue goes on with what is live.
      _ = try tarmac.ask(PlayerRequest(session: "radio", source: "station", action: .cue))
      _ = try tarmac.ask(PlayerRequest(session: "radio", source: "station", action: .play))
      try tarmac.wait("its return") { station.listeners == 2 }
      try tarmac.hears(0.25, by: ears, within: 1e-3)
    }
  }

  @Test("leads to no file, wherever its server sends its listeners")
  func redirect() async throws {
    try await Self.run { station, tarmac, ears in
      try tarmac.hears(0.25, by: ears, within: 1e-3)
      station.redirect(to: "file://\(tarmac.folder.path)/last.wav")
      station.cut()
      try tarmac.wait("the refusal") {
        try tarmac.session("radio").sources[0].failure?.contains("Invalid argument") == true
      }
    }
  }

  @Test("is what a list may name, and what is loaded into a deck")
  func list() async throws {
    let station = try RadioServer()
    defer { station.close() }
    let preset = """
      tarmac: 1
      routes:
        main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
      sessions:
        deck:
          category: playback
          active: true
          source: { playlist: music.m3u }
          sends: [ { to: main } ]
      """
    try await RunningTarmac.run(
      preset,
      files: { folder in
        try folder.write([Float](repeating: 0.5, count: 480_000), as: "a.wav")
        let list = "a.wav\n#EXTINF:-1,The Station\n\(station.address)\n"
        try list.write(to: folder.appending(path: "music.m3u"), atomically: true, encoding: .utf8)
      },
      { tarmac, server in
        let ears = try Listener("ears", on: server, inputs: 2)
        defer { ears.close() }
        try tarmac.hears(0.5, by: ears, within: 1e-3)
        _ = try tarmac.command("player", "next", "deck")
        try tarmac.hears(0.25, by: ears, within: 1e-3)
        _ = try tarmac.command("player", "previous", "deck")
        try tarmac.hears(0.5, by: ears, within: 1e-3)
        _ = try tarmac.command("player", "load", "deck", station.address)
        try tarmac.hears(0.25, by: ears, within: 1e-3)
        let status = try tarmac.command("status")
        #expect(status.contains("live") && status.contains("Miles Davis – So What"), "\(status)")
      }
    )
  }

  @Test("is taken by a child that connects to others, and reaches nothing of this machine")
  func cage() throws {
    let station = try RadioServer()
    defer { station.close() }
    let place = try MusicPlace()
    try place.write("a secret", to: "secret")
    let port = try #require(station.address.split(separator: ":").last?.split(separator: "/").first)
    func caged(_ command: String) throws -> (status: Int32, output: String, errors: String) {
      try place.run([RunningTarmac.program.path, "caged-client", "/bin/bash", "-c", command])
    }
    #expect(try caged("exec 5<>/dev/tcp/127.0.0.1/\(port) && echo there").output == "there\n")
    for command in [
      "read -r line <\(place.path("secret")) && echo $line",
      "echo x >\(place.path("new")) && echo done", "ls / && echo done",
      "kill -0 $PPID && echo done", "read -r line </etc/passwd && echo $line",
      "read -r line </proc/$PPID/environ && echo done",
    ] {
      let outcome = try caged(command)
      #expect(outcome.output.isEmpty && outcome.status != 0, "\(command): \(outcome.output)")
    }
    let python = "import socket; socket.socket(socket.AF_UNIX); print(1)"
    let local = try place.run(
      [RunningTarmac.program.path, "caged-client", "/usr/bin/python3", "-c", python]
    )
    #expect(local.output.isEmpty && local.status != 0)
  }

  @Test("is refused with line and column: an address without a host, and where ffmpeg is missing")
  func check() throws {
    let place = try MusicPlace()
    func check(_ address: String, _ variables: [String: String] = [:]) throws -> (Int32, String) {
      try place.write(Self.preset(address), to: "one.yaml")
      try SoundFile.write([[0.5]], to: place.path("last.wav"), rate: SampleRate(hertz: 48_000))
      let outcome = try place.run(
        [RunningTarmac.program.path, "preset", "check", "one.yaml"],
        variables
      )
      return (outcome.status, outcome.errors)
    }
    #expect(try check("https://radio.example/live.mp3").0 == 0)
    let nameless = try check("http:///live")
    #expect(nameless.0 == 65 && nameless.1.contains("one.yaml:10:26: "), "\(nameless)")
    #expect(nameless.1.contains("names no host"))
    let missing = try check("http://radio.example/", ["PATH": "/nonexistent"])
    #expect(missing.0 == 65 && missing.1.contains("one.yaml:10:26: "), "\(missing)")
    #expect(missing.1.contains("it needs the program ffmpeg: install it"))
  }

  @Test("has no sound in a rendering, which connects to nobody")
  func rendered() throws {
    let station = try RadioServer()
    defer { station.close() }
    let place = try MusicPlace()
    try place.write(
      """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 2 } }
      sessions:
        deck:
          category: playback
          active: on
          source: { player: "\(station.address)" }
          sends: [ { to: main } ]
      """,
      to: "rig.yaml"
    )
    let heard = try place.render(2)
    #expect(heard.count == 96_000 && heard.allSatisfy { $0 == 0 } && station.listeners == 0)
  }
}
