// SPDX-License-Identifier: Apache-2.0
// Events reach plugins at their frame, and events of plugins are received.

import Foundation
import Quantities
import RenderCore
import Testing

@testable import LV2Hosting

@Suite struct EventTests {
  @Test("every port has its own events in the order of their frames")
  func everyPortHasItsOwnEventsInTheOrderOfTheirFrames() throws {
    let bench = AudioBench(try Fixtures.make("echo"))
    let instance = bench.instance
    instance.listen()
    for (note, frame) in [(60, 200), (61, 5), (62, 900), (63, 5)] {
      #expect(instance.send(midi: [0x90, UInt8(note), 100], at: frame))
    }
    bench.run(blocks: [256])
    let events = instance.takeEvents()
    #expect(events.allSatisfy { $0.port == "first_out" })
    #expect(events.map(\.frame) == [255, 200, 5, 5])
    let notes = events.map { event -> UInt8 in
      if case .midi(let bytes) = event.content { bytes[1] } else { 0 }
    }
    #expect(notes == [62, 60, 63, 61])
    // The plugin puts the last event first; the plan sorts them as JACK requires.
    #expect(bench.midi(from: "first_out").map(\.frame) == [5, 5, 200, 255])
    bench.run(blocks: [256])
    #expect(bench.midi(from: "first_out").isEmpty)
    #expect(instance.takeEvents().isEmpty)
  }

  @Test("the MIDI of a plan reaches its port and only once")
  func theMIDIOfAPlanReachesItsPortAndOnlyOnce() throws {
    let bench = AudioBench(try Fixtures.make("echo"))
    bench.deliver([0x90, 60, 1], at: 30, to: "first_in")
    bench.deliver([0x90, 61, 1], at: 7, to: "first_in")
    bench.deliver([0x80, 62, 1], at: 900, to: "second_in")
    bench.run(blocks: [64])
    #expect(bench.midi(from: "first_out").map(\.frame) == [7, 30])
    #expect(bench.midi(from: "second_out").map(\.bytes) == [[0x80, 62, 1]])
    #expect(bench.midi(from: "second_out").map(\.frame) == [63])
    bench.run(blocks: [64])
    #expect(bench.midi(from: "first_out").isEmpty && bench.midi(from: "second_out").isEmpty)
  }

  @Test("MIDI that a cycle has no room for is counted")
  func midiThatACycleHasNoRoomForIsCounted() throws {
    let bench = AudioBench(try Fixtures.make("echo"))
    let list = bench.instance.node.midiInputs[0].list
    let note: [UInt8] = [0x90, 60, 100]
    for _ in 0..<1_100 { unsafe list.pointer.pointee.insert(frame: 0, bytes: note, count: 3) }
    bench.run(blocks: [256])
    #expect(bench.instance.health.droppedEvents == 76)
    bench.run(blocks: [256])
    #expect(bench.instance.health.droppedEvents == 76)
  }

  @Test("MIDI waits while a plugin must not run")
  func midiWaitsWhileAPluginMustNotRun() throws {
    let bench = AudioBench(try Fixtures.make("echo"))
    bench.deliver([0x90, 60, 1], at: 30, to: "first_in")
    bench.run(blocks: [64])
    bench.instance.core.whileStill {
      bench.deliver([0x80, 60, 1], at: 5, to: "first_in")
      bench.run(blocks: [64])
      #expect(bench.midi(from: "first_out").isEmpty)
    }
    bench.run(blocks: [64])
    #expect(bench.midi(from: "first_out").map(\.bytes) == [[0x80, 60, 1]])
  }

  @Test("events keep their frame where cycles are cut")
  func eventsKeepTheirFrameWhereCyclesAreCut() throws {
    let instance = try Fixtures.world().instantiate(
      "urn:tarmac:fixture:echo",
      sampleRate: .usual,
      maximumBlock: FrameCount(50),
      isOffline: true
    )
    instance.listen()
    for frame in [0, 49, 50, 149, 151] { instance.send(midi: [0xf8], at: frame) }
    AudioBench(instance).run(blocks: [152])
    #expect(instance.takeEvents().map(\.frame).sorted() == [0, 49, 50, 149, 151])
  }

  /// A plugin that gathers frames is heard a block late, and so are its events, each with its
  /// sample.
  @Test("what a gathering plugin says leaves with the sample that it belongs to")
  func whatAGatheringPluginSaysLeavesWithTheSampleThatItBelongsTo() throws {
    let bench = AudioBench(try Fixtures.make("fixed-echo", block: 64))
    let instance = bench.instance
    instance.listen()
    // Seven cycles that no block of 64 fits into; in each an event comes in at its first, a middle
    // and its last frame.
    let cycles = [100, 37, 1, 200, 63, 65, 150]
    var sent: [Int] = []
    var heard: [Int] = []
    var told: [Int] = []
    var start = 0
    for frames in cycles {
      for frame in Set([0, frames / 2, frames - 1]).sorted() {
        bench.deliver([0x90, 60, 1], at: frame, to: "first_in")
        sent.append(start + frame)
      }
      bench.run(blocks: [frames])
      heard += bench.midi(from: "first_out").map { start + $0.frame }
      told += instance.takeEvents().map { start + $0.frame }.sorted()
      start += frames
    }
    #expect(instance.latency == FrameCount(64))
    #expect(heard == sent.map { $0 + 64 }.filter { $0 < start })
    #expect(told == heard)
    #expect(instance.health.droppedEvents == 0)
  }

