// SPDX-License-Identifier: Apache-2.0
// MIDI through a relay, and to graphs that run elsewhere.

import Quantities
import RenderCore
import Synchronization
import Testing

@Suite("MIDI through a relay")
struct RelayMIDITests {
  /// A session behind a relay: what it hears goes out an octave higher, unless its other plugin is stuck.
  private final class Bench {
    let echo = EchoPlugin()
    let stuck = StuckPlugin()
    let relay: RenderRelay
    private let controller = RenderController.make()
    private let thread: RelayThread
    // Behind the one channel of audio.
    private let ports = HandMIDI(inputs: [1], outputs: [1])

    init() throws {
      var session = TestSession(
        inputs: [0],
        nodes: chain([stuck.node]) + [
          NodeDescription(plugin: echo.node, inputs: [], midi: [[.input]])
        ],
        outputs: [[.node(0, output: 0)]]
      )
      session.description.midi = MIDIDescription(
        node: MIDINode(),
        input: 1,
        output: 1,
        sent: [.node(1, output: 0)]
      )
      let bus = BusDescription(node: BusNode(channels: 1), driverChannels: [0])
      controller.publish(
        PlanDescription(segments: [session.description], buses: [bus]),
        blockFrames: 64
      )
      controller.openNow(session)
      relay = RenderRelay(to: controller.processor, inputs: 1, outputs: 1, longestBlock: 64)
      thread = try #require(RelayThread(serving: relay, realtimePriority: nil))
      for _ in 0..<3 { exchange() }
    }

    deinit { thread.dismiss() }

    /// One cycle of the driver; waits afterwards until the renderer has nothing to do.
    @discardableResult
    func exchange(
      _ messages: [TestMessage] = [],
      frames: Int = 64,
      waits: Bool = true
    ) -> [TestMessage] {
      let sent = ports.pass([1: messages], frames: frames) { relay.exchange($0) }
      if waits { TestBlock.wait { !relay.isBusy } }
      return sent[1] ?? []
    }
  }

  /// How the notes of channel 0 end where nobody says so.
  private static func ends(_ notes: UInt8...) -> [TestMessage] {
    notes.map { TestMessage(0, [0x80, $0, 64]) }
      + [TestMessage(0, [0xb0, 64, 0]), TestMessage(0, [0xb0, 123, 0])]
  }

  @Test("comes a cycle later, each message at its frame, in their order")
  func delay() throws {
    let bench = try Bench()
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
    #expect(bench.relay.lostMessages == 0 && bench.relay.late == 0)
  }

  @Test("is full when a driver's port is, and all of that passes")
  func full() throws {
    let bench = try Bench()
    let many = (0..<1_024).map { TestMessage($0 / 16, [0xb0, 1, UInt8($0 % 128)]) }
    bench.exchange(many)
    #expect(bench.exchange() == many)
    #expect(bench.relay.lostMessages == 0)
  }

  @Test("loses what a late block puts out, and delays nothing; no note hangs for it")
  func late() throws {
    let bench = try Bench()
    bench.exchange([TestMessage(7, [0x90, 60, 9])])
    #expect(bench.exchange() == [TestMessage(7, [0x90, 72, 9])])
    bench.echo.forget()
    bench.stuck.holds.store(true, ordering: .releasing)
    #expect(bench.exchange([TestMessage(5, [0x90, 61, 9])], waits: false).isEmpty)
    // It has begun a note, and can't be waited for.
    #expect(bench.exchange([TestMessage(6, [0x90, 62, 9])], waits: false) == Self.ends(72))
    #expect(bench.exchange(waits: false).isEmpty)
    bench.stuck.holds.store(false, ordering: .releasing)
    TestBlock.wait { !bench.relay.isBusy }
    #expect(bench.exchange([TestMessage(8, [0x80, 62, 0])]).isEmpty)
    #expect(bench.exchange() == [TestMessage(8, [0x80, 74, 0])])
    // Each was heard in its own block.
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
    // As many are under way as can be: this end is lost.
    bench.exchange([TestMessage(9, [0x80, 60, 0])], waits: false)
    bench.stuck.holds.store(false, ordering: .releasing)
    TestBlock.wait { !bench.relay.isBusy }
    let many = (0..<1_024).map { TestMessage($0 / 16, [0xb1, 1, UInt8($0 % 128)]) }
    bench.exchange(many)
    bench.exchange()
    // What ends notes takes the room of others.
    let heard = bench.echo.heard.map { TestMessage($0.frame, $0.bytes) }
    #expect(heard == Self.ends(60, 61) + many.dropLast(4))
    #expect(bench.relay.lostMessages == 4)
  }

