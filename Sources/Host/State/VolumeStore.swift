// SPDX-License-Identifier: Apache-2.0
// The volumes that the user has set, by category in force and output (VOL-01), from run to run.

import ControlTower
import Quantities
import RigModel

/// The remembered volumes of a rig.
///
/// A volume counts only while the preset's own level of that route is what it was: a change of the
/// preset goes first. Volumes of interrupters are not kept: what was turned down while an alarm
/// lasted must not keep the next one from being heard.
///
/// > Threading: Control.
final class VolumeStore {
  private let file: StateFile
  private var kept: Document?

  init(in folder: String, report: @escaping @Sendable (String) -> Void) {
    file = StateFile("volumes.json", in: folder, report: report)
  }

  fileprivate struct Document: Codable, Hashable {
    var version = 2
    var volumes: [Volume] = []
  }

  fileprivate struct Volume: Codable, Hashable {
    var category: String?
    var output: String
    /// `nil` is silence.
    var level_db: Float?
    /// What the preset said then.
    var preset_db: Float?
  }

  /// The volumes that count for `rig`.
  func remembered(for rig: Rig) -> [VolumeKey: Decibels] {
    if kept == nil { kept = file.read(Document.self) ?? Document() }
    var volumes: [VolumeKey: Decibels] = [:]
    for volume in kept?.volumes ?? [] {
      guard let owner = volume.owner, let level = Decibels(remembered: volume.level_db),
        let route = rig.routes.first(where: { $0.name == volume.output }),
        route.direction == .output, route.fader.remembered == volume.preset_db
      else { continue }
      volumes[VolumeKey(owner, on: PortID(volume.output))] = level
    }
    return volumes
  }

  /// Writes the volumes down if they have changed.
  func keep(_ volumes: [VolumeKey: Decibels], for rig: Rig) {
    let faders = Dictionary(
      rig.routes.map { ($0.name, $0.fader) },
      uniquingKeysWith: { first, _ in first }
    )
    let present = volumes.compactMap { key, level in
      faders[key.output.name].flatMap { Volume(key, level, preset: $0) }
    }
    // What is remembered of routes that this preset does not have stays.
    let others = (kept?.volumes ?? []).filter { faders[$0.output] == nil && $0.owner != nil }
    let all = (present + others).sorted { $0.order < $1.order }
    let document = Document(volumes: all)
    guard document != kept || file.failure != nil else { return }
    kept = document
    file.write(document)
  }

  /// Returns once everything is on the disk; says why it is not, if something is not.
  @discardableResult
  func settle() -> String? { file.settle() }
}

extension VolumeStore.Volume {
  /// `nil` for the volume of an interrupter.
  init?(_ key: VolumeKey, _ level: Decibels, preset: Decibels) {
    guard case .category(let category) = key.owner else { return nil }
    self.init(
      category: category.rawValue,
      output: key.output.name,
      level_db: level.remembered,
      preset_db: preset.remembered
    )
  }

  var owner: VolumeKey.Owner? {
    category.flatMap(Category.init(rawValue:)).map { .category($0) }
  }

  var order: String { "\(output) \(category ?? "")" }
}

extension Decibels {
  /// The level for a file: JSON has no number for silence.
  fileprivate var remembered: Float? { value.isFinite ? value : nil }

  /// A level from a file; `nil` for one that nobody can have set.
  fileprivate init?(remembered: Float?) {
    guard let remembered else {
      self = .silence
      return
    }
    guard (-90...12).contains(remembered) else { return nil }
    self.init(remembered)
  }
}
