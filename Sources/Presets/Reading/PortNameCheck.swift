// SPDX-License-Identifier: Apache-2.0
// Finds JACK ports that would have the same name.

/// Finds ports with the same name, which JACK does not allow.
struct PortNameCheck {
  let log: ProblemLog
  private var owners: [String: String] = [:]

  init(_ log: ProblemLog) {
    self.log = log
  }

  /// Adds the ports of `owner`; reports the first whose name is taken.
  mutating func add(_ names: [String], of owner: String, at position: Position) {
    let clash = names.first { owners[$0] != nil }
    if let clash, let other = owners[clash] {
      let message = "the JACK port \(clash.quoted) would belong to \(other) and to \(owner)"
      log.report(position, "\(message): give one of them another name")
    }
    for name in names { owners[name] = owners[name] ?? owner }
  }
}
