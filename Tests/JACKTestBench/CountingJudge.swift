// SPDX-License-Identifier: Apache-2.0
// Tells intact sound from broken sound, for hours, without keeping any of it.

/// Samples that carry their own position, and what has become of them on their way.
///
/// Sample `k` of a turn of 2^20 frames is `(k + 1) / 2^23`, which a float holds exactly, so that a
/// listener knows of each sample whether it follows the one before. A gain that moves yields
/// samples that are no such numbers.
package struct CountingJudge: Sendable {
  /// After how many frames the samples begin again.
  package static let turn = 1 << 20
  private static let scale: Float = 8_388_608

  /// What was heard.
  package struct Findings: Hashable, Sendable {
    /// Samples heard in all.
    package var frames = 0
    /// Samples that follow the one before.
    package var rightFrames = 0
    /// Exact zeros.
    package var silentFrames = 0
    /// The longest silence, in frames, after something was heard.
    package var longestSilence = 0
    /// Places at which the sound goes on elsewhere, from one sample to the next: a cycle was lost
    /// or came twice.
    package var jumps = 0
    /// Fades, each beside a silence.
    package var fades = 0
    /// Samples that nothing explains.
    package var wrongFrames = 0

    /// Nothing heard yet.
    package init() {}
  }

  private enum Sound {
    /// Nothing was heard yet.
    case nothing
    case silence, counting
    /// So many samples that do not follow one another, and whether silence was before them.
    case bent(frames: Int, afterSilence: Bool)
  }

  /// What was heard since `findings` were taken.
  package private(set) var findings = Findings()
  private var state = Sound.nothing
  private var lastIndex: Int?
  private var silence = 0
  /// How long a fade may take.
  private let longestFade: Int

  /// Judges sound whose fades take so many frames at most.
  package init(longestFade: Int) {
    self.longestFade = longestFade
  }

  /// The sample at an index.
  package static func sample(at index: Int) -> Float {
    Float(index % turn + 1) / scale
  }

  /// Returns the findings so far and begins again, in the middle of the sound.
  package mutating func takeFindings() -> Findings {
    defer { findings = Findings() }
    return findings
  }

  /// Whether the last sample followed the one before.
  package var isCounting: Bool { if case .counting = state { true } else { false } }

  /// Hears the next sample.
  package mutating func hear(_ sample: Float) {
    findings.frames += 1
    guard sample != 0 else { return hearSilence() }
    let index = CountingJudge.index(of: sample)
    let follows = index.map { $0 == lastIndex.map { ($0 + 1) % CountingJudge.turn } } ?? false
    lastIndex = index
    silence = 0
    if follows { hearRight() } else { hearBent() }
  }

  private mutating func hearSilence() {
    // A fade to silence ends here.
    if case .bent(let frames, let afterSilence) = state {
      settle(frames, isFade: true, afterSilence)
    }
    lastIndex = nil
    if case .nothing = state { return }
    silence += 1
    findings.silentFrames += 1
    findings.longestSilence = max(findings.longestSilence, silence)
    state = .silence
  }

  private mutating func hearRight() {
    findings.rightFrames += 1
    if case .bent(let frames, let afterSilence) = state {
      settle(frames, isFade: afterSilence, afterSilence)
    }
    state = .counting
  }

  private mutating func hearBent() {
    switch state {
    case .bent(let frames, let afterSilence):
      state = .bent(frames: frames + 1, afterSilence: afterSilence)
    case .counting: state = .bent(frames: 1, afterSilence: false)
    case .nothing, .silence: state = .bent(frames: 1, afterSilence: true)
    }
  }

  /// Decides what samples were that did not follow one another.
  private mutating func settle(_ frames: Int, isFade: Bool, _ afterSilence: Bool) {
    if frames == 1, !afterSilence, !isFade {
      findings.jumps += 1
    } else if isFade, frames <= longestFade {
      // The first sample after a silence follows no other; that is no fade.
      if frames > 1 { findings.fades += 1 }
    } else {
      findings.wrongFrames += frames
    }
  }

  private static func index(of sample: Float) -> Int? {
    let number = sample * scale
    guard number >= 1, number <= Float(turn), number == number.rounded(.down) else { return nil }
    return Int(number) - 1
  }
}
