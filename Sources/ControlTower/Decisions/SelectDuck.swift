// SPDX-License-Identifier: Apache-2.0
// Which of the ducking sessions decides how far a session is ducked, and where.

import Quantities

extension TowerState {
  /// The sessions that duck others.
  var duckers: [Ducker] {
    sessions.indices(of: .ducking).map { index in
      let path = hosts(of: sessions[index].id)
      let outputs = path.compactMap(session).map(\.outputsHeard)
      return Ducker(sessions[index], path: path, outputs: Set(outputs.joined()))
    }
  }

  /// The deepest of the duckers' ducks that reaches the session at `index`; ducks do not add up.
  func selectDuck(for index: Int, among duckers: [Ducker], isStarting: Bool) -> AppliedDuck? {
    if duckers.isEmpty { return nil }
    let hosts = feeds(of: sessions[index])
    var deepest: Ducker?
    var level = Decibels.unity
    // By index, not by value: with many duckers, copying each of them for each session takes most
    // of the time.
    for place in duckers.indices
    where duckers[place].level(for: sessions[index]) < level
      && duckers[place].reaches(sessions[index], feeding: hosts)
    {
      level = duckers[place].level(for: sessions[index])
      deepest = duckers[place]
    }
    guard let deepest, !areTurnedDown(relaysOf: sessions[index], to: level, by: duckers) else {
      return nil
    }
    let isOutspoken = deepest.isAnnouncer && sessions[index].isAnnouncer
    return AppliedDuck(
      duck: deepest.configuration.value.duck(of: sessions[index].id),
      reason: Explanation(
        isOutspoken ? .duckA2 : isStarting ? .duck09 : .duck01,
        cause: .session(deepest.configuration.value.id)
      ),
      outputs: outputs(of: sessions[index], feeding: hosts, sharedWith: duckers)
    )
  }

  /// The outputs at which a session is turned down; `nil` for all at which it is heard (DUCK-A3).
  private func outputs(
    of session: SessionState,
    feeding hosts: Set<SessionID>,
    sharedWith duckers: [Ducker]
  ) -> Set<PortID>? {
    let own = session.outputsTurnedDown
    var shared: Set<PortID> = []
    for ducker in duckers
    where ducker.level(for: session) < .unity && ducker.reaches(session, feeding: hosts) {
      if ducker.outputs.isEmpty || !ducker.path.isDisjoint(with: hosts) { return nil }
      shared.formUnion(own.intersection(ducker.outputs))
    }
    return shared == own ? nil : shared
  }

  /// Whether all of a session's sound comes from sessions that are ducked as far already (DUCK-A4).
  private func areTurnedDown(
    relaysOf session: SessionState,
    to level: Decibels,
    by duckers: [Ducker]
  ) -> Bool {
    let relays = session.configuration.relays
    return !relays.isEmpty
      && relays.allSatisfy { relay in
        guard let index = index(of: relay), sessions[index].isActive,
          let duck = selectDuck(for: index, among: duckers, isStarting: false)
        else { return false }
        return duck.outputs == nil && duck.duck.level <= level
      }
  }

  /// The sessions that a session feeds at the moment.
  private func feeds(of session: SessionState) -> Set<SessionID> {
    if connections.isEmpty { return [] }
    return Set(connections.filter { $0.from == session.id && isOpen($0) }.map(\.to))
  }

  /// A session, and all sessions that its sound goes through.
  private func hosts(of id: SessionID) -> Set<SessionID> {
    var found: Set<SessionID> = [id]
    var new = [id]
    while let next = new.popLast() {
      for connection in connections
      where connection.from == next && isOpen(connection) && found.insert(connection.to).inserted {
        new.append(connection.to)
      }
    }
    return found
  }

