// SPDX-License-Identifier: Apache-2.0
// Reads what a rig wants of the JACK server.

import JACKVocabulary

extension ServerWish {
  /// Reads `server`.
  init(_ node: YAMLNode, _ log: ProblemLog) {
    self.init()
    guard let fields = Fields(node, .server, log) else { return }
    card = fields["card"].flatMap { CardWish($0, log) }
    sampleRate = fields.wholeNumber("rate_hz")
    periodFrames = fields.wholeNumber("period_frames")
    if case .mapping(let entries) = node.content, entries.isEmpty {
      log.report(fields.position, "a server needs card, rate_hz, period_frames or several of them")
    }
  }
}

extension CardWish {
  fileprivate init?(_ node: YAMLNode, _ log: ProblemLog) {
    guard let text = node.text(as: "card", log) else { return nil }
    guard text.utf8.count <= Limits.nameLength, let wish = CardWish(text) else {
      log.report(node.position, "\(text.quoted) is no sound card: \(CardWish.form)")
      return nil
    }
    self = wish
  }
}
