// SPDX-License-Identifier: Apache-2.0
// Faders, mutes and active sessions, kept from run to run where a preset wants that (`remember`).

import ControlTower
import ControlTree
import RigEngine
import RigModel

/// What a rig restores of its user's changes.
///
/// Like a volume, each counts only while the preset's own value is what it was then. A microphone
/// that was closed stays closed. One that was open does not open by itself, unless the preset says
/// so for that very session.
///
/// > Threading: Control.
final class MixerStore {
  private let file: StateFile
  private var kept: Document

  init(in folder: String, report: @escaping @Sendable (String) -> Void) {
    file = StateFile("desk.json", in: folder, report: report)
    kept = file.read(Document.self) ?? Document()
  }

  private struct Document: Codable, Hashable {
    var version = 2
    var values: [String: Value] = [:]
    var sessions: [String: Activity] = [:]
  }

  /// A value of the mixer that is not the preset's.
  private struct Value: Codable, Hashable {
    var value: String
    /// What the preset said then.
    var preset: String

    /// Whether it makes something heard that is silent by the preset.
    func opens(_ path: String) -> Bool {
      switch path.split(separator: ".").last.map(String.init) {
      case StripValue.mute.key: value == "off"
      case StripValue.cue.key: value == "on"
      case StripValue.crossfader.key: true
      default: preset == "-inf"
      }
    }
  }

  /// The last known state of a session.
  fileprivate struct Activity: Codable, Hashable {
    enum State: String, Codable {
      case inactive, active, interrupted
    }

    var state: State
    /// Whether the preset wanted it active then.
    var preset: Bool
  }

  // MARK: Restoring

  /// The values that count for `rig`, by their paths.
  func values(for rig: Rig) -> [String: String] {
    let preset = rig.mixerValues
    return kept.values.filter { path, value in
      preset[path]?.words == value.preset && rig.remembers(path)
        && !(rig.guardsMicrophone(of: path, .mixer) && value.opens(path))
    }.mapValues(\.value)
  }

  /// The sessions that are to be active from the start, in their order: those that were interrupted
  /// come first, to be interrupted again.
  func active(for rig: Rig) -> [String] {
    let states = rig.sessions.map { session -> (name: String, state: Activity.State) in
      let usual: Activity.State = session.seat.startsActive ? .active : .inactive
      guard rig.remembers(.activity, of: session), let last = kept.sessions[session.name],
        last.preset == session.seat.startsActive,
        last.state == .inactive || !rig.guardsMicrophone(of: session.name, .activity)
      else { return (session.name, usual) }
      return (session.name, last.state)
    }
    return states.filter { $0.state == .interrupted }.map(\.name)
      + states.filter { $0.state == .active }.map(\.name)
  }

  // MARK: Writing it down

  /// Writes down what has changed; sessions of programs are left out, since they come and go with
  /// these.
  func keep(_ engine: Engine, of rig: Rig, besides owned: Set<String>) {
    guard !engine.tower.isServerLost else { return }
    var document = kept
    note(engine, rig, in: &document)
    for session in rig.sessions
    where rig.remembers(.activity, of: session) && !owned.contains(session.name) {
      guard let state = engine.tower.session(session.seat.configuration.id) else { continue }
      document.sessions[session.name] = Activity(
        state: Activity.State(state.activation),
        preset: session.seat.startsActive
      )
    }
    guard document != kept || file.failure != nil else { return }
    kept = document
    file.write(document)
  }

  private func note(_ engine: Engine, _ rig: Rig, in document: inout Document) {
    let (present, user) = (engine.live.rig.mixerValues, UserValues(of: engine))
    for path in rig.mixerValues.keys where present[path] != nil && rig.remembers(path) {
      document.values[path] = user.entries[path].map {
        Value(value: $0.value.words, preset: $0.preset.words)
      }
    }
  }

  /// Returns once everything is on the disk; says why it is not, if something is not.
  @discardableResult
  func settle() -> String? { file.settle() }
}

extension Rig {
  private func owner(of path: String) -> Session? { session(String(path.prefix { $0 != "." })) }

  /// Whether a value of the mixer is restored: its session decides, or the rig for a value of no
  /// session.
  fileprivate func remembers(_ path: String) -> Bool {
    owner(of: path).map { remembers(.mixer, of: $0) } ?? remembered.contains(.mixer)
  }

  /// Whether a path or a name belongs to a session with a microphone that the preset does not let
  /// come back open.
  fileprivate func guardsMicrophone(of path: String, _ what: Remembered) -> Bool {
    guard let session = owner(of: path), session.hearsMicrophones else { return false }
    return session.seat.remembered?.contains(what) != true
  }
}

extension MixerStore.Activity.State {
  fileprivate init(_ activation: SessionState.Activation) {
    self =
      switch activation {
      case .inactive: .inactive
      case .active: .active
      case .interrupted: .interrupted
      }
  }
}
