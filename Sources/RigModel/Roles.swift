// SPDX-License-Identifier: Apache-2.0
// The kinds of programs, and the defaults of their sessions.

package import ControlTower
import Quantities

/// The kind of program that a session is (ROLE-01 to ROLE-12).
package enum Role: String, Hashable, Sendable, CaseIterable {
  case game, player, voip, recorder, meter, browser, announcer, instrument, dj, utility
}

/// A row of the table of roles.
package struct RoleDefaults: Hashable, Sendable {
  /// The category.
  package var category: Category
  /// The category when others are heard as it is loaded.
  package var categoryBesideOthers: Category?
  /// The mode.
  package var mode = Mode.default
  /// The options.
  package var options: Set<CategoryOption> = []
  /// How it ducks others.
  package var duck = Duck.standard
  /// Whether it is active from the start.
  package var startsActive = false
  /// Whether it asks at load for the permission to record, if it is undecided (PERM-05).
  package var asksToRecordAtLoad = false
  /// The behaviour.
  package var behaviour = SessionBehaviour.standard

  /// Those of a session without a role.
  package static let none = RoleDefaults(category: .soloAmbient)
}

extension Role {
  /// The row of this role in the table of roles.
  package var defaults: RoleDefaults {
    switch self {
    case .game:
      // It lets music that plays go on, and always comes back (ROLE-01, ROLE-02, ROLE-A1, CHG-10).
      RoleDefaults(
        category: .soloAmbient,
        categoryBesideOthers: .ambient,
        startsActive: true,
        behaviour: SessionBehaviour(resume: .always, routePolicy: .ignore)
      )
    case .player:
      // Its user starts it; it stays active until it is interrupted, and pauses on unplug (ROLE-03,
      // ROLE-A2).
      RoleDefaults(category: .playback)
    case .voip:
      // Active for a call only; after an interruption its user calls again (ROLE-05, ROLE-12,
      // ROLE-A3).
      RoleDefaults(
        category: .playAndRecord,
        mode: .voiceChat,
        asksToRecordAtLoad: true,
        behaviour: SessionBehaviour(resume: .never, routePolicy: .ignore, deactivatesOnStop: true)
      )
    case .recorder:
      // Active for a take only, so that alerts can sound between takes; a take that was interrupted
      // is over (ROLE-06, ACT-13, ACT-A2, INT-16).
      RoleDefaults(
        category: .record,
        asksToRecordAtLoad: true,
        behaviour: SessionBehaviour(
          resume: .never,
          routePolicy: .stopOnChange,
          prefersNoInterruptionsFromSystemAlerts: true,
          deactivatesOnStop: true
        )
      )
    case .meter:
      // No other session may add a signal to what it measures (ROLE-07, ROLE-A4).
      RoleDefaults(
        category: .playAndRecord,
        mode: .measurement,
        startsActive: true,
        asksToRecordAtLoad: true,
        behaviour: SessionBehaviour(
          resume: .always,
          routePolicy: .ignore,
          hasExclusiveOutputs: true
        )
      )
    case .browser:
      // Its user starts it and starts it again; the others come back after a video (ROLE-A5).
      RoleDefaults(
        category: .playback,
        behaviour: SessionBehaviour(resume: .never, deactivatesOnStop: true)
      )
    case .announcer:
      // Active for one prompt; one that was interrupted is not worth repeating, and of two the
      // newer one is heard (ROLE-08, ROLE-A6, ANC-MODE-02, DUCK-A2).
      RoleDefaults(
        category: .playback,
        mode: .voicePrompt,
        options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers],
        duck: Duck(
          level: Decibels(-18),
          attack: Seconds(0.25),
          release: Seconds(1),
          startsAfterAttack: true
        ),
        behaviour: SessionBehaviour(
          resume: .never,
          routePolicy: .ignore,
          deactivatesOnStop: true,
          isDuckedByAnnouncers: false
        )
      )
    case .instrument:
      // Played over other music, from the moment its start button is pressed (ROLE-10, ROLE-A7).
      RoleDefaults(
        category: .playback,
        options: [.mixWithOthers],
        behaviour: SessionBehaviour(
          resume: .always,
          routePolicy: .ignore,
          prefersNoInterruptionsFromSystemAlerts: true
        )
      )
    case .dj:
      // Several decks at once, the cue on another output; one lost output must not stop the others
      // (ROLE-09).
      RoleDefaults(
        category: .multiRoute,
        options: [.mixWithOthers],
        startsActive: true,
        behaviour: SessionBehaviour(
          routePolicy: .ignore,
          prefersNoInterruptionsFromSystemAlerts: true
        )
      )
    case .utility:
      // Its sound is not essential: it mixes with others, and the silent switch silences it
      // (ROLE-11).
      RoleDefaults(category: .ambient, behaviour: SessionBehaviour(routePolicy: .ignore))
    }
  }
}
