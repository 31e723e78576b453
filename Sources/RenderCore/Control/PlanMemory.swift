// SPDX-License-Identifier: Apache-2.0
// The memory of a plan: one arena for its arrays, one block of samples for each segment.

/// Memory that is freed all at once, when the plan that lives in it has been retired.
///
/// > Threading: Control.
@safe
final class PlanMemory {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []
  /// What the plan uses and must not go away before it.
  private var retained: [AnyObject] = []

  deinit {
    unsafe blocks.forEach { unsafe $0.deallocate() }
  }

  /// Keeps `object` alive as long as this memory.
  func retain(_ object: AnyObject) {
    retained.append(object)
  }

  /// Copies `elements` into memory that stays where it is.
  func array<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element>
  {
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(elements.count * MemoryLayout<Element>.stride, 1),
      alignment: 64
    )
    unsafe blocks.append(bytes)
    let typed = unsafe bytes.bindMemory(to: Element.self, capacity: elements.count)
    unsafe typed.initialize(from: elements, count: elements.count)
    return unsafe UnsafeMutableBufferPointer(start: typed, count: elements.count)
  }

  /// Makes room for one value.
  func value<Element: BitwiseCopyable>(_ element: Element) -> UnsafeMutablePointer<Element> {
    let buffer = unsafe array([element])
    guard let base = buffer.baseAddress else { preconditionFailure("an array of one has a base") }
    return unsafe base
  }

  /// Makes `count` buffers of `frames` silent samples each, side by side and aligned for vector
  /// loads.
  func buffers(count: Int, frames: Int) -> [UnsafeMutablePointer<Float>] {
    // 16 floats are a cache line; one more line between buffers keeps them off the same cache sets.
    let stride = (frames + 15) / 16 * 16 + 16
    let all = unsafe array([Float](repeating: 0, count: count * stride))
    guard let base = all.baseAddress else { return unsafe [] }
    return unsafe (0..<count).map { unsafe base + $0 * stride }
  }
}
