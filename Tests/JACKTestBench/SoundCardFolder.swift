// SPDX-License-Identifier: Apache-2.0
// Simulated sound cards, as ALSA would list them.

internal import Foundation

/// A folder in place of `/proc/asound`; a program finds it by `TARMAC_SOUND_CARDS`.
///
/// > Threading: Control.
package final class SoundCardFolder {
  /// Its path.
  package let path: String
  private var cards: [Int: (id: String, name: String)] = [:]

  /// Makes a folder without cards.
  package init() throws {
    path = "/tmp/tarmac-cards-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  /// Plugs a card in.
  package func plug(
    _ id: String,
    called name: String = "Card",
    at number: Int,
    devices: [String] = ["pcm0p", "pcm0c"]
  ) throws {
    let card = "\(path)/card\(number)"
    for device in devices {
      try FileManager.default.createDirectory(
        atPath: "\(card)/\(device)",
        withIntermediateDirectories: true
      )
    }
    cards[number] = (id, name)
    try writeList()
    try "\(id)\n".write(toFile: "\(card)/id", atomically: true, encoding: .utf8)
  }

  /// Removes a card.
  package func pull(_ number: Int) throws {
    cards[number] = nil
    try FileManager.default.removeItem(atPath: "\(path)/card\(number)")
    try writeList()
  }

  /// Removes the folder.
  package func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  private func writeList() throws {
    let lines = cards.sorted { $0.key < $1.key }.map { number, card in
      " \(number) [\(card.id)]: Bench - \(card.name)\n                      \(card.name) at nowhere\n"
    }
    try lines.joined().write(toFile: "\(path)/cards", atomically: true, encoding: .utf8)
  }
}