  @Test("goes on when blocks without messages can't be handed over")
  func unharmed() throws {
    let bench = try Bench()
    bench.exchange([TestMessage(0, [0x90, 60, 9])])
    bench.exchange()
    bench.echo.forget()
    bench.exchange(frames: 100)
    bench.exchange([TestMessage(9, [0x80, 60, 0])])
    bench.exchange()
    #expect(bench.echo.heard.map(\.bytes) == [[0x80, 60, 0]])
  }

  @Test("ends what has gone out when the relay is silenced, and nothing goes out after that")
  func silenced() throws {
    let bench = try Bench()
    bench.exchange([TestMessage(7, [0x90, 60, 9])])
    #expect(bench.exchange([TestMessage(7, [0x90, 61, 9])]) == [TestMessage(7, [0x90, 72, 9])])
    bench.relay.silence()
    #expect(bench.exchange([TestMessage(7, [0x90, 62, 9])]) == Self.ends(72))
    for _ in 0..<3 { #expect(bench.exchange([TestMessage(7, [0x90, 63, 9])]).isEmpty) }
  }
}

@Suite("MIDI of a graph that runs elsewhere")
struct ExchangeMIDITests {
  /// A session whose graph is joined to MIDI output 1 and input 2, in chunks that are shorter than cycles.
  private final class Bench {
    let controller = RenderController.make()
    let midi = MIDINode()
    let session: TestSession
    private let ports = HandMIDI(inputs: [0, 2], outputs: [0, 1])

    init() {
      let exchange = MIDIExchangeDescription(send: 1, back: 2)
      var session = TestSession(
        inputs: [],
        nodes: [NodeDescription(sends: [], returns: [], inputs: [], midi: exchange)],
        outputs: []
      )
      session.description.midi = MIDIDescription(
        node: midi,
        input: 0,
        output: 0,
        sent: [.node(0, output: 0)]
      )
      self.session = session
      let bus = BusDescription(node: BusNode(channels: 1), driverChannels: [0])
      controller.publish(
        PlanDescription(segments: [session.description], buses: [bus]),
        blockFrames: 16
      )
    }

    /// Renders a cycle; `heard` comes in and `back` comes back; returns what goes to the graph and what goes out.
    @discardableResult
    func render(
      _ heard: [TestMessage] = [],
      back: [TestMessage] = []
    ) -> (there: [TestMessage], out: [TestMessage]) {
      let sent = ports.pass([0: heard, 2: back]) { controller.processor.render($0) }
      return (sent[1] ?? [], sent[0] ?? [])
    }
  }

  private let notes = [
    TestMessage(0, [0x90, 60, 9]), TestMessage(15, [0xf8]), TestMessage(16, [0xfa]),
    TestMessage(50, [0x90, 61, 9]), TestMessage(63, [0x80, 60, 0]),
  ]

  @Test("goes there and comes back, each message at its frame")
  func ways() {
    let bench = Bench()
    bench.controller.openNow(bench.session)
    bench.render()
    let sent = bench.render(notes)
    #expect(sent.there == notes && sent.out.isEmpty)
    let back = bench.render(back: notes)
    #expect(back.there.isEmpty && back.out == notes)
    #expect(bench.midi.lostMessages == 0)
  }

  @Test("stops while the session is suspended, and goes on there while it is silenced")
  func gates() {
    let bench = Bench()
    #expect(bench.render(notes, back: notes) == ([], []))
    bench.controller.openNow(bench.session)
    bench.render(notes)
    bench.controller.silence(bench.session.strip, true, over: FrameCount(1))
    bench.render()
    #expect(bench.render(notes, back: notes) == (notes, []))
    bench.controller.close(bench.session.strip, over: FrameCount(64))
    bench.render()
    #expect(bench.render(notes) == ([], []))
    bench.controller.openNow(bench.session)
    let ends: [[UInt8]] = [[0x80, 61, 64], [0xb0, 64, 0], [0xb0, 123, 0]]
    #expect(bench.render().there == ends.map { TestMessage(0, $0) })
  }

  @Test("ends elsewhere what a graph has begun that is gone")
  func lost() {
    let bench = Bench()
    bench.controller.openNow(bench.session)
    bench.render()
    bench.render(back: [TestMessage(0, [0x93, 60, 9])])
    bench.midi.endSent()
    let ends: [[UInt8]] = [[0x83, 60, 64], [0xb3, 64, 0], [0xb3, 123, 0]]
    #expect(bench.render().out == ends.map { TestMessage(0, $0) })
    #expect(bench.render().out.isEmpty)
  }
}
