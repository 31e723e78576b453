// SPDX-License-Identifier: Apache-2.0
// The memory of an event port: an atom sequence, or the event buffer that LV2 had before.

internal import RenderCore

/// An event port of a plugin and its memory.
///
/// A sequence is a header (size and type, four bytes each), a body that starts with eight bytes for
/// the unit of time stamps, and events of 16 bytes (frame, size, type) and their data, each rounded
/// up to eight bytes.
///
/// > Threading: Realtime.
@safe
struct EventSlot: BitwiseCopyable {
  /// The port's index.
  var port: UInt32
  var isOutput: Bool
  /// What the port takes.
  var accepts: Accepts
  /// Where the events are.
  var memory: UnsafeMutableRawPointer
  /// How many bytes of it are the plugin's; resize-port may raise it to `reserve`.
  var capacity: Int
  var reserve: Int
  /// The port's buffer, if it is one of the old kind; then `memory` has the events only.
  var old: UnsafeMutablePointer<OldEventBuffer>?
  /// Where the plan puts MIDI for the port, or finds what has come out of it; `nil` where there is
  /// no MIDI.
  var midi: UnsafeMutablePointer<MIDIList>?
  /// Bytes that are filled so far, without the header.
  var used = 0

  /// What a port takes.
  struct Accepts: BitwiseCopyable {
    var midi = false
    var position = false
    var messages = false

    /// > Threading: Control.
    init() {}
  }

  /// The layout of `LV2_Event_Buffer`.
  @safe
  struct OldEventBuffer: BitwiseCopyable {
    var data: UnsafeMutableRawPointer
    var headerSize: UInt16
    var stampType: UInt16
    var count: UInt32
    var capacity: UInt32
    var size: UInt32
  }

  static var headerBytes: Int { @_noLocks get { 8 } }
  static var bodyBytes: Int { @_noLocks get { 8 } }
  /// Room behind the buffer for plugins that write too much; the first word of it tells.
  static var guardBytes: Int { @_noLocks get { 4_096 } }
  static var guardWord: UInt64 { @_noLocks get { 0x7461_726d_6163_2121 } }

  /// Makes the port ready for a run, with no events.
  @_noLocks
  mutating func prepare(_ urids: EventURIDs) {
    used = 0
    if let old = unsafe old {
      unsafe old.pointee.data = unsafe memory
      unsafe old.pointee.capacity = UInt32(truncatingIfNeeded: capacity)
      unsafe old.pointee.count = 0
      unsafe old.pointee.size = 0
      return
    }
    used = EventSlot.bodyBytes
    unsafe memory.storeBytes(
      of: UInt32(truncatingIfNeeded: isOutput ? capacity &- EventSlot.headerBytes : used),
      as: UInt32.self
    )
    unsafe memory.storeBytes(
      of: isOutput ? urids.chunk : urids.sequence,
      toByteOffset: 4,
      as: UInt32.self
    )
    unsafe memory.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
  }

  /// Appends an event to an input; returns `false` when there is no room for it.
  @_noLocks
  mutating func append(
    frame: Int,
    type: UInt32,
    body: UnsafeRawPointer,
    size: Int
  ) -> Bool {
    let isOld = unsafe old != nil
    let head = isOld ? 12 : 16
    let end = used &+ head &+ (size &+ 7) & ~7
    let room = isOld ? capacity : capacity &- EventSlot.headerBytes
    guard end <= room, !isOld || (size < 65_536 && type < 65_536) else { return false }
    if let old = unsafe old {
      let event = unsafe memory + used
      unsafe event.storeBytes(of: UInt32(truncatingIfNeeded: frame), as: UInt32.self)
      unsafe event.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
      unsafe event.storeBytes(
        of: UInt16(truncatingIfNeeded: type),
        toByteOffset: 8,
        as: UInt16.self
      )
      unsafe event.storeBytes(
        of: UInt16(truncatingIfNeeded: size),
        toByteOffset: 10,
        as: UInt16.self
      )
      unsafe (event + 12).copyMemory(from: body, byteCount: size)
      used = used &+ (12 &+ size &+ 7) & ~7
      unsafe old.pointee.count &+= 1
      unsafe old.pointee.size = UInt32(truncatingIfNeeded: used)
      return true
    }
    let event = unsafe memory + EventSlot.headerBytes + used
    unsafe event.storeBytes(of: Int64(frame), as: Int64.self)
    unsafe event.storeBytes(of: UInt32(truncatingIfNeeded: size), toByteOffset: 8, as: UInt32.self)
    unsafe event.storeBytes(of: type, toByteOffset: 12, as: UInt32.self)
    unsafe (event + 16).copyMemory(from: body, byteCount: size)
    used = end
    unsafe memory.storeBytes(of: UInt32(truncatingIfNeeded: used), as: UInt32.self)
    return true
  }

