// SPDX-License-Identifier: Apache-2.0
// Locks and limits hold whichever way somebody comes: which values of the tree an event would
// change.

import ControlTower
import Quantities
import RigErrors
import RigModel

extension ValueGuards {
  /// Refuses what somebody asks of the tower if it would change a value that an operator keeps from
  /// being changed.
  func check(_ event: TowerEvent, in tower: ControlTower) throws(RigError) {
    for path in changed(by: event, in: tower) { try checkLock(path) }
  }

  /// The values that an event changes, and the triggers that do the same.
  private func changed(by event: TowerEvent, in tower: ControlTower) -> [String] {
    func isActive(_ id: SessionID) -> Bool { tower.session(id)?.activation == .active }
    func interrupter(_ id: Interrupter, _ words: RigPath.Interrupter...) -> [String] {
      words.map { $0.path(of: RigPath.Branch.interrupters.path(id.rawValue)) }
    }
    func session(_ word: RigPath.Session, _ id: SessionID) -> [String] { [word.path(of: id.name)] }
    return switch event {
    case .activate(let id), .setPlaying(let id, true):
      isActive(id) ? [] : session(.active, id)
    case .deactivate(let id, _), .forceDeactivate(let id): session(.active, id)
    case .forceInterrupt(let id), .releaseInterrupt(let id): session(.interrupted, id)
    case .setForeground(let id, _): session(.foreground, id)
    case .setRecordPermission(let id, _): session(.permission, id)
    case .setMuted(let id, _), .setOutputMuted(let id, _): [StripValue.mute.path(of: id.name)]
    case .interrupterBegan(let id), .interrupterEnded(let id, _): interrupter(id, .active)
    case .interrupterRang(let id): interrupter(id, .ring)
    case .interrupterAccepted(let id): interrupter(id, .accept, .active)
    case .interrupterDeclined(let id): interrupter(id, .decline)
    case .setSilent: [RigPath.Switch.silent.path(of: .switches)]
    case .setLocked: [RigPath.Switch.lock.path(of: .switches)]
    case .setMicrophoneMuted: [RigPath.Switch.microphone.path(of: .switches)]
    case .setDoNotInterrupt: [RigPath.Switch.do_not_interrupt.path(of: .switches)]
    case .systemSound(let name): [RigPath.Branch.sounds.path(name)]
    default: []
    }
  }

  /// The same for what is done to players.
  func check(_ steps: [GestureStep], of session: LiveChannel, in tower: ControlTower)
    throws(RigError)
  {
    func player(_ source: String) -> LivePlayer? {
      session.players.lazy.compactMap(\.self).first { $0.source == source }
    }
    for step in steps {
      switch step {
      case .ask(let event): try check(event, in: tower)
      case .play(let source):
        if player(source)?.isPlaying == false { try checkLock(session.path(of: source, .playing)) }
      case .pause(let source):
        if player(source)?.isPlaying == true { try checkLock(session.path(of: source, .playing)) }
      case .jump(let source, let position):
        let place = position ?? player(source)?.cuePoint
        try check(place?.value, session.path(of: source, .position_seconds), unit: "s")
      }
    }
  }

  /// Refuses to give plugins other values as a whole where an operator has locked or limited one.
  func checkAll(below path: String) throws(RigError) {
    let kept = standing.locked.union(standing.maxima.keys).filter { $0.hasPrefix(path + ".") }.min()
    guard let kept else { return }
    let guardPath = kept + (standing.locked.contains(kept) ? Self.lock : Self.maximum)
    throw .refused(
      "'\(path)' keeps its values, because '\(kept)' is kept by an operator: lift '\(guardPath)' first."
    )
  }
}

extension LiveChannel {
  /// The path of a value of a player.
  func path(of source: String, _ word: RigPath.Player) -> String {
    word.path(of: RigPath.Branch.sources.path(of: name, source))
  }
}
