// SPDX-License-Identifier: Apache-2.0
// The check of the check: under RealtimeSanitizer a planted allocation must end the process.

import CRealtime
import Quantities
import RenderCore
import Testing

@Suite(
  "RealtimeSanitizer",
  .enabled(if: tarmac_sanitizer_present(), "not linked in; 'make sanitize' builds with it")
)
struct SanitizerTests {
  @Test("ends the process when the render path allocates")
  func catchesAllocation() async {
    await #expect(processExitsWith: .exitCode(43)) {
      tarmac_realtime_enter()
      let planted = [Float](repeating: 1, count: Int.random(in: 1000...2000))
      tarmac_realtime_exit()
      print(planted.count)
    }
  }

  @Test("lets a cycle with sessions, ramps, meters, players and commands pass")
  func passesRendering() async {
    await #expect(processExitsWith: .success) {
      let controller = RenderController(sampleRate: SampleRate(hertz: 48_000))
      let session = TestSession(
        inputs: [0],
        nodes: chain([GainPlugin.node(gain: 2)]),
        outputs: [[.node(0, output: 0)]]
      )
      controller.publish(
        PlanDescription(
          segments: [session.description],
          buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
        ),
        blockFrames: 64
      )
      controller.open(session.strip, over: FrameCount(100), after: .zero)
      controller.ramp(session.strip.duck, to: .silence, over: FrameCount(50))
      _ = HandDriver(controller: controller, outputs: 1).render([[1, 2, 3]], frames: 1000)
    }
  }
}
