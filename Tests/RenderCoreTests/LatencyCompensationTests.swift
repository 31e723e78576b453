// SPDX-License-Identifier: Apache-2.0
// Early signals wait for late ones, as impulses and steady tones show.

import Foundation
import Quantities
import RenderCore
import SeededNumbers
import Testing

@Suite("Latency compensation")
struct LatencyCompensationTests {
  private static let lates = [0, 64, 1_000, 4_096]

  /// Sessions on one output and the compensation of their latencies.
  private final class Rig {
    let controller = RenderController.make()
    let driver: HandDriver
    var sessions: [TestSession]
    var buses: [BusDescription]
    private var compensation = LatencyCompensation()
    private(set) var arrivals: [[Latency?]] = []

    init(_ sessions: [TestSession], outputs: Int = 1, inside: [BusDescription] = []) {
      driver = HandDriver(controller: controller, outputs: outputs)
      self.sessions = sessions
      buses = (0..<outputs).map { BusDescription(node: BusNode(channels: 1), driverChannels: [$0]) }
      buses += inside
      publish()
    }

    func publish() {
      var plan = PlanDescription(segments: sessions.map(\.description), buses: buses)
      arrivals = compensation.apply(to: &plan).buses
      controller.publish(plan, blockFrames: 64)
    }

    func open() {
      for session in sessions { controller.openNow(session) }
    }
  }

  /// A plugin that delays, and reports its latency.
  private static func late(_ frames: Int, _ inputs: [SignalReference]) -> NodeDescription {
    claiming(frames, NodeDescription(plugin: LatePlugin(frames: frames).node, inputs: [inputs]))
  }

  private static func claiming(_ frames: Int, _ node: NodeDescription) -> NodeDescription {
    var node = node
    node.latencies = [Latency(FrameCount(frames))]
    return node
  }

  /// A plugin that leaves a channel of its session's source as it is.
  private static func plain(_ channel: Int = 0) -> NodeDescription {
    NodeDescription(
      plugin: GainPlugin.node(gain: 1),
      inputs: [[.source(0, channel: channel)]]
    )
  }

  /// A bus inside of the rig, the first behind one output.
  private static func bus(_ index: Int, late frames: Int = 0) -> TestSession {
    var bus = session(index, late: frames)
    bus.description.sources = [.insertSend(channels: 1)]
    bus.description.stage = .bus
    return bus
  }

  /// A session that hears an input and delays it.
  private static func session(_ index: Int, late frames: Int, input: Int = 0) -> TestSession {
    TestSession(
      id: UInt32(index),
      inputs: [input],
      nodes: [late(frames, [.source(0, channel: 0)])],
      outputs: [[.node(0, output: 0)]]
    )
  }

  /// The frames that are not silent.
  private static func heard(_ samples: [Float]) -> [Int: Float] {
    Dictionary(uniqueKeysWithValues: samples.enumerated().filter { $1 != 0 }.map { ($0, $1) })
  }

  // MARK: Where signals meet

  @Test(
    "an impulse takes parallel ways through a graph, and arrives once",
    arguments: [16, 64, 480, 8_192]
  )
  func graph(cycle: Int) {
    let source = SignalReference.source(0, channel: 0)
    var nodes = Self.lates.map { Self.late($0, [source]) }
    // A path of two plugins, and one that hears two paths of different latencies.
    nodes.append(Self.late(500, [.node(2, output: 0)]))
    nodes.append(Self.late(10, [.node(1, output: 0), .node(4, output: 0), source]))
    let ends = [0, 1, 2, 3, 5].map { SignalReference.node($0, output: 0) }
    let rig = Rig([TestSession(inputs: [0], nodes: nodes, outputs: [ends + [source]])])
    rig.open()
    let heard = rig.driver.render([[0.125]], frames: 8_192, cycle: cycle)[0]
    #expect(Self.heard(heard) == [4_096: 8 * 0.125])
    #expect(rig.arrivals == [[Latency(FrameCount(4_096))]])
  }

  @Test("channels that are not as late as each other leave together")
  func channels() {
    let source = SignalReference.source(0, channel: 0)
    var session = TestSession(
      inputs: [0],
      nodes: [Self.late(1_000, [source])],
      outputs: [[.node(0, output: 0)], [source]]
    )
    session.description.sends = [0, 1].map {
      SendDescription(node: SendNode(gain: 1), bus: $0, isPost: true, map: [($0, 0)])
    }
    let rig = Rig([session], outputs: 2)
    rig.open()
    let heard = rig.driver.render([[0.5]], frames: 2_000)
    #expect(heard.map(Self.heard) == [[1_000: 0.5], [1_000: 0.5]])
  }

