// SPDX-License-Identifier: Apache-2.0
// The order of a round: that of the list, or a shuffled one.

extension TrackOrder {
  /// What tells the tracks of a list apart; one may be in it several times.
  struct Key: Hashable {
    let path: String
    let part: Track.Part?
    var copy = 0
  }

  var keys: [Key] {
    var seen: [Key: Int] = [:]
    return list.map { track in
      var key = Key(path: track.path, part: track.part)
      defer { seen[Key(path: track.path, part: track.part), default: 0] += 1 }
      key.copy = seen[key, default: 0]
      return key
    }
  }

  /// The order of this round; what was the last one of the round before does not come first.
  ///
  /// The place of a track depends on the seed, the round and its own name alone, so that files that
  /// come and go do not shuffle the others, and another machine has the same order.
  var sorted: [Int] {
    guard let seed else { return Array(list.indices) }
    // Two tracks take turns.
    guard list.count > 2 else { return shuffled(seed, round: 0) }
    var order = shuffled(seed, round: round)
    if round > 0, order.first == shuffled(seed, round: round - 1).last { order.swapAt(0, 1) }
    return order
  }

  private func shuffled(_ seed: UInt64, round: Int) -> [Int] {
    var seen: [Substring: UInt64] = [:]
    let places = list.enumerated().map { index, track in
      let name = track.path.split(separator: "/").last ?? ""
      defer { seen[name, default: 0] += 1 }
      return (Self.place(of: name, seen[name, default: 0], seed: seed, round: round), index)
    }
    return places.sorted { $0 < $1 }.map(\.1)
  }

  /// A number that is as good as random: FNV-1a over the bytes, mixed as SplitMix64 does it.
  private static func place(
    of name: Substring,
    _ copy: UInt64,
    seed: UInt64,
    round: Int
  ) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func take(_ byte: UInt8) { hash = (hash ^ UInt64(clamping: byte)) &* 0x100_0000_01B3 }
    for byte in name.utf8 { take(byte) }
    for number in [copy, UInt64(clamping: round)] {
      for shift in stride(from: 0, to: 64, by: 8) {
        take(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    var mixed = hash &+ seed &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
