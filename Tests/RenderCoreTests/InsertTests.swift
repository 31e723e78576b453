// SPDX-License-Identifier: Apache-2.0
// A session's signal through another session's graph and back.

import Quantities
import RenderCore
import RuleProofs
import SeededNumbers
import Testing

@Suite("A session inserted into another")
struct InsertTests {
  private let controller = RenderController.make()

  /// Makes in → ×2 → insert → ×5 → output 0; the guest multiplies by 3.
  private func makeHost(guest: Int, id: UInt32 = 1, gate: SourceGain? = nil) -> TestSession {
    var nodes = chain([GainPlugin.node(gain: 2), GainPlugin.node(gain: 5)])
    nodes.insert(NodeDescription(insert: guest, gate: gate, inputs: [[.node(0, output: 0)]]), at: 1)
    nodes[2].inputs = [[.node(1, output: 0)]]
    return TestSession(id: id, inputs: [0], nodes: nodes, outputs: [[.node(2, output: 0)]])
  }

  private func makeGuest(_ plugin: PluginNode, id: UInt32 = 2) -> TestSession {
    var session = TestSession(
      id: id,
      inputs: [],
      nodes: chain([plugin]),
      outputs: [[.node(0, output: 0)]]
    )
    session.description.sources = [.insertSend(channels: 1)]
    session.description.sends = []
    return session
  }

  private func publish(_ sessions: [TestSession]) {
    controller.publish(
      PlanDescription(
        segments: sessions.map(\.description),
        buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
      ),
      blockFrames: 64
    )
  }

  @Test(
    "processes the signal without latency, wherever it stands in the preset",
    .proves("IAA-02", at: .offline),
    arguments: [false, true]
  )
  func processes(guestFirst: Bool) {
    let plugin = GainPlugin.node(gain: 3)
    let guest = makeGuest(plugin)
    let host = makeHost(guest: guestFirst ? 0 : 1)
    publish(guestFirst ? [guest, host] : [host, guest])
    controller.openNow(guest)
    controller.openNow(host)
    var numbers = SeededNumbers(seed: 40)
    let input = numbers.samples(1000)
    let output = HandDriver(controller: controller, outputs: 1).render(
      [input],
      frames: 1000,
      cycle: 77
    )
    #expect(output[0] == input.map { $0 * 2 * 3 * 5 })
    #expect(plugin.runs == guest.strip.calls)
    #expect(guest.strip.calls == host.strip.calls)
  }

  @Test(
    "lets the signal pass unchanged while it is suspended, and crossfades at the switch",
    .proves("IAA-02", at: .offline)
  )
  func bypass() {
    let guest = makeGuest(GainPlugin.node(gain: 3))
    let host = makeHost(guest: 1)
    publish([host, guest])
    controller.openNow(host)
    let driver = HandDriver(controller: controller, outputs: 1)
    var numbers = SeededNumbers(seed: 41)
    let input = numbers.samples(512)
    _ = driver.render([input], frames: 64)
    let dry = driver.render([input], frames: 512)
    #expect(dry[0] == input.map { $0 * 2 * 5 })

    let tenths = [Float](repeating: 0.1, count: 512)
    controller.open(guest.strip, over: FrameCount(240), after: .zero)
    let rising = driver.render([tenths], frames: 512)[0]
    #expect(abs(rising[0] - 1) < 0.01 && abs(rising[511] - 3) < 1e-5)
    #expect(zip(rising, rising.dropFirst()).allSatisfy { $1 - $0 > -1e-5 && $1 - $0 < 0.0085 })
    controller.close(guest.strip, over: FrameCount(240))
    let falling = driver.render([tenths], frames: 512)[0]
    #expect(zip(falling, falling.dropFirst()).allSatisfy { $0 - $1 > -1e-5 && $0 - $1 < 0.0085 })
    #expect(driver.render([input], frames: 512) == dry)
  }

  @Test(
    "lets the signal pass while it is silenced, for it is not the host that is",
    .proves("IAA-02", at: .offline)
  )
  func silenced() {
    let guest = makeGuest(GainPlugin.node(gain: 3))
    let host = makeHost(guest: 1)
    publish([host, guest])
    controller.openNow(host)
    controller.openNow(guest)
    let driver = HandDriver(controller: controller, outputs: 1)
    let ones = [Float](repeating: 1, count: 512)
    #expect(driver.render([ones], frames: 512)[0][511] == 30)
    controller.silence(guest.strip, true, over: FrameCount(100))
    #expect(driver.render([ones], frames: 512)[0][511] == 10)
    controller.silence(guest.strip, false, over: FrameCount(100))
    #expect(driver.render([ones], frames: 512)[0][511] == 30)
  }

