// SPDX-License-Identifier: Apache-2.0
// A JACK client that plays counting samples, or judges them, for as long as it is open.

internal import CJACK
internal import JACKDriver
internal import Synchronization

/// A JACK client for campaigns of hours: its outputs `out_1` … play counting samples, its inputs
/// `in_1` … judge them.
///
/// One witness plays and another one listens, so that JACK has no loop to break.
///
/// > Threading: Control, one thread at a time.
@safe
package final class Witness {
  private let client: OpaquePointer
  private let cycle: WitnessCycle
  private var isOpen = true

  /// Opens and activates a client on the server of that name.
  package init(
    _ name: String,
    on server: PrivateServer,
    inputs: Int = 0,
    outputs: Int = 0,
    longestFade: Int = 4_800
  ) throws {
    guard let client = unsafe openBenchClient(name, on: server.name) else {
      throw BenchError.noClient(name)
    }
    unsafe self.client = client
    cycle = WitnessCycle(judges: inputs, longestFade: longestFade)
    do {
      cycle.inputs = unsafe try BenchPort.register(inputs, named: "in", JackPortIsInput, of: client)
      cycle.outputs = unsafe try BenchPort.register(
        outputs,
        named: "out",
        JackPortIsOutput,
        of: client
      )
      let context = unsafe Unmanaged.passUnretained(cycle).toOpaque()
      unsafe jack_set_process_callback(client, runWitnessCycle, context)
      unsafe jack_set_xrun_callback(client, countWitnessXrun, context)
      guard unsafe jack_activate(client) == 0 else { throw BenchError.noClient(name) }
    } catch {
      close()
      throw error
    }
  }

  deinit {
    close()
  }

  /// Leaves the server; may be called after the server's end, and more than once.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    unsafe closeClient(client)
  }

  /// How many frames this client has run.
  package var frames: Int { cycle.frames.load(ordering: .acquiring) }

  /// How often the server was late since the client was opened.
  package var xruns: Int { cycle.xruns.load(ordering: .acquiring) }

  /// Whether input `number`, from 1, hears whole sound at the moment.
  package func hearsSound(_ number: Int) -> Bool {
    cycle.judges.withLock { $0[number - 1].isCounting }
  }

  /// Takes the findings of input `number`, from 1, since the last time.
  package func takeFindings(_ number: Int) -> CountingJudge.Findings {
    cycle.judges.withLock { $0[number - 1].takeFindings() }
  }

  /// Asks the server for another number of frames per cycle.
  package func setPeriod(frames: Int) {
    unsafe jack_set_buffer_size(client, UInt32(frames))
  }
}

/// The data of JACK's thread; the lock is held elsewhere only for a moment.
@safe
private final class WitnessCycle: @unchecked Sendable {
  var inputs: [BenchPort] = []
  var outputs: [BenchPort] = []
  let frames = Atomic<Int>(0)
  let xruns = Atomic<Int>(0)
  let judges: Mutex<[CountingJudge]>
  private var position = 0

  init(judges count: Int, longestFade: Int) {
    let judge = CountingJudge(longestFade: longestFade)
    judges = Mutex(Array(repeating: judge, count: count))
  }

  func run(_ count: Int) {
    for port in outputs {
      guard let samples = unsafe port.buffer(count) else { continue }
      for frame in 0..<count { unsafe samples[frame] = CountingJudge.sample(at: position + frame) }
    }
    position = (position + count) % CountingJudge.turn
    judges.withLock { judges in
      for (index, port) in inputs.enumerated() {
        guard let samples = unsafe port.buffer(count) else { continue }
        for frame in 0..<count { unsafe judges[index].hear(samples[frame]) }
      }
    }
    frames.add(count, ordering: .releasing)
  }
}

/// JACK's entries; plain functions, because JACK calls them on its own threads.
private func runWitnessCycle(_ frames: jack_nframes_t, _ cycle: UnsafeMutableRawPointer?) -> Int32 {
  guard let cycle = unsafe cycle else { return 0 }
  unsafe Unmanaged<WitnessCycle>.fromOpaque(cycle).takeUnretainedValue().run(Int(frames))
  return 0
}

private func countWitnessXrun(_ cycle: UnsafeMutableRawPointer?) -> Int32 {
  guard let cycle = unsafe cycle else { return 0 }
  unsafe Unmanaged<WitnessCycle>.fromOpaque(cycle).takeUnretainedValue()
    .xruns.add(1, ordering: .relaxed)
  return 0
}
