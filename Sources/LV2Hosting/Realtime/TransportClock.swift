// SPDX-License-Identifier: Apache-2.0
// The one transport that all plugins of a rig follow.

internal import RenderCore

/// What the audio thread and the plugins know of the transport.
///
/// > Threading: Realtime.
@safe
struct TransportState: ~Copyable {
  let orders = SharedByteRing(capacity: 4_096)
  /// Where the cycle that is being rendered starts; until somebody says so, nothing is known.
  var current = Transport()
  var isKnown = false
  private var next = Transport()
  private let inbox: UnsafeMutablePointer<ByteRing>
  private let order: UnsafeMutablePointer<Transport>

  /// > Threading: Control.
  init() {
    unsafe inbox = orders.pointer
    unsafe order = .allocate(capacity: 1)
    unsafe order.initialize(to: next)
  }

  deinit {
    unsafe order.deallocate()
  }

  @_noLocks
  mutating func begin(_ given: Transport?, frames: Int, rate: Double) {
    let size = MemoryLayout<Transport>.size
    while unsafe inbox.pointee.receive(into: order, capacity: size) != nil {
      unsafe next = order.pointee
      isKnown = true
    }
    if let given {
      next = given
      isKnown = true
    }
    current = next
    next.advance(by: frames, rate: rate)
  }
}

/// The transport of a rig: told by the driver or by a person, heard by every plugin.
///
/// Whoever drives the plugins calls `beginCycle` before each cycle; a plugin is told of it when the transport does not go on
/// as it did.
@safe
public final class TransportClock: @unchecked Sendable {
  let state: UnsafeMutablePointer<TransportState>

  /// Makes a clock that knows nothing yet.
  ///
  /// > Threading: Control.
  public init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: TransportState())
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Sets the transport, from the next cycle on; returns `false` when too many orders are waiting.
  ///
  /// > Threading: Control.
  @discardableResult
  public func set(_ transport: Transport) -> Bool {
    var transport = transport
    return unsafe state.pointee.orders.send(&transport, size: MemoryLayout<Transport>.size)
  }

  /// Starts a cycle: at `transport` where the driver knows it, else where the last cycle has led to.
  ///
  /// > Threading: Realtime, before the cycle's first plugin runs.
  @_noLocks
  public func beginCycle(at transport: Transport? = nil, frames: Int, rate: Double) {
    unsafe state.pointee.begin(transport, frames: frames, rate: rate)
  }
}
