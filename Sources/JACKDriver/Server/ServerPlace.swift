// SPDX-License-Identifier: Apache-2.0
// What a server of ours plays to: chosen once, and kept.

public import JACKVocabulary

/// What a server of ours may be started on.
public enum PlaceChoice: Hashable, Sendable {
  /// The first card that can play; without one, JACK's dummy driver.
  case firstCardOrDummy
  /// The first card that can play.
  case firstCard
  /// What somebody has named.
  case named(CardWish)
}

/// What a server of ours plays to.
enum ServerPlace: Hashable {
  case dummy
  case card(SoundCard, device: Int?)

  /// How JACK names it.
  var device: String {
    switch self {
    case .dummy: "dummy"
    case .card(let card, let device): card.address(device)
    }
  }

  /// What is to be played to, now that these `cards` are there.
  ///
  /// A server that had its `last` place gets no other one, so that a card that was pulled does not become another one; only
  /// a pattern may say that any of several will do.
  static func choose(
    _ choice: PlaceChoice,
    after last: ServerPlace?,
    among cards: [SoundCard]
  ) throws(LauncherError) -> ServerPlace {
    if case .named(let wish) = choice { return try choose(wish, after: last, among: cards) }
    switch last {
    case .dummy? where choice == .firstCardOrDummy: return .dummy
    case .card(let card, let device)?:
      let back = cards.first { $0.id == card.id } ?? cards.first { $0.isReturn(of: card) }
      if let back { return .card(back, device: device) }
      throw .noCard(wanted: card.id, present: cards.map(\.id))
    case .dummy?, nil: break
    }
    if let first = cards.first { return .card(first, device: nil) }
    guard choice == .firstCardOrDummy else { throw .noCard(wanted: nil, present: []) }
    return .dummy
  }

  private static func choose(
    _ wish: CardWish,
    after last: ServerPlace?,
    among cards: [SoundCard]
  ) throws(LauncherError) -> ServerPlace {
    guard case .card(let pattern) = wish else { return .dummy }
    let fitting = cards.filter { $0.matches(pattern) }
    let same = fitting.first { card in
      if case .card(let before, _)? = last { card.isReturn(of: before) } else { false }
    }
    guard let card = same ?? fitting.first else {
      throw .noCard(wanted: pattern.text, present: cards.map(\.id))
    }
    return .card(card, device: pattern.device)
  }

  /// Whether it is there still.
  func isThere(among cards: [SoundCard]) -> Bool {
    guard case .card(let card, _) = self else { return true }
    return cards.contains { $0.id == card.id }
  }
}
