// SPDX-License-Identifier: Apache-2.0
// Writes atom objects, for messages to plugins.

/// Writes the body of one atom object into memory of a fixed size.
///
/// > Threading: Any.
@safe
struct AtomForge {
  private let memory: UnsafeMutableRawPointer
  private let capacity: Int
  private let urids: EventURIDs
  /// Bytes written so far.
  private(set) var size = 0
  /// Whether something did not fit.
  private(set) var isFull = false

  /// What a message that sets a property has besides the value: the object's head, the property,
  /// the value's head.
  static var bytesAroundValue: Int { @_noLocks get { 8 &+ 24 &+ 16 } }

  /// Starts an object of a type.
  @_noLocks
  init(
    _ memory: UnsafeMutableRawPointer,
    capacity: Int,
    type: UInt32,
    _ urids: EventURIDs
  ) {
    unsafe self.memory = unsafe memory
    self.capacity = capacity
    self.urids = urids
    put(UInt32(0))
    put(type)
  }

  @_noLocks
  mutating func add(_ key: UInt32, int value: Int32) {
    head(key, size: 4, type: urids.int)
    put(UInt32(bitPattern: value))
    put(UInt32(0))
  }

  @_noLocks
  mutating func add(_ key: UInt32, bool value: Bool) {
    head(key, size: 4, type: urids.bool)
    put(UInt32(truncatingIfNeeded: value ? 1 : 0))
    put(UInt32(0))
  }

  @_noLocks
  mutating func add(_ key: UInt32, float value: Float) {
    head(key, size: 4, type: urids.float)
    put(value.bitPattern)
    put(UInt32(0))
  }

  @_noLocks
  mutating func add(_ key: UInt32, urid value: UInt32) {
    head(key, size: 4, type: urids.urid)
    put(value)
    put(UInt32(0))
  }

  @_noLocks
  mutating func add(_ key: UInt32, long value: Int64) {
    head(key, size: 8, type: urids.long)
    put(UInt64(bitPattern: value))
  }

  @_noLocks
  mutating func add(_ key: UInt32, double value: Double) {
    head(key, size: 8, type: urids.double)
    put(value.bitPattern)
  }

  /// A value of any type, given as its bytes.
  @_noLocks
  mutating func add(_ key: UInt32, type: UInt32, bytes: UnsafeRawPointer, size: Int) {
    head(key, size: size, type: type)
    let padded = (size &+ 7) & ~7
    guard padded <= capacity &- self.size else { return isFull = true }
    unsafe (memory + self.size).copyMemory(from: bytes, byteCount: size)
    for offset in size..<padded {
      unsafe memory.storeBytes(of: 0, toByteOffset: self.size &+ offset, as: UInt8.self)
    }
    self.size &+= padded
  }

  @_noLocks
  private mutating func head(_ key: UInt32, size: Int, type: UInt32) {
    put(key)
    put(UInt32(0))
    put(UInt32(truncatingIfNeeded: size))
    put(type)
  }

  @_noLocks
  private mutating func put(_ value: UInt32) {
    guard capacity &- size >= 4 else { return isFull = true }
    unsafe memory.storeBytes(of: value, toByteOffset: size, as: UInt32.self)
    size &+= 4
  }

  @_noLocks
  private mutating func put(_ value: UInt64) {
    put(UInt32(truncatingIfNeeded: value))
    put(UInt32(truncatingIfNeeded: value &>> 32))
  }
}