  @Test(
    "across sessions, sends and buses as well, with one thread and two",
    arguments: [16, 64, 480, 8_192],
    [0, 1]
  )
  func mixer(cycle: Int, helpers: Int) {
    var sessions = Self.lates.enumerated().map { Self.session($0, late: $1) }
    sessions.append(TestSession(id: 4, inputs: [0]))
    let toBus = SendDescription(node: SendNode(gain: 1), bus: 1, isPost: true, map: [(0, 0)])
    for index in [0, 2, 4] {
      var send = toBus
      send.node = SendNode(gain: 1)
      sessions[index].description.sends.append(send)
    }
    let inside = BusDescription(node: BusNode(channels: 1), through: 5)
    let rig = Rig(sessions + [Self.bus(5, late: 512)], inside: [inside])
    rig.open()
    let workers = RenderWorkers(
      of: rig.controller.processor,
      count: helpers,
      realtimePriority: nil
    )
    defer { withExtendedLifetime(workers) {} }
    let heard = rig.driver.render([[0.125]], frames: 8_192, cycle: cycle)[0]
    #expect(Self.heard(heard) == [4_096: 8 * 0.125])
    #expect(rig.arrivals == [[Latency(FrameCount(4_096))], [Latency(FrameCount(1_512))]])
  }

  @Test("a session that hears another one, and one that goes through another one, wait inside")
  func links() {
    let feeder = Self.session(0, late: 1_000)
    var reader = TestSession(
      id: 1,
      inputs: [0],
      outputs: [[.source(0, channel: 0), .source(1, channel: 0)]]
    )
    reader.description.sources.append(.session(0, channels: 1, isPost: true))
    var guest = Self.session(2, late: 300)
    guest.description.sources = [.insertSend(channels: 1)]
    guest.description.sends = []
    let insert = NodeDescription(insert: 2, inputs: [[.source(0, channel: 0)]])
    let host = TestSession(
      id: 3,
      inputs: [0],
      nodes: [insert],
      outputs: [[.node(0, output: 0), .source(0, channel: 0)]]
    )
    let rig = Rig([feeder, reader, guest, host])
    rig.open()
    let heard = rig.driver.render([[0.125]], frames: 2_000)[0]
    #expect(Self.heard(heard) == [1_000: 5 * 0.125])
  }

  // MARK: What does not wait

  @Test("what is not compensated waits for nobody, and nobody for it; nor for interrupters")
  func off() {
    var sessions = (0..<4).map { Self.session($0, late: [0, 100, 900, 5_000][$0], input: $0) }
    sessions[2].description.isCompensated = false
    sessions[3].description.stage = .direct
    let rig = Rig(sessions)
    rig.open()
    let inputs = [Float(0.1), 0.2, 0.4, 0.8].map { [$0] }
    let heard = rig.driver.render(inputs, frames: 6_000)[0]
    #expect(Self.heard(heard) == [100: Float(0.1) + 0.2, 900: 0.4, 5_000: 0.8])
    let ways = Latency(shortest: FrameCount(100), longest: FrameCount(5_000))
    #expect(rig.arrivals == [[ways]])
  }

  @Test("what nobody waits for makes nothing wait behind a bus or in a graph that hears it")
  func leaks() {
    var apart = Self.session(0, late: 1_000, input: 0)
    apart.description.isCompensated = false
    let dry = TestSession(id: 1, inputs: [1])
    var sessions = [apart, dry]
    for index in sessions.indices {
      sessions[index].description.sends.append(
        SendDescription(node: SendNode(gain: 1), bus: 1, isPost: true, map: [(0, 0)])
      )
    }
    sessions[0].description.sends.removeFirst()
    var listener = TestSession(
      id: 2,
      inputs: [1],
      outputs: [[.source(0, channel: 0), .source(1, channel: 0)]]
    )
    listener.description.sources.append(.session(0, channels: 1, isPost: true))
    let inside = BusDescription(node: BusNode(channels: 1), through: 3)
    let rig = Rig(sessions + [listener, Self.bus(3)], inside: [inside])
    rig.open()
    let heard = rig.driver.render([[0.25], [0.5]], frames: 2_000)[0]
    #expect(Self.heard(heard) == [0: 1.5, 1_000: 0.5])
  }

