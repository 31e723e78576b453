// SPDX-License-Identifier: Apache-2.0
// Players of lists in a running rig: joins as they are heard, and what people do meanwhile.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import SoundFiles
import Testing

@Suite("A list that a rig plays", .serialized)
struct PlaylistTests {
  private static func preset(_ keys: String = "", list: String = "list.m3u") -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
    sessions:
      deck:
        category: playback
        active: true
        source: { playlist: \(list)\(keys) }
        sends: [ { to: main } ]
    """
  }

  /// Five tracks of one level each, and a list of four of them.
  private static func levels(in folder: URL) throws {
    let music = folder.appending(path: "music")
    try FileManager.default.createDirectory(at: music, withIntermediateDirectories: false)
    for index in 1...5 {
      let samples = [Float](repeating: Float(index) / 8, count: 48_000 * 60)
      try music.write(samples, as: "\(index).wav")
    }
    let list = (1...4).map { "music/\($0).wav" }.joined(separator: "\n")
    try list.write(to: folder.appending(path: "list.m3u"), atomically: true, encoding: .utf8)
  }

  @Test(
    "is heard without a gap, to the bit, whatever the server's period",
    arguments: [64, 1_024, 4_096]
  )
  func joins(_ period: Int) async throws {
    let count = 48_000 * 8
    func files(in folder: URL) throws {
      let music = folder.appending(path: "music")
      try FileManager.default.createDirectory(at: music, withIntermediateDirectories: false)
      // A ramp that begins above silence, in pieces of odd lengths.
      let ramp = (0..<count).map { Float($0 + 1) / Float(count) }
      var start = 0
      for index in 0..<40 {
        let end = index == 39 ? count : start + 9_001 + 37 * index
        try music.write(Array(ramp[start..<min(end, count)]), as: "\(index).wav")
        start = min(end, count)
        if start == count { break }
      }
    }
    let settings = PrivateServer.Settings(periodFrames: period)
    try await RunningTarmac.run(
      Self.preset(", repeat: off, play: off", list: "music"),
      settings: settings,
      files: files
    ) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 2)
      defer { ears.close() }
      _ = try tarmac.command("player", "play", "deck")
      try tarmac.wait("sound") { try ears.capture(frames: 64)[0].contains { $0 > 0.02 } }
      let heard = try ears.capture(frames: count / 2)
      let first = Int((try #require(heard[0].first) * Float(count)).rounded())
      #expect(heard[0] == heard[0].indices.map { Float(first + $0) / Float(count) })
      #expect(heard[1] == heard[0])
    }
  }

  @Test("is cut and faded where its tracks have marks, heard to the frame")
  func marks() async throws {
    func files(in folder: URL) throws {
      let music = folder.appending(path: "music")
      try FileManager.default.createDirectory(at: music, withIntermediateDirectories: false)
      for (name, level, labels) in [
        ("1", Float(0.25), "1\t1\tcue in\n2\t2.5\toutro"), ("2", 0.5, "0.5\t1.25\tintro"),
      ] {
        try music.write([Float](repeating: level, count: 48_000 * 4), as: "\(name).wav")
        let place = music.appending(path: "\(name).labels.txt")
        try labels.write(to: place, atomically: true, encoding: .utf8)
      }
    }
    let keys = ", play: off, repeat: off, crossfade_seconds: 3, crossfade_curve: linear"
    try await RunningTarmac.run(Self.preset(keys, list: "music"), files: files) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 2)
      defer { ears.close() }
      try tarmac.wait("the connection") { ears.connections(of: "rig:main_L") == ["ears:in_1"] }
      let heard = try ears.capture(tail: 48_000 * 7) {
        _ = try tarmac.command("player", "play", "deck")
      }
      func count(_ range: ClosedRange<Float>) -> Int { heard[0].count { range.contains($0) } }
      // A second and a half of the first one, half a second of which with the second one, which
      // has three and a half seconds.
      #expect(count(0.25...0.25) > 47_000 && count(0.25...0.25) <= 48_000)
      #expect(count(0.250_001...0.499_999) == 24_000)
      #expect(count(0.5...0.5) == 48_000 * 3)
    }
  }

  @Test("is heard at one loudness, with a gain that stays while a track sounds")
  func loudness() async throws {
    func files(in folder: URL) throws {
      let music = folder.appending(path: "music")
      try FileManager.default.createDirectory(at: music, withIntermediateDirectories: false)
      // 14 dB, and 20 dB, above the target.
      for (index, level) in [Float(0.2), 0.4].enumerated() {
        let samples = (0..<48_000 * 20).map { level * Float(sin(2 * .pi * Double($0) / 48)) }
        try music.write(samples, as: "\(index).wav")
      }
    }
    let wish = ", channels: 1, loudness: { target_lufs: -30 }"
    try await RunningTarmac.run(Self.preset(wish, list: "music"), files: files) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 2)
      defer { ears.close() }
      func levels(_ block: [Float]) -> Float { block.map(abs).max() ?? 0 }
      // A mono sine of 1 kHz has -3.01 LUFS at full scale, and a pair of channels 3.01 more.
      let wanted = Float(pow(10, (-30 + 3.01 - 0) / 20))
      try tarmac.wait("sound") { try levels(ears.capture(frames: 4_800)[0]) > 0.01 }
      let first = try ears.capture(frames: 96_000)[0]
      #expect(abs(20 * log10(levels(first) / wanted)) < 0.15)
      #expect(Set(first.chunked(480).map { (levels($0) * 1e4).rounded() }).count <= 2)
      let loudness = try #require(Double(try tarmac.get("deck.sources.source.loudness_lufs")))
      #expect(abs(loudness + 17) < 0.2)
      let gain = try #require(Double(try tarmac.get("deck.sources.source.track_gain_db")))
      #expect(abs(gain + 13) < 0.2)
      _ = try tarmac.command("player", "next", "deck")
      try tarmac.wait("the next one") {
        try tarmac.get("deck.sources.source.file").contains("1.wav")
      }
      let second = try ears.capture(frames: 48_000)[0]
      #expect(abs(20 * log10(levels(Array(second.suffix(24_000))) / wanted)) < 0.15)
      // Another wish waits for the next track.
      let other = Self.preset(", channels: 1, loudness: { target_lufs: -36 }", list: "music")
      let meanwhile = try ears.capture(tail: 24_000) { try tarmac.reload(other) }[0]
      #expect(abs(20 * log10(levels(Array(meanwhile.suffix(24_000))) / wanted)) < 0.15)
      _ = try tarmac.command("player", "next", "deck")
      try tarmac.wait("the first one, quieter") {
        try abs(20 * log10(levels(ears.capture(frames: 9_600)[0]) / wanted) + 6) < 0.3
      }
    }
  }

  /// How long the café is listened to; `TARMAC_CAFE_SECONDS=3600` hears an hour.
  private static let seconds =
    ProcessInfo.processInfo.environment["TARMAC_CAFE_SECONDS"].flatMap { Int($0) } ?? 20

  @Test("in the README's café sounds without a pause")
  func cafe() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let block = try #require(page.firstMatch(of: #/cat > cafe\.yaml <<'YAML'\n((?s:.*?))YAML\n/#))
    let preset = String(block.1).replacing("system:playback_", with: "ears:in_")
    func files(in folder: URL) throws {
      let process = Process()
      process.executableURL = RunningTarmac.program
      process.arguments = ["demo", folder.appending(path: "demo").path]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      // What is no sound is left out.
      try "no sound".write(
        to: folder.appending(path: "demo/broken.wav"),
        atomically: true,
        encoding: .utf8
      )
    }
    try await RunningTarmac.run(preset, files: files) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 2)
      defer { ears.close() }
      try tarmac.wait("music") { try ears.capture(frames: 480)[0].contains { abs($0) > 0.01 } }
      var (quiet, longest, clipped) = (0, 0, 0)
      for _ in 0..<Self.seconds {
        for sample in try ears.capture(frames: 48_000)[0] {
          quiet = abs(sample) < 1e-3 ? quiet + 1 : 0
          longest = max(longest, quiet)
          clipped += abs(sample) > 1 ? 1 : 0
        }
      }
      print("FIGURE café: the longest pause is \(Double(longest) / 48_000) s")
      #expect(longest < 24_000)
      #expect(clipped == 0)
    }
  }

  @Test("goes where people send it, plays what they queue, and says what it does")
  func commands() async throws {
    try await RunningTarmac.run(Self.preset(), files: Self.levels) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 2)
      defer { ears.close() }
      func hears(_ track: Int) throws {
        try tarmac.hears(Float(track) / 8, by: ears, within: 1e-4)
        #expect(try tarmac.get("deck.sources.source.file").hasSuffix("/music/\(track).wav"))
      }
      func next() throws -> String { try tarmac.get("deck.sources.source.next_file") }
      let music = tarmac.folder.appending(path: "music").path
      try hears(1)
      #expect(try tarmac.get("deck.sources.source.list").hasSuffix("/list.m3u"))
      #expect(try next() == "\(music)/2.wav")
      #expect(try tarmac.command("player", "next", "deck").contains("/music/2.wav"))
      try hears(2)
      _ = try tarmac.ask(TreeTriggerRequest(path: "deck.sources.source.next"))
      try hears(3)
      _ = try tarmac.command("player", "previous", "deck")
      try hears(2)
      // The queue comes first, in its order, and leaves the list where it was.
      _ = try tarmac.command("queue", "add", "deck", "\(music)/5.wav", "\(music)/1.wav")
      _ = try tarmac.command("queue", "move", "deck", "3", "1")
      let found = try tarmac.command("queue", "find", "deck", "MUSIC", "sic/3.WAV")
      #expect(found == "\(music)/3.wav\n")
      let all = try tarmac.ask(TrackSearchRequest(session: "deck", words: "music/"))
      #expect(all.count == 4 && all.tracks.count == 4 && all.places == [1, 2, 3, 4])
      #expect(try tarmac.command("queue", "find", "deck", "none").hasPrefix("No track"))
      let text = try tarmac.command("queue", "list", "deck")
      let lines = text.split(separator: "\n").map { $0.split(separator: " ").suffix(2) }
      #expect(lines.dropFirst().prefix(4).map(\.first) == ["now", "1", "2", "3"], "\(text)")
      #expect(
        lines.dropFirst().prefix(4).map { $0.last?.split(separator: "/").last }
          == ["2.wav", "1.wav", "3.wav", "5.wav"],
        "\(text)"
      )
      _ = try tarmac.command("queue", "remove", "deck", "2")
      let queue = try tarmac.ask(QueueRequest(session: "deck"))
      #expect(queue.queue.map(\.file) == ["\(music)/1.wav", "\(music)/5.wav"])
      #expect(queue.upcoming.first?.file == "\(music)/4.wav")
      #expect(queue.tracks == 4)
      try tarmac.expectRefusal(QueueRequest(session: "deck", edit: .remove(at: 3)), "it has 2")
      // An edit that means another track than has the place by now is refused.
      let others: [QueueRequest.Edit] = [
        .remove(at: 1, file: "\(music)/4.wav"), .move(from: 1, to: 2, file: "\(music)/4.wav"),
        .pick(place: 2, file: "\(music)/4.wav"),
      ]
      for edit in others {
        try tarmac.expectRefusal(
          QueueRequest(session: "deck", edit: edit),
          "has changed",
          code: .refused
        )
      }
      try tarmac.expectRefusal(QueueRequest(session: "deck", edit: .pick(place: 5)), "no place 5")
      let picked = QueueRequest.Edit.pick(place: 4, file: "\(music)/4.wav", at: 1)
      let more = try tarmac.ask(QueueRequest(session: "deck", edit: picked))
      #expect(more.queue.map(\.file) == ["\(music)/4.wav"] + queue.queue.map(\.file))
      let less = QueueRequest.Edit.remove(at: 1, file: "\(music)/4.wav")
      #expect(try tarmac.ask(QueueRequest(session: "deck", edit: less)).queue == queue.queue)
      let text5 = QueueRequest(session: "deck", edit: .add(files: ["list.m3u", "none.wav"]))
      try tarmac.expectRefusal(text5, "none.wav")
      for track in [1, 5, 4] {
        _ = try tarmac.command("player", "next", "deck")
        try hears(track)
      }
      // A track in between; then the list goes on: from its beginning.
      _ = try tarmac.command("player", "load", "deck", "\(music)/3.wav")
      try hears(3)
      try tarmac.expectRefusal(
        PlayerRequest(session: "deck", action: .load(file: "none.wav")),
        "none.wav"
      )
      try hears(3)
      _ = try tarmac.command("player", "next", "deck")
      try hears(1)
      // At the end of a track, heard: 60 s in a moment.
      _ = try tarmac.command("player", "seek", "deck", "59.5")
      try hears(2)
      #expect(Double(try tarmac.get("deck.sources.source.length_seconds")) == 60)
    }
  }

  @Test("goes on over reloads, changes of its list, and another sample rate of the server")
  func changes() async throws {
    try await RunningTarmac.run(Self.preset(), files: Self.levels) { tarmac, server in
      var ears = try Listener("ears", on: server, inputs: 2)
      defer { ears.close() }
      func hears(_ track: Int) throws {
        try tarmac.hears(Float(track) / 8, by: ears, within: 1e-4)
      }
      func position() throws -> Double {
        Double(try tarmac.get("deck.sources.source.position_seconds")) ?? -1
      }
      try hears(1)
      _ = try tarmac.command("player", "next", "deck")
      _ = try tarmac.command("player", "seek", "deck", "20")
      try hears(2)
      for keys in [
        ", repeat: off", ", crossfade_seconds: 3, crossfade_curve: power", ", history: 3",
        ", shuffle: 5", "",
      ] {
        let heard = try ears.capture(tail: 1_024) { try tarmac.reload(Self.preset(keys)) }
        #expect(heard[0].allSatisfy { abs($0 - 0.25) < 1e-4 }, "\(keys)")
        #expect(try position() >= 20, "\(keys)")
      }
      // A file joins, another one leaves; what is played stays, and so does the queue.
      let list = tarmac.folder.appending(path: "list.m3u")
      try "music/1.wav\nmusic/2.wav\nmusic/5.wav\n".write(
        to: list,
        atomically: true,
        encoding: .utf8
      )
      _ = try tarmac.command(
        "queue",
        "add",
        "deck",
        tarmac.folder.appending(path: "music/3.wav").path
      )
      ears.close()
      try tarmac.replace(server, by: PrivateServer.Settings(sampleRate: 44_100))
      ears = try Listener("ears", on: server, inputs: 2)
      try hears(2)
      #expect(try (20..<60).contains(position()))
      _ = try tarmac.command("player", "next", "deck")
      try hears(3)
      // The next one is chosen when this one comes to its end.
      _ = try tarmac.command("player", "seek", "deck", "59")
      try hears(5)
      // It is over where nothing follows, and begins again when somebody presses play.
      try tarmac.reload(Self.preset(", repeat: off"))
      _ = try tarmac.command("player", "seek", "deck", "59.5")
      try tarmac.wait("the end") { try tarmac.get("deck.sources.source.playing") == "off" }
      _ = try tarmac.command("player", "play", "deck")
      try hears(1)
    }
  }

  @Test("leaves out what can't be played and says so; a list of nothing else ends in an alert")
  func broken() async throws {
    func files(in folder: URL) throws {
      try Self.levels(in: folder)
      let names = ["none.wav", "music/1.wav", "text.wav"]
      try names.joined(separator: "\n").write(
        to: folder.appending(path: "list.m3u"),
        atomically: true,
        encoding: .utf8
      )
      try "no sound".write(
        to: folder.appending(path: "text.wav"),
        atomically: true,
        encoding: .utf8
      )
    }
    try await RunningTarmac.run(Self.preset(), files: files) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 2)
      defer { ears.close() }
      try tarmac.wait("the one") { try ears.capture(frames: 64)[0].allSatisfy { $0 == 0.125 } }
      try tarmac.wait("a sentence") { try tarmac.log("none.wav") }
      try tarmac.waitForLog("left out")
      try FileManager.default.removeItem(at: tarmac.folder.appending(path: "music/1.wav"))
      _ = try tarmac.command("player", "seek", "deck", "59")
      try tarmac.wait("the failure") {
        try tarmac.get("deck.sources.source.failure").contains("can be played")
      }
      #expect(try tarmac.session("deck").why.contains("can be played"))
      // Files that come back are played again.
      try tarmac.wait("the end") { try tarmac.get("deck.sources.source.playing") == "off" }
      try tarmac.folder.write([Float](repeating: 0.5, count: 480_000), as: "none.wav")
      _ = try tarmac.command("player", "play", "deck")
      try tarmac.wait("the other") { try ears.capture(frames: 64)[0].allSatisfy { $0 == 0.5 } }
    }
  }
}

extension [Float] {
  fileprivate func chunked(_ size: Int) -> [[Float]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
