// SPDX-License-Identifier: Apache-2.0
// Reads what a preset protects of an interrupter from changes.

import Quantities
import RigModel

extension StripGuards {
  /// Reads `locked` and `fader_range_db`; the fader that the preset itself sets must be in its
  /// range.
  static func read(_ fields: Fields, fader: Decibels) -> StripGuards {
    var guards = StripGuards()
    let log = fields.log
    if let node = fields["locked"] {
      if let isOn = node.switchAlone(as: "locked", log) {
        guards.locked = isOn ? .everything : .nothing
      } else if let items = node.list(as: "locked", log) {
        let words = items.compactMap { item -> String? in
          guard let word = item.text(as: "a value that is locked", log) else { return nil }
          guard keys.contains(word) else {
            let hint = Spelling.hintOrList(word, among: keys, of: "its values")
            log.report(
              item.position,
              "an interrupter has no value \(word.quoted) to be locked\(hint)"
            )
            return nil
          }
          return word
        }
        guards.locked = .some(Set(words))
      }
    }
    guard let node = fields["fader_range_db"], let ends = node.list(as: "fader_range_db", log)
    else {
      return guards
    }
    let numbers = ends.compactMap {
      $0.number(as: "an end of fader_range_db", in: fields.range(of: "fader_range_db"), log)
    }
    guard numbers.count == ends.count else { return guards }
    guard numbers.count == 2, numbers[0] <= numbers[1] else {
      log.report(node.position, "fader_range_db is a pair, the lower end first, such as [-6, 0]")
      return guards
    }
    guards.faderRange = numbers[0]...numbers[1]
    if !(numbers[0]...numbers[1]).contains(Double(fader.value)) {
      let range = "\(numbers[0].short) to \(numbers[1].short)"
      log.report(node.position, "the interrupter's own fader_db must be in its range, \(range) dB")
    }
    return guards
  }
}