  @Test("an interrupter that is late makes no channel of a limiter wait for another one")
  func limiter() {
    var music = TestSession(id: 0, inputs: [0, 0])
    music.description.sends[0].map = [(0, 0), (1, 1)]
    var alarm = Self.session(1, late: 1_000, input: 1)
    alarm.description.stage = .direct
    var output = TestSession(
      id: 2,
      inputs: [],
      nodes: [Self.plain(0), Self.plain(1)],
      outputs: [[.node(0, output: 0)], [.node(1, output: 0)]]
    )
    output.description.sources = [.insertSend(channels: 2)]
    (output.description.sends, output.description.stage) = ([], .output)
    let controller = RenderController.make()
    var main = BusDescription(node: BusNode(channels: 2), driverChannels: [0, 1])
    main.limiter = 2
    var plan = PlanDescription(
      segments: [music, alarm, output].map(\.description),
      buses: [main]
    )
    var compensation = LatencyCompensation()
    _ = compensation.apply(to: &plan)
    controller.publish(plan, blockFrames: 64)
    for session in [music, alarm, output] { controller.openNow(session) }
    let driver = HandDriver(controller: controller, outputs: 2)
    let heard = driver.render([[0.5], [0.25]], frames: 2_000)
    #expect(heard.map(Self.heard) == [[0: 0.5, 1_000: 0.25], [0: 0.5]])
  }

  @Test("what is sent to a bus that is not compensated does not wait there")
  func busOff() {
    var sessions = [Self.session(0, late: 240), TestSession(id: 1, inputs: [0])]
    for index in sessions.indices { sessions[index].description.sends[0].bus = 1 }
    var bus = Self.bus(2)
    bus.description.isCompensated = false
    let inside = BusDescription(node: BusNode(channels: 1), through: 2)
    let rig = Rig(sessions + [bus], inside: [inside])
    rig.open()
    let heard = rig.driver.render([[0.25]], frames: 1_000)[0]
    #expect(Self.heard(heard) == [0: 0.25, 240: 0.25])
  }

  @Test("what is in front of an insert that is not compensated is waited for, and not the insert")
  func guestOff() {
    var guest = Self.session(0, late: 300)
    guest.description.sources = [.insertSend(channels: 1)]
    (guest.description.sends, guest.description.isCompensated) = ([], false)
    let insert = NodeDescription(insert: 0, inputs: [[.node(0, output: 0)]])
    let host = TestSession(
      id: 1,
      inputs: [0],
      nodes: [Self.late(1_000, [.source(0, channel: 0)]), insert],
      outputs: [[.node(1, output: 0)]]
    )
    let rig = Rig([guest, host, TestSession(id: 2, inputs: [0])])
    for session in rig.sessions[1...] { rig.controller.openNow(session) }
    let heard = rig.driver.render([[0.25]], frames: 2_000)[0]
    #expect(Self.heard(heard) == [1_000: 0.5])
  }

  @Test("what nobody waits for is compensated inside")
  func inside() {
    let source = SignalReference.source(0, channel: 0)
    var alarm = TestSession(
      id: 0,
      inputs: [0],
      nodes: [Self.late(1_000, [source])],
      outputs: [[.node(0, output: 0), source]]
    )
    alarm.description.isAwaited = false
    let rig = Rig([alarm, TestSession(id: 1, inputs: [0])])
    rig.open()
    let heard = rig.driver.render([[0.25]], frames: 2_000)[0]
    #expect(Self.heard(heard) == [0: 0.25, 1_000: 0.5])
  }

  @Test("a circle of inserts and sessions comes to an end")
  func circles() {
    var sessions = (0..<2).map { TestSession(id: UInt32($0), inputs: []) }
    for index in 0..<2 {
      let insert = NodeDescription(insert: 1 - index, inputs: [[.source(0, channel: 0)]])
      sessions[index].description.nodes = [insert]
      sessions[index].description.sources = [.insertSend(channels: 1)]
      sessions[index].description.outputs = [[.node(0, output: 0)]]
    }
    var plan = PlanDescription(
      segments: sessions.map(\.description),
      buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
    )
    var compensation = LatencyCompensation()
    #expect(compensation.apply(to: &plan).segments.count == 2)
  }

  @Test("nobody waits for a plugin that claims more than can be waited for")
  func absurd() {
    let liar = TestSession(
      id: 0,
      inputs: [0],
      nodes: [Self.claiming(.max, Self.plain())],
      outputs: [[.node(0, output: 0)]]
    )
    let rig = Rig([liar, Self.session(1, late: 64), TestSession(id: 2, inputs: [0])])
    rig.open()
    let heard = rig.driver.render([[0.25]], frames: 256)[0]
    #expect(Self.heard(heard) == [0: 0.25, 64: 0.5])
  }

  @Test("what measures is not late, bit for bit, and hears nothing old when it ends to measure")
  func measuring() {
    let rig = Rig([TestSession(id: 0, inputs: [0]), Self.session(1, late: 1_000, input: 1)])
    rig.open()
    var numbers = SeededNumbers(seed: 77)
    _ = rig.driver.render([numbers.samples(2_000)], frames: 2_000)
    rig.controller.measure(rig.sessions[0].strip, true)
    let exact = numbers.samples(2_000)
    #expect(rig.driver.render([exact], frames: 2_000)[0] == exact)
    rig.controller.measure(rig.sessions[0].strip, false)
    let after = numbers.samples(2_000)
    let heard = rig.driver.render([after], frames: 2_000)[0]
    #expect(heard[..<1_000].allSatisfy { $0 == 0 })
    #expect(Array(heard[1_000...]) == Array(after[..<1_000]))
  }

