// SPDX-License-Identifier: Apache-2.0
// Whatever happens, in whatever order: what must hold after every event.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Random events")
struct RandomEventTests {
  @Test(
    "the promises hold after each of 50,000 random events, or of more",
    .proves("MIX-03", "INT-05", "INT-07", "ACT-03", "ACT-05", "DUCK-02", "SIL-04"),
    .proves("HWC-01", "HWC-07", "MEAS-01"),
    arguments: Story.seeds
  )
  func promisesHold(seed: UInt64) {
    let story = Story.random(seed: seed, count: 1_000)
    guard story.complaint() != nil else { return }
    Issue.record("seed \(seed) breaks a promise:\n\(story.shrunk().words)")
  }

  @Test(
    "a log replays to the same decisions and the same state, byte for byte",
    arguments: Story.seeds
  )
  func replay(seed: UInt64) {
    // A tenth of the seeds is enough, because the text of a tower's whole state takes its time.
    guard seed % 10 == 1 else { return }
    let story = Story.random(seed: seed, count: 1_000)
    let log = story.log()
    #expect(log == Story.random(seed: seed, count: 1_000).log())
    #expect(log.utf8.count > 100_000)
  }

  @Test("the stories are worth telling: of every kind, most events are granted, and much happens")
  func stories() {
    var tower = ControlTower()
    var (refusals, effects) = (0, 0)
    var (kinds, actions): (Set<String>, Set<String>) = ([], [])
    for event in Story.random(seed: 7, count: 4_000).events {
      let decision = tower.decide(event)
      kinds.insert(event.kind)
      refusals += decision.refusal == nil ? 0 : 1
      effects += decision.effects.count
      actions.formUnion(decision.lines.map { String($0.dropFirst(10).prefix(12)) })
    }
    #expect(refusals < 2_600 && effects > 1_500)
    #expect(actions.count > 40)
    #expect(kinds.count == 46, "the whole vocabulary")
  }

  @Test("a story that breaks a promise is told as short as it can be")
  func shrinking() {
    let story = Story.random(seed: 1, count: 500)
    let needed = [story.events[100], story.events[300]]
    let shrunk = story.shrunk { shorter in needed.allSatisfy(shorter.events.contains) }
    #expect(Set(shrunk.events) == Set(needed) && shrunk.events.count == 2)
  }
}
