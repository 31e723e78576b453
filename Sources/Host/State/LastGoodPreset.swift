// SPDX-License-Identifier: Apache-2.0
// The texts of the preset that came up last, for a start at which it can't be read.

import Presets
import RigModel

/// What the preset of a rig was when it last came up: a box whose preset is damaged, or on a disk
/// that is not there, plays that.
///
/// > Threading: Control; the disk is waited for elsewhere.
final class LastGoodPreset {
  private let file: StateFile
  private var kept: Document?
  /// What was read last; whether it comes up is not known yet.
  private var read: (preset: String, texts: PresetTexts)?

  init(in folder: String, report: @escaping @Sendable (String) -> Void) {
    file = StateFile("preset.json", in: folder, report: report)
    kept = file.read(Document.self)
  }

  private struct Document: Codable, Hashable {
    var version = 1
    /// Where the preset is.
    var preset: String
    /// Whether it started as best it could, by its own words or the run's.
    var isBest: Bool
    var texts: PresetTexts
  }

  /// The texts of the preset at a path, and how it started; `nil` where it has never come up.
  func texts(of preset: String) -> (texts: PresetTexts, start: StartMode)? {
    guard let kept, kept.version == 1, kept.preset == preset else { return nil }
    return (kept.texts, kept.isBest ? .best : .strict)
  }

  /// Notes what was read of a preset, which may come up.
  func note(_ texts: PresetTexts, of preset: String) { read = (preset, texts) }

  /// Keeps what was read last, if it is this preset, which has come up.
  func keep(_ preset: String, start: StartMode) {
    guard let read, read.preset == preset else { return }
    let document = Document(preset: preset, isBest: start == .best, texts: read.texts)
    guard document != kept else { return }
    kept = document
    file.write(document)
  }
}
