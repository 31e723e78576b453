// SPDX-License-Identifier: Apache-2.0
// Finds out which control somebody moves.

public import Presets
public import Quantities

/// Listens until it is clear which control is being moved.
///
/// A coarse control may turn out to be the first half of a fine one: whether its second half follows is waited for.
public struct MIDILearner: Sendable {
  /// How long after a coarse half a fine one comes at the latest.
  public static let patience = Seconds(0.1)

  private var decoder = MIDIDecoder()
  private var candidate: MIDIAddress?
  private var since = MonotonicTime.distantPast

  /// Makes a learner that has heard nothing.
  public init() {}

  /// The control that a message shows to be moved, once that is clear.
  public mutating func hear(_ message: [UInt8], at now: MonotonicTime) -> MIDIAddress? {
    let moves = decoder.moves(of: message)
    // What sets a parameter is no control by itself.
    if let parameter = moves.first(where: { [.nrpn, .rpn].contains($0.address.kind) }) {
      return parameter.address
    }
    for move in moves {
      let number = move.address.number ?? 0
      switch move.address.kind {
      case .note: if move.value > 0 { return move.address }
      case .program where move.address.number == nil: continue
      case .program, .bend, .pressure: return move.address
      case .cc where (96...101).contains(number) || number == 6 || number == 38: continue
      case .cc:
        guard candidate == nil else { continue }
        guard number < 32 else { return move.address }
        (candidate, since) = (move.address, now)
      case .cc14:
        let isSecondHalf = message.dropFirst().first.map { $0 >= 32 } == true
        if isSecondHalf, candidate?.channel == move.address.channel, candidate?.number == number {
          return move.address
        }
      case .nrpn, .rpn: continue
      }
    }
    return nil
  }

  /// The control that must be meant, as nothing has followed that would say otherwise.
  public func settled(at now: MonotonicTime) -> MIDIAddress? {
    guard let candidate, now.elapsed(since: since) >= Self.patience else { return nil }
    return candidate
  }
}
