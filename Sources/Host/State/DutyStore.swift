// SPDX-License-Identifier: Apache-2.0
// What is in force whatever is played: switches, interrupters that last, locks and limits, from run
// to run.

import ControlTower
import RigEngine

/// What an operator has put in force, and a crash must not lift: an alarm goes on until somebody
/// ends it.
///
/// > Threading: Control.
final class DutyStore {
  private let file: StateFile
  private var kept: Document

  init(in folder: String, report: @escaping @Sendable (String) -> Void) {
    file = StateFile("duty.json", in: folder, report: report)
    kept = file.read(Document.self) ?? Document()
  }

  private struct Document: Codable, Hashable {
    var version = 2
    var isSilent = false
    var isLocked = false
    var isMicrophoneMuted = false
    /// The name under which interruptions are kept away; `nil` while they are not.
    var doNotInterrupt: String?
    /// The interrupters that last.
    var interrupters: Set<String> = []
    var guards = StandingGuards()
  }

  /// The switches that are on, as events for a tower that knows no session yet: a microphone that
  /// is muted is never open.
  var switches: [TowerEvent] {
    var events: [TowerEvent] = []
    if kept.isSilent { events.append(.setSilent(true)) }
    if kept.isLocked { events.append(.setLocked(true)) }
    if kept.isMicrophoneMuted { events.append(.setMicrophoneMuted(true)) }
    if let name = kept.doNotInterrupt { events.append(.setDoNotInterrupt(true, by: name)) }
    return events
  }

  /// The interrupters that lasted.
  var interrupters: [Interrupter] {
    Interrupter.allCases.filter { kept.interrupters.contains($0.rawValue) }
  }

  /// The locks and limits that operators had set.
  var guards: StandingGuards { kept.guards }

  /// Writes down what has changed.
  func keep(_ engine: Engine) {
    let (tower, switches) = (engine.tower, engine.tower.switches)
    var document = Document(
      isSilent: switches.isSilent,
      isLocked: switches.isLocked,
      isMicrophoneMuted: switches.isMicrophoneMuted,
      doNotInterrupt: switches.doNotInterrupt,
      guards: engine.tree.standingGuards
    )
    document.interrupters = Set(
      tower.activeInterrupters.filter { tower.phase(of: $0) == .lasting }.map(\.rawValue)
    )
    guard document != kept || file.failure != nil else { return }
    kept = document
    file.write(document)
  }

  /// Returns once everything is on the disk; says why it is not, if something is not.
  @discardableResult
  func settle() -> String? { file.settle() }
}