  /// How long a session that starts waits until the sessions that it ducks are down.
  func selectStartDelay(of session: SessionState) -> Seconds {
    guard session.configuration.duck.startsAfterAttack, session.isDucking,
      let ducker = duckers.first(where: { $0.configuration.value.id == session.id })
    else { return .zero }
    let ducked = sessions.filter {
      $0.isSounding && ducker.level(for: $0) < .unity && ducker.reaches($0, feeding: feeds(of: $0))
    }
    return ducked.map { session.configuration.duck(of: $0.id).attack }.max() ?? .zero
  }
}

/// A session that ducks others, with what matters to them.
struct Ducker: Equatable {
  let configuration: Shared<SessionConfiguration>
  let isAnnouncer: Bool
  /// The sessions through which it is heard: itself, and those that it feeds.
  let path: Set<SessionID>
  /// The outputs where it is heard; empty where that is not known.
  let outputs: Set<PortID>
  private let level: Decibels
  private let hasExceptions: Bool
  private let lastActivation: Int

  init(_ session: SessionState, path: Set<SessionID>, outputs: Set<PortID>) {
    configuration = session.sharedConfiguration
    isAnnouncer = session.isAnnouncer
    (self.path, self.outputs) = (path, outputs)
    level = session.configuration.duck.level
    hasExceptions = !session.configuration.ducksOf.isEmpty
    lastActivation = session.lastActivation
  }

  /// How far it would duck another session.
  fileprivate func level(for other: SessionState) -> Decibels {
    hasExceptions ? configuration.value.duck(of: other.id).level : level
  }

  /// Whether it ducks another session, which feeds `hosts`: not the sessions through which it is
  /// heard itself, nor one that measures (MEAS-01), is heard in full, or is not heard at the same
  /// place.
  fileprivate func reaches(_ other: SessionState, feeding hosts: Set<SessionID>) -> Bool {
    !path.contains(other.id) && other.configuration.mode != .measurement
      && !(isAnnouncer && other.isHeardOverAnnouncers(since: lastActivation))
      && meets(other, feeding: hosts)
  }

  /// Whether both are heard at one output, or in one session (DUCK-A3).
  ///
  /// A session that is only heard through sessions that are ducked themselves is not ducked once
  /// more (DUCK-A4).
  private func meets(_ other: SessionState, feeding hosts: Set<SessionID>) -> Bool {
    if !path.isDisjoint(with: hosts) { return true }
    if other.targets == .nowhere { return hosts.isEmpty }
    let own = other.outputsTurnedDown
    let isUnknown = outputs.isEmpty || (own.isEmpty && other.targets.followsRoute)
    return isUnknown || !own.isDisjoint(with: outputs)
  }
}

extension SessionConfiguration {
  /// The duck that is meant for another session.
  fileprivate func duck(of other: SessionID) -> Duck {
    ducksOf[other] ?? duck
  }
}

extension SessionState {
  /// Whether it ducks others.
  var isDucking: Bool {
    isActive && configuration.inForce.contains(.duckOthers)
  }

  /// The outputs, other than cue sends, at which it is heard.
  fileprivate var outputsHeard: Set<PortID> { reachedOutputs.subtracting(targets.cueOnly) }

  /// The part of `outputsHeard` where its sends come after the duck.
  fileprivate var outputsTurnedDown: Set<PortID> { outputsHeard.subtracting(targets.beforeDuck) }

  /// Whether it is an announcer: it ducks, and later announcers do not duck it.
  fileprivate var isAnnouncer: Bool { isDucking && !configuration.behaviour.isDuckedByAnnouncers }

  /// Whether it is heard in full although the other session ducks all others: the other one spoke
  /// first (DUCK-A2).
  func isHeardOver(_ other: SessionState) -> Bool {
    other.isAnnouncer && isHeardOverAnnouncers(since: other.lastActivation)
  }

  /// Whether it is an announcer that was activated later than `activation`.
  fileprivate func isHeardOverAnnouncers(since activation: Int) -> Bool {
    lastActivation > activation && isAnnouncer
  }
}
