// SPDX-License-Identifier: Apache-2.0
// Which connections there is room for, and which one goes where another one comes.

/// The places of a server.
///
/// A known client keeps its place. Strangers have a share of the places, and make room for one
/// another: the oldest connection goes, of the address that has most of them. So a client that
/// opens any number of connections shuts nobody out: it pushes its own ones away, and a right
/// request, which is there a moment after its connection, is read.
struct HTTPPlaces {
  private struct Place {
    let block: Neighbourhood
    var isKnown = false
    /// Whether a request of it is being answered; such a connection is not sent away.
    var isBusy = false
  }

  /// Whether there is room.
  enum Room: Hashable {
    case free
    /// If that connection goes.
    case insteadOf(Int)
    case none
  }

  private let limits: HTTPLimits
  private var places: [Int: Place] = [:]
  /// Whether there is room for a few connections only.
  var isScarce = false

  init(_ limits: HTTPLimits) { self.limits = limits }

  /// How many have a place.
  var count: Int { places.count }

  /// Whether there is room for a connection.
  func room(for block: Neighbourhood) -> Room {
    let strangers = places.filter { !$0.value.isKnown }
    let own = strangers.filter { $0.value.block == block }
    let all = places.values.count { $0.block == block }
    if own.count >= limits.strangersOfAddress || all >= limits.connectionsOfAddress {
      return leaving(own)
    }
    let most = isScarce ? limits.connectionsInNeed : limits.connections
    guard places.count >= most || strangers.count >= limits.strangers else { return .free }
    let crowds = Dictionary(grouping: strangers) { $0.value.block }
    let largest = crowds.values.map(\.count).max() ?? 0
    return leaving(strangers.filter { crowds[$0.value.block]?.count == largest })
  }

  private func leaving(_ candidates: [Int: Place]) -> Room {
    // Numbers are given in the order in which connections come.
    let oldest = candidates.filter { !$0.value.isBusy }.keys.min()
    return oldest.map { .insteadOf($0) } ?? .none
  }

  /// Gives a place to a connection.
  mutating func take(_ number: Int, _ block: Neighbourhood) {
    places[number] = Place(block: block)
  }

  /// Takes the place of a connection that goes.
  mutating func leave(_ number: Int) { places[number] = nil }

  /// Notes that a whole request has come.
  mutating func asked(_ number: Int) { places[number]?.isBusy = true }

  /// Notes the answer to it, and whether that was for a known client.
  ///
  /// Known clients leave strangers their share: where there are too many of them, the last one to
  /// come stays a stranger. Returns whether it is known.
  mutating func answered(_ number: Int, isKnown: Bool) -> Bool {
    let others = places.count { $0.value.isKnown && $0.key != number }
    let isKnown = isKnown && others < limits.connections - limits.strangers
    places[number]?.isKnown = isKnown
    places[number]?.isBusy = false
    return isKnown
  }
}
