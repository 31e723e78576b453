// SPDX-License-Identifier: Apache-2.0
// How a session's state changes, as the pictures of docs/session-layer.md draw it: each arrow with
// the events that lead along it.

internal import ControlTower

/// An arrow of a picture.
struct SessionStep: Sendable {
  /// What happens, in words, a line each.
  let words: [String]
  /// Where it begins.
  let from: String
  /// Where it ends.
  let to: String
  /// The events that lead to its beginning.
  let before: [TowerEvent]
  /// The events that lead along the arrow: each list does.
  let along: [[TowerEvent]]
}

/// The stories that the pictures show.
enum SessionStories {
  private static let id = SessionID("music")
  private static let rival = SessionID("rival")

  private static var music: SessionConfiguration {
    SessionConfiguration(id: id, category: .playback)
  }

  /// A session that follows switch and lock.
  private static var bed: SessionConfiguration { SessionConfiguration(id: id, category: .ambient) }

  private static var loaded: [TowerEvent] {
    [
      .added(music), .added(SessionConfiguration(id: rival, category: .playback)),
      .plugged(PortDescription(id: PortID("hall"), role: .lineOut, direction: .output)),
    ]
  }

  private static var active: [TowerEvent] { loaded + [.activate(id)] }
  private static var called: [TowerEvent] { active + [.interrupterBegan(.phone)] }

  /// The states of its activation.
  static var activation: [SessionStep] {
    [
      SessionStep(
        words: ["loaded"],
        from: "not loaded",
        to: "inactive",
        before: [],
        along: [[.added(music)]]
      ),
      SessionStep(
        words: ["is unloaded"],
        from: "inactive",
        to: "not loaded",
        before: loaded,
        along: [[.removed(id)]]
      ),
      SessionStep(
        words: ["activates", "or starts to play"],
        from: "inactive",
        to: "active",
        before: loaded,
        along: [[.activate(id)], [.setPlaying(id, true)]]
      ),
      SessionStep(
        words: ["lets go, the operator takes it away,", "or the audio server is lost"],
        from: "active",
        to: "inactive",
        before: active,
        along: [
          [.deactivate(id, notifyingOthers: false)], [.forceDeactivate(id)], [.mediaServicesLost],
        ]
      ),
      SessionStep(
        words: ["an interrupter, another session,", "the operator"],
        from: "active",
        to: "interrupted",
        before: active,
        along: [
          [.interrupterBegan(.phone)], [.interrupterRang(.alarm)], [.activate(rival)],
          [.forceInterrupt(id)],
        ]
      ),
      SessionStep(
        words: ["that is over, and it may resume;", "or it activates once nobody outranks it"],
        from: "interrupted",
        to: "active",
        before: called,
        along: [
          [.interrupterEnded(.phone, shouldResume: true)],
          [.interrupterEnded(.phone, shouldResume: false), .activate(id)],
        ]
      ),
      SessionStep(
        words: ["that is over, and it stays out;", "it lets go; the server is lost"],
        from: "interrupted",
        to: "inactive",
        before: called,
        along: [
          [.interrupterEnded(.phone, shouldResume: false)],
          [.deactivate(id, notifyingOthers: false)], [.mediaServicesLost],
        ]
      ),
    ]
  }

  /// States that may hold for an active session beside that, each on its own: on, then off again.
  static var flags: [(name: String, on: SessionStep, off: SessionStep)] {
    let sounding: [TowerEvent] = [.added(bed), .activate(id)]
    let voice = SessionConfiguration(id: rival, category: .playback, options: [.duckOthers])
    func flag(
      _ name: String,
      _ on: TowerEvent,
      _ onWords: String,
      _ off: TowerEvent,
      _ offWords: String,
      before: [TowerEvent] = []
    ) -> (name: String, on: SessionStep, off: SessionStep) {
      let start = sounding + before
      return (
        name,
        SessionStep(words: [onWords], from: "sounds", to: name, before: start, along: [[on]]),
        SessionStep(
          words: [offWords],
          from: name,
          to: "sounds",
          before: start + [on],
          along: [[off]]
        )
      )
    }
    return [
      flag(
        "held by the lock",
        .setLocked(true),
        "the lock: plugins and files stand still",
        .setLocked(false),
        "unlocked: it goes on where it was"
      ),
      flag(
        "silent",
        .setSilent(true),
        "the silent switch: muted, time runs on",
        .setSilent(false),
        "switched back: it is heard again"
      ),
      flag(
        "turned down",
        .activate(rival),
        "who ducks becomes active: its level goes down",
        .deactivate(rival, notifyingOthers: false),
        "who ducks lets go: exactly the level of before",
        before: [.added(voice)]
      ),
      flag(
        "paused",
        .setPlaying(id, false),
        "its user pauses it, or its output goes",
        .setPlaying(id, true),
        "its user plays it"
      ),
    ]
  }

  /// The name of the state that a session is in, as the pictures write it.
  static func state(of tower: ControlTower) -> String {
    switch tower.session(id)?.activation {
    case nil: "not loaded"
    case .inactive: "inactive"
    case .active: "active"
    case .interrupted: "interrupted"
    }
  }

  /// The names of the flags that hold.
  static func flags(of tower: ControlTower) -> [String] {
    guard let session = tower.session(id), session.isActive else { return [] }
    let all = [
      (session.strip.suspension != nil, "held by the lock"),
      (session.strip.silencing != nil, "silent"),
      (session.duck != nil, "turned down"), (session.isPaused, "paused"),
    ]
    return all.filter(\.0).map(\.1)
  }
}
