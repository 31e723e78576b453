// SPDX-License-Identifier: Apache-2.0
// A JACK client that plays the same sound again and again, and checks that it always comes back the
// same.

internal import CJACK
internal import JACKDriver
internal import Synchronization

/// A JACK client whose output `out_1` repeats a sound, and whose input `in_1` compares each turn of
/// the incoming sound with the first turn that was kept, bit for bit; nothing else of it is stored,
/// however long that goes on.
///
/// Whatever the sound passes through must have forgotten a turn at its end, as most do after a
/// silence.
///
/// > Threading: Control, one thread at a time.
@safe
package final class Carousel {
  private let client: OpaquePointer
  private let cycle: CarouselCycle
  private var isOpen = true

  /// The comparison since a turn was kept.
  package struct Findings: Hashable, Sendable {
    /// The frames that were compared.
    package var frames = 0
    /// The frames that differ from the turn that was kept.
    package var differentFrames = 0
    /// The place in a turn of the first difference.
    package var firstDifference: Int?
    /// How many frames of the turn that was kept are not silent.
    package var loudFrames = 0
  }

  /// Opens and activates a client on a server.
  package init(_ name: String, on server: PrivateServer, playing turn: [Float]) throws {
    guard let client = unsafe openBenchClient(name, on: server.name) else {
      throw BenchError.noClient(name)
    }
    unsafe self.client = client
    cycle = CarouselCycle(turn)
    do {
      cycle.input = unsafe try BenchPort.register(1, named: "in", JackPortIsInput, of: client).first
      cycle.output = unsafe try BenchPort.register(1, named: "out", JackPortIsOutput, of: client)
        .first
      let context = unsafe Unmanaged.passUnretained(cycle).toOpaque()
      unsafe jack_set_process_callback(client, runCarouselCycle, context)
      guard unsafe jack_activate(client) == 0 else { throw BenchError.noClient(name) }
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  /// Leaves the server; may be called more than once.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    unsafe closeClient(client)
  }

  /// Keeps the next turn, and compares all that follow it.
  package func keepTurn() { cycle.state.withLock { $0 = CarouselState($0.sound) } }

  /// The findings since then; `nil` before a turn was kept.
  package var findings: Findings? {
    cycle.state.withLock { $0.kept.count == $0.sound.count ? $0.findings : nil }
  }
}

/// The data that JACK's thread plays and compares.
private struct CarouselState {
  let sound: [Float]
  var isKeeping = false
  var kept: [Float] = []
  var findings = Carousel.Findings()

  init(_ sound: [Float]) {
    self.sound = sound
    kept.reserveCapacity(sound.count)
  }

  /// Compares a sample at a place of the turn.
  mutating func hear(_ sample: Float, at place: Int) {
    if kept.count < sound.count {
      guard isKeeping || place == 0 else { return }
      isKeeping = true
      kept.append(sample)
      if sample != 0 { findings.loudFrames += 1 }
      return
    }
    findings.frames += 1
    guard sample.bitPattern != kept[place].bitPattern else { return }
    findings.differentFrames += 1
    findings.firstDifference = findings.firstDifference ?? place
  }
}

/// The data of JACK's thread; the lock is held elsewhere only for a moment.
@safe
private final class CarouselCycle: @unchecked Sendable {
  var input: BenchPort?
  var output: BenchPort?
  let state: Mutex<CarouselState>
  private let sound: [Float]
  private var place = 0

  init(_ sound: [Float]) {
    state = Mutex(CarouselState(sound))
    self.sound = sound
  }

  func run(_ count: Int) {
    guard let input = unsafe input?.buffer(count), let output = unsafe output?.buffer(count) else {
      return
    }
    for frame in 0..<count { unsafe output[frame] = sound[(place + frame) % sound.count] }
    state.withLock { state in
      for frame in 0..<count {
        unsafe state.hear(input[frame], at: (place + frame) % sound.count)
      }
    }
    place = (place + count) % sound.count
  }
}

/// JACK's entry; a plain function, because JACK calls it on its own thread.
private func runCarouselCycle(
  _ frames: jack_nframes_t,
  _ cycle: UnsafeMutableRawPointer?
) -> Int32 {
  guard let cycle = unsafe cycle else { return 0 }
  unsafe Unmanaged<CarouselCycle>.fromOpaque(cycle).takeUnretainedValue().run(Int(frames))
  return 0
}
