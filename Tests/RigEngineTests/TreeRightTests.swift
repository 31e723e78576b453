// SPDX-License-Identifier: Apache-2.0
// Which values each role may change in a rig with similar names, path by path.

import ControlTree
import EngineTestBench
import Foundation
import Presets
import Quantities
import RigEngine
import RigErrors
import RigModel
import SeededNumbers
import SoundFiles
import Testing

@Suite("Rights in the tree")
struct TreeRightTests {
  /// Names that are prefixes and parts of one another, numbers, and words of paths.
  private static let names = [
    "a", "a1", "a10", "main", "main2", "main22", "2main", "Main", "sends", "sources", "mute",
    "fader_db", "active", "playing", "level_db", "members", "sounds", "cue",
  ]

  /// Routes, buses, groups, sessions, an interrupter that rings and a sound, all with similar
  /// names.
  private static func preset(seed: UInt64, _ file: String) -> String {
    var random = SeededNumbers(seed: seed)
    var left = names
    func take(_ count: Int) -> [String] {
      (0..<count).map { _ in left.remove(at: random.roll(left.count)) }
    }
    let (routes, buses, sessions, groups) = (take(6), take(3), take(6), take(2))
    func sends(_ targets: [String]) -> String {
      let ends = (0..<3).map { _ in "{ to: \(targets[random.roll(targets.count)]) }" }
      return "[ \(ends.joined(separator: ", ")) ]"
    }
    return """
      tarmac: 1
      routes:
      \(routes.map { "  \($0): { role: usb, channels: 1 }" }.joined(separator: "\n"))
      buses:
      \(buses.map { "  \($0): { channels: 1, sends: \(sends(routes)) }" }.joined(separator: "\n"))
      groups:
      \(groups.map { "  \($0): { members: [ \(sessions[0]), \(buses[0]) ] }" }.joined(separator: "\n"))
      interrupters:
        alarm:
          source: { jack: "x:y", channels: 1 }
          sends: \(sends(routes))
          ring: { sound: \(file), sends: \(sends(routes)) }
      system_sounds: { sounds: { \(routes[0]): \(file) }, sends: \(sends(routes)) }
      sessions:
      \(sessions.map { name in
        """
          \(name):
            category: multiRoute
            source: \(name == sessions[0] ? "{ player: \(file) }" : "{ jack: \"\(name):y\", channels: 1 }")
            sends: \(sends(routes + buses))
        """
      }.joined(separator: "\n"))
      """
  }

  /// The values that may be changed, derived from the parts of the rig.
  private static func allowed(_ access: Access, in rig: Rig) -> Set<String> {
    let outputs = rig.routes.map(\.name)
    let strips =
      rig.sessions.map(\.channel) + rig.buses + rig.interrupters.values + rig.rings.values
    switch access {
    case .operator, .viewer: return []
    case .mixer(let route):
      let own = outputs.filter { $0 == route }.flatMap { ["\($0).fader_db", "\($0).mute"] }
      let all = strips.map { ($0.name, $0.sends) } + [("system_sounds", rig.systemSounds.sends)]
      let sent = all.flatMap { name, sends in
        sends.indices.filter { sends[$0].route == route }.flatMap { index in
          SendValue.all.map { "\(name).sends.\(sends.name(of: index)).\($0.key)" }
        }
      }
      return Set(own + sent)
    case .staff:
      let others =
        outputs + rig.sessions.map(\.name) + rig.buses.map(\.name) + rig.groups.map(\.name)
      let first = rig.sessions[0]
      let player = "\(first.name).sources.\(first.channel.sources[0].name)"
      return Set(
        others.flatMap { ["\($0).fader_db", "\($0).mute"] }
          + rig.sessions.map { "\($0.name).active" }
          + ["playing", "cue", "eject", "next", "previous"].map { "\(player).\($0)" }
          + ["system_sounds.fader_db"] + rig.systemSounds.files.keys.map { "rig.sounds.\($0)" }
      )
    }
  }

  /// Whether a value may be set to what it is, alone and with others, or a trigger be pulled.
  private static func may(_ access: Access, _ node: TreeNode, in tree: RigTree) throws -> Bool {
    func isRefused(_ body: () throws(RigError) -> Void) -> Bool {
      do throws(RigError) { try body() } catch { return error.kind == .forbidden }
      return false
    }
    if case .trigger = node.kind {
      return !isRefused { () throws(RigError) in _ = try tree.pull(node.path, [:], as: access) }
    }
    let change = TreeChange.value(node.value)
    let alone = isRefused { () throws(RigError) in
      _ = try tree.set(node.path, to: change, as: access)
    }
    let together = isRefused { () throws(RigError) in
      _ = try tree.apply([ValueChange(path: node.path, change: change)], as: access)
    }
    #expect(alone == together, "\(access.words): \(node.path)")
    return !alone
  }

  @Test("are those of what a path stands for, whatever it is called", arguments: UInt64(0)..<20)
  func roles(seed: UInt64) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    let samples = [Float](repeating: 0.25, count: 4_800)
    try SoundFile.write([samples], to: file.path, rate: SampleRate(hertz: 48_000))
    let bench = try EngineBench(Self.preset(seed: seed, file.path))
    let (rig, tree) = (bench.engine.live.rig, bench.engine.tree)
    let nodes = tree.nodes.filter { !$0.isReadOnly }
    #expect(Set(nodes.map(\.path)).count == nodes.count && nodes.count > 100)
    let mixers = rig.routes.map { Access.mixer(of: $0.name) }
    #expect(mixers.count == 6)
    for access in mixers + [.staff] {
      let allowed = Set(try nodes.filter { try Self.may(access, $0, in: tree) }.map(\.path))
      let other = allowed.symmetricDifference(Self.allowed(access, in: rig)).sorted()
      #expect(other.isEmpty, "\(access.words)")
    }
    for node in nodes {
      #expect(try Self.may(.operator, node, in: tree) && !Self.may(.viewer, node, in: tree))
    }
  }

  @Test(
    "end at locks and limits, and where there is no value",
    arguments: [
      "main.fader_db.maximum", "main.mute.locked", "main..mute", ".mute", "main", "main.fader_db.x",
    ]
  )
  func outside(path: String) throws {
    let bench = try EngineBench(
      "tarmac: 1\nroutes: { main: { role: lineOut, channels: 1 } }\nsessions: {}"
    )
    for access in [Access.staff, .mixer(of: "main")] {
      let error = try #require(throws: RigError.self) {
        try bench.engine.tree.set(path, to: .words("on"), as: access)
      }
      let isThere = path.hasSuffix("maximum") || path.hasSuffix("locked")
      #expect(error.kind == (isThere ? .forbidden : .data), "\(path)")
    }
  }

  @Test("hold for a list as a whole: nothing of it happens if one value is another's")
  func lists() throws {
    let bench = try EngineBench(
      "tarmac: 1\nroutes: { a: { role: usb, channels: 1 }, b: { role: usb, channels: 1 } }\nsessions: {}"
    )
    let changes = ["a", "b"].map { ValueChange(path: "\($0).mute", change: .value(.toggle(true))) }
    let error = try #require(throws: RigError.self) {
      try bench.engine.tree.apply(changes, as: .mixer(of: "a"))
    }
    #expect(error.message.contains("may not change 'b.mute'"))
    #expect(try bench.value("a.mute") == "off")
    _ = try bench.engine.tree.apply([changes[0]], as: .mixer(of: "a"))
    #expect(try bench.value("a.mute") == "on")
  }
}
