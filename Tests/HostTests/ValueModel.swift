// SPDX-License-Identifier: Apache-2.0
// What users have set, as simple as it can be said: what the preset says, what users have set
// beside it, whose volume an output has, and what is on the disk.

struct ValueModel {
  /// The output's volume, and the two sends of `a` to that output.
  static let fader = "main.fader_db"
  static let twins = ["a.sends.main.level_db", "a.sends.main:2.level_db"]
  /// What the preset says, and the taps of the twins, in order.
  var (preset, taps): ([String: String], [String])
  /// What users have set, each with what the preset said then; on the disk volumes too.
  var (user, disk): ([String: [String]], [String: [String]]) = ([:], [:])
  /// What fades go to.
  var fades: [String: String] = [:]
  /// By owner: the volumes that users have set, and those that were taken over from others.
  var (volumes, held, volume): ([String: String], [String: String], String)
  /// What is active, in order: categories, or an alarm; and the latest category.
  var (active, latest) = ([String](), "ambient")
  var owner: String { active.last ?? latest }
  var said: String { preset[Self.fader] ?? "" }
  init(preset: [String: String], taps: [String]) {
    (self.preset, self.taps) = (preset, taps)
    (volumes, held, volume) = ([:], [:], preset[Self.fader] ?? "")
  }
  func value(_ path: String) -> String {
    path == Self.fader ? volume : user[path]?[0] ?? preset[path] ?? ""
  }
  mutating func set(_ path: String, _ value: String) {
    if path == Self.fader, value != volume || fades[path] != nil { volumes[owner] = value }
    fade(path, to: value)
    fades[path] = nil
    settle()
  }
  /// A fade is noted as where it goes; an output's volume when it is there.
  mutating func fade(_ path: String, to value: String) {
    fades[path] = value
    guard path != Self.fader else { return }
    user[path] = value == preset[path] ? nil : [value, preset[path] ?? ""]
  }
  mutating func activate(_ owner: String, _ isActive: Bool) {
    if owner == "alarm" { held[self.owner] = held[self.owner] ?? volume }
    active = active.filter { $0 != owner } + (isActive ? [owner] : [])
    if isActive, owner != "alarm" { latest = owner }
    settle()
  }
  /// Nothing gets louder by itself: an owner without a volume takes over the present one.
  private mutating func settle() {
    volume = volumes[owner] ?? held[owner] ?? volume
    if !active.isEmpty { held[owner] = volume }
  }
  /// The name that a value had before: that of the twin with its tap, or else its own.
  private func old(_ path: String, _ new: [String]) -> String? {
    guard let place = Self.twins.firstIndex(of: path) else { return path }
    if let same = taps.firstIndex(of: new[place]) { return Self.twins[same] }
    return place < taps.count && !new.contains(taps[place]) ? path : nil
  }
  mutating func edit(_ other: [String: String], taps new: [String]) {
    func moved<Value>(_ values: [String: Value]) -> [String: Value] {
      let all = other.keys.map { ($0, old($0, new).flatMap { values[$0] }) }
      return Dictionary(uniqueKeysWithValues: all).compactMapValues(\.self)
    }
    user = moved(user).filter { other[$0.key] == $0.value[1] }
    // A user who edits the value of a fade means it.
    fades = moved(fades).filter { path, value in
      path == Self.fader ? other[path] == said : value == user[path]?[0] ?? other[path]
    }
    if other[Self.fader] != said { (volumes, held, volume) = ([:], [:], other[Self.fader] ?? "") }
    (preset, taps) = (other, new)
    settle()
  }
  mutating func save() {
    for path in preset.keys where !path.hasPrefix("alarm.") { disk[path] = user[path] }
    for owner in ["ambient", "playback"] { disk[owner] = volumes[owner].map { [$0, said] } }
  }
  mutating func start() {
    let disk = disk
    self = ValueModel(preset: preset, taps: taps)
    (self.disk, user) = (disk, disk.filter { preset[$0.key] == $0.value[1] })
    for owner in ["ambient", "playback"] where disk[owner]?[1] == said {
      volumes[owner] = disk[owner]?[0]
    }
    settle()
  }
}