  @Test("the ports of old take and give events too")
  func thePortsOfOldTakeAndGiveEventsToo() throws {
    let bench = AudioBench(try Fixtures.make("old-events"))
    let instance = bench.instance
    instance.listen()
    #expect(instance.send(midi: [0x90, 60, 100], at: 17))
    bench.run(blocks: [64])
    #expect(instance.control("count")?.value == 1)
    #expect(instance.control("frame")?.value == 17)
    let events = instance.takeEvents()
    #expect(events.map(\.port) == ["out"])
    #expect(events.map(\.frame) == [17])
    #expect(events.map(\.content) == [.midi([0x90, 60, 100])])
  }

  @Test("a port grows while the plugin runs")
  func aPortGrowsWhileThePluginRuns() throws {
    let bench = AudioBench(try Fixtures.make("resize"))
    bench.instance.listen()
    bench.run(blocks: [64])
    #expect(bench.instance.control("capacity")?.value == 100_000)
    guard case .other(let type, let bytes)? = bench.instance.takeEvents().first?.content else {
      Issue.record("no event")
      return
    }
    #expect(type == "urn:tarmac:fixture:big")
    #expect(bytes.count == 50_000)
    #expect(bench.instance.health.malformedSequences == 0)
  }

  @Test("a trigger is pushed once")
  func aTriggerIsPushedOnce() throws {
    let bench = AudioBench(try Fixtures.make("time"))
    let push = try #require(bench.instance.control("push"))
    unsafe push.pointer.pointee = 1
    bench.run(blocks: [64, 64, 64])
    #expect(bench.instance.control("pushes")?.value == 1)
    #expect(push.value == 0)
  }

  @Test("the position is said when it changes and the tempo always")
  func thePositionIsSaidWhenItChangesAndTheTempoAlways() throws {
    let world = Fixtures.world()
    let instance = try world.instantiate(
      "urn:tarmac:fixture:time",
      sampleRate: .usual,
      maximumBlock: FrameCount(256),
      isOffline: true
    )
    let bench = AudioBench(instance)
    let run = {
      world.transport.beginCycle(frames: 100, rate: 48_000)
      bench.run(blocks: [100])
      return instance.control("count")?.value
    }
    #expect(run() == 0)
    #expect(instance.control("tempo")?.value == 100)
    #expect(
      world.transport.set(Transport(frame: 1_000, speed: 1, tempo: Tempo(beatsPerMinute: 90)))
    )
    #expect(run() == 1)
    #expect(instance.control("frame")?.value == 1_000)
    #expect(instance.control("said_tempo")?.value == 90)
    #expect(instance.control("tempo")?.value == 90)
    #expect(run() == 1)
    world.transport.set(Transport(frame: 1_200, speed: 1, tempo: Tempo(beatsPerMinute: 91)))
    #expect(run() == 2)
    // A driver's own position wins.
    world.transport.beginCycle(
      at: Transport(frame: 5, speed: 0, tempo: Tempo(beatsPerMinute: 91)),
      frames: 100,
      rate: 48_000
    )
    bench.run(blocks: [100])
    #expect(instance.control("frame")?.value == 5)
  }

  @Test("bars and beats follow the tempo")
  func barsAndBeatsFollowTheTempo() {
    var transport = Transport(speed: 1, tempo: Tempo(beatsPerMinute: 120))
    transport.advance(by: 48_000, rate: 48_000)
    #expect(transport.bar == 0)
    #expect(transport.barBeat == 2)
    transport.advance(by: 60_000, rate: 48_000)
    #expect(transport.bar == 1)
    #expect(transport.barBeat == 0.5)
    transport.speed = -1
    transport.advance(by: 24_000, rate: 48_000)
    #expect(transport.bar == 0)
    #expect(transport.barBeat == 3.5)
  }

  @Test("answers come in the order the worker gave them and end the run")
  func answersComeInTheOrderTheWorkerGaveThemAndEndTheRun() throws {
    let bench = AudioBench(try Fixtures.make("worker", values: ["ask": 1]))
    bench.run(blocks: [64])
    #expect(bench.instance.control("answers")?.value == 21)
    #expect(bench.instance.control("ends")?.value == 1)
  }
}
