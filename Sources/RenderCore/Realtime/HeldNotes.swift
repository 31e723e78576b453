// SPDX-License-Identifier: Apache-2.0
// Which notes are on.

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
    touched |= 1 &<< UInt16(truncatingIfNeeded: channel)
    guard message.count > 2, status < 0xa0 else { return }
    let (note, velocity) = unsafe (Int(message.bytes[1] & 0x7f), message.bytes[2])
    let word = channel &* 2 &+ note / 64
    let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: note % 64)
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
    for channel in 0..<HeldNotes.channels
    where touched & (1 &<< UInt16(truncatingIfNeeded: channel)) != 0 {
      let number = UInt8(truncatingIfNeeded: channel)
      for note in 0..<128 {
        let word = channel &* 2 &+ note / 64
        let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: note % 64)
        guard unsafe words[word] & bit != 0 else { continue }
        list.insert(frame: frame, 0x80 | number, UInt8(truncatingIfNeeded: note), 64)
      }
      unsafe words[channel &* 2] = 0
      unsafe words[channel &* 2 &+ 1] = 0
      list.insert(frame: frame, 0xb0 | number, 64, 0)
      list.insert(frame: frame, 0xb0 | number, 123, 0)
    }
    touched = 0
  }

  /// Forgets every note: they are ended elsewhere.
  @_noLocks
  mutating func forget() {
    guard touched != 0 else { return }
    for word in 0..<HeldNotes.channels &* 2 { unsafe words[word] = 0 }
    touched = 0
  }
}
