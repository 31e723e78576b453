// SPDX-License-Identifier: Apache-2.0
// Which of the ducking sessions decides how far a session is turned down.

import Quantities

extension TowerState {
  /// The sessions that turn others down.
  var duckers: [Ducker] { sessions.indices(of: .ducking).map { Ducker(sessions[$0]) } }

  /// The deepest of the duckers' ducks that reaches the session at `index`; ducks do not add up.
  func selectDuck(for index: Int, among duckers: [Ducker], isStarting: Bool) -> AppliedDuck? {
    var deepest: Ducker?
    var level = Decibels.unity
    // By place, not by value: with many duckers a copy of each for each session is what takes the time.
    for place in duckers.indices
    where duckers[place].level(for: sessions[index]) < level
      && duckers[place].reaches(sessions[index])
    {
      level = duckers[place].level(for: sessions[index])
      deepest = duckers[place]
    }
    guard let deepest else { return nil }
    let isOutspoken = deepest.isAnnouncer && sessions[index].isAnnouncer
    return AppliedDuck(
      duck: deepest.configuration.value.duck(of: sessions[index].id),
      reason: Explanation(
        isOutspoken ? .duckA2 : isStarting ? .duck09 : .duck01,
        cause: .session(deepest.configuration.value.id)
      )
    )
  }

  /// How long a session that starts waits until the sessions that it ducks are down.
  func selectStartDelay(of session: SessionState) -> Seconds {
    guard session.configuration.duck.startsAfterAttack, session.isDucking else { return .zero }
    let ducker = Ducker(session)
    let ducked = sessions.filter {
      $0.isSounding && ducker.level(for: $0) < .unity && ducker.reaches($0)
    }
    return ducked.map { session.configuration.duck(of: $0.id).attack }.max() ?? .zero
  }
}

/// A session that turns others down, as far as that concerns them.
struct Ducker: Equatable {
  let configuration: Shared<SessionConfiguration>
  let isAnnouncer: Bool
  private let id: SessionID
  private let level: Decibels
  private let hasExceptions: Bool
  private let lastActivation: Int

  init(_ session: SessionState) {
    configuration = session.sharedConfiguration
    isAnnouncer = session.isAnnouncer
    id = session.id
    level = session.configuration.duck.level
    hasExceptions = !session.configuration.ducksOf.isEmpty
    lastActivation = session.lastActivation
  }

  /// How far it would turn another session down.
  fileprivate func level(for other: SessionState) -> Decibels {
    hasExceptions ? configuration.value.duck(of: other.id).level : level
  }

  /// Whether it turns another session down at all; not itself, nor who measures (MEAS-01) or is heard in full.
  fileprivate func reaches(_ other: SessionState) -> Bool {
    other.id != id && other.configuration.mode != .measurement
      && !(isAnnouncer && other.isHeardOverAnnouncers(since: lastActivation))
  }
}

extension SessionConfiguration {
  /// The duck that is meant for another session.
  fileprivate func duck(of other: SessionID) -> Duck {
    ducksOf[other] ?? duck
  }
}

extension SessionState {
  /// Whether it turns others down.
  var isDucking: Bool {
    isActive && configuration.inForce.contains(.duckOthers)
  }

  /// Whether it speaks to everybody, and others of its kind make way for it.
  fileprivate var isAnnouncer: Bool { isDucking && !configuration.behaviour.isDuckedByAnnouncers }

  /// Whether it is heard in full although the other one turns all others down: that one spoke before it (DUCK-A2).
  func isHeardOver(_ other: SessionState) -> Bool {
    other.isAnnouncer && isHeardOverAnnouncers(since: other.lastActivation)
  }

  /// Whether it is an announcer that has spoken later than those of an earlier activation.
  fileprivate func isHeardOverAnnouncers(since activation: Int) -> Bool {
    lastActivation > activation && isAnnouncer
  }
}
