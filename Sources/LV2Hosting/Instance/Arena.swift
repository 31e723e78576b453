// SPDX-License-Identifier: Apache-2.0
// Memory that C code is pointed to.

internal import Glibc

/// Memory with addresses that last, freed together.
@safe
final class Arena {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []

  deinit {
    unsafe blocks.forEach { unsafe free($0) }
  }

  func value<Value: BitwiseCopyable>(_ value: Value) -> UnsafeMutablePointer<Value> {
    unsafe array(of: value, count: 1)
  }

  /// `count` values at an address that a cache line starts at.
  func array<Value: BitwiseCopyable>(
    of value: Value,
    count: Int
  ) -> UnsafeMutablePointer<Value> {
    let bytes = unsafe bytes(count * MemoryLayout<Value>.stride)
    let values = unsafe bytes.bindMemory(to: Value.self, capacity: count)
    unsafe values.initialize(repeating: value, count: count)
    return unsafe values
  }

  /// A copy of an array that stays where it is.
  func copy<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutableBufferPointer<Value> {
    guard let first = values.first else {
      return unsafe UnsafeMutableBufferPointer(start: nil, count: 0)
    }
    let copy = unsafe array(of: first, count: values.count)
    for index in values.indices { unsafe copy[index] = values[index] }
    return unsafe UnsafeMutableBufferPointer(start: copy, count: values.count)
  }

  /// Memory that is all zeros.
  func bytes(_ size: Int) -> UnsafeMutableRawPointer {
    let line = 64
    let rounded = (max(size, 1) + line - 1) / line * line
    guard let block = unsafe aligned_alloc(line, rounded) else {
      preconditionFailure("out of memory")
    }
    unsafe memset(block, 0, rounded)
    unsafe blocks.append(block)
    return unsafe block
  }

  func string(_ text: String) -> UnsafePointer<CChar> {
    let count = text.utf8.count + 1
    let copy = unsafe array(of: CChar(0), count: count)
    for (index, byte) in text.utf8.enumerated() { unsafe copy[index] = CChar(bitPattern: byte) }
    return unsafe UnsafePointer(copy)
  }
}
