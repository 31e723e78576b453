// SPDX-License-Identifier: Apache-2.0
// MIDI messages of a cycle: from the driver to plugins, from plugin to plugin, and back to the driver.

/// A MIDI message; its bytes are valid until the list that it stands in changes.
@safe
public struct MIDIMessage {
  /// The frame in the cycle.
  public var frame: Int
  /// The bytes, status byte first.
  public var bytes: UnsafePointer<UInt8>
  /// How many bytes there are.
  public var count: Int
}

/// A bounded list of MIDI messages that stays sorted: by frame, and by arrival where frames are equal.
///
/// JACK refuses messages out of order, and plugins may put them out as they like.
///
/// > Threading: Realtime, one thread at a time.
@safe
public struct MIDIList: ~Copyable {
  private struct Record: BitwiseCopyable {
    var frame: Int
    var start: Int
    var count: Int
  }

  static var mostMessages: Int { @_noLocks get { 1_024 } }
  static var mostBytes: Int { @_noLocks get { 32_768 } }

  /// How many messages there are.
  public private(set) var count = 0
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

  /// The message at a place from 0 to `count - 1`.
  @_noLocks
  public func message(_ index: Int) -> MIDIMessage {
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
  public mutating func insert(frame: Int, bytes message: UnsafePointer<UInt8>, count size: Int)
    -> Bool
  {
    guard count < MIDIList.mostMessages, size > 0, size <= MIDIList.mostBytes &- used else {
      return false
    }
    unsafe UnsafeMutableRawPointer(bytes + used).copyMemory(from: message, byteCount: size)
    var place = count
    while place > 0, unsafe records[place &- 1].frame > frame {
      unsafe records[place] = records[place &- 1]
      place &-= 1
    }
    unsafe records[place] = Record(frame: frame, start: used, count: size)
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

  /// Takes a message of three bytes.
  @discardableResult
  @_noLocks
  mutating func insert(frame: Int, _ status: UInt8, _ first: UInt8, _ second: UInt8) -> Bool {
    guard MIDIList.mostBytes &- used >= 3, count < MIDIList.mostMessages else { return false }
    // Written to where it would be copied to.
    let message = unsafe bytes + used
    unsafe message[0] = status
    unsafe message[1] = first
    unsafe message[2] = second
    return unsafe insert(frame: frame, bytes: message, count: 3)
  }

  /// Forgets all messages.
  @_noLocks
  public mutating func clear() {
    count = 0
    used = 0
  }
}

/// Which notes of a stream are on, so that they can be ended when the stream is cut.
///
/// > Threading: Realtime.
@safe
struct HeldNotes: ~Copyable {
  private static var channels: Int { @_noLocks get { 16 } }
  /// 128 bits for each channel.
  private let words: UnsafeMutablePointer<UInt64>
  /// The channels in which anything has been said since the last end.
  private var touched: UInt16 = 0

  /// > Threading: Control.
  init() {
    unsafe words = .allocate(capacity: HeldNotes.channels * 2)
    unsafe words.initialize(repeating: 0, count: HeldNotes.channels * 2)
  }

  deinit {
    unsafe words.deallocate()
  }

  /// Takes note of a message.
  @_noLocks
  mutating func follow(_ message: MIDIMessage) {
    guard message.count > 0 else { return }
    let status = unsafe message.bytes[0]
    guard status >= 0x80, status < 0xf0 else { return }
    let channel = Int(status & 0x0f)
    touched |= 1 &<< UInt16(channel)
    guard message.count > 2, status < 0xa0 else { return }
    let (note, velocity) = unsafe (Int(message.bytes[1] & 0x7f), message.bytes[2])
    let word = channel &* 2 &+ note / 64
    let bit = UInt64(1) &<< UInt64(note % 64)
    if status >= 0x90, velocity > 0 {
      unsafe words[word] |= bit
    } else {
      unsafe words[word] &= ~bit
    }
  }

  /// Ends every note at a frame, lifts the pedal, and says so once more for all notes together.
  @_noLocks
  mutating func end(into list: inout MIDIList, frame: Int) {
    guard touched != 0 else { return }
    for channel in 0..<HeldNotes.channels where touched & (1 &<< UInt16(channel)) != 0 {
      let number = UInt8(truncatingIfNeeded: channel)
      for note in 0..<128 {
        let word = channel &* 2 &+ note / 64
        guard unsafe words[word] & (1 &<< UInt64(note % 64)) != 0 else { continue }
        list.insert(frame: frame, 0x80 | number, UInt8(truncatingIfNeeded: note), 64)
      }
      unsafe words[channel &* 2] = 0
      unsafe words[channel &* 2 &+ 1] = 0
      list.insert(frame: frame, 0xb0 | number, 64, 0)
      list.insert(frame: frame, 0xb0 | number, 123, 0)
    }
    touched = 0
  }
}
