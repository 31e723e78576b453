// SPDX-License-Identifier: Apache-2.0
// Reads which sources sound in place of others.

import ControlTower
import Quantities
import RigModel

extension Fallback {
  /// Reads the fallback of a channel, whose sources are known; players among those that wait get
  /// their start from it.
  static func read(_ node: YAMLNode?, of channel: inout Channel, _ log: ProblemLog) {
    guard let node, let fields = Fields(node, .fallback, log) else { return }
    let names = channel.sources.map(\.name)
    var fallback = Fallback(sources: [])
    for entry in fields["to"]?.list(as: "to", log) ?? [] {
      guard let name = entry.text(as: "a source", log) else { continue }
      guard names.contains(name) else {
        let hint = Spelling.hintOrList(name, among: names, of: "sources")
        log.report(entry.position, "there is no source \(name.quoted) to fall back on\(hint)")
        continue
      }
      guard !fallback.sources.contains(name) else {
        log.report(entry.position, "the source \(name.quoted) is named twice")
        continue
      }
      fallback.sources.append(name)
    }
    if !fallback.sources.isEmpty, fallback.sources.count == names.count {
      let message = "there is nothing to fall back from: one of the sources must not be in 'to'"
      log.report(fields.position(of: "to"), message)
    }
    fallback.patience = fields.seconds("after_seconds", default: fallback.patience)
    fallback.confidence = fields.seconds("back_after_seconds", default: fallback.confidence)
    if let floor = fields.number("below_db") { fallback.floor = Decibels(Float(floor)) }
    for index in channel.sources.indices
    where fallback.sources.contains(channel.sources[index].name) {
      guard case .player(var player) = channel.sources[index].kind else { continue }
      player.startsPlaying = false
      channel.sources[index].kind = .player(player)
    }
    channel.fallback = fallback
  }
}
