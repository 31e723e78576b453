// SPDX-License-Identifier: Apache-2.0
// A backend without a server: a clock calls the renderer, and nobody hears it.

package import AudioBackend
internal import Glibc
package import Quantities
package import RenderCore
internal import Threads

/// Drives a renderer at the pace of the system's clock, or when it is turned by hand.
///
/// There are the ports of JACK's dummy driver, `system:capture_N` and `system:playback_N`, whose
/// sound is silence and heard by nobody, and those of the clients that are plugged into the
/// `graph`. The thread has no real-time priority: a cycle that
/// is late moves those behind it, and none is counted as late.
///
/// > Threading: Control. One thread at a time.
package final class ClockDriver: AudioBackend {
  /// What starts a cycle.
  package enum Pace: Hashable, Sendable {
    /// The system's clock.
    case clock
    /// `turn`, and nothing else.
    case hand
  }

  /// How many bytes a client's name may have, as with jackd.
  private static let longestName = 63

  let cycle: ClockCycle
  /// Its ports, and those of others.
  package let graph: ClockGraph
  private let pace: Pace
  private let handler: @Sendable (DriverEvent) -> Void
  private var thread: SystemThread?
  /// The client's name; empty when closed.
  package private(set) var clientName = ""
  /// Frames per second.
  package let sampleRate: SampleRate
  /// How many frames a cycle has.
  package private(set) var bufferFrames: FrameCount
  /// Whether the renderer is being called.
  package private(set) var isActive = false
  /// Whether it counts the beats of the transport: no other program can.
  package private(set) var isTimebaseMaster = false

  /// Makes a backend that reports to `handler`, on the thread of the call that makes one.
  package init(
    _ pace: Pace = .clock,
    sampleRate: SampleRate,
    bufferFrames: FrameCount,
    handler: @escaping @Sendable (DriverEvent) -> Void = { _ in }
  ) {
    (self.pace, self.sampleRate, self.handler) = (pace, sampleRate, handler)
    self.bufferFrames = bufferFrames
    graph = ClockGraph(handler: handler)
    cycle = ClockCycle(sampleRate, frames: bufferFrames.value, graph)
  }

  deinit {
    close()
  }

  /// Begins; there is no server to join.
  package func open(name: String, server: String? = nil) throws(DriverError) {
    close()
    try DriverError.check(clientName: name, longest: Self.longestName)
    clientName = name
    graph.setClient(name)
  }

  /// Calls `processor` from now on.
  package func activate(_ processor: RenderProcessor) throws(DriverError) {
    guard isOpen else { throw .notOpen }
    deactivate()
    cycle.begin(processor)
    if pace == .clock {
      do throws(ThreadError) {
        thread = try SystemThread("Tarmac clock", signals: .faultsOnly) { [cycle] in cycle.run() }
      } catch {
        throw .notActivated(code: error.code)
      }
    }
    isActive = true
  }

  /// Stops calling the renderer, after the cycle that is under way.
  package func deactivate() {
    if isActive { noteEnd(cycle.end()) }
  }

  private func noteEnd(_ hasEnded: Bool) {
    if hasEnded { thread?.join() } else { thread?.cancel() }
    thread = nil
    isActive = false
    graph.disconnectAll()
  }

  /// Stops calling the renderer, and closes after `body`; the caller's actor is free meanwhile.
  package nonisolated(nonsending) func end(
    afterDeactivation body: nonisolated(nonsending) () async -> Void
  ) async {
    if isActive { noteEnd(await ServerTask { [cycle] in cycle.end() }.performed()) }
    await body()
    close()
  }

  /// Ends.
  package func close() {
    deactivate()
    clientName = ""
    graph.setClient("")
    isTimebaseMaster = false
  }

  /// Renders cycles, one after the other, on the caller's thread; only by hand.
  package func turn(_ cycles: Int = 1) {
    precondition(pace == .hand, "the clock turns it")
    for _ in 0..<cycles { cycle.turn() }
  }

  /// What the last cycle has put out on a channel.
  package func heard(_ output: Int) -> [Float] { cycle.heard(output) }

  /// Takes another cycle length from the next cycle on.
  package func setBufferFrames(_ frames: FrameCount) throws(DriverError) {
    guard 1...DriverBlock.longest ~= frames.value else { throw .bufferSizeRefused(frames) }
    cycle.setFrames(frames.value)
    bufferFrames = frames
    handler(.bufferSizeChanged(frames))
  }

  /// Says that the thread does not come back from the renderer; it is ended where it is.
  package func giveUpCycle() { cycle.giveUp() }
}

/// Facts.
extension ClockDriver {
  /// Whether it was opened.
  package var isOpen: Bool { !clientName.isEmpty }

  /// There is no server that could go.
  package var isLost: Bool { false }

  /// Cycles that were rendered.
  package var cycles: Int { cycle.count }

  /// None: nobody waits for a cycle.
  package var xruns: Int { 0 }

  /// The share of its time that the last cycle took, 0…1.
  package var load: Double { cycle.load }

  /// Whether the thread is in the renderer.
  package var isInCycle: Bool { isActive && cycle.isInside }

  /// None.
  package var realtimePriority: Int? { nil }

  /// The memory of the program may be swapped out.
  package var isMemoryLocked: Bool { false }

  /// The frame at a moment, counted from the last cycle.
  package func frame(at moment: MonotonicTime) -> UInt32? {
    isOpen ? cycle.frame(at: moment) : nil
  }
}

/// The transport.
extension ClockDriver {
  /// Starts it, or stops it.
  package func rollTransport(_ isRolling: Bool) throws(DriverError) {
    guard isOpen else { throw .notOpen }
    cycle.roll(isRolling)
  }

  /// Lets it go to a frame.
  package func locateTransport(_ frame: Int) throws(DriverError) {
    guard isOpen else { throw .notOpen }
    guard let frame = UInt32(exactly: frame) else { throw .noSuchFrame(frame) }
    cycle.locate(Int64(frame))
  }

  /// Counts the beats.
  @discardableResult
  package func becomeTimebaseMaster() throws(DriverError) -> Bool {
    guard isOpen else { throw .notOpen }
    isTimebaseMaster = true
    return true
  }

  /// Counts them no longer.
  package func resignAsTimebaseMaster() { isTimebaseMaster = false }

  /// No other program is there.
  package var hasOtherTimebaseMaster: Bool { false }
}
