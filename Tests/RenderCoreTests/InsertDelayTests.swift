// SPDX-License-Identifier: Apache-2.0
// A signal that bypasses an inserted session is as late as one that goes through it.

import Quantities
import RenderCore
import RuleProofs
import SeededNumbers
import Testing

@Suite("The way past an inserted session that delays")
struct InsertDelayTests {
  private static let late = 37
  private let controller = RenderController.make()
  private let past = PathDelay(channels: 1)
  private let input: [Float]

  init() {
    var numbers = SeededNumbers(seed: 44)
    input = numbers.samples(4_096)
  }

  /// Publishes in → insert → out; the guest delays.
  private func publish() -> (host: TestSession, guest: TestSession) {
    let node = NodeDescription(insert: 1, past: past, inputs: [[.source(0, channel: 0)]])
    let host = TestSession(id: 1, inputs: [0], nodes: [node], outputs: [[.node(0, output: 0)]])
    var guest = TestSession(
      id: 2,
      inputs: [],
      nodes: chain([LatePlugin(frames: Self.late).node]),
      outputs: [[.node(0, output: 0)]]
    )
    guest.description.sources = [.insertSend(channels: 1)]
    guest.description.sends = []
    controller.publish(
      PlanDescription(
        segments: [host.description, guest.description],
        buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
      ),
      blockFrames: 64
    )
    return (host, guest)
  }

  /// A signal that is delayed, cut to its length.
  private func delayed(_ signal: [Float]) -> [Float] {
    [Float](repeating: 0, count: Self.late) + signal.dropLast(Self.late)
  }

  @Test(
    "is as late, so that one fades into the other without a comb",
    .proves("IAA-02", at: .offline)
  )
  func crossfade() {
    past.set([FrameCount(Self.late)])
    let (host, guest) = publish()
    controller.openNow(host)
    let driver = HandDriver(controller: controller, outputs: 1)
    _ = driver.render(frames: 64)
    var heard = driver.render([input], frames: 1_024)[0]
    controller.openNow(guest)
    heard += driver.render([Array(input[1_024...])], frames: 1_024, cycle: 51)[0]
    controller.close(guest.strip, over: FrameCount(240))
    heard += driver.render([Array(input[2_048...])], frames: 2_048, cycle: 50)[0]
    let wanted = delayed(input)
    // The plugin has to fill first; the gap meanwhile is not the crossfade's.
    let filling = 1_024..<(1_024 + Self.late)
    for frame in 0..<4_096 where !filling.contains(frame) {
      #expect(abs(heard[frame] - wanted[frame]) < 1e-6, "frame \(frame)")
    }
    // Where no ramp runs, it is the signal to the bit.
    #expect(Array(heard[0..<1_024]) == Array(wanted[0..<1_024]))
    #expect(Array(heard[2_400...]) == Array(wanted[2_400...]))
  }

  @Test("changes with the plugin's latency, without a jump")
  func change() {
    let (host, _) = publish()
    controller.openNow(host)
    let driver = HandDriver(controller: controller, outputs: 1)
    let ramp = (0..<4_096).map { Float($0) / 4_096 }
    _ = driver.render(frames: 64)
    past.set([FrameCount(10)])
    var heard = driver.render([ramp], frames: 2_048)[0]
    past.set([FrameCount(50)])
    heard += driver.render([Array(ramp[2_048...])], frames: 2_048)[0]
    #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($1 - $0) < 2.0 / 4_096 })
    #expect(heard[2_047] == ramp[2_037] && heard[4_095] == ramp[4_045])
    past.set([])
    let now = driver.render([ramp], frames: 1_280)[0]
    #expect(Array(now[1_024...]) == Array(ramp[1_024..<1_280]))
  }

  @Test("is bounded, whatever a plugin says of itself")
  func absurd() {
    past.set([FrameCount(.max)])
    let (host, _) = publish()
    controller.openNow(host)
    let driver = HandDriver(controller: controller, outputs: 1)
    let heard = driver.render([input], frames: PathDelay.longest.value + 64, cycle: 64)[0]
    #expect(heard[PathDelay.longest.value + 63] == input[63])
  }
}
