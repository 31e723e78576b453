// SPDX-License-Identifier: Apache-2.0
// A listener's work on JACK's thread: copies samples between JACK and memory that was allocated
// before.

internal import CJACK
internal import Glibc
internal import Synchronization

/// A port of a listener.
@safe
struct BenchPort {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  func buffer(_ frames: Int) -> UnsafeMutablePointer<Float>? {
    unsafe jack_port_get_buffer(handle, UInt32(frames))?.assumingMemoryBound(to: Float.self)
  }
}

extension BenchPort {
  /// Registers the audio ports `NAME_1` … of a client.
  static func register(
    _ count: Int,
    named name: String,
    _ direction: JackPortFlags,
    of client: OpaquePointer
  ) throws -> [BenchPort] {
    try (0..<count).map { number in
      let port = "\(name)_\(number + 1)"
      let flags = UInt(direction.rawValue)
      let added = unsafe jack_port_register(client, port, JACK_DEFAULT_AUDIO_TYPE, flags, 0)
      guard let added = unsafe added else { throw BenchError.noPort(port) }
      return unsafe BenchPort(added)
    }
  }
}

/// The state of a listener that JACK's thread reads.
@safe
final class ListenerCycle: @unchecked Sendable {
  var client: OpaquePointer?
  var inputs: [BenchPort] = []
  var outputs: [BenchPort] = []
  let frames = Atomic<Int>(0)
  private let playing = Mutex<Tape?>(nil)
  private let capturing = Mutex<Tape?>(nil)
  private let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    unsafe semaphore = .allocate(capacity: 1)
    unsafe sem_init(semaphore, 0, 0)
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  func play(_ tape: Tape?) {
    playing.withLock { $0 = tape }
  }

  func capture(_ tape: Tape?) {
    capturing.withLock { $0 = tape }
  }

  /// Calls `look` in every cycle until it returns something; returns `nil` after `seconds`.
  func wait<Found>(seconds: Double, for look: () -> Found?) -> Found? {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: .seconds(seconds))
    while true {
      if let found = look() { return found }
      guard clock.now < deadline else { return nil }
      var until = timespec()
      unsafe clock_gettime(CLOCK_REALTIME, &until)
      until.tv_sec += 1
      unsafe sem_timedwait(semaphore, &until)
    }
  }

  /// One cycle; the locks are held elsewhere only for a moment.
  func run(_ count: jack_nframes_t) {
    guard let client = unsafe client else { return }
    let now = unsafe jack_last_frame_time(client)
    let cycle = Int(count)
    for port in outputs {
      unsafe port.buffer(cycle)?.update(repeating: 0, count: cycle)
    }
    if let tape = playing.withLock({ $0 }) { play(tape, now, cycle) }
    if let tape = capturing.withLock({ $0 }) { capture(tape, now, cycle) }
    frames.add(cycle, ordering: .releasing)
    unsafe sem_post(semaphore)
  }

  private func play(_ tape: Tape, _ now: jack_nframes_t, _ cycle: Int) {
    let position = tape.doneFrames
    let count = min(cycle, tape.frames - position)
    guard count > 0 else { return }
    for (index, port) in outputs.prefix(tape.channels).enumerated() {
      guard let target = unsafe port.buffer(cycle) else { continue }
      unsafe copy(from: tape.channel(index) + position, to: target, count)
    }
    tape.advance(count, at: now)
  }

  private func capture(_ tape: Tape, _ now: jack_nframes_t, _ cycle: Int) {
    let position = tape.doneFrames
    let count = min(cycle, tape.frames - position)
    guard count > 0 else { return }
    for (index, port) in inputs.prefix(tape.channels).enumerated() {
      guard let source = unsafe port.buffer(cycle) else { continue }
      unsafe copy(from: source, to: tape.channel(index) + position, count)
    }
    tape.advance(count, at: now)
  }

  /// Copies bit for bit; a copy through `Float` might quieten a signalling NaN.
  private func copy(
    from source: UnsafeMutablePointer<Float>,
    to target: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    unsafe UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count * 4)
  }
}

/// JACK's entry; a plain function, because JACK calls it on its own thread.
func runListenerCycle(_ frames: jack_nframes_t, _ cycle: UnsafeMutableRawPointer?) -> Int32 {
  guard let cycle = unsafe cycle else { return 0 }
  unsafe Unmanaged<ListenerCycle>.fromOpaque(cycle).takeUnretainedValue().run(frames)
  return 0
}
