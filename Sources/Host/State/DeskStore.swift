// SPDX-License-Identifier: Apache-2.0
// Faders, mutes and who was active, from run to run, where a preset wants that (`remember`).

import ControlTower
import Presets
import RigEngine

/// What a rig does anew of what its user has done.
///
/// Like a volume, each counts only while the preset says of it what it said then.
///
/// > Threading: Control.
final class DeskStore {
  private let file: StateFile
  private var kept: Document

  init(in folder: String, report: @escaping @Sendable (String) -> Void) {
    file = StateFile("desk.json", in: folder, report: report)
    kept = file.read(Document.self) ?? Document()
  }

  private struct Document: Codable, Hashable {
    var version = 1
    var values: [String: Value] = [:]
    var sessions: [String: Activity] = [:]
  }

  /// A value of the mixer that is not the preset's.
  private struct Value: Codable, Hashable {
    var value: String
    /// What the preset said then.
    var preset: String
  }

  /// What a session was when it was seen last.
  fileprivate struct Activity: Codable, Hashable {
    enum State: String, Codable {
      case inactive, active, interrupted
    }

    var state: State
    /// Whether the preset wanted it active then.
    var preset: Bool
  }

  // MARK: Doing it anew

  /// The values that count for `rig`, by their paths.
  func values(for rig: Rig) -> [String: String] {
    guard rig.remembered.contains(.mixer) else { return [:] }
    let preset = rig.mixerValues
    return kept.values.filter { preset[$0.key] == $0.value.preset }.mapValues(\.value)
  }

  /// The sessions that are to be active from the start, in their order: who was interrupted comes first, to be interrupted anew.
  func active(for rig: Rig) -> [String] {
    guard rig.remembered.contains(.activity) else {
      return rig.sessions.filter(\.startsActive).map(\.name)
    }
    let states = rig.sessions.map { session -> (name: String, state: Activity.State) in
      let usual: Activity.State = session.startsActive ? .active : .inactive
      let last = kept.sessions[session.name]
      return (session.name, last?.preset == session.startsActive ? last?.state ?? usual : usual)
    }
    return states.filter { $0.state == .interrupted }.map(\.name)
      + states.filter { $0.state == .active }.map(\.name)
  }

  // MARK: Writing it down

  /// Writes down what has changed; sessions of programs come and go with these.
  func keep(_ engine: Engine, of rig: Rig, besides owned: Set<String>) {
    guard !rig.remembered.isEmpty, !engine.tower.isServerLost else { return }
    var document = kept
    if rig.remembered.contains(.mixer) { note(engine, rig, in: &document) }
    if rig.remembered.contains(.activity) {
      for session in rig.sessions where !owned.contains(session.name) {
        guard let state = engine.tower.session(session.configuration.id) else { continue }
        document.sessions[session.name] = Activity(
          state: Activity.State(state.activation),
          preset: session.startsActive
        )
      }
    }
    guard document != kept || file.failure != nil else { return }
    kept = document
    file.write(document)
  }

  private func note(_ engine: Engine, _ rig: Rig, in document: inout Document) {
    let (preset, present) = (rig.mixerValues, engine.mixerValues)
    for (path, usual) in preset {
      guard let value = present[path] else { continue }
      document.values[path] = value == usual ? nil : Value(value: value, preset: usual)
    }
  }

  /// Returns once everything is on the disk; says why it is not, if something is not.
  @discardableResult
  func settle() -> String? { file.settle() }
}

extension DeskStore.Activity.State {
  fileprivate init(_ activation: SessionState.Activation) {
    self =
      switch activation {
      case .inactive: .inactive
      case .active: .active
      case .interrupted: .interrupted
      }
  }
}
