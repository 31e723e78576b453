// SPDX-License-Identifier: Apache-2.0
// What a server of ours plays to: chosen once, and kept.

package import JACKVocabulary

/// What a server of ours may be started on.
package enum PlaceChoice: Hashable, Sendable {
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
  /// A card, and one of its devices if it was named; `beside` are the ids of the cards that were
  /// there as well.
  case card(SoundCard, device: Int?, beside: Set<String> = [])

  /// How JACK names it.
  var device: String {
    switch self {
    case .dummy: "dummy"
    case .card(let card, let device, _): card.address(device)
    }
  }

  /// What is to be played to, now that these `cards` are there.
  ///
  /// A server that had its `last` place gets no other one, so that the sound never moves to another
  /// card when one was pulled; only a pattern may say that any of several will do.
  static func choose(
    _ choice: PlaceChoice,
    after last: ServerPlace?,
    among cards: [SoundCard]
  ) throws(LauncherError) -> ServerPlace {
    if case .named(let wish) = choice { return try choose(wish, after: last, among: cards) }
    switch last {
    case .dummy? where choice == .firstCardOrDummy: return .dummy
    case .card(let card, let device, _)?:
      let back =
        cards.first { $0.id == card.id } ?? cards.first { last?.hasReturned(as: $0) == true }
      if let back { return place(on: back, device, among: cards) }
      throw .noCard(wanted: card.id, present: cards.map(\.id))
    case .dummy?, nil: break
    }
    if let first = cards.first { return place(on: first, nil, among: cards) }
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
    let same = fitting.first { last?.hasReturned(as: $0) == true }
    guard let card = same ?? fitting.first else {
      throw .noCard(wanted: pattern.text, present: cards.map(\.id))
    }
    return place(on: card, pattern.device, among: cards)
  }

  private static func place(on card: SoundCard, _ device: Int?, among cards: [SoundCard])
    -> ServerPlace
  {
    .card(card, device: device, beside: Set(cards.map(\.id)).subtracting([card.id]))
  }

  /// Whether a card is the one of this place, which may have got another id; a twin that was there
  /// before does not count.
  private func hasReturned(as card: SoundCard) -> Bool {
    guard case .card(let before, _, let others) = self else { return false }
    let hasItsName = card.name != nil && card.name == before.name
    return card.id == before.id || (hasItsName && !others.contains(card.id))
  }

  /// Whether it is there still.
  func isThere(among cards: [SoundCard]) -> Bool {
    guard case .card(let card, _, _) = self else { return true }
    return cards.contains { $0.id == card.id }
  }
}
