// SPDX-License-Identifier: Apache-2.0
// Plugins that are rude outside run hold up no other plugin.

import CLilv
import Glibc
import Patience
import Quantities
import Synchronization
import Testing

@testable import LV2Hosting

@Suite struct StubbornPluginTests {
  private let world = Fixtures.world()

  private func make(_ name: String) throws(HostingError) -> LV2Instance {
    try world.instantiate(
      "urn:tarmac:fixture:" + name,
      sampleRate: .usual,
      maximumBlock: FrameCount(64)
    )
  }

  private func ask(_ number: Float, of bench: AudioBench, by port: String = "ask") throws {
    let ask = try #require(bench.instance.control(port))
    unsafe ask.pointer.pointee = number
    bench.run(blocks: [64])
  }

  // MARK: Work that asks for work

  @Test("work that asks for work gets it where work is done at once")
  func workThatAsksForWorkGetsItWhereWorkIsDoneAtOnce() throws {
    let bench = AudioBench(try Fixtures.make("chain"), waitsForWorker: false)
    try ask(3, of: bench)
    #expect(bench.instance.control("answers")?.value == 321)
    // A plugin that asks without end does not end the render.
    try ask(-1, of: bench)
    try ask(2, of: bench)
    #expect(bench.instance.control("answers")?.value == 32_121)
  }

  @Test("work that asks for work gets it from the worker threads")
  func workThatAsksForWorkGetsItFromTheWorkerThreads() throws {
    let bench = AudioBench(try make("chain"), waitsForWorker: false)
    try ask(3, of: bench)
    let answers = {
      bench.run(blocks: [64])
      return bench.instance.control("answers")?.value
    }
    #expect(waitUntil { answers() == 321 })
    // A plugin that asks without end does not keep the others from their work.
    try ask(-1, of: bench)
    let other = AudioBench(try make("worker"), waitsForWorker: false)
    try ask(1, of: other)
    #expect(
      waitUntil {
        other.run(blocks: [64])
        return other.instance.control("answers")?.value ?? 0 > 0
      }
    )
  }

  /// The ring between a plugin's run and its worker has one writer.
  @Test("run and work may ask at the same time")
  func runAndWorkMayAskAtTheSameTime() async throws {
    try await blocking {
      let pool = WorkPool()
      let plugin = AskingPlugin(on: pool)
      plugin.work.leaveToWorker()
      pool.add(plugin.work)
      var asked = 0
      while asked < 20_000 {
        if plugin.ask(AskingPlugin.fromRun) { asked += 1 } else { sched_yield() }
      }
      #expect(waitUntil { plugin.work.isIdle })
      #expect(plugin.garbled == 0)
      #expect(plugin.fromRun == 20_000)
      pool.remove(plugin.work)
    }
  }

  // MARK: Calls that never return

  @Test("a plugin that never returns is left behind", arguments: [1, 2, 3] as [Float])
  func aPluginThatNeverReturnsIsLeftBehind(how: Float) async throws {
    try await blocking {
      let world = Fixtures.world()
      // As many plugins as the pool has threads.
      for _ in 0..<WorkPool.mostThreads {
        let instance = try world.instantiate(
          "urn:tarmac:fixture:hung",
          sampleRate: .usual,
          maximumBlock: FrameCount(64)
        )
        let bench = AudioBench(instance, waitsForWorker: false)
        let control = try #require(instance.control("how"))
        unsafe control.pointer.pointee = how
        bench.run(blocks: [64])
        let isAtWork = {
          bench.run(blocks: [64])
          return instance.control("holds")?.value == 1
        }
        if how == 1 { #expect(waitUntil(isAtWork)) }
      }
      let instance = try world.instantiate(
        "urn:tarmac:fixture:worker",
        sampleRate: .usual,
        maximumBlock: FrameCount(64),
        values: ["ask": 1]
      )
      let bench = AudioBench(instance, waitsForWorker: false)
      #expect(
        waitUntil {
          bench.run(blocks: [64])
          return instance.control("answers")?.value ?? 0 > 0
        }
      )
    }
  }

  // MARK: Each call in its place

  @Test("saving and restoring never meet")
  func savingAndRestoringNeverMeet() async throws {
    let (one, other) = (try make("sharing"), try make("sharing"))
    let state = try other.state()
    let pair = unsafe Transfer((one, other, state))
    let isSaved = Flag()
    async let saving: Void = blocking {
      for _ in 0..<30 { _ = try? unsafe pair.value.0.state() }
      isSaved.raise()
    }
    try await blocking {
      while !isSaved.isRaised { try? unsafe pair.value.1.restore(pair.value.2) }
    }
    try await saving
    AudioBench(one).run(blocks: [64])
    #expect(one.control("meetings")?.value == 0)
  }

  @Test("a run ends only where there was one")
  func aRunEndsOnlyWhereThereWasOne() throws {
    let bench = AudioBench(try make("worker"))
    try ask(1, of: bench)
    try ask(0, of: bench)
    let ends = bench.instance.control("ends")?.value
    try ask(1, of: bench)
    #expect(waitUntil { bench.instance.core.features.work.isIdle })
    _ = try bench.instance.state()
    #expect(bench.instance.control("answers")?.value == 2_121)
    #expect(bench.instance.control("ends")?.value == (ends ?? 0) + 1)
  }

  @Test("what a plugin says in its first run is heard")
  func whatAPluginSaysInItsFirstRunIsHeard() throws {
    let instance = try make("first-run")
    #expect(instance.parameters["urn:tarmac:fixture:level"] == .float(0.75))
    #expect(instance.takeEvents().map(\.port) == ["events"])
  }

  @Test("no work is done inside a run that keeps time")
  func noWorkIsDoneInsideARunThatKeepsTime() throws {
    let bench = AudioBench(try make("first-run"))
    bench.run(blocks: [64])
    #expect(bench.instance.control("place")?.value == 2)
  }
}

