// SPDX-License-Identifier: Apache-2.0
// Values that users have set, against a model of them: through gestures, fades, edits of the
// preset, changes of many values at once, sessions that take turns, kills and starts.

import ControlTower
import ControlTree
import EngineTestBench
import Foundation
import Quantities
import RigEngine
import RigErrors
import RigModel
import SeededNumbers
import SoundFiles
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
      var steps: [String] = []
      for _ in 0..<(4 + random.roll(10)) {
        steps.append(try await story.step())
        if let complaint = try story.disagreement {
          let all = steps.joined(separator: "; ")
          Issue.record("seed \(seed), story \(number): \(complaint), after \(all)")
          return
        }
      }
      random = story.random
    }
  }
}

/// A rig, its memory on the disk, and the model of both.
private final class ValueStory {
  var random: SeededNumbers
  private var model: ValueModel
  private var bench: EngineBench
  private var memory: RigMemory
  private let folder = TemporaryPlace()
  private var preset: ValuePreset
  private var now = MonotonicTime.now

  init(random: SeededNumbers) throws {
    self.random = random
    preset = ValuePreset(click: try folder.click())
    bench = try EngineBench(preset.text)
    memory = try Self.open(folder.path)
    model = ValueModel(preset: preset.said, taps: preset.taps)
  }

  private static func open(_ folder: String) throws -> RigMemory {
    RigMemory(in: folder) { Issue.record("the memory says: \($0)") }
  }

  /// Where the rig differs from the model; `nil` where it does not.
  var disagreement: String? {
    get throws {
      let values = try bench.values(at: Array(model.preset.keys))
      for path in model.preset.keys.sorted() where model.fades[path] == nil {
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
    switch random.roll(15) {
    case 0..<3: return try set()
    case 3..<5: return try fade()
    case 5..<7: return try apply()
    case 7..<10: return try await edit()
    case 10..<13: return try decide()
    case 13:
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
    let values = ValuePreset.words[path] ?? []
    return (path, values[random.roll(values.count)])
  }

  private func set() throws -> String {
    let (path, value) = pick()
    try bench.set(path, to: value)
    model.set(path, value)
    return "set \(path) \(value)"
  }

  private func fade() throws -> String {
    let (path, value) = pick()
    if random.roll(3) == 0 {
      pass([0.5, 20][random.roll(2)])
      return "time goes by"
    }
    guard canFade(path, to: value) else { return "nothing" }
    _ = try bench.engine.tree.set(path, to: .words(value), over: Fade(seconds: 10, curve: .smooth))
    model.fade(path, to: value)
    pass(0.5)
    return "fade \(path) to \(value)"
  }

  /// A volume that is set to what it is belongs to nobody.
  private func canFade(_ path: String, to value: String) -> Bool {
    value != "on" && value != "off"
      && (path != ValueModel.fader || model.fades[path] != nil || value != model.volume)
  }

  private func pass(_ seconds: Double) {
    now = now.after(Seconds(seconds))
    bench.engine.tree.advance(now: now)
    for (path, value) in model.fades where bench.engine.tree.fading[path] == nil {
      model.set(path, value)
    }
  }

  /// A session begins or ends, or an alarm: an output's volume has another owner.
  private func decide() throws -> String {
    let isAlarmed = model.active == ["alarm"]
    if isAlarmed || model.active.isEmpty && random.roll(3) == 0 {
      let end = TowerEvent.interrupterEnded(.alarm, shouldResume: false)
      try bench.engine.handle(isAlarmed ? end : .interrupterBegan(.alarm))
      model.activate("alarm", !isAlarmed)
      return "the alarm: \(!isAlarmed)"
    }
    let (name, category) = [("a", "ambient"), ("c", "playback")][random.roll(2)]
    let isActive = !model.active.contains(category)
    let id = SessionID(name)
    try bench.engine.handle(isActive ? .activate(id) : .deactivate(id, notifyingOthers: true))
    model.activate(category, isActive)
    return "\(name) is active: \(isActive)"
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
      let bad = [("a.fader_db", "13"), ("d.mute", "on"), ("a.why", "x"), ("ghost.active", "on")]
      let (path, value) = bad[random.roll(bad.count)]
      changes.insert(
        ValueChange(path: path, change: .words(value)),
        at: random.roll(changes.count + 1)
      )
      #expect(throws: RigError.self) { try bench.engine.tree.apply(changes) }
      return "apply \(wanted) with \(path) \(value)"
    }
    let fade = random.roll(3) == 0 ? Fade(seconds: 10, curve: .linear) : nil
    if fade != nil {
      changes.removeAll {
        $0.path == ValueModel.fader && !canFade($0.path, to: wanted[$0.path] ?? "")
      }
    }
    _ = try bench.engine.tree.apply(changes, over: fade)
    for path in changes.map(\.path).sorted() {
      let value = wanted[path] ?? ""
      if fade == nil || value == "on" || value == "off" {
        model.set(path, value)
      } else {
        model.fade(path, to: value)
      }
    }
    pass(0.5)
    return "apply \(wanted), a fade: \(fade != nil)"
  }

  private func edit() async throws -> String {
    if random.roll(4) == 0 { preset.hasThird.toggle() }
    if random.roll(3) == 0 {
      preset.taps = [["post", "pre"], ["pre", "post"], ["post"], ["pre"]][random.roll(4)]
      // The levels go along, or stay where they are in the text.
      let twins = ValueModel.twins.map { preset.values[$0] }
      if random.roll(2) == 0 {
        (preset.values[ValueModel.twins[0]], preset.values[ValueModel.twins[1]]) = (
          twins[1], twins[0]
        )
      }
    }
    for _ in 0..<random.roll(4) {
      let (path, value) = pick()
      preset.values[path] = value
    }
    // The tower keeps a session's mute, also while the preset says the same.
    try await bench.reload(preset.text)
    model.edit(preset.said, taps: preset.taps)
    return "reload, with b: \(preset.hasThird), taps: \(preset.taps), volume: "
      + (preset.values[ValueModel.fader] ?? "")
  }

  private func save() async throws {
    let rig = bench.engine.live.rig
    #expect(try await memory.save(bench.engine, of: rig, besides: []) == nil)
    model.save()
  }

  /// The rig is killed, and started again.
  private func start() throws -> String {
    memory = try Self.open(folder.path)
    let volumes = memory.volumes(for: try EngineBench.rig(preset.text))
    bench = try EngineBench(preset.text, volumes: volumes)
    memory.turn(bench.engine, of: bench.engine.live.rig)
    model.start()
    return "kill and start"
  }
}

/// A folder that is removed together with its owner.
private final class TemporaryPlace {
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  /// The path of a sound file in it.
  func click() throws -> String {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let samples = [[Float](repeating: 0.5, count: 100)]
    try SoundFile.write(samples, to: "\(path)/click.wav", rate: SampleRate(hertz: 48_000))
    return "\(path)/click.wav"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
