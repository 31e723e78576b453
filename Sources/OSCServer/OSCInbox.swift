// SPDX-License-Identifier: Apache-2.0
// What a sender has sent and the rig has not done yet.

import OSC
import Synchronization

/// The packets of one sender on their way to being carried out, in their order.
///
/// > Threading: Any; one task carries them out.
final class OSCInbox: Sendable {
  private let packets: AsyncStream<OSCPacket>
  private let inlet: AsyncStream<OSCPacket>.Continuation
  private let isFlooded = Atomic(false)
  private let pending = Atomic(0)
  private let isSentAway = Atomic(false)

  /// The most packets that wait for their turn.
  private static let mostPackets = 1_024

  /// An inbox with nothing in it.
  init() {
    (packets, inlet) = AsyncStream.makeStream(
      of: OSCPacket.self,
      bufferingPolicy: .bufferingOldest(Self.mostPackets)
    )
  }

  /// Whether something waits to be carried out, or is.
  var isBusy: Bool { pending.load(ordering: .relaxed) > 0 }

  /// Takes a packet; returns a sentence for its sender where one is the first of those that are too
  /// many.
  func take(_ packet: OSCPacket) -> String? {
    begin()
    guard case .dropped = inlet.yield(packet) else { return nil }
    end()
    guard !isFlooded.exchange(true, ordering: .relaxed) else { return nil }
    return "\(Self.mostPackets) packets wait already: send fewer at a time."
  }

  /// Carries out one packet after the other until it is closed.
  func carryOut(_ body: (OSCPacket) async -> Void) async {
    for await packet in packets {
      isFlooded.store(false, ordering: .relaxed)
      if !isSentAway.load(ordering: .relaxed) { await body(packet) }
      end()
    }
  }

  /// Counts something that waits beside the packets, such as a bundle for its moment.
  func begin() { pending.add(1, ordering: .relaxed) }

  /// Ends what `begin` has counted.
  func end() { pending.subtract(1, ordering: .relaxed) }

  /// Takes no more; what has come is still carried out, unless its sender is sent away.
  func close(isSentAway: Bool) {
    if isSentAway { self.isSentAway.store(true, ordering: .relaxed) }
    inlet.finish()
  }
}
