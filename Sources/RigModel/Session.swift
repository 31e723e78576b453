// SPDX-License-Identifier: Apache-2.0
// A session as a preset describes it: its seat in the tower, and its channel of the mixer.

public import ControlTower

/// A session of a rig.
public struct Session: Hashable, Sendable {
  /// What decides whether it sounds.
  public var seat: Seat
  /// What it sounds like, and where.
  public var channel: Channel

  /// The name of the session, unique in the rig.
  public var name: String { channel.name }

  /// Whether it may open a microphone: it hears an input of the rig, or other programs as a
  /// category that records.
  public var hearsMicrophones: Bool {
    channel.sources.contains { source in
      switch source.kind {
      case .route: true
      case .jack: seat.configuration.category.behaviour.hasInput
      case .player, .silent, .session, .insert: false
      }
    }
  }

  /// Seats a channel.
  public init(seat: Seat, channel: Channel) {
    (self.seat, self.channel) = (seat, channel)
  }
}

/// The seat of a session in the tower, which knows nothing of its sound.
public struct Seat: Hashable, Sendable {
  /// What the tower needs to know: name, category, mode, options, duck and behaviour.
  public var configuration: SessionConfiguration
  /// What kind of program it is; its defaults are in the configuration already.
  public var role: Role?
  /// The category that it takes instead when others are heard as it is loaded (CHG-10).
  public var categoryBesideOthers: Category?
  /// Its preferences for the hardware.
  public var preferences: [Preference] = []
  /// Whether its user is asked for permission to record as it is loaded, not when it first hears an
  /// input (PERM-05).
  public var asksToRecordAtLoad = false
  /// Whether the session is activated when the rig starts.
  public var startsActive = false
  /// What it restores of its user's changes when the rig is started again; `nil` for the rig's
  /// setting.
  public var remembered: Set<Remembered>?

  /// Its configuration when others are heard as it is loaded (CHG-10).
  ///
  /// Settings that the other category does not allow are left out.
  public var configurationBesideOthers: SessionConfiguration {
    var other = configuration
    guard let category = categoryBesideOthers else { return other }
    other.category = category
    other.options = other.options.filter { $0.categories.contains(category) }
    if !other.mode.categories.contains(category) { other.mode = .default }
    if !other.refusals().isEmpty { other.policy = .default }
    return other
  }

  /// Makes a seat.
  public init(configuration: SessionConfiguration) {
    self.configuration = configuration
  }
}
