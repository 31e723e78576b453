// SPDX-License-Identifier: Apache-2.0
// Values that users have set, against a model of them: through gestures, fades, edits of the
// preset, changes of many values at once, kills and starts.

import ControlTree
import EngineTestBench
import Foundation
import Presets
import Quantities
import RigEngine
import RigErrors
import SeededNumbers
import Testing

@testable import Host

@Suite("What users set")
struct UserValueStoryTests {
  /// How many stories for each seed; `TARMAC_STORIES` sets it for a longer search.
  private static let more = ProcessInfo.processInfo.environment["TARMAC_STORIES"].flatMap {
    Int($0)
  }

  @Test(
    "is what a model says, after 200 random stories for each seed",
    arguments: UInt64(1)...10
  )
  func stories(_ seed: UInt64) async throws {
    var random = SeededNumbers(seed: seed)
    for number in 0..<(Self.more ?? 200) {
      let story = try ValueStory(random: random)
      for step in 0..<(4 + random.roll(10)) {
        let what = try await story.step()
        if let complaint = try story.disagreement {
          Issue.record("seed \(seed), story \(number), step \(step), \(what): \(complaint)")
          return
        }
      }
      random = story.random
    }
  }
}

/// The model of user values: the preset's values, the values that users have set beside it, and the
/// values on the disk.
private struct ValueModel {
  var preset: [String: String]
  /// The values that users have set, each with the preset's value at that time.
  var user: [String: [String]] = [:]
  var disk: [String: [String]] = [:]
  /// Where fades began and what is left of their time.
  var fades: Set<String> = []

  func value(_ path: String) -> String { user[path]?[0] ?? preset[path] ?? "" }

  mutating func set(_ path: String, _ value: String) {
    user[path] = value == preset[path] ? nil : [value, preset[path] ?? ""]
  }

  mutating func edit(_ other: [String: String]) {
    let before = Dictionary(uniqueKeysWithValues: fades.map { ($0, value($0)) })
    user = user.filter { other[$0.key] == $0.value[1] }
    preset = other
    // A user who edits the value of a fade means it.
    fades = fades.filter { other[$0] != nil && value($0) == before[$0] }
  }

  mutating func save() {
    for path in preset.keys { disk[path] = user[path] }
  }

  mutating func start() {
    user = disk.filter { preset[$0.key] == $0.value[1] }
    fades = []
  }
}

/// A rig, its memory on the disk, and the model of both.
private final class ValueStory {
  var random: SeededNumbers
  private var model: ValueModel
  private var bench: EngineBench
  private var memory: RigMemory
  private let folder = TemporaryPlace()
  private var texts: [String: String]
  private var hasThird = false
  private var now = MonotonicTime.now

  private static let levels = ["-12", "-6", "-3", "0", "3", "-inf"]
  /// Each value that the preset may say something of, with what it may say.
  private static let words: [String: [String]] = [
    "a.fader_db": levels, "a.trim_db": ["-6", "0", "3"], "a.balance": ["-1", "0", "0.5"],
    "a.cue": ["on", "off"], "a.mute": ["on", "off"], "a.sends.main.level_db": levels,
    "a.sends.fx.level_db": levels, "b.fader_db": levels, "b.mute": ["on", "off"],
    "b.sends.main.level_db": levels, "fx.fader_db": levels, "fx.mute": ["on", "off"],
    "main.mute": ["on", "off"], "main.dim_db": ["-20", "0"], "main.mono": ["on", "off"],
    "main.balance": ["-1", "0", "1"], "decks.fader_db": levels, "decks.mute": ["on", "off"],
  ]

  init(random: SeededNumbers) throws {
    self.random = random
    texts = Self.words.mapValues { $0.contains("0") ? "0" : "off" }
    bench = try EngineBench(Self.preset(texts, hasThird: false))
    memory = try Self.open(folder.path)
    model = ValueModel(preset: texts.filter { !$0.key.hasPrefix("b.") })
  }

  private static func open(_ folder: String) throws -> RigMemory {
    RigMemory(in: folder) { Issue.record("the memory says: \($0)") }
  }

  private static func preset(_ texts: [String: String], hasThird: Bool) -> String {
    func says(_ owner: String, _ keys: String...) -> String {
      keys.map { "\($0): \(texts["\(owner).\($0)"] ?? "")" }.joined(separator: ", ")
    }
    func sends(_ owner: String, _ targets: String...) -> String {
      targets.map { "{ to: \($0), \(says("\(owner).sends.\($0)", "level_db")) }" }
        .joined(separator: ", ")
    }
    let b = """
        b:
          category: ambient
          source: { jack: "far:b" }
          \(says("b", "fader_db"))
          \(says("b", "mute"))
          sends: [ \(sends("b", "main")) ]
      """
    return """
      tarmac: 1
      remember: [ mixer ]
      routes: { main: { role: lineOut, channels: 2, \(says("main", "mute", "dim_db", "mono", "balance")) } }
      buses: { fx: { channels: 2, \(says("fx", "fader_db", "mute")), sends: [ { to: main } ] } }
      groups: { decks: { members: [ a ], \(says("decks", "fader_db", "mute")) } }
      sessions:
        a:
          category: ambient
          source: { jack: [ "far:a", "far:b" ] }
          \(["fader_db", "trim_db", "balance", "cue", "mute"].map { says("a", $0) }
            .joined(separator: "\n    "))
          sends: [ \(sends("a", "main", "fx")) ]
      \(hasThird ? b : "")

      """
  }

