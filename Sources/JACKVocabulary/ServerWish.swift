// SPDX-License-Identifier: Apache-2.0
// What a preset or an option wants of the JACK server: the sound card, the rate, the period.

/// What a rig wants of its server.
///
/// A server that it starts gets all of it; one that it joins is compared with it.
package struct ServerWish: Hashable, Sendable {
  /// What it plays to; `nil` where nobody has said.
  package var card: CardWish?
  /// Frames per second.
  package var sampleRate: Int?
  /// Frames per cycle.
  package var periodFrames: Int?

  /// Wants nothing.
  package init() {}
}

/// What a server is to play to.
package enum CardWish: Hashable, Sendable {
  /// A sound card, and no other one.
  case card(CardPattern)
  /// JACK's dummy driver, which nobody hears: a server that only gives the clock, or a rig that is
  /// tried.
  case dummy

  /// Reads `dummy`, or a card as `CardPattern` does.
  package init?(_ text: String) {
    if text == "dummy" {
      self = .dummy
    } else {
      guard let pattern = CardPattern(text) else { return nil }
      self = .card(pattern)
    }
  }

  /// What it is called in a preset.
  package var text: String {
    switch self {
    case .card(let pattern): pattern.text
    case .dummy: "dummy"
    }
  }

  /// What a card looks like.
  package static let form =
    "write a card as ALSA names it (cat /proc/asound/cards), such as USB, hw:CARD=USB,DEV=0 or 'Scarlett*', or write dummy; numbers change with the order of plugging in"
}

/// A sound card as ALSA names it: by its id or its name, in which `*` stands for any characters and
/// `?` for one.
package struct CardPattern: Hashable, Sendable {
  /// The id or the name.
  package var glob: String
  /// Which of its devices; `nil` for the first one that plays.
  package var device: Int?

  /// Reads `USB`, `USB*`, `Scarlett 2i2 USB`, `hw:USB`, `hw:USB,1` or `hw:CARD=USB,DEV=1`; `nil`
  /// when it is none of them.
  package init?(_ text: String) {
    var rest = Substring(text)
    if rest.hasPrefix("hw:") { rest = rest.dropFirst(3) }
    if rest.hasPrefix("CARD=") { rest = rest.dropFirst(5) }
    if let comma = rest.lastIndex(of: ",") {
      var number = rest[rest.index(after: comma)...]
      if number.hasPrefix("DEV=") { number = number.dropFirst(4) }
      guard let device = Int(number), 0..<32 ~= device else { return nil }
      self.device = device
      rest = rest[..<comma]
    }
    guard !rest.isEmpty, Int(rest) == nil, !rest.contains("\n") else { return nil }
    glob = String(rest)
  }

  /// The pattern as a preset writes it.
  package var text: String { device.map { "\(glob),\($0)" } ?? glob }
}
