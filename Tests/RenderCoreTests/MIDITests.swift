// SPDX-License-Identifier: Apache-2.0
// MIDI in the renderer: order, chunks, plugins in a row, and the end of notes.

import Quantities
import RenderCore
import Testing

@Suite("MIDI in the renderer")
struct MIDITests {
  /// A driver with one MIDI input and one MIDI output, and a session with two plugins between them.
  private final class Bench {
    let controller = RenderController.make()
    let first = EchoPlugin()
    let second = EchoPlugin()
    private let ports = HandMIDI(inputs: [1], outputs: [0])
    let session: TestSession
    let midi = MIDINode()

    init(blockFrames: Int = 64) {
      let nodes = [
        NodeDescription(plugin: first.node, inputs: [], midi: [[.input]]),
        NodeDescription(plugin: second.node, inputs: [], midi: [[.node(0, output: 0), .input]]),
      ]
      var session = TestSession(inputs: [], nodes: nodes, outputs: [])
      session.description.midi = MIDIDescription(
        node: midi,
        input: 1,
        output: 0,
        sent: [.node(0, output: 0)]
      )
      self.session = session
      controller.publish(
        PlanDescription(
          segments: [session.description],
          buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
        ),
        blockFrames: blockFrames
      )
    }

    func open() { controller.openNow(session) }

    /// Renders a cycle with messages at these frames; returns the messages at the output.
    @discardableResult
    func render(_ messages: [(Int, [UInt8])] = [], frames: Int = 64) -> [TestMessage] {
      let heard = messages.map { TestMessage($0.0, $0.1) }
      return ports.pass([1: heard], frames: frames) { controller.processor.render($0) }[0] ?? []
    }
  }

  @Test("flows from plugin to plugin within a cycle, sorted by frame, and out again")
  func flow() {
    let bench = Bench()
    bench.open()
    bench.render()
    let sent = bench.render([(40, [0x90, 60, 1]), (3, [0x90, 50, 2]), (40, [0x80, 60, 0])])
    #expect(sent.map(\.frame) == [3, 40, 40])
    #expect(sent.map(\.bytes) == [[0x90, 62, 2], [0x90, 72, 1], [0x80, 72, 0]])
    #expect(bench.first.heard.map(\.frame) == [3, 40, 40])
    #expect(
      bench.second.heard.map(\.bytes) == [
        [0x90, 62, 2], [0x90, 50, 2], [0x90, 72, 1], [0x80, 72, 0], [0x90, 60, 1], [0x80, 60, 0],
      ]
    )
    #expect(bench.render().isEmpty)
  }

  @Test("keeps its frame where cycles are rendered in chunks")
  func chunks() {
    let bench = Bench(blockFrames: 16)
    bench.open()
    bench.render(frames: 16)
    let sent = bench.render([(0, [0xf8]), (15, [0xfa]), (16, [0xfb]), (50, [0xfc])], frames: 64)
    #expect(sent.map(\.frame) == [0, 15, 16, 50])
    #expect(
      bench.first.heard == [
        EchoPlugin.Note(run: 2, frame: 0, bytes: [0xf8]),
        EchoPlugin.Note(run: 2, frame: 15, bytes: [0xfa]),
        EchoPlugin.Note(run: 3, frame: 0, bytes: [0xfb]),
        EchoPlugin.Note(run: 5, frame: 2, bytes: [0xfc]),
      ]
    )
  }

  @Test("is not taken by a suspended session, whose notes end here and elsewhere")
  func suspension() {
    let bench = Bench()
    bench.render([(0, [0x90, 1, 1])])
    bench.open()
    bench.render([(0, [0x92, 60, 9]), (9, [0x92, 61, 9]), (10, [0x82, 61, 0])])
    bench.controller.close(bench.session.strip, over: FrameCount(64))
    #expect(bench.render().isEmpty)
    let ended = bench.render([(5, [0x90, 40, 9])])
    #expect(ended.map(\.bytes) == [[0x82, 72, 64], [0xb2, 64, 0], [0xb2, 123, 0]])
    #expect(ended.allSatisfy { $0.frame == 0 })
    #expect(bench.render([(5, [0x90, 41, 9])]).isEmpty)
    bench.first.forget()
    bench.open()
    bench.render([(7, [0x90, 42, 9])])
    #expect(
      bench.first.heard.map(\.bytes) == [
        [0x82, 60, 64], [0xb2, 64, 0], [0xb2, 123, 0], [0x90, 42, 9],
      ]
    )
    #expect(bench.first.heard.map(\.frame) == [0, 0, 0, 7])
  }

  @Test("ends elsewhere while a session is silenced, and goes on inside")
  func silenced() {
    let bench = Bench()
    bench.open()
    bench.render([(0, [0x90, 60, 9])])
    bench.controller.silence(bench.session.strip, true, over: FrameCount(1))
    bench.render()
    #expect(bench.render([(1, [0x90, 61, 9])]).map(\.bytes).first == [0x80, 72, 64])
    #expect(bench.render([(1, [0x90, 62, 9])]).isEmpty)
    #expect(bench.first.heard.count == 3)
  }

  @Test("that is too much is left out, and the rest stays in order")
  func overflow() {
    let bench = Bench()
    bench.open()
    bench.render()
    let many = (0..<1_500).map { ($0 % 64, [UInt8(0xb0), 1, UInt8($0 % 128)]) }
    let sent = bench.render(many)
    #expect(sent.count == 1_024)
    #expect(bench.midi.lostMessages == 0)
    #expect(sent.map(\.frame) == sent.map(\.frame).sorted())
    let long = bench.render([(0, [0xf0] + [UInt8](repeating: 1, count: 40_000)), (1, [0xf8])])
    #expect(long.map(\.bytes) == [[0xf8]])
  }
}
