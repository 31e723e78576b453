// SPDX-License-Identifier: Apache-2.0
// The MIDI of the rig itself: across the real-time border and back, and the clock to the frame.

import Quantities
import RenderCore
import Testing

@Suite("The rig's own MIDI")
struct ControlMIDITests {
  private let midi = HandMIDI(inputs: [0, 2], outputs: [1])
  private let control = ControlMIDI()
  private let controller = RenderController(sampleRate: SampleRate(hertz: 48_000))

  init() {
    controller.processor.attach(control)
  }

  private func publish(_ ports: ControlPorts, blockFrames: Int = 64) {
    controller.publish(PlanDescription(control: ports), blockFrames: blockFrames)
  }

  /// Renders a cycle and returns the messages at the rig's own output.
  private func cycle(_ messages: [TestMessage] = [], frames: Int = 64) -> [TestMessage] {
    let sent = midi.pass([2: messages], frames: frames) { controller.processor.render($0) }
    return sent[1] ?? []
  }

  @Test("arrives in its order, with the frame at which it came, and rings")
  func arrival() {
    publish(ControlPorts(input: 2, output: 1))
    _ = cycle()
    let rings = control.rings
    _ = cycle([TestMessage(3, [0xB0, 7, 1]), TestMessage(60, [0xF8])])
    #expect(control.rings > rings)
    let first = ControlMessage(frame: 67, status: 0xB0, first: 7, second: 1, count: 3)
    #expect(control.receive() == first)
    #expect(control.receive() == ControlMessage(frame: 124, status: 0xF8, count: 1))
    #expect(control.receive() == nil)
    // Messages longer than three bytes move no fader.
    _ = cycle([TestMessage(0, [0xF0, 1, 2, 3, 0xF7])])
    #expect(control.receive() == nil)
  }

  @Test("leaves with the next cycle; without ports nothing does")
  func departure() {
    publish(.none)
    control.send(ControlMessage(status: 0x90, first: 36, second: 1, count: 3))
    #expect(cycle([TestMessage(0, [0xB0, 7, 1])]).isEmpty)
    #expect(control.receive() == nil)
    publish(ControlPorts(input: 2, output: 1))
    #expect(cycle() == [TestMessage(0, [0x90, 36, 1])])
    #expect(cycle().isEmpty)
  }

  @Test("is dropped and counted where a ring is full, and the rest goes on")
  func flood() {
    publish(ControlPorts(input: 2, output: 1))
    for _ in 0..<5 {
      _ = cycle((0..<1_000).map { TestMessage($0 % 64, [0xB0, 7, UInt8($0 % 128)]) })
    }
    var heard = 0
    while control.receive() != nil { heard += 1 }
    #expect(heard == 4_096 && control.dropped == 5_000 - 4_096)
    _ = cycle([TestMessage(0, [0xB0, 7, 1])])
    #expect(control.receive() != nil)
    let sent = (0..<5_000).count { _ in control.send(ControlMessage(status: 0xF8, count: 1)) }
    #expect(sent == 4_096 && control.dropped == 2 * (5_000 - 4_096))
    #expect(cycle().count == 256)
  }

  // MARK: The clock

  /// All messages of so many cycles, by the frame since the first.
  private func clock(cycles: Int, frames: Int = 64) -> [TestMessage] {
    (0..<cycles).flatMap { number in
      cycle(frames: frames).map { TestMessage($0.frame + number * frames, $0.bytes) }
    }
  }

  private var transport: TransportClock { controller.processor.transport }

  @Test("has 24 ticks to a quarter note, each at its frame, however long a cycle is")
  func ticks() {
    for (frames, block) in [(64, 64), (1_000, 64), (37, 64)] {
      publish(ControlPorts(input: 2, output: 1, sendsClock: true), blockFrames: block)
      transport.follow(driver: false)
      transport.set(Transport(speed: 1, tempo: Tempo(beatsPerMinute: 125)))
      let sent = clock(cycles: 96_000 / frames, frames: frames)
      #expect(sent.first?.bytes == [0xFA] && sent.first?.frame == 0)
      let ticks = sent.dropFirst()
      #expect(ticks.allSatisfy { $0.bytes == [0xF8] })
      // 960 frames a tick.
      #expect(ticks.map(\.frame) == (0..<ticks.count).map { $0 * 960 })
      transport.roll(false)
      #expect(clock(cycles: 2, frames: frames).map(\.bytes) == [[0xFC]])
    }
  }

  @Test("counts quarter notes where a beat is an eighth, and nothing where nobody counts")
  func beats() {
    publish(ControlPorts(input: 2, output: 1, sendsClock: true))
    transport.follow(driver: false)
    let eighths = Tempo(beatsPerMinute: 250, beatsPerBar: 6, beatUnit: 8)
    transport.set(Transport(speed: 1, tempo: eighths))
    let ticks = clock(cycles: 100).filter { $0.bytes == [0xF8] }
    #expect(ticks.prefix(5).map(\.frame) == [0, 960, 1_920, 2_880, 3_840])
    transport.set(Transport(speed: 1))
    #expect(clock(cycles: 100).map(\.bytes) == [[0xFC]])
  }

  @Test("says where it goes on after a jump, with the next sixteenth")
  func jump() {
    publish(ControlPorts(input: 2, output: 1, sendsClock: true))
    transport.follow(driver: false)
    transport.set(Transport(speed: 1, tempo: Tempo(beatsPerMinute: 125)))
    _ = clock(cycles: 3)
    // 100 frames past the eighth sixteenth; the ninth is 5,760 frames after that one.
    transport.locate(8 * 5_760 + 100)
    let sent = clock(cycles: 100)
    #expect(
      sent.prefix(5) == [
        TestMessage(0, [0xFC]), TestMessage(0, [0xF2, 9, 0]), TestMessage(5_660, [0xFB]),
        TestMessage(5_660, [0xF8]),
      ] + sent.dropFirst(4).prefix(1)
    )
    // A tempo that changes is no jump.
    transport.count(Tempo(beatsPerMinute: 250))
    #expect(clock(cycles: 60).allSatisfy { $0.bytes == [0xF8] })
  }

  @Test("that is followed stands where it was said to, however late that is heard")
  func join() {
    publish(ControlPorts(input: 2, output: 1))
    transport.follow(driver: false)
    _ = clock(cycles: 100)
    // The message came at frame 1,000 of the renderer, at 125 quarter notes a minute; that is 5,400
    // frames ago.
    let reading = ClockReading(
      frame: 1_000,
      quarters: 0,
      quartersPerMinute: 125,
      isRolling: true,
      isJump: true
    )
    transport.join(reading)
    _ = cycle()
    #expect(transport.now?.frame == 5_400 && transport.now?.speed == 1)
    #expect(abs((transport.now?.barBeat ?? 0) - 5_400 / 23_040) < 1e-6)
    // A tempo that arrives by itself moves the beats, and not the frames.
    transport.join(
      ClockReading(
        frame: 6_464,
        quarters: 1,
        quartersPerMinute: 120,
        isRolling: true,
        isJump: false
      )
    )
    _ = cycle()
    #expect(transport.now?.frame == 5_464)
    #expect(transport.now?.barBeat == 1)
    #expect(transport.now?.tempo?.beatsPerMinute == 120)
  }
}
