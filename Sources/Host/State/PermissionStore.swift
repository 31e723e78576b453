// SPDX-License-Identifier: Apache-2.0
// What the user has answered when sessions asked to record, from run to run.

import ControlTower
import Presets

/// The remembered answers of a rig.
///
/// > Threading: Control.
final class PermissionStore {
  private let file: StateFile
  private var kept: Document

  init(of name: String, report: @escaping @Sendable (String) -> Void) {
    file = StateFile("permissions.json", of: name, report: report)
    kept = file.read(Document.self) ?? Document()
  }

  private struct Document: Codable, Hashable {
    var version = 1
    var permissions: [String: String] = [:]
  }

  /// The answers that there are.
  var answers: [SessionID: RecordPermission] {
    var answers: [SessionID: RecordPermission] = [:]
    for (name, word) in kept.permissions {
      answers[SessionID(name)] = RecordPermission(rawValue: word)
    }
    return answers
  }

  /// Writes down what the user has answered for sessions whose presets leave it to him.
  func keep(_ tower: ControlTower, of sessions: [Session]) {
    var document = kept
    for session in sessions where session.configuration.manners.recordPermission == .undetermined {
      let answer = tower.session(session.configuration.id)?.recordPermission ?? .undetermined
      document.permissions[session.name] = answer == .undetermined ? nil : answer.rawValue
    }
    guard document != kept else { return }
    kept = document
    file.write(document)
  }

  /// Returns once everything is on the disk.
  func settle() {
    file.settle()
  }
}
