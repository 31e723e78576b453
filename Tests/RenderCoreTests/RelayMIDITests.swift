// SPDX-License-Identifier: Apache-2.0
// MIDI through a relay, and to graphs that run elsewhere.

import Quantities
import RenderCore
import Synchronization
import Testing

@Suite("MIDI through a relay")
struct RelayMIDITests {
  /// A session behind a relay: its input goes out an octave higher, unless its other plugin is
  /// stuck.
  private final class Bench {
    let echo = EchoPlugin()
    let stuck = StuckPlugin()
    let relay: RelayBench

    init(blockFrames: Int = 64) throws {
      var graph = TestSession(
        inputs: [0],
        nodes: chain([stuck.node]) + [
          NodeDescription(plugin: echo.node, inputs: [], midi: [[.input]])
        ],
        outputs: [[.node(0, output: 0)]]
      )
      graph.description.midi = MIDIDescription(
        node: MIDINode(),
        input: 1,
        output: 1,
        sent: [.node(1, output: 0)]
      )
      relay = try RelayBench(graph, blockFrames: blockFrames)
    }

    @discardableResult
    func exchange(
      _ messages: [TestMessage] = [],
      frames: Int = 64,
      waits: Bool = true
    ) -> [TestMessage] {
      relay.exchange(messages, frames: frames, waits: waits)
    }
  }

  /// The messages that end notes of channel 0 when no note-off comes.
  private static func ends(_ notes: UInt8...) -> [TestMessage] {
    notes.map { TestMessage(0, [0x80, $0, 64]) }
      + [TestMessage(0, [0xb0, 64, 0]), TestMessage(0, [0xb0, 123, 0])]
  }

