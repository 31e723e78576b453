// SPDX-License-Identifier: Apache-2.0
// A session whose graph another process renders: its blocks, there and back.

import Glibc
import Quantities
import RenderCore
import SeededNumbers
import Synchronization
import Testing

@Suite("A relay")
struct RelayTests {
  private static let silence = [Float](repeating: 0, count: 64)

  private static func block(_ value: Int, _ frames: Int = 64) -> [Float] {
    [Float](repeating: Float(value), count: frames)
  }

  @Test(
    "gives back what was rendered, one cycle later, whatever pieces the rig renders in",
    arguments: [64, 16, 24]
  )
  func delay(blockFrames: Int) throws {
    let bench = try RelayBench(GainPlugin.node(gain: 2), blockFrames: blockFrames)
    var numbers = SeededNumbers(seed: 60)
    let blocks = (0..<50).map { _ in numbers.samples(64) }
    let heard = blocks.map { bench.exchange($0) }
    #expect(heard[0] == Self.silence)
    #expect(Array(heard.dropFirst()) == blocks.dropLast().map { $0.map { $0 * 2 } })
    #expect(bench.node.late == 0)
  }

  @Test(
    "is exactly silent while the renderer is stuck, and goes on with the present block after that"
  )
  func stuck() throws {
    let plugin = StuckPlugin()
    let bench = try RelayBench(plugin.node)
    for number in 1...3 { bench.exchange(Self.block(number)) }
    plugin.holds.store(true, ordering: .releasing)
    #expect(bench.exchange(Self.block(4), waits: false) == Self.block(3))
    for number in 5...20 {
      #expect(bench.exchange(Self.block(number), waits: false) == Self.silence, "\(number)")
    }
    #expect(bench.far.isBusy)
    plugin.holds.store(false, ordering: .releasing)
    TestBlock.wait { !bench.far.isBusy }
    #expect(bench.exchange(Self.block(21)) == Self.silence)
    #expect(bench.exchange(Self.silence) == Self.block(21))
    #expect(bench.node.late > 10)
  }

