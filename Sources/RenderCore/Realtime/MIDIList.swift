// SPDX-License-Identifier: Apache-2.0
// MIDI messages of a cycle: from the driver to plugins, from plugin to plugin, and back to the
// driver.

/// A MIDI message; its bytes are valid until the list that holds it changes.
@safe
package struct MIDIMessage {
  /// The frame in the cycle.
  package var frame: Int
  /// The bytes, status byte first.
  package var bytes: UnsafePointer<UInt8>
  /// How many bytes there are.
  package var count: Int
}

/// A bounded list of MIDI messages that stays sorted: by frame, and by arrival where frames are
/// equal.
///
/// JACK refuses messages out of order, and plugins may put them out as they like.
///
/// > Threading: Realtime, one thread at a time.
@safe
package struct MIDIList: ~Copyable {
  private struct Record: BitwiseCopyable {
    var frame: Int
    var start: Int
    var count: Int
  }

  static var mostMessages: Int { @_noLocks get { 1_024 } }
  static var mostBytes: Int { @_noLocks get { 32_768 } }

  /// How many messages there are.
  package private(set) var count = 0
  /// For how many there was no room since the list was cleared.
  package private(set) var refused = 0
  private let records: UnsafeMutablePointer<Record>
  private let bytes: UnsafeMutablePointer<UInt8>
  private var used = 0

  /// Makes room for 1,024 messages with 32 KiB in all.
  ///
  /// > Threading: Control.
  init() {
    unsafe records = .allocate(capacity: MIDIList.mostMessages)
    unsafe bytes = .allocate(capacity: MIDIList.mostBytes)
  }

  deinit {
    unsafe records.deallocate()
    unsafe bytes.deallocate()
  }

  /// The message at an index from 0 to `count - 1`.
  @_noLocks
  package func message(_ index: Int) -> MIDIMessage {
    let record = unsafe records[index]
    return unsafe MIDIMessage(
      frame: record.frame,
      bytes: bytes + record.start,
      count: record.count
    )
  }

  /// Takes a copy of a message; returns `false` when there is no room for it.
  @discardableResult
  @_noLocks
  package mutating func insert(frame: Int, bytes message: UnsafePointer<UInt8>, count size: Int)
    -> Bool
  {
    guard count < MIDIList.mostMessages, size > 0, size <= MIDIList.mostBytes &- used else {
      refused &+= 1
      return false
    }
    unsafe UnsafeMutableRawPointer(bytes + used).copyMemory(from: message, byteCount: size)
    var index = count
    while index > 0, unsafe records[index &- 1].frame > frame {
      unsafe records[index] = records[index &- 1]
      index &-= 1
    }
    unsafe records[index] = Record(frame: frame, start: used, count: size)
    used &+= size
    count &+= 1
    return true
  }

  /// Takes a copy of another list's message, at a frame of its own.
  @discardableResult
  @_noLocks
  mutating func insert(_ message: MIDIMessage, at frame: Int) -> Bool {
    unsafe insert(frame: frame, bytes: message.bytes, count: message.count)
  }

  /// Takes copies of another list's messages, `shift` frames later, as far as they are then within
  /// `frames` frames.
  ///
  /// `notes` follows what there was room for. Returns for how many there was none.
  @discardableResult
  @_noLocks
  mutating func add(
    _ list: borrowing MIDIList,
    shift: Int = 0,
    frames: Int = .max,
    notes: UnsafeMutablePointer<HeldNotes>? = nil
  ) -> Int {
    var lost = 0
    for index in 0..<list.count {
      let message = list.message(index)
      let frame = message.frame &+ shift
      guard frame >= 0, frame < frames else { continue }
      if insert(message, at: frame) {
        unsafe notes?.pointee.follow(message)
      } else {
        lost &+= 1
      }
    }
    return lost
  }

  /// Takes a message of up to three bytes.
  @discardableResult
  @_noLocks
  mutating func insert(
    frame: Int,
    _ status: UInt8,
    _ first: UInt8,
    _ second: UInt8,
    count size: Int = 3
  ) -> Bool {
    guard MIDIList.mostBytes &- used >= 3, count < MIDIList.mostMessages else {
      refused &+= 1
      return false
    }
    // Written to where it would be copied to.
    let message = unsafe bytes + used
    unsafe message[0] = status
    unsafe message[1] = first
    unsafe message[2] = second
    return unsafe insert(frame: frame, bytes: message, count: size)
  }

  /// Forgets all messages.
  @_noLocks
  package mutating func clear() {
    count = 0
    refused = 0
    used = 0
  }
}
