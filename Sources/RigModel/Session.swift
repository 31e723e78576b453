// SPDX-License-Identifier: Apache-2.0
// A session as a preset describes it: its seat in the tower, and its channel of the mixer.

package import ControlTower

/// A session of a rig.
package struct Session: Hashable, Sendable {
  /// What decides whether it sounds.
  package var seat: Seat
  /// What it sounds like, and where.
  package var channel: Channel

  /// The name of the session, unique in the rig.
  package var name: String { channel.name }

  /// Whether it may open a microphone: it hears an input of the rig, or other programs as a
  /// category that records.
  package var hearsMicrophones: Bool {
    channel.sources.contains { source in
      switch source.kind {
      case .route: true
      case .jack: seat.configuration.category.behaviour.hasInput
      case .player, .silent, .session, .insert: false
      }
    }
  }

  /// Seats a channel.
  package init(seat: Seat, channel: Channel) {
    (self.seat, self.channel) = (seat, channel)
  }
}

/// The seat of a session in the tower, which knows nothing of its sound.
package struct Seat: Hashable, Sendable {
  /// What the tower needs to know: name, category, mode, options, duck and behaviour.
  package var configuration: SessionConfiguration
  /// What kind of program it is; its defaults are in the configuration already.
  package var role: Role?
  /// The category that it takes instead when others are heard as it is loaded (CHG-10).
  package var categoryBesideOthers: Category?
  /// Its preferences for the hardware.
  package var preferences: [Preference] = []
  /// Whether its user is asked for permission to record as it is loaded, not when it first hears an
  /// input (PERM-05).
  package var asksToRecordAtLoad = false
  /// Whether the session is activated when the rig starts.
  package var startsActive = false
  /// What it restores of its user's changes when the rig is started again; `nil` for the rig's
  /// setting.
  package var remembered: Set<Remembered>?

  /// Its configuration when others are heard as it is loaded (CHG-10).
  ///
  /// Settings that the other category does not allow are left out.
  package var configurationBesideOthers: SessionConfiguration {
    var other = configuration
    guard let category = categoryBesideOthers else { return other }
    other.category = category
    other.options = other.options.filter { $0.categories.contains(category) }
    if !other.mode.categories.contains(category) { other.mode = .default }
    if !other.refusals().isEmpty { other.policy = .default }
    return other
  }

  /// Makes a seat.
  package init(configuration: SessionConfiguration) {
    self.configuration = configuration
  }
}