  @Test("comes a cycle later, each message at its frame, in their order", arguments: [64, 16])
  func delay(blockFrames: Int) throws {
    let bench = try Bench(blockFrames: blockFrames)
    #expect(
      bench.exchange([
        TestMessage(40, [0x90, 60, 1]), TestMessage(3, [0x90, 50, 2]),
        TestMessage(40, [0x80, 60, 0]), TestMessage(63, [0xf8]),
      ]).isEmpty
    )
    #expect(
      bench.exchange([TestMessage(0, [0x80, 50, 0])]) == [
        TestMessage(3, [0x90, 62, 2]), TestMessage(40, [0x90, 72, 1]),
        TestMessage(40, [0x80, 72, 0]), TestMessage(63, [0xf8]),
      ]
    )
    #expect(bench.exchange() == [TestMessage(0, [0x80, 62, 0])])
    #expect(bench.exchange().isEmpty)
    #expect(bench.relay.node.lostMessages == 0 && bench.relay.node.late == 0)
  }

  @Test("is full when a driver's port is, and all of that passes")
  func full() throws {
    let bench = try Bench()
    let many = (0..<1_024).map { TestMessage($0 / 16, [0xb0, 1, UInt8($0 % 128)]) }
    bench.exchange(many)
    #expect(bench.exchange() == many)
    #expect(bench.relay.node.lostMessages == 0)
  }

  @Test("loses what a late block puts out, and delays nothing; no note hangs for it")
  func late() throws {
    let bench = try Bench()
    bench.exchange([TestMessage(7, [0x90, 60, 9])])
    #expect(bench.exchange() == [TestMessage(7, [0x90, 72, 9])])
    bench.echo.forget()
    bench.stuck.holds.store(true, ordering: .releasing)
    #expect(bench.exchange([TestMessage(5, [0x90, 61, 9])], waits: false).isEmpty)
    // The block has begun a note, and the driver can't wait for it.
    #expect(bench.exchange([TestMessage(6, [0x90, 62, 9])], waits: false) == Self.ends(72))
    #expect(bench.exchange(waits: false).isEmpty)
    bench.stuck.holds.store(false, ordering: .releasing)
    TestBlock.wait { !bench.relay.far.isBusy }
    #expect(bench.exchange([TestMessage(8, [0x80, 62, 0])]).isEmpty)
    #expect(bench.exchange() == [TestMessage(8, [0x80, 74, 0])])
    // Each message arrived in its own block.
    let heard = bench.echo.heard
    #expect(heard.map(\.bytes) == [[0x90, 61, 9], [0x90, 62, 9], [0x80, 62, 0]])
    #expect(heard.map(\.frame) == [5, 6, 8])
    #expect(heard.map { $0.run - heard[0].run } == [0, 1, 3])
  }

  @Test("ends the notes behind it, once, when messages come in that can't be handed over")
  func dropped() throws {
    let bench = try Bench()
    bench.exchange([TestMessage(0, [0x90, 60, 9]), TestMessage(0, [0x90, 61, 9])])
    bench.exchange()
    bench.echo.forget()
    bench.stuck.holds.store(true, ordering: .releasing)
    for _ in 0..<4 { bench.exchange(waits: false) }
    // As many blocks are under way as there can be: this note-off is lost.
    bench.exchange([TestMessage(9, [0x80, 60, 0])], waits: false)
    bench.stuck.holds.store(false, ordering: .releasing)
    TestBlock.wait { !bench.relay.far.isBusy }
    let many = (0..<1_024).map { TestMessage($0 / 16, [0xb1, 1, UInt8($0 % 128)]) }
    bench.exchange(many)
    bench.exchange()
    // The messages that end notes take the room of others.
    let heard = bench.echo.heard.map { TestMessage($0.frame, $0.bytes) }
    #expect(heard == Self.ends(60, 61) + many.dropLast(4))
    #expect(bench.relay.node.lostMessages == 4)
  }

  @Test("goes on when blocks without messages can't be handed over")
  func unharmed() throws {
    let bench = try Bench()
    bench.exchange([TestMessage(0, [0x90, 60, 9])])
    bench.exchange()
    bench.echo.forget()
    bench.exchange(frames: 8_193)
    bench.exchange([TestMessage(9, [0x80, 60, 0])])
    bench.exchange()
    #expect(bench.echo.heard.map(\.bytes) == [[0x80, 60, 0]])
  }

  @Test(
    "ends what has gone out when the process is gone, and nothing goes out after that; the next one has heard nothing"
  )
  func gone() throws {
    let bench = try Bench()
    bench.exchange([TestMessage(7, [0x90, 60, 9])])
    #expect(bench.exchange([TestMessage(7, [0x90, 61, 9])]) == [TestMessage(7, [0x90, 72, 9])])
    try bench.relay.restart {
      #expect(bench.exchange([TestMessage(7, [0x90, 62, 9])], waits: false) == Self.ends(72))
      for _ in 0..<3 {
        #expect(bench.exchange([TestMessage(7, [0x90, 63, 9])], waits: false).isEmpty)
      }
    }
    bench.echo.forget()
    bench.exchange([TestMessage(3, [0x90, 64, 9])])
    #expect(bench.exchange() == [TestMessage(3, [0x90, 76, 9])])
    #expect(bench.echo.heard.map(\.bytes) == [[0x90, 64, 9]])
  }

  @Test(
    "stops while the session is suspended, whose notes end there then, and goes on while it is silenced"
  )
  func gates() throws {
    let bench = try Bench()
    let (rig, session) = (bench.relay.rig, bench.relay.session)
    bench.exchange([TestMessage(0, [0x90, 60, 9])])
    rig.silence(session.strip, true, over: FrameCount(1))
    bench.exchange()
    bench.exchange([TestMessage(1, [0x90, 61, 9])])
    #expect(bench.exchange().isEmpty)
    #expect(bench.echo.heard.map(\.bytes) == [[0x90, 60, 9], [0x90, 61, 9]])
    rig.close(session.strip, over: FrameCount(64))
    for _ in 0..<2 { bench.exchange() }
    bench.echo.forget()
    #expect(bench.exchange([TestMessage(0, [0x90, 62, 9])]).isEmpty)
    #expect(bench.echo.heard.isEmpty)
    rig.silence(session.strip, false, over: FrameCount(1))
    rig.openNow(session)
    bench.exchange()
    #expect(bench.echo.heard.map { TestMessage($0.frame, $0.bytes) } == Self.ends(60, 61))
  }
}
