// SPDX-License-Identifier: Apache-2.0
// Requests reach the worker method, and its answers reach the plugin.

import CLilv
import Glibc
import Patience
import Quantities
import RenderCore
import Synchronization
import TestPlugins
import Testing

@testable import LV2Hosting

@Suite struct WorkerTests {
  @Test("the thread answers every request of several plugins")
  func theThreadAnswersEveryRequestOfSeveralPlugins() throws {
    let pool = WorkPool()
    let plugins = (0..<3).map { _ in AddingPlugin(on: pool) }
    for plugin in plugins {
      plugin.work.leaveToWorker()
      pool.add(plugin.work)
    }
    for request in 1...500 {
      for plugin in plugins {
        #expect(waitUntil { plugin.ask(UInt32(request)) == LV2_WORKER_SUCCESS })
        #expect(waitUntil { plugin.takeAnswer() == UInt32(request) + 1 })
      }
    }
    for plugin in plugins { pool.remove(plugin.work) }
    #expect(plugins.allSatisfy { $0.callsOnOtherThreads == 500 })
  }

  @Test("before the first block and offline a request is answered at once")
  func beforeTheFirstBlockAndOfflineARequestIsAnsweredAtOnce() {
    let pool = WorkPool()
    let plugin = AddingPlugin(on: pool)
    #expect(plugin.ask(41) == LV2_WORKER_SUCCESS)
    #expect(plugin.takeAnswer() == 42)
    #expect(plugin.callsOnOtherThreads == 0)
  }

  @Test("requests that do not fit are refused and a closed plugin is not called")
  func requestsThatDoNotFitAreRefusedAndAClosedPluginIsNotCalled() {
    let pool = WorkPool()
    let plugin = AddingPlugin(on: pool)
    plugin.work.leaveToWorker()
    var accepted = 0
    while plugin.ask(1) == LV2_WORKER_SUCCESS { accepted += 1 }
    #expect(accepted == 32_768 / 8)
    plugin.work.close()
    pool.add(plugin.work)
    let other = AddingPlugin(on: pool)
    other.work.leaveToWorker()
    pool.add(other.work)
    #expect(other.ask(1) == LV2_WORKER_SUCCESS)
    #expect(waitUntil { other.takeAnswer() == 2 })
    #expect(plugin.callsOnOtherThreads == 0)
  }

  /// The cabinet computes another impulse response in its worker when its model changes.
  @Test("a real plugin takes up what its worker computed")
  func aRealPluginTakesUpWhatItsWorkerComputed() throws {
    let world = TestPlugins.world()
    let wanted = level(AudioBench(try make(world, model: 12)))
    let bench = AudioBench(try make(world, model: 0))
    #expect(abs(level(bench) - wanted) > 0.1)
    let model = try #require(bench.instance.control("c_model"))
    unsafe model.pointer.pointee = 12
    #expect(waitUntil { abs(level(bench) - wanted) < 0.001 })
  }

  @Test("a worker that sleeps does not keep the others waiting")
  func aWorkerThatSleepsDoesNotKeepTheOthersWaiting() throws {
    let world = Fixtures.world()
    let make = {
      try world.instantiate(
        "urn:tarmac:fixture:worker",
        sampleRate: .usual,
        maximumBlock: FrameCount(64)
      )
    }
    let sleeper = AudioBench(try make(), waitsForWorker: false)
    let other = AudioBench(try make(), waitsForWorker: false)
    let ask = { (bench: AudioBench, number: Float) in
      guard let port = bench.instance.control("ask") else { return }
      unsafe port.pointer.pointee = number
      bench.run(blocks: [64])
    }
    ask(sleeper, 9)
    ask(other, 1)
    ask(other, 0)
    let answers = { (bench: AudioBench) in
      bench.run(blocks: [0])
      return bench.instance.control("answers")?.value
    }
    #expect(waitUntil { answers(other) == 21 })
    // All the others together wait for it once, not each of them.
    var turns = 0
    #expect(
      waitUntil {
        PluginLock.withLock { turns += 1 }
        return turns == 100
      }
    )
    #expect(sleeper.instance.control("answers")?.value == 0)
    ask(sleeper, 0)
    #expect(waitUntil { answers(sleeper) == 9 })
  }

  private func make(_ world: LV2World, model: Float) throws(HostingError) -> LV2Instance {
    try world.instantiate(
      PluginURI.cabinet,
      sampleRate: .usual,
      maximumBlock: FrameCount(256),
      values: ["c_model": model]
    )
  }

  /// The energy of two impulses once the plugin has settled.
  private func level(_ bench: AudioBench) -> Float {
    let blocks = [Int](repeating: 256, count: 80)
    let output = bench.run(blocks: blocks) { $0 % 2_048 == 0 ? 1 : 0 }
    return output[0].suffix(4_096).reduce(0) { $0 + $1 * $1 }
  }
}

/// Polls until the condition holds; gives up after two minutes.
private func waitUntil(_ condition: () -> Bool) -> Bool {
  let deadline = ContinuousClock.now + .seconds(patience)
  while ContinuousClock.now < deadline {
    if condition() { return true }
    sched_yield()
  }
  return false
}

/// A plugin whose worker answers every number with the next one.
@safe
private final class AddingPlugin {
  let work: PluginWork
  private let interface = UnsafeMutablePointer<LV2_Worker_Interface>.allocate(capacity: 1)
  private let home: UnsafeMutablePointer<Home>

  private struct Home: ~Copyable {
    let thread = pthread_self()
    let callsElsewhere = Atomic(0)
  }

  init(on pool: WorkPool) {
    work = unsafe PluginWork(bell: pool.bell)
    unsafe home = .allocate(capacity: 1)
    unsafe home.initialize(to: Home())
    unsafe interface.initialize(
      to: LV2_Worker_Interface(
        work: { handle, respond, responder, size, data in
          guard let handle = unsafe handle, let data = unsafe data, let respond = unsafe respond
          else { return LV2_WORKER_ERR_UNKNOWN }
          let home = unsafe handle.assumingMemoryBound(to: Home.self)
          if unsafe pthread_equal(home.pointee.thread, pthread_self()) == 0 {
            unsafe home.pointee.callsElsewhere.add(1, ordering: .relaxed)
          }
          var answer = unsafe data.load(as: UInt32.self) + 1
          return unsafe respond(responder, size, &answer)
        },
        work_response: nil,
        end_run: nil
      )
    )
    unsafe work.attach(handle: UnsafeMutableRawPointer(home), interface: interface)
  }

  deinit {
    unsafe interface.deallocate()
    unsafe home.deallocate()
  }

  var callsOnOtherThreads: Int { unsafe home.pointee.callsElsewhere.load(ordering: .relaxed) }

  func ask(_ number: UInt32) -> LV2_Worker_Status {
    let schedule = unsafe work.schedule
    var number = number
    return unsafe schedule.schedule_work(schedule.handle, 4, &number)
  }

  func takeAnswer() -> UInt32? {
    var answer: UInt32 = 0
    let size = unsafe withUnsafeMutableBytes(of: &answer) { bytes in
      unsafe work.responses.receive(into: bytes)
    }
    return size == 4 ? answer : nil
  }
}
