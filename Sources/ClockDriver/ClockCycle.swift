// SPDX-License-Identifier: Apache-2.0
// What the clock's thread runs: a cycle after the other, each into buffers that nobody hears.

internal import AudioBackend
internal import Glibc
internal import Quantities
internal import RenderCore
internal import Synchronization
internal import Threads

/// The cycles of a clock, and what they need.
///
/// The lock is held while a cycle gets what it needs, and never while it renders: a plugin that
/// hangs holds up nobody but its thread.
///
/// > Threading: Any, except where said.
final class ClockCycle: Sendable {
  private let state: Mutex<State>
  private let counter = Atomic(0)
  /// The share of the last cycle, in millionths.
  private let share = Atomic(0)
  private let sampleRate: SampleRate
  private let graph: ClockGraph

  private struct State {
    var frames: Int
    var processor: RenderProcessor?
    var activation = Activation()
    /// The first frame of the last cycle, and when that began.
    var begin = (frame: UInt32.zero, moment: MonotonicTime.now)
    /// The first frame of the next one.
    var next: UInt32 = 0
    var transport = Transport()
  }

  /// The time from `begin` to `end`; the next one has another gate, so that a thread that was given
  /// up stays out.
  private final class Activation: Sendable {
    let gate = CycleGate()
  }

  init(_ sampleRate: SampleRate, frames: Int, _ graph: ClockGraph) {
    (self.sampleRate, self.graph) = (sampleRate, graph)
    state = Mutex(State(frames: frames))
  }

  // MARK: Control

  /// Has cycles rendered by `processor`.
  func begin(_ processor: RenderProcessor) {
    state.withLock { state in
      state.processor = processor
      state.activation = Activation()
    }
  }

  /// Lets no further cycle be rendered, and waits for the one that is; returns `false` when that
  /// does not end.
  func end() -> Bool {
    let activation = state.withLock { state in
      state.processor = nil
      return state.activation
    }
    return activation.gate.shut()
  }

  /// Says that the cycle that is under way does not end.
  func giveUp() { state.withLock(\.activation).gate.giveUp() }

  func setFrames(_ frames: Int) { state.withLock { $0.frames = frames } }

  func roll(_ isRolling: Bool) { state.withLock { $0.transport.speed = isRolling ? 1 : 0 } }

  func locate(_ frame: Int64) { state.withLock { $0.transport.frame = frame } }

  // MARK: Facts

  var count: Int { counter.load(ordering: .acquiring) }

  var isInside: Bool { state.withLock(\.activation).gate.isTaken }

  var load: Double { Double(share.load(ordering: .relaxed)) / 1e6 }

  func frame(at moment: MonotonicTime) -> UInt32 {
    let begin = state.withLock(\.begin)
    func frames(_ time: Seconds) -> UInt32 { UInt32(clamping: time.frames(at: sampleRate).value) }
    // The count goes round.
    return moment < begin.moment
      ? begin.frame &- frames(begin.moment.elapsed(since: moment))
      : begin.frame &+ frames(moment.elapsed(since: begin.moment))
  }

  func heard(_ output: Int) -> [Float] {
    graph.patch.buffers.samples(output, frames: state.withLock(\.frames))
  }

  // MARK: Rendering

  /// Renders until `end`, in the time that the frames take.
  ///
  /// > Threading: Worker.
  func run() {
    let activation = state.withLock(\.activation)
    SystemThread.allowCancelling()
    var due = MonotonicTime.now
    while !activation.gate.isClosed {
      let frames = turn(activation)
      // What was missed is not made up for.
      due = max(due.after(FrameCount(frames).seconds(at: sampleRate)), .now)
      let pause = due.elapsed(since: .now).nanoseconds / 1_000
      usleep(UInt32(clamping: pause))
    }
  }

  /// Renders a cycle; returns how many frames it has.
  ///
  /// > Threading: Worker.
  @discardableResult
  func turn() -> Int { turn(state.withLock(\.activation)) }

  private func turn(_ activation: Activation) -> Int {
    let isOpen = activation.gate.enter()
    defer { if isOpen { activation.gate.leave() } }
    let now = MonotonicTime.now
    let (work, frames) = state.withLock { state in
      let frames = state.frames
      guard isOpen, state.activation === activation, let processor = state.processor else {
        return (Work?.none, frames)
      }
      state.begin = (state.next, now)
      state.next &+= UInt32(clamping: frames)
      let transport = state.transport
      if transport.speed != 0 { state.transport.frame += Int64(frames) }
      let work = Work(
        processor: processor,
        patch: graph.patch,
        frame: state.begin.frame,
        transport: transport
      )
      return (work, frames)
    }
    guard let work else { return frames }
    work.render(frames)
    let period = FrameCount(frames).seconds(at: sampleRate).value
    let taken = MonotonicTime.now.elapsed(since: now).value
    share.store(Int(min(taken / max(period, 1e-9), 1) * 1e6), ordering: .relaxed)
    counter.add(1, ordering: .releasing)
    return frames
  }

  /// What a cycle needs.
  private struct Work {
    let processor: RenderProcessor
    let patch: ClockPatch
    let frame: UInt32
    let transport: Transport

    func render(_ frames: Int) {
      var block = patch.buffers.block(frames: frames)
      block.frame = frame
      block.transport = transport
      patch.render(block, by: processor)
    }
  }
}
