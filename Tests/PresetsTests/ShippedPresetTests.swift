// SPDX-License-Identifier: Apache-2.0
// The presets that come with the program: valid, and robust against any broken byte.

import ControlTower
import Foundation
import Presets
import RigModel
import SeededNumbers
import Testing

/// The folder `presets` of the repository, copied, with sound files of no content.
struct ShippedPresets {
  static let names = ["dj.yaml", "announcer.yaml", "cafe.yaml", "measurement.yaml"]
  static let roles = Role.allCases.map { "roles/\($0.rawValue).yaml" }
  static let parts = ["graphs/deck.yaml", "graphs/voice.yaml", "graphs/even-level.yaml"]

  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("presets")

  let bench: Workbench

  init() throws {
    bench = try Workbench()
    for name in Self.names + Self.roles + Self.parts + ["cafe.m3u"] {
      try bench.write(try Self.bytes(name), to: name)
    }
    for name in ["deck-a", "deck-b", "announcement", "beep"] {
      try bench.write("", to: "demo/\(name).wav")
    }
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  func read(_ name: String) throws -> Rig {
    try PresetReader(catalogue: StubCatalogue()).read(file: bench.path(name))
  }
}

@Suite("The shipped presets")
struct ShippedPresetTests {
  @Test("are valid, without a warning", arguments: ShippedPresets.names + ShippedPresets.roles)
  func areValid(_ name: String) throws {
    let rig = try ShippedPresets().read(name)
    #expect(rig.warnings == [])
    #expect(!rig.sessions.isEmpty && rig.sessions.allSatisfy(\.isConnected))
  }

  @Test("show each role in a rig of its name", arguments: Role.allCases)
  func roles(_ role: Role) throws {
    let rig = try ShippedPresets().read("roles/\(role.rawValue).yaml")
    let sessions = rig.sessions.filter { $0.seat.role == role }
    #expect(!sessions.isEmpty)
    for session in sessions {
      #expect(session.seat.configuration.category == role.defaults.category)
    }
  }

  @Test("are all tested here, and so are their parts")
  func areComplete() throws {
    let files = FileManager.default
    let top = try files.contentsOfDirectory(atPath: ShippedPresets.folder.path)
    #expect(Set(top.filter { $0.hasSuffix(".yaml") }) == Set(ShippedPresets.names))
    func presets(in folder: String) throws -> Set<String> {
      let path = ShippedPresets.folder.appendingPathComponent(folder).path
      let names = try files.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".yaml") }
      return Set(names.map { "\(folder)/\($0)" })
    }
    #expect(try presets(in: "graphs") == Set(ShippedPresets.parts))
    #expect(try presets(in: "roles") == Set(ShippedPresets.roles))
  }

  @Test("for a DJ send both decks to the main output and the cue to the headphones")
  func dj() throws {
    let rig = try ShippedPresets().read("dj.yaml")
    #expect(rig.sessions.map(\.name) == ["deckA", "deckB", "voice"])
    for deck in rig.sessions.prefix(2) {
      #expect(deck.channel.graph.nodes.map(\.id) == ["eq", "filter", "limit"])
      #expect(deck.channel.sends.map(\.route) == ["main", "phones"])
      #expect(deck.channel.sends.map(\.isCueOnly) == [false, true])
      #expect(deck.channel.sends.map(\.tap) == [.post, .pre])
    }
    let voice = try #require(rig.sessions.last)
    #expect(voice.channel.sends.first?.map == [.init(from: 1, to: 1), .init(from: 1, to: 2)])
    #expect(!voice.seat.startsActive && voice.seat.configuration.options == [.duckOthers])
  }

  @Test("with random bytes changed give problems inside the file or a rig, never a crash")
  func mutations() throws {
    let shipped = try ShippedPresets()
    var generator = SeededNumbers(seed: 2)
    for (name, root) in [
      ("dj.yaml", "dj.yaml"), ("announcer.yaml", "announcer.yaml"),
      ("measurement.yaml", "measurement.yaml"), ("graphs/deck.yaml", "dj.yaml"),
      ("roles/voip.yaml", "roles/voip.yaml"), ("roles/instrument.yaml", "roles/instrument.yaml"),
      ("graphs/voice.yaml", "dj.yaml"), ("graphs/even-level.yaml", "announcer.yaml"),
    ] {
      let original = try ShippedPresets.bytes(name)
      for _ in 0..<600 {
        let mutated = Self.mutate(original, &generator)
        try shipped.bench.write(mutated, to: name)
        for problem in shipped.bench.problems(of: shipped.bench.path(root)) {
          let part = String(problem.file.dropFirst(shipped.bench.folder.count + 1))
          let bytes = part == name ? mutated : try ShippedPresets.bytes(part)
          #expect(Self.isInside(bytes, problem), "\(problem)")
        }
      }
      try shipped.bench.write(original, to: name)
    }
  }

  /// Replaces, removes, doubles or inserts a few bytes, often ones that have a meaning in YAML.
  private static func mutate(_ bytes: [UInt8], _ generator: inout SeededNumbers) -> [UInt8] {
    let meaningful = Array("[]{}:,-&*!|>'\"#%@`?\n\t \\0".utf8)
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let index = Int.random(in: 0..<result.count, using: &generator)
      let random = UInt8.random(in: 0...255, using: &generator)
      let byte =
        Bool.random(using: &generator) ? random : meaningful[Int(random) % meaningful.count]
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: result[index] = byte
      case 1: result.remove(at: index)
      case 2: result.insert(byte, at: index)
      default:
        let end = min(result.count, index + Int.random(in: 1...80, using: &generator))
        result.insert(contentsOf: result[index..<end], at: Int(random) % result.count)
      }
    }
    return result
  }

  /// Whether a problem points to a letter of the text or to the end of a line.
  private static func isInside(_ bytes: [UInt8], _ problem: PresetProblem) -> Bool {
    var lengths = [0]
    var last: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0x0A where last == 0x0D: break
      case 0x0A, 0x0D: lengths.append(0)
      default: lengths[lengths.count - 1] += byte & 0xC0 == 0x80 ? 0 : 1
      }
      last = byte
    }
    guard (1...lengths.count).contains(problem.line) else { return false }
    return (1...lengths[problem.line - 1] + 1).contains(problem.column)
  }
}

extension Session {
  /// Whether its sound goes somewhere: to a route, into another session, or to nowhere because that
  /// is its category.
  fileprivate var isConnected: Bool {
    !channel.sends.isEmpty || seat.configuration.behaviour.interSession
      || !seat.configuration.category.behaviour.hasOutput
  }
}
