// SPDX-License-Identifier: Apache-2.0
// A tower with sessions named by one word, so that tests read as stories.

package import ControlTower
import Quantities
import Testing

/// A tower on which a story is played.
struct Stage {
  var tower = ControlTower()

  /// Puts sessions on the stage; `active` ones are activated in turn.
  init(_ configurations: SessionConfiguration..., active: [SessionID] = []) throws {
    for configuration in configurations { try self(.added(configuration)) }
    for id in active { try self(.activate(id)) }
  }

  /// Handles an event.
  @discardableResult
  mutating func callAsFunction(_ event: TowerEvent) throws -> [TowerEffect] {
    try tower.handle(event)
  }

  /// Handles an event and returns only the actions that follow.
  mutating func actions(_ event: TowerEvent) throws -> [TowerEffect.Action] {
    try self(event).map(\.action)
  }

  /// Handles an event that has to be refused, and checks that it changed nothing.
  mutating func refusal(_ event: TowerEvent) -> Refusal? {
    let before = snapshot
    do throws(Refusal) {
      let effects = try tower.handle(event)
      Issue.record("\(event) was granted: \(effects)")
      return nil
    } catch {
      #expect(snapshot == before)
      return error
    }
  }

  /// Everything that can be seen of the tower.
  var snapshot: Snapshot {
    Snapshot(sessions: tower.sessions, interrupters: tower.activeInterrupters)
  }

  struct Snapshot: Hashable {
    let sessions: SessionList
    let interrupters: [Interrupter]
  }

  func activation(_ id: SessionID) -> SessionState.Activation? {
    tower.session(id)?.activation
  }

  func duckLevel(_ id: SessionID) -> Decibels? {
    tower.session(id)?.duck?.duck.level
  }
}

extension SessionID: ExpressibleByStringLiteral {
  /// Names a session by a literal.
  package init(stringLiteral name: String) {
    self.init(name)
  }
}

extension SessionConfiguration {
  /// The same, sent to these outputs alone; other sessions may hear it, and it may hear them.
  func sent(to outputs: PortID...) -> Self {
    var sent = self
    sent.targets =
      outputs.isEmpty ? .nowhere : SendTargets(pinned: Set(outputs), followsRoute: false)
    sent.behaviour.interSession = true
    return sent
  }

  static func music(_ id: SessionID = "music") -> Self {
    Self(id: id, category: .playback)
  }

  static func mixing(_ id: SessionID = "pad") -> Self {
    Self(id: id, category: .playback, options: [.mixWithOthers])
  }

  static func ducker(_ id: SessionID = "voice", level: Float = -12) -> Self {
    Self(
      id: id,
      category: .playback,
      options: [.duckOthers],
      duck: Duck(level: Decibels(level), attack: Seconds(0.1), release: Seconds(0.6))
    )
  }

  static func announcer(_ id: SessionID) -> Self {
    var announcer = ducker(id)
    announcer.duck = Duck(level: Decibels(-18), attack: Seconds(0.25), release: Seconds(1))
    announcer.behaviour.isDuckedByAnnouncers = false
    return announcer
  }

  static func meter(_ id: SessionID = "meter", mixes: Bool = false) -> Self {
    Self(
      id: id,
      category: .playAndRecord,
      mode: .measurement,
      options: mixes ? [.mixWithOthers] : []
    )
  }

  /// One configuration for each way in which a category can behave towards others.
  static let everyKind: [SessionConfiguration] = Category.allCases.flatMap { category in
    [[], [.mixWithOthers], [.duckOthers]].map {
      SessionConfiguration(id: "a", category: category, options: $0)
    }.filter { $0.refusals().isEmpty }
  }
}
