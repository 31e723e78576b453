// SPDX-License-Identifier: Apache-2.0
// The ports as the audio thread sees them: a fixed table of atomics by driver channel.

internal import Quantities
internal import Synchronization

/// The live ports of one direction, by driver channel, and the latency behind each.
///
/// > Threading: Any; one thread writes.
@safe
struct PortTable: ~Copyable, @unchecked Sendable {
  /// How many channels there can be.
  static var capacity: Int { @_noLocks get { 256 } }

  /// The address of each port; 0 is a channel without one.
  private let ports: UnsafeMutablePointer<Atomic<UInt>>
  private let shortest: UnsafeMutablePointer<Atomic<Int>>
  private let longest: UnsafeMutablePointer<Atomic<Int>>
  /// One more than the highest channel that has had a port.
  private let bound = Atomic<Int>(0)

  init() {
    unsafe ports = .allocate(capacity: PortTable.capacity)
    unsafe shortest = .allocate(capacity: PortTable.capacity)
    unsafe longest = .allocate(capacity: PortTable.capacity)
    for channel in 0..<PortTable.capacity {
      unsafe (ports + channel).initialize(to: Atomic(0))
      unsafe (shortest + channel).initialize(to: Atomic(0))
      unsafe (longest + channel).initialize(to: Atomic(0))
    }
  }

  deinit {
    unsafe ports.deallocate()
    unsafe shortest.deallocate()
    unsafe longest.deallocate()
  }

  /// How many channels the audio thread looks at.
  @_noLocks
  borrowing func count() -> Int {
    bound.load(ordering: .acquiring)
  }

  /// The port of `channel`, if it has one.
  @_noLocks
  borrowing func port(_ channel: Int) -> OpaquePointer? {
    unsafe OpaquePointer(bitPattern: ports[channel].load(ordering: .acquiring))
  }

  /// Puts a port into its place, or takes it out.
  ///
  /// > Threading: Control.
  borrowing func set(_ port: OpaquePointer?, channel: Int) {
    unsafe ports[channel].store(UInt(bitPattern: port), ordering: .releasing)
    if unsafe port != nil && channel >= bound.load(ordering: .relaxed) {
      bound.store(channel + 1, ordering: .releasing)
    }
  }

  /// What the renderer adds between the inputs and `channel`.
  borrowing func latency(_ channel: Int) -> Latency {
    unsafe Latency(
      shortest: FrameCount(shortest[channel].load(ordering: .relaxed)),
      longest: FrameCount(longest[channel].load(ordering: .relaxed))
    )
  }

  /// Sets what the renderer adds between the inputs and `channel`; JACK asks again afterwards, so a
  /// read in between does no harm.
  borrowing func setLatency(_ latency: Latency, channel: Int) {
    unsafe shortest[channel].store(max(0, latency.shortest.value), ordering: .relaxed)
    unsafe longest[channel].store(max(0, latency.longest.value), ordering: .relaxed)
  }
}