  @Test(
    "that either end has silenced puts out zeros whatever is rendered",
    arguments: [true, false]
  )
  func silenced(byRig: Bool) throws {
    let bench = try RelayBench(GainPlugin.node(gain: 2))
    bench.exchange(Self.block(1))
    #expect(bench.exchange(Self.block(1)) == Self.block(2))
    if byRig { bench.node.close() } else { bench.far.silence() }
    for _ in 0..<5 { #expect(bench.exchange(Self.block(1)) == Self.silence) }
    #expect(bench.node.late == 0)
  }

  @Test("goes on with another process, whatever the one before has left")
  func restarted() throws {
    let bench = try RelayBench(GainPlugin.node(gain: 2))
    bench.exchange(Self.block(1))
    let memory = SharedBytes(of: bench.node)
    for seed in 1...3 {
      try bench.restart {
        bench.exchange(Self.block(1), waits: false)
        memory.scramble(seed: UInt64(seed))
      }
      bench.exchange(Self.block(3))
      #expect(bench.exchange(Self.block(1)) == Self.block(6))
    }
  }

  @Test("waits for the renderer while the driver keeps no time")
  func patient() throws {
    let plugin = StuckPlugin()
    let bench = try RelayBench(plugin.node)
    plugin.naps.store(true, ordering: .releasing)
    for number in 1...20 {
      let heard = bench.exchange(Self.block(number), waits: false, isPatient: true)
      #expect(heard == Self.block(number - 1))
    }
    #expect(bench.node.late == 0)
  }

  @Test("loses its patience with a renderer that is stuck, once")
  func impatient() throws {
    let plugin = StuckPlugin()
    let bench = try RelayBench(plugin.node, patience: Seconds(0.3))
    plugin.holds.store(true, ordering: .releasing)
    bench.exchange(Self.block(1), waits: false, isPatient: true)
    let start = ContinuousClock.now
    bench.exchange(Self.block(2), waits: false, isPatient: true)
    #expect(ContinuousClock.now - start >= .milliseconds(300))
    // If each waited, a hundred more would take half a minute.
    for _ in 0..<100 { bench.exchange(Self.block(3), waits: false, isPatient: true) }
    #expect(ContinuousClock.now - start < .seconds(15))
    plugin.holds.store(false, ordering: .releasing)
    TestBlock.wait { !bench.far.isBusy }
    bench.exchange(Self.block(4), waits: false, isPatient: true)
    #expect(bench.exchange(Self.silence, waits: false, isPatient: true) == Self.block(4))
  }

  @Test("is silent for a cycle whose length differs from the one before")
  func otherLength() throws {
    let bench = try RelayBench(GainPlugin.node(gain: 1))
    bench.exchange(Self.block(1))
    #expect(bench.exchange(Self.block(1, 32)) == Self.block(0, 32))
    #expect(bench.exchange(Self.block(1, 8_192)) == Self.block(0, 8_192))
    #expect(bench.exchange(Self.block(2, 8_192)) == Self.block(1, 8_192))
    // This is longer than any driver's cycle: nothing of it can be kept.
    #expect(bench.exchange(Self.block(1, 8_193)) == Self.block(0, 8_193))
    #expect(bench.exchange(Self.block(1, 32)) == Self.block(0, 32))
    #expect(bench.exchange(Self.block(1, 32)) == Self.block(1, 32))
  }

  @Test("gives nothing back that was handed over before its session stood still")
  func suspended() throws {
    let bench = try RelayBench(GainPlugin.node(gain: 1))
    bench.exchange(Self.block(1))
    #expect(bench.exchange(Self.block(1)) == Self.block(1))
    bench.rig.close(bench.session.strip, over: FrameCount(1))
    for _ in 0..<3 { bench.exchange(Self.block(2)) }
    let blocks = bench.far.blocks
    for _ in 0..<3 { #expect(bench.exchange(Self.block(3)) == Self.silence) }
    #expect(bench.far.blocks == blocks)
    bench.rig.openNow(bench.session)
    #expect(bench.exchange(Self.block(4)) == Self.silence)
    #expect(bench.exchange(Self.block(5)) == Self.block(4))
    #expect(bench.node.late == 0)
  }

  @Test("lets the renderer obey while nothing is handed over")
  func obeys() throws {
    let controller = RenderController.make()
    let relay = try #require(RelayNode(inputs: 1, outputs: 1))
    let far = try #require(
      FarRelay(
        to: controller.processor,
        descriptor: dup(relay.descriptor),
        inputs: 1,
        outputs: 1
      )
    )
    let thread = try #require(RelayThread(serving: far, realtimePriority: nil))
    defer { thread.dismiss() }
    controller.publish(PlanDescription(), blockFrames: 64)
    TestBlock.wait { controller.isSettled }
  }

  @Test("tells the renderer where the rig's music is")
  func transport() throws {
    let (rig, far) = (TransportClock(), TransportClock())
    let bench = try RelayBench(TestSession(inputs: [0]), clocks: (rig, far))
    let tempo = Tempo(beatsPerMinute: 97, beatsPerBar: 3, beatUnit: 8)
    rig.set(Transport(frame: 1_000, speed: 1, tempo: tempo, bar: 7, barBeat: 1.5))
    for _ in 0..<5 {
      bench.exchange(Self.silence)
      #expect(far.now == rig.now)
    }
    #expect(far.now?.frame == 1_000 + 4 * 64 && far.now?.tempo == tempo)
  }

  @Test("is no danger to the rig, nor to other sessions, whatever stands in its memory")
  func ruins() throws {
    let node = try #require(RelayNode(inputs: 1, outputs: 1, patience: Seconds(0.001)))
    var (wild, plain) = (
      TestSession(
        id: 1,
        inputs: [0],
        nodes: [NodeDescription(relay: node, inputs: [[.source(0, channel: 0)]])],
        outputs: [[.node(0, output: 0)]]
      ),
      TestSession(id: 2, inputs: [1], bus: 1)
    )
    wild.description.midi = MIDIDescription(
      node: MIDINode(),
      input: 2,
      output: 2,
      sent: [.node(0, output: 0)]
    )
    plain.description.midi = MIDIDescription(node: MIDINode(), input: 3, output: 3, sent: [.input])
    let controller = RenderController.make()
    controller.publish(
      PlanDescription(
        segments: [wild.description, plain.description],
        buses: (0..<2).map { BusDescription(node: BusNode(channels: 1), driverChannels: [$0]) }
      ),
      blockFrames: 48
    )
    for session in [wild, plain] { controller.openNow(session) }
    let driver = HandDriver(controller: controller, outputs: 2)
    _ = driver.render(frames: 128)
    node.open()
    let memory = SharedBytes(of: node)
    var numbers = SeededNumbers(seed: 24)
    var isHeard = false
    for turn in 0..<150 {
      memory.scramble(seed: UInt64(turn))
      driver.isPatient = turn % 50 == 0
      let frames = [16, 64, 100][turn / 4 % 3]
      let input = [numbers.samples(frames), numbers.samples(frames)]
      let heard = driver.render(input, frames: frames, cycle: frames)
      #expect(heard[1] == input[1])
      // A sample that is no number gets past no strip.
      #expect(heard[0].allSatisfy { $0.isFinite })
      isHeard = isHeard || heard[0].contains { $0 != 0 }
    }
    #expect(node.late > 0 && isHeard)
  }
}

/// The bytes of a relay's memory, for a hostile process.
@safe
private final class SharedBytes {
  private let bytes: UnsafeMutableRawBufferPointer

  init(of node: RelayNode) {
    var status = stat()
    unsafe fstat(node.descriptor, &status)
    let size = Int(status.st_size)
    let map = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, node.descriptor, 0)
    guard let base = unsafe map, unsafe base != MAP_FAILED else {
      preconditionFailure("the memory of a relay can be mapped")
    }
    unsafe bytes = UnsafeMutableRawBufferPointer(start: base, count: size)
  }

  deinit { unsafe munmap(bytes.baseAddress, bytes.count) }

  /// Overwrites all of it: with any bits, with small numbers that could be lists of messages, or
  /// with samples that are none; in two of four turns as if the renderer had carried out its task,
  /// so that the result is read.
  func scramble(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let words = unsafe bytes.assumingMemoryBound(to: UInt64.self)
    let halves = unsafe bytes.assumingMemoryBound(to: UInt32.self)
    let handed = unsafe halves[16]
    let mask: UInt64 = [.max, 0x0000_0007_0000_01ff, 0xffff_ffff_7fc0_0000][Int(seed % 3)]
    for index in 0..<words.count { unsafe words[index] = numbers.next() & mask }
    guard seed % 4 > 1 else { return }
    unsafe (halves[16], halves[32], halves[48]) = (handed, handed, 1)
  }
}