  // MARK: While it sounds

  /// A tone of 100 Hz at 48 kHz.
  private static let tone = (0..<130_000).map { 0.5 * sin(2 * Float.pi * Float($0 % 480) / 480) }

  @Test(
    "another latency of a plugin makes no step larger than a crossfade's",
    arguments: [16, 64, 480]
  )
  func changes(cycle: Int) {
    let claims = TestSession(
      id: 0,
      inputs: [1],
      nodes: [Self.plain()],
      outputs: [[.node(0, output: 0)]]
    )
    let rig = Rig([claims, TestSession(id: 1, inputs: [0])])
    rig.open()
    var (heard, position, latest) = ([Float](), 0, 0)
    for frames in [0, 1_000, 64, 20_000, 40_000, 4_096, 0] {
      rig.sessions[0].description.nodes[0].latencies = [Latency(FrameCount(frames))]
      rig.publish()
      // As long as it takes to know the latency, and to fade.
      let count = max(frames, latest) + 2_048
      let end = position + count
      heard += rig.driver.render([Array(Self.tone[position..<end])], frames: count, cycle: cycle)[0]
      let last = Self.tone[(end - 400 - frames)..<(end - frames)]
      #expect(Array(heard.suffix(400)) == Array(last))
      (position, latest) = (end, frames)
    }
    // A step of the tone, and of a fade of 1,024 frames between two tones at their peaks.
    let steps = zip(heard, heard.dropFirst()).map { abs($1 - $0) }
    #expect((steps.max() ?? 1) < 0.5 * 2 * Float.pi / 480 + 1 / 1_024)
  }

  @Test("a delay that comes again while it sounds begins without a dip, and with nothing old")
  func returns() {
    let claims = TestSession(
      id: 0,
      inputs: [1],
      nodes: [Self.plain()],
      outputs: [[.node(0, output: 0)]]
    )
    let rig = Rig([claims, TestSession(id: 1, inputs: [0])])
    func claim(_ frames: Int) {
      rig.sessions[0].description.nodes[0].latencies = [Latency(FrameCount(frames))]
      rig.publish()
    }
    let constant = [Float](repeating: 0.5, count: 4_000)
    claim(500)
    rig.open()
    _ = rig.driver.render([constant], frames: 4_000)
    claim(0)
    _ = rig.driver.render([constant], frames: 4_000)
    rig.controller.close(rig.sessions[1].strip, over: FrameCount(1))
    _ = rig.driver.render([constant], frames: 4_000)
    rig.controller.open(rig.sessions[1].strip, over: FrameCount(480), after: .zero)
    _ = rig.driver.render([constant], frames: 4_000)
    claim(500)
    #expect(rig.driver.render([constant], frames: 4_000)[0].allSatisfy { $0 == 0.5 })
    // A delay that is taken back before it began leaves nothing that a later one would fade into.
    claim(0)
    _ = rig.driver.render([constant], frames: 4_000)
    claim(20_000)
    _ = rig.driver.render([[Float](repeating: 0.25, count: 10_000)], frames: 10_000)
    claim(0)
    _ = rig.driver.render([constant], frames: 4_000)
    claim(20_000)
    let heard = rig.driver.render([[Float](repeating: 0.5, count: 22_000)], frames: 22_000)[0]
    #expect(heard.allSatisfy { $0 == 0.5 })
  }

  @Test("a delayed session begins as softly as its gate opens, each time, with nothing old")
  func begins() {
    let rig = Rig([TestSession(id: 0, inputs: [0]), Self.session(1, late: 1_000, input: 1)])
    let constant = [Float](repeating: 0.5, count: 4_000)
    for _ in 0..<2 {
      rig.controller.open(rig.sessions[0].strip, over: FrameCount(480), after: .zero)
      let heard = rig.driver.render([constant], frames: 4_000)[0]
      #expect(heard[..<1_000].allSatisfy { $0 == 0 })
      #expect(heard[1_480...].allSatisfy { $0 == 0.5 })
      let steps = zip(heard, heard.dropFirst()).map { abs($1 - $0) }
      #expect((steps.max() ?? 1) < 0.5 / 480 * 1.01)
      rig.controller.close(rig.sessions[0].strip, over: FrameCount(480))
      _ = rig.driver.render([], frames: 1_000)
    }
  }
}