  @Test(
    "is neither fed nor heard while the way between the two is closed",
    .proves("IAA-02", at: .offline)
  )
  func gate() {
    let gate = SourceGain()
    let plugin = GainPlugin.node(gain: 3)
    let guest = makeGuest(plugin)
    let host = makeHost(guest: 1, gate: gate)
    publish([host, guest])
    controller.openNow(host)
    controller.openNow(guest)
    let stem = SharedAudioRing(channels: 1, capacity: 512)
    let driver = HandDriver(controller: controller, outputs: 1)
    let tenths = [Float](repeating: 0.1, count: 512)
    _ = driver.render([tenths], frames: 64)
    let open = driver.render([tenths], frames: 512)[0]
    controller.ramp(gate.level, to: .silence, over: FrameCount(240))
    let closing = driver.render([tenths], frames: 512)[0]
    #expect(zip(closing, closing.dropFirst()).allSatisfy { abs($0 - $1) < 0.03 })
    #expect(closing[240...].allSatisfy { $0 == 1 })
    controller.tap(guest.strip, to: stem)
    #expect(driver.render([tenths], frames: 512)[0].allSatisfy { $0 == 1 })
    #expect(stem.readAll()[0].allSatisfy { $0 == 0 })
    #expect(plugin.runs == 1 + 3 * 8)

    // It moves on in time while it is not heard.
    controller.close(host.strip, over: FrameCount(1))
    _ = driver.render([tenths], frames: 64)
    controller.ramp(gate.level, to: .unity, over: FrameCount(240))
    _ = driver.render([tenths], frames: 256)
    controller.openNow(host)
    #expect(driver.render([tenths], frames: 512)[0][1...] == open[1...])
  }

  @Test("runs on by itself, on exact zeros, while its host is suspended or measures")
  func hostAway() {
    let plugin = GainPlugin.node(gain: 3)
    let guest = makeGuest(plugin)
    let host = makeHost(guest: 1)
    publish([host, guest])
    controller.openNow(guest)
    let stem = SharedAudioRing(channels: 1, capacity: 2048)
    controller.tap(guest.strip, to: stem)
    let driver = HandDriver(controller: controller, outputs: 1)
    let ones = [Float](repeating: 1, count: 256)
    _ = driver.render([ones], frames: 256)
    #expect(plugin.runs == 4)
    controller.openNow(host)
    _ = driver.render([ones], frames: 256)
    controller.measure(host.strip, true)
    #expect(driver.render([ones], frames: 256)[0].allSatisfy { $0 == 1 })
    let heard = stem.readAll()[0]
    #expect(heard[..<256].allSatisfy { $0 == 0 })
    #expect(heard[256..<512].allSatisfy { $0 == 6 })
    #expect(heard[512...].allSatisfy { $0 == 0 })
    #expect(plugin.runs == 12)
  }

  @Test("may have a session inserted itself, and feed one that comes later")
  func nested() {
    let inner = makeGuest(GainPlugin.node(gain: 7), id: 3)
    var outer = makeHost(guest: 0, id: 2)
    outer.description.sources = [.insertSend(channels: 1)]
    outer.description.sends = []
    let host = makeHost(guest: 1, id: 1)
    var reader = TestSession(id: 4, inputs: [], outputs: [[.source(0, channel: 0)]])
    reader.description.sources = [.session(1, channels: 1, isPost: false)]
    publish([inner, outer, reader, host])
    for session in [inner, outer, reader, host] { controller.openNow(session) }
    controller.ramp(host.strip.fader, to: .silence, over: FrameCount(1))
    let driver = HandDriver(controller: controller, outputs: 1)
    let ones = [Float](repeating: 1, count: 128)
    #expect(driver.render([ones], frames: 128)[0][127] == 2 * 2 * 7 * 5)
    controller.ramp(host.strip.fader, to: .unity, over: FrameCount(1))
    controller.close(reader.strip, over: FrameCount(1))
    _ = driver.render([ones], frames: 128)
    #expect(driver.render([ones], frames: 128)[0][127] == 2 * 2 * 7 * 5 * 5)
  }

  @Test("into itself in a circle hangs nothing")
  func circle() {
    let first = makeHost(guest: 1, id: 1)
    let second = makeHost(guest: 0, id: 2)
    publish([first, second])
    controller.openNow(first)
    controller.openNow(second)
    let ones = [Float](repeating: 1, count: 640)
    let output = HandDriver(controller: controller, outputs: 1).render([ones], frames: 640)
    #expect(output[0].allSatisfy { $0.isFinite })
    #expect(first.strip.calls == 10 && second.strip.calls == 10)
  }
}
