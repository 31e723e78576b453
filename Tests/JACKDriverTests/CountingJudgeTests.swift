// SPDX-License-Identifier: Apache-2.0
// The judge of long campaigns: a judge that finds nothing wrong with anything would prove nothing.

import JACKTestBench
import Testing

@Suite("The judge of counting samples")
struct CountingJudgeTests {
  private static func sound(_ places: Range<Int>, gain: (Int) -> Float = { _ in 1 }) -> [Float] {
    places.map { CountingJudge.sample(at: $0) * gain($0) }
  }

  private static func findings(_ samples: [Float]) -> CountingJudge.Findings {
    var judge = CountingJudge(longestFade: 100)
    for sample in samples { judge.hear(sample) }
    return judge.findings
  }

  @Test("finds nothing wrong with whole sound, from one turn to the next")
  func whole() {
    let turn = CountingJudge.turn
    let findings = Self.findings(Self.sound(turn - 500..<turn + 500))
    #expect(findings.rightFrames == 999 && findings.frames == 1_000)
    #expect(findings.jumps == 0 && findings.wrongFrames == 0 && findings.silentFrames == 0)
  }

  @Test("tells a lost or repeated cycle, each once")
  func jumps() {
    let lost = Self.findings(Self.sound(0..<256) + Self.sound(512..<1_024))
    #expect(lost.jumps == 1 && lost.wrongFrames == 0)
    let repeated = Self.findings(Self.sound(0..<256) + Self.sound(0..<512))
    #expect(repeated.jumps == 1 && repeated.wrongFrames == 0)
  }

  @Test("measures silences, and takes fades beside them for what they are")
  func silences() {
    let fadeOut = Self.sound(500..<550) { Float(550 - $0) / 50.5 }
    let fadeIn = Self.sound(900..<950) { Float($0 - 899) / 50.5 }
    let samples =
      Self.sound(0..<500) + fadeOut + [Float](repeating: 0, count: 300) + fadeIn
      + Self.sound(950..<1_500) + [Float](repeating: 0, count: 40) + Self.sound(2_000..<2_100)
    let findings = Self.findings(samples)
    #expect(findings.longestSilence == 300 && findings.silentFrames == 340)
    #expect(findings.fades == 2 && findings.wrongFrames == 0 && findings.jumps == 0)
  }

  @Test("finds a level that moved, a fade without silence, a fade too long, and what is no number")
  func wrong() {
    let quieter = Self.findings(
      Self.sound(0..<300) + Self.sound(300..<400) { _ in 0.7 } + Self.sound(400..<600)
    )
    #expect(quieter.wrongFrames >= 100)
    let fade = Self.sound(200..<400) { Float(400 - $0) / 201 }
    let long = Self.findings(Self.sound(0..<200) + fade + [0])
    #expect(long.wrongFrames == 200)
    let broken = Self.findings(Self.sound(0..<200) + [.nan, .infinity] + Self.sound(202..<300))
    #expect(broken.wrongFrames == 3)
    let once = Self.findings(Self.sound(0..<200) + [0.5] + Self.sound(201..<300))
    #expect(once.wrongFrames + once.jumps > 0)
  }
}