  /// What a port with one event holds besides the event's body.
  static var emptyBytes: Int { @_noLocks get { headerBytes &+ bodyBytes &+ 16 } }

  /// Whether there is room for an event of this size in an empty port.
  @_noLocks
  func fits(_ size: Int) -> Bool {
    size <= capacity &- EventSlot.emptyBytes
  }

  /// Whether the plugin stayed within its memory, and what it says of its events is possible.
  @_noLocks
  func isIntact() -> Bool {
    unsafe (memory + reserve).loadUnaligned(as: UInt64.self) == EventSlot.guardWord
  }

  /// Puts the guard behind the memory back.
  @_noLocks
  func mend() {
    unsafe (memory + reserve).storeBytes(of: EventSlot.guardWord, as: UInt64.self)
  }
}

/// Walks through the events that a plugin has put out, and trusts nothing.
///
/// > Threading: Realtime.
@safe
struct EventReader {
  private let bytes: UnsafeRawPointer
  private let end: Int
  private let isOld: Bool
  private var position = 0
  /// Whether something was not as it should be; what made sense was read nevertheless.
  private(set) var isMalformed = false
  /// Whether an event was behind the end of the run; it was taken for the last frame.
  private(set) var isLate = false
  /// Frames from here on are in no block: a plugin has put something else where the next event
  /// begins.
  private static var endOfFrames: Int { @_noLocks get { 1 &<< 32 } }

  /// An event.
  @safe
  struct Event {
    var frame: Int
    var type: UInt32
    var body: UnsafeRawPointer
    var size: Int

    @_noLocks
    init(frame: Int, type: UInt32, body: UnsafeRawPointer, size: Int) {
      self.frame = frame
      self.type = type
      unsafe self.body = unsafe body
      self.size = size
    }
  }

  @_noLocks
  init(_ slot: EventSlot, _ urids: EventURIDs) {
    if let old = unsafe slot.old {
      isOld = true
      unsafe bytes = UnsafeRawPointer(slot.memory)
      let size = unsafe Int(old.pointee.size)
      isMalformed = size > slot.capacity
      end = isMalformed ? 0 : size
      return
    }
    isOld = false
    unsafe bytes = UnsafeRawPointer(slot.memory + EventSlot.headerBytes)
    let size = unsafe Int(slot.memory.load(as: UInt32.self))
    let type = unsafe slot.memory.load(fromByteOffset: 4, as: UInt32.self)
    position = EventSlot.bodyBytes
    // A plugin that has put nothing out has left the chunk as it was.
    guard type == urids.sequence, size >= EventSlot.bodyBytes else {
      end = 0
      return
    }
    isMalformed = size > slot.capacity &- EventSlot.headerBytes
    end = isMalformed ? 0 : size
  }

  /// The next event; `nil` at the end or at the first one that can't be true.
  @_noLocks
  mutating func next(within frames: Int) -> Event? {
    let head = isOld ? 12 : 16
    guard position < end else { return nil }
    guard head <= end &- position else { return fail() }
    let event = unsafe bytes + position
    let frame, size: Int
    let type: UInt32
    if isOld {
      frame = unsafe Int(event.loadUnaligned(as: UInt32.self))
      let short = unsafe event.loadUnaligned(fromByteOffset: 8, as: UInt16.self)
      type = UInt32(truncatingIfNeeded: short)
      size = unsafe Int(event.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
    } else {
      frame = unsafe Int(event.loadUnaligned(as: Int64.self))
      size = unsafe Int(event.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
      type = unsafe event.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
    }
    guard size <= end &- position &- head, type != 0, frame >= 0, frame < EventReader.endOfFrames
    else {
      return fail()
    }
    position = position &+ (head &+ size &+ 7) & ~7
    let last = max(frames &- 1, 0)
    // Late, but a note's end must not be lost.
    if frame > last { isLate = true }
    return unsafe Event(
      frame: min(frame, last),
      type: type,
      body: event + head,
      size: size
    )
  }

  @_noLocks
  private mutating func fail() -> Event? {
    isMalformed = true
    position = end
    return nil
  }
}
