// SPDX-License-Identifier: Apache-2.0
// What lights, rings and motors of controllers show.

import ControlTree
package import Quantities
import RigModel

extension ControlSurface {
  /// How long after its last move a fader counts as being in somebody's hand.
  static let touch = Seconds(0.3)

  /// Forgets what controllers show, so that everything is sent again.
  package mutating func forgetShown() { shown = [:] }

  /// The messages that controllers have to hear, so that they show what is; a fader in somebody's
  /// hand hears nothing yet.
  package mutating func feedback(at now: MonotonicTime) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    for index in bounds.indices {
      guard let (address, value) = wanted(index), !isTouched(index, now) else { continue }
      shown[address] = value
      messages += ControlMove(address, value).messages
    }
    return messages
  }

  /// Whether something is to be shown once its control is let go.
  package func awaitsRelease(at now: MonotonicTime) -> Bool {
    bounds.indices.contains { isTouched($0, now) && wanted($0) != nil }
  }

  private func isTouched(_ index: Int, _ now: MonotonicTime) -> Bool {
    bounds[index].touched.map { now.elapsed(since: $0) < Self.touch } ?? false
  }

  /// What a binding has to show and does not.
  private func wanted(_ index: Int) -> (MIDIAddress, Int)? {
    let control = bounds[index].binding.control
    guard let address = control.feedback, isActive(index), let value = display(index, address),
      shown[address] != value
    else { return nil }
    return (address, value)
  }

  /// What a binding shows.
  private func display(_ index: Int, _ address: MIDIAddress) -> Int? {
    let (bound, lit) = (bounds[index], bounds[index].binding.control.lit)
    func light(_ isOn: Bool) -> Int { isOn ? lit ?? address.kind.highest : 0 }
    if let path = bound.binding.shows { return values[path].map { light($0 == .toggle(true)) } }
    switch bound.binding.act {
    case .layer(let name, _): return light(layer == name)
    case .trigger: return nil
    case .toggle(let path): return values[path].map { light($0 == .toggle(true)) }
    case .set(let path):
      guard let value = values[path] else { return nil }
      if let wanted = bound.binding.value { return light(value.words == wanted) }
      if bound.isSwitch { return light((value == .toggle(true)) != bound.binding.isInverted) }
      guard let way = bound.way, let place = way.position(of: value) else { return nil }
      let shown = way.shown(
        at: bound.binding.isInverted ? 1 - place : place,
        highest: lit ?? address.kind.highest
      )
      let control = bound.binding.control
      return lit == nil && address == control.address ? control.uncalibrated(shown) : shown
    }
  }
}
