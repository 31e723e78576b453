// SPDX-License-Identifier: Apache-2.0
// What the user has answered when sessions asked to record, from run to run.

import ControlTower
import RigModel

/// The remembered answers of a rig.
///
/// > Threading: Control.
final class PermissionStore {
  private let file: StateFile
  private var kept: Document

  init(in folder: String, report: @escaping @Sendable (String) -> Void) {
    file = StateFile("permissions.json", in: folder, report: report)
    kept = file.read(Document.self) ?? Document()
  }

  private struct Document: Codable, Hashable {
    var version = 2
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

  /// Writes down what the user has answered, except for those of `sessions` whose presets decide it
  /// themselves.
  ///
  /// An answer for a session that is not there now is kept.
  func keep(_ answers: [SessionID: RecordPermission], besides sessions: [Session]) {
    let decided = Set(
      sessions.map(\.seat.configuration).filter { $0.behaviour.recordPermission != .undetermined }
        .map(\.id)
    )
    var document = kept
    for (id, answer) in answers where !decided.contains(id) {
      document.permissions[id.name] = answer == .undetermined ? nil : answer.rawValue
    }
    guard document != kept || file.failure != nil else { return }
    kept = document
    file.write(document)
  }

  /// Returns once everything is on the disk; says why it is not, if something is not.
  @discardableResult
  func settle() -> String? { file.settle() }
}
