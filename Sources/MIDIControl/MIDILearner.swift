// SPDX-License-Identifier: Apache-2.0
// Finds out which control somebody moves.

package import Quantities
package import RigModel

/// A control that somebody has moved.
package struct LearnedControl: Hashable, Sendable {
  /// Which one.
  package var address: MIDIAddress
  /// How it counts, if it is a knob without an end.
  package var relative: RelativeEncoding?
}

/// What a control is to be learned for.
package enum LearningAim: Hashable, Sendable {
  /// A switch or a trigger, which a press is enough for.
  case press
  /// A value that follows the control, in the way of that encoding if it is a knob without an end.
  case way(RelativeEncoding?)
}

/// Listens until it is clear which control is being moved.
///
/// What only trembles is not moved: a value is learned by a control that goes some way, or four
/// steps in one direction. A coarse control may turn out to be a half of a fine one, so the other
/// half is waited for. A pad, and the touch of a motor fader, which sends a note, have no travel
/// that a value could follow. A control that was moving already does not count before it has
/// rested.
package struct MIDILearner: Sendable {
  /// How long after one half of a fine control the other one comes at the latest.
  package static let patience = Seconds(0.1)
  /// How long a control rests before it is no longer one that moves.
  package static let rest = Seconds(0.3)
  /// How long an endless knob is waited for to be turned the other way as well.
  package static let turn = Seconds(1)
  /// What no control trembles by, of 127 and of 16,383.
  private static let (leastWay, leastFineWay) = (6, 256)
  /// The most controls that are looked at.
  private static let mostTraces = 512

  private let aim: LearningAim
  private var decoder = MIDIDecoder()
  private var traces: [MIDIAddress: ControlTrace] = [:]
  /// What was moving as learning began, and has not rested since.
  private var moving: RecentMoves
  /// The first pad that was struck in vain.
  private var pad: MIDIAddress?

  /// Makes a learner that has heard nothing but what was moving before.
  package init(for aim: LearningAim, after moving: RecentMoves = RecentMoves()) {
    (self.aim, self.moving) = (aim, moving)
  }

  /// The control that a message shows to be moved, once that is clear.
  package mutating func hear(_ message: [UInt8], at now: MonotonicTime) -> LearnedControl? {
    let moves = decoder.moves(of: message)
    guard !moving.goesOn(message, at: now) else { return nil }
    // What sets a parameter is no control by itself.
    let parameters = moves.filter { [.nrpn, .rpn].contains($0.address.kind) }
    for move in parameters.isEmpty ? moves : parameters {
      if let pressed = take(move, at: now) { return pressed }
    }
    return settled(at: now)
  }

  /// Notes a move; returns the control if it is a button, and one is wanted.
  private mutating func take(_ move: ControlMove, at now: MonotonicTime) -> LearnedControl? {
    let address = move.address
    switch address.kind {
    case .note, .program:
      guard move.value > 0, address.kind == .note || address.number != nil else { return nil }
      if aim == .press { return LearnedControl(address: address) }
      pad = pad ?? address
      return nil
    case .cc where (98...101).contains(address.number ?? 0): return nil
    default:
      guard traces[address] != nil || traces.count < Self.mostTraces else { return nil }
      traces[address, default: ControlTrace(since: now)].take(move.value, at: now)
      return nil
    }
  }

  /// The control that must be meant by what has been heard until now; of several the one that has
  /// gone the furthest.
  package func settled(at now: MonotonicTime) -> LearnedControl? {
    var (learned, furthest): (LearnedControl?, Double) = (nil, -1)
    for (address, trace) in traces where isWhole(address, trace, now) {
      let way = Double(trace.way) / Double(address.kind.highest)
      guard way > furthest || way == furthest && address.text < learned?.address.text ?? "",
        let control = control(address, trace, now)
      else { continue }
      (learned, furthest) = (control, way)
    }
    return learned
  }

  /// Whether a control is one by itself, as far as can be known by now: no half of a fine one, and
  /// not without its halves.
  private func isWhole(_ address: MIDIAddress, _ trace: ControlTrace, _ now: MonotonicTime) -> Bool
  {
    let number = address.number ?? 0
    func hasMoved(_ number: Int) -> Bool {
      traces[MIDIAddress(.cc, channel: address.channel, number: number)] != nil
    }
    switch address.kind {
    case .cc14: return hasMoved(number) && hasMoved(number + 32)
    case .cc where number < 32:
      return !hasMoved(number + 32) && now.elapsed(since: trace.since) >= Self.patience
    // Coarse halves that don't change may be left out.
    case .cc where number < 64:
      return !hasMoved(number - 32) && now.elapsed(since: trace.moved) >= Self.rest
    default: return true
    }
  }

  private func control(
    _ address: MIDIAddress,
    _ trace: ControlTrace,
    _ now: MonotonicTime
  ) -> LearnedControl? {
    let highest = address.kind.highest
    switch aim {
    case .press:
      let isOnce = trace.way == 0 && trace.last > highest / 2
      let isDone = isOnce && now.elapsed(since: trace.moved) >= Self.patience
      return isDone || trace.way > highest / 2 ? LearnedControl(address: address) : nil
    case .way(let relative?):
      guard address.kind == .cc, trace.turns(by: relative) > 1 else { return nil }
      return LearnedControl(address: address, relative: relative)
    case .way(nil):
      if address.kind == .cc, let turns = trace.turns {
        let isClear = turns.isClear || now.elapsed(since: trace.moved) >= Self.turn
        return isClear ? LearnedControl(address: address, relative: turns.encoding) : nil
      }
      let leastWay = highest > 127 ? Self.leastFineWay : Self.leastWay
      let hasGone = trace.way >= leastWay || trace.steps.magnitude >= 4
      return hasGone ? LearnedControl(address: address) : nil
    }
  }

  /// What was heard and is not meant, in a sentence; `nil` if nothing was.
  package var remark: String? {
    if let pad {
      return
        "\(pad.text) is a pad, or says that a fader is touched: a value follows a fader or a knob."
    }
    let trembling = traces.keys.map(\.text).min()
    return trembling.map { "\($0) has gone no way to speak of: move a control further." }
  }
}
