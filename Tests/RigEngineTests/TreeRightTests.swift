// SPDX-License-Identifier: Apache-2.0
// Which values each role may change in a rig with similar names, path by path.

import ControlTree
import EngineTestBench
import Presets
import RigEngine
import RigModel
import SeededNumbers
import Testing

@Suite("Rights in the tree")
struct TreeRightTests {
  /// Names that are prefixes and parts of one another, numbers, and words of paths.
  private static let names = [
    "a", "a1", "a10", "main", "main2", "main22", "2main", "Main", "sends", "sources", "mute",
    "fader_db", "active", "playing", "level_db", "members", "sounds", "cue",
  ]

  /// Routes, buses, groups, sessions, an interrupter and a sound, all with similar names.
  private static func preset(seed: UInt64) -> String {
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
        alarm: { source: { jack: "x:y", channels: 1 }, sends: \(sends(routes)) }
      sessions:
      \(sessions.map { name in
        """
          \(name):
            category: multiRoute
            source: { jack: "\(name):y", channels: 1 }
            sends: \(sends(routes + buses))
        """
      }.joined(separator: "\n"))
      """
  }

  /// The values that may be changed, derived from the parts of the rig.
  private static func allowed(_ access: Access, in rig: Rig) -> Set<String> {
    let outputs = rig.routes.map(\.name)
    let strips = rig.sessions.map(\.channel) + rig.buses + Array(rig.interrupters.values)
    switch access {
    case .operator, .viewer: return []
    case .mixer(let route):
      let own = outputs.filter { $0 == route }.flatMap { ["\($0).fader_db", "\($0).mute"] }
      let sent = strips.flatMap { strip in
        strip.sends.indices.filter { strip.sends[$0].route == route }.flatMap { index in
          SendValue.all.map { "\(strip.name).sends.\(strip.sends.name(of: index)).\($0.key)" }
        }
      }
      return Set(own + sent)
    case .staff:
      let others =
        outputs + rig.sessions.map(\.name) + rig.buses.map(\.name) + rig.groups.map(\.name)
      return Set(
        others.flatMap { ["\($0).fader_db", "\($0).mute"] }
          + rig.sessions.map { "\($0.name).active" }
      )
    }
  }

  @Test("are those of what a path stands for, whatever it is called", arguments: UInt64(0)..<20)
  func roles(seed: UInt64) throws {
    let bench = try EngineBench(Self.preset(seed: seed))
    let rig = bench.engine.live.rig
    let paths = bench.engine.tree.nodes.filter { !$0.isReadOnly }.map(\.path)
    #expect(Set(paths).count == paths.count && paths.count > 100)
    let mixers = rig.routes.map { Access.mixer(of: $0.name) }
    #expect(mixers.count == 6)
    for access in mixers + [.staff] {
      let allowed = Set(paths.filter { access.allows(.change($0)) })
      let other = allowed.symmetricDifference(Self.allowed(access, in: rig)).sorted()
      #expect(other.isEmpty, "\(access.words)")
    }
    #expect(paths.allSatisfy { Access.operator.allows(.change($0)) })
    #expect(!paths.contains { Access.viewer.allows(.change($0)) })
  }
}
