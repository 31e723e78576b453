// SPDX-License-Identifier: Apache-2.0
// Reads lists of sound files, and how they are played.

import Quantities
import RigModel

extension Playlist {
  /// Reads how a list is played.
  init(_ fields: Fields, _ log: ProblemLog) {
    self.init()
    seed = fields["shuffle"].flatMap { node in
      if let flag = node.flag { return flag ? 1 : nil }
      return node.wholeNumber(as: "shuffle", in: 0...Limits.seed, log).map { UInt64(clamping: $0) }
    }
    repeats = fields.word("repeat")
    crossfade = fields.seconds("crossfade_seconds")
    measure = fields.word("crossfade_by")
    curve = fields.word("crossfade_curve")
    history = fields.wholeNumber("history") ?? history
  }
}

extension TargetLoudness {
  /// Reads how loud tracks are made; `nil` where that is not said in a way that can be read.
  init?(_ node: YAMLNode, _ log: ProblemLog) {
    if let flag = node.flag {
      guard flag else { return nil }
      self.init()
      return
    }
    guard let fields = Fields(node, .loudness, log) else { return nil }
    self.init()
    target = fields.number("target_lufs") ?? target
    mode = fields.word("mode")
    peakLimit = fields.number("limit_true_peak_db") ?? peakLimit
  }
}

extension YAMLNode {
  /// The path of a list of sound files or a folder of them, relative to the folder of the preset;
  /// reports one that is missing, or has nothing to be played.
  func trackList(as key: String, _ context: PresetContext) -> String? {
    let log = context.log
    guard let text = text(as: key, log) else { return nil }
    let path = Path.resolve(text, in: position.file)
    guard Path.exists(path) else {
      let sentence = FileProblem.missing.sentence(of: path)
      context.miss(position, "the list \(path.quotedPath) \(sentence)\(quotesHint)")
      return Path.real(path)
    }
    let findings = context.catalogue.findings(onTrackList: path)
    if let reason = findings.problem {
      context.miss(position, "the list \(path.quotedPath) can't be played: \(reason)")
    }
    for remark in findings.remarks {
      log.warn(position, "the list \(path.quotedPath) \(remark)")
    }
    return Path.real(path)
  }
}
