// SPDX-License-Identifier: Apache-2.0
// Memory that C code is pointed to.

internal import Glibc

/// Memory with addresses that last, freed together.
///
/// What is small shares a block: an instance has dozens of such pieces, and a rig hundreds of
/// instances.
@safe
final class Arena {
  private static let line = 64
  private static let sharedBytes = 512
  private var blocks: [UnsafeMutableRawPointer] = unsafe []
  /// What is left of the block that small pieces share.
  private var left = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

  deinit {
    unsafe blocks.forEach { unsafe free($0) }
  }

  func value<Value: BitwiseCopyable>(_ value: Value) -> UnsafeMutablePointer<Value> {
    unsafe array(of: value, count: 1)
  }

  /// `count` values, at an address that a cache line starts at if they fill one.
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

  /// Memory that is all zeros, for values of any type; from a whole line on it starts with one.
  func bytes(_ size: Int) -> UnsafeMutableRawPointer {
    if size > Arena.sharedBytes / 2 { return unsafe block(of: size) }
    return unsafe share(of: max(size, 1), alignment: size < Arena.line ? 16 : Arena.line)
  }

  func string(_ text: String) -> UnsafePointer<CChar> {
    let count = text.utf8.count + 1
    let copy = unsafe share(of: count, alignment: 1).bindMemory(to: CChar.self, capacity: count)
    for (index, byte) in text.utf8.enumerated() { unsafe copy[index] = CChar(bitPattern: byte) }
    return unsafe UnsafePointer(copy)
  }

  private func block(of size: Int) -> UnsafeMutableRawPointer {
    let rounded = (size + Arena.line - 1) / Arena.line * Arena.line
    guard let block = unsafe aligned_alloc(Arena.line, rounded) else {
      preconditionFailure("out of memory")
    }
    unsafe memset(block, 0, rounded)
    unsafe blocks.append(block)
    return unsafe block
  }

  private func share(of size: Int, alignment: Int) -> UnsafeMutableRawPointer {
    if size > Arena.sharedBytes { return unsafe block(of: size) }
    var skipped = unsafe (0 &- Int(bitPattern: left.baseAddress)) & (alignment - 1)
    if unsafe left.count < skipped + size {
      unsafe left = UnsafeMutableRawBufferPointer(
        start: block(of: Arena.sharedBytes),
        count: Arena.sharedBytes
      )
      skipped = 0
    }
    let share = unsafe UnsafeMutableRawBufferPointer(rebasing: left.dropFirst(skipped))
    unsafe left = UnsafeMutableRawBufferPointer(rebasing: share.dropFirst(size))
    guard let start = share.baseAddress else { preconditionFailure("out of memory") }
    return unsafe start
  }
}
