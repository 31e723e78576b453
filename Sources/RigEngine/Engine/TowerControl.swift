// SPDX-License-Identifier: Apache-2.0
// The tower of a rig that is up: the one way in which events reach it.

package import ControlTower
import Quantities
import RenderCore
package import RigErrors
package import RigModel

/// The tower, what it has decided, and what the user has answered it.
///
/// > Threading: Control.
package final class TowerControl {
  package private(set) var tower = ControlTower()
  package private(set) var decisions = DecisionLog()
  /// Whether each session may record, as the user has answered in this run and before, present or
  /// not.
  package private(set) var permissions: [SessionID: RecordPermission]
  /// Carries out what the tower has decided.
  var carryOut: (TowerEvent, [TowerEffect]) -> Void = { _, _ in }
  private let context: EngineContext

  init(_ context: EngineContext, permissions: [SessionID: RecordPermission]) {
    self.context = context
    self.permissions = permissions
  }

  /// Takes the place of another one, with all that it knows.
  func succeed(_ old: TowerControl) {
    (tower, decisions, permissions) = (old.tower, old.decisions, old.permissions)
  }

  /// Puts to the tower what somebody wants, unless it would change what an operator has locked.
  package func ask(_ event: TowerEvent) throws(RigError) {
    try context.guards.check(event, in: tower)
    try handle(event)
  }

  /// Puts an event to the tower and carries out what it decides.
  func handle(_ event: TowerEvent) throws(RigError) {
    let decision = tower.decide(event)
    context.hooks.decided(decisions.note(decision))
    let effects = try decision.effects()
    if case .setRecordPermission(let id, let answer) = event { permissions[id] = answer }
    carryOut(event, effects)
  }

  /// Whether another session is heard, with the mixer as it is.
  package func isOtherAudioPlaying(for id: SessionID) -> Bool {
    let (channels, routes) = (
      context.live.sessions.map(\.current), context.live.routes.map(\.route)
    )
    return tower.isOtherAudioPlaying(for: id, in: channels, routes)
  }

  /// What a session is to the tower, or, while that does not know it, by its preset; `nil` for a
  /// channel without a seat.
  package func configuration(of channel: LiveChannel) -> SessionConfiguration? {
    tower.session(channel.id)?.configuration
      ?? context.live.rig.session(channel.name)?.seat.configuration
  }

  /// How far a session is turned down; with a side chain, what that makes of it at this moment.
  package func duck_db(of session: LiveChannel) -> Double? {
    guard let duck = tower.session(session.id)?.duck?.duck else { return nil }
    // A session that does not sound is not turned down either, and will be as the tower wants it.
    guard duck.sidechain != nil, session.gate.isSounding, session.settings.duckOutputs == nil else {
      return Double(duck.level.value)
    }
    return Double((Decibels(session.strip.duckGain).value * 10).rounded() / 10) + 0
  }

  /// Puts a fact to the tower, which can't refuse it.
  func tell(_ event: TowerEvent) {
    do throws(RigError) { try handle(event) } catch { context.hooks.complain(error.message) }
  }

  /// Tells the tower of a session that comes, muted as its preset says or as its user has left it.
  package func add(
    _ session: Session,
    besideOthers: Bool = false,
    isMuted: Bool? = nil
  ) throws(RigError) {
    let events = session.firstEvents(
      others: besideOthers || isOtherAudioPlaying(for: session.seat.configuration.id),
      permission: permissions[session.seat.configuration.id],
      isMuted: isMuted ?? session.channel.values.isMuted
    )
    for event in events { try handle(event) }
  }
}

extension Decision {
  /// What is to be done; throws why nothing is.
  @discardableResult
  func effects() throws(RigError) -> [TowerEffect] {
    switch outcome {
    case .success(let effects): return effects
    case .failure(let refusal):
      throw RigError(
        .refused,
        refusal.sentence,
        rule: refusal.rule.description,
        sessionCode: refusal.code.rawValue
      )
    }
  }
}