  /// Where the rig differs from the model; `nil` where it does not.
  var disagreement: String? {
    get throws {
      let values = try bench.values(at: Array(model.preset.keys))
      for path in model.preset.keys.sorted() where !model.fades.contains(path) {
        let value = values[path]
        if value != model.value(path) {
          return "\(path) is \(value ?? "gone"), and \(model.value(path)) in the model"
        }
      }
      let entries = UserValues(of: bench.engine).entries.mapValues {
        [$0.value.words, $0.preset.words]
      }
      return entries == model.user ? nil : "users have set \(entries), not \(model.user)"
    }
  }

  // MARK: What happens

  /// Makes a random change, and returns a description of it.
  func step() async throws -> String {
    switch random.roll(12) {
    case 0..<3: return try set()
    case 3..<5: return try fade()
    case 5..<7: return try apply()
    case 7..<10: return try await edit()
    case 10:
      try await save()
      return "save"
    default:
      if random.roll(2) == 0 { try await save() }
      return try start()
    }
  }

  private func pick() -> (path: String, value: String) {
    let paths = model.preset.keys.sorted()
    let path = paths[random.roll(paths.count)]
    let values = Self.words[path] ?? []
    return (path, values[random.roll(values.count)])
  }

  private func set() throws -> String {
    let (path, value) = pick()
    try bench.set(path, to: value)
    model.set(path, value)
    model.fades.remove(path)
    return "set \(path) \(value)"
  }

  private func fade() throws -> String {
    let (path, value) = pick()
    if random.roll(3) == 0 {
      now = now.after(Seconds([0.5, 20][random.roll(2)]))
      bench.engine.tree.advance(now: now)
      model.fades.formIntersection(bench.engine.tree.fading.keys)
      return "time goes by"
    }
    guard value != "on", value != "off" else { return "nothing" }
    _ = try bench.engine.tree.set(path, to: .words(value), over: Fade(seconds: 10, curve: .smooth))
    bench.engine.tree.advance(now: now)
    model.set(path, value)
    model.fades.insert(path)
    return "fade \(path) to \(value)"
  }

  private func apply() throws -> String {
    var wanted: [String: String] = [:]
    for _ in 0..<(1 + random.roll(5)) {
      let (path, value) = pick()
      wanted[path] = value
    }
    var changes = wanted.sorted { $0.key < $1.key }.map {
      ValueChange(path: $0.key, change: .words($0.value))
    }
    guard random.roll(2) == 0 else {
      let bad = [("a.fader_db", "13"), ("c.mute", "on"), ("a.why", "x"), ("ghost.active", "on")]
      let (path, value) = bad[random.roll(bad.count)]
      changes.insert(
        ValueChange(path: path, change: .words(value)),
        at: random.roll(changes.count + 1)
      )
      #expect(throws: RigError.self) { try bench.engine.tree.apply(changes) }
      return "apply \(wanted) with \(path) \(value)"
    }
    let fade = random.roll(3) == 0 ? Fade(seconds: 10, curve: .linear) : nil
    _ = try bench.engine.tree.apply(changes, over: fade)
    for (path, value) in wanted {
      model.set(path, value)
      model.fades.remove(path)
      if fade != nil, value != "on", value != "off" { model.fades.insert(path) }
    }
    return "apply \(wanted)"
  }

  private func edit() async throws -> String {
    if random.roll(4) == 0 { hasThird.toggle() }
    for _ in 0..<random.roll(4) {
      let (path, value) = pick()
      texts[path] = value
    }
    let said = texts.filter { hasThird || !$0.key.hasPrefix("b.") }
    // The tower keeps a session's mute, also while the preset says the same.
    try await bench.reload(Self.preset(texts, hasThird: hasThird))
    model.edit(said)
    return "reload, with b: \(hasThird)"
  }

  private func save() async throws {
    let rig = bench.engine.live.rig
    #expect(try await memory.save(bench.engine, of: rig, besides: []) == nil)
    model.save()
  }

  /// The rig is killed, and started again.
  private func start() throws -> String {
    memory = try Self.open(folder.path)
    bench = try EngineBench(Self.preset(texts, hasThird: hasThird))
    memory.turn(bench.engine, of: bench.engine.live.rig)
    model.start()
    return "kill and start"
  }
}

/// A folder that is removed together with its owner.
private final class TemporaryPlace {
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
