// SPDX-License-Identifier: Apache-2.0
// A way for events into a plugin.

internal import RenderCore

/// Where the control thread puts events for an instance; they reach the plugin in its next cycle.
///
/// Valid while the instance's node lives.
///
/// > Threading: Control.
@safe
final class EventInlet {
  private let ring: SharedByteRing
  private let sink: UnsafeMutablePointer<ByteRing>
  private let message: UnsafeMutableRawPointer
  /// The index of the port that takes MIDI among the event ports; `nil` when there is none.
  private let midiSlot: UInt32?
  private let midi: UInt32
  private let mostBytes: Int

  /// A way for messages of up to `mostBytes` bytes.
  init(ring: SharedByteRing, midiSlot: Int?, mostBytes: Int) {
    self.ring = ring
    self.mostBytes = mostBytes
    unsafe sink = ring.pointer
    unsafe message = .allocate(byteCount: mostBytes + PluginRunner.envelope, alignment: 8)
    self.midiSlot = midiSlot.map { UInt32(clamping: $0) }
    midi = EventURIDs.shared.midi
  }

  deinit {
    unsafe message.deallocate()
  }

  /// Sends a MIDI message at a frame of the next cycle; a frame behind its end is its last one.
  ///
  /// Returns `false` when the plugin takes no MIDI or there is no room.
  func send(midi bytes: UnsafePointer<UInt8>, count: Int, frame: Int) -> Bool {
    guard let midiSlot else { return false }
    return unsafe send(slot: midiSlot, type: midi, body: bytes, size: count, frame: frame)
  }

  func send(
    slot: UInt32,
    type: UInt32,
    body: UnsafeRawPointer,
    size: Int,
    frame: Int
  ) -> Bool {
    let head = PluginRunner.envelope
    guard size >= 0, size <= mostBytes else { return false }
    unsafe message.storeBytes(of: UInt32(truncatingIfNeeded: max(0, frame)), as: UInt32.self)
    unsafe message.storeBytes(of: slot, toByteOffset: 4, as: UInt32.self)
    unsafe message.storeBytes(of: type, toByteOffset: 8, as: UInt32.self)
    unsafe (message + head).copyMemory(from: body, byteCount: size)
    return unsafe sink.pointee.send(message, size: head &+ size)
  }
}