/// Polls until the condition holds; gives up after two minutes.
private func waitUntil(_ condition: () -> Bool) -> Bool {
  let deadline = ContinuousClock.now + .seconds(patience)
  while ContinuousClock.now < deadline {
    if condition() { return true }
    usleep(1_000)
  }
  return false
}

/// Lets a value go to another thread although its type is not sendable.
@unsafe
private struct Transfer<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { unsafe self.value = value }
}

/// A value that one thread sets for another.
private final class Flag: Sendable {
  private let value = Atomic(false)
  var isRaised: Bool { value.load(ordering: .acquiring) }
  func raise() { value.store(true, ordering: .releasing) }
}

/// A plugin whose worker asks for work of its own, once for each request.
@safe
private final class AskingPlugin {
  static let fromRun: UInt64 = 0x1111_1111_1111_1111
  static let fromWork: UInt64 = 0x2222_2222_2222_2222
  let work: PluginWork
  private let interface = UnsafeMutablePointer<LV2_Worker_Interface>.allocate(capacity: 1)
  private let desk: UnsafeMutablePointer<Desk>

  @safe
  private struct Desk: ~Copyable {
    var schedule: LV2_Worker_Schedule
    let requests = Atomic(0)
    let garbled = Atomic(0)
  }

  init(on pool: WorkPool) {
    work = unsafe PluginWork(bell: pool.bell)
    unsafe desk = .allocate(capacity: 1)
    unsafe desk.initialize(to: Desk(schedule: work.schedule))
    unsafe interface.initialize(
      to: LV2_Worker_Interface(
        work: { handle, _, _, size, data in
          guard let handle = unsafe handle, let data = unsafe data else {
            return LV2_WORKER_ERR_UNKNOWN
          }
          let desk = unsafe handle.assumingMemoryBound(to: Desk.self)
          let request = unsafe size == 8 ? data.loadUnaligned(as: UInt64.self) : 0
          if request == AskingPlugin.fromRun {
            unsafe desk.pointee.requests.add(1, ordering: .relaxed)
            var own = AskingPlugin.fromWork
            let schedule = unsafe desk.pointee.schedule
            _ = unsafe schedule.schedule_work(schedule.handle, 8, &own)
          } else if request != AskingPlugin.fromWork {
            unsafe desk.pointee.garbled.add(1, ordering: .relaxed)
          }
          return LV2_WORKER_SUCCESS
        },
        work_response: nil,
        end_run: nil
      )
    )
    unsafe work.attach(handle: UnsafeMutableRawPointer(desk), interface: interface)
  }

  deinit {
    unsafe interface.deallocate()
    unsafe desk.deinitialize(count: 1)
    unsafe desk.deallocate()
  }

  var fromRun: Int { unsafe desk.pointee.requests.load(ordering: .relaxed) }
  var garbled: Int { unsafe desk.pointee.garbled.load(ordering: .relaxed) }

  func ask(_ number: UInt64) -> Bool {
    let schedule = unsafe work.schedule
    var number = number
    return unsafe schedule.schedule_work(schedule.handle, 8, &number) == LV2_WORKER_SUCCESS
  }
}
