// SPDX-License-Identifier: Apache-2.0
// Which buffer holds which signal: reused as soon as nobody listens any more, so that a session
// stays in the cache.

/// Gives signals buffers by liveness.
///
/// > Threading: Control.
struct BufferAssignment {
  /// How many buffers are needed.
  private(set) var count = 0
  private var unused: [Int] = []
  private var listeners: [SignalReference: Int] = [:]
  private var buffers: [SignalReference: Int] = [:]

  /// Counts the listeners of each signal in `segment`; sources and the graph's outputs are kept to
  /// the end.
  init(for segment: SegmentDescription) {
    for inputs in segment.nodes.map(\.inputs).joined() {
      for signal in inputs { listeners[signal, default: 0] += 1 }
    }
    for signal in segment.outputs.joined() { listeners[signal] = .max }
  }

  /// Takes a buffer that nobody uses.
  mutating func take() -> Int {
    if let buffer = unused.popLast() { return buffer }
    count += 1
    return count - 1
  }

  /// Gives a buffer of `take` back.
  mutating func giveBack(_ buffer: Int) {
    unused.append(buffer)
  }

  /// Takes a buffer for `signal` and keeps it while there are listeners.
  mutating func assign(_ signal: SignalReference) -> Int {
    let buffer = take()
    buffers[signal] = buffer
    if case .source = signal { listeners[signal] = .max }
    return buffer
  }

  /// The buffer of `signal`.
  func buffer(of signal: SignalReference) -> Int? {
    buffers[signal]
  }

  /// Says that one listener has heard `signal`.
  mutating func release(_ signal: SignalReference) {
    guard let remaining = listeners[signal], remaining != .max else { return }
    listeners[signal] = remaining - 1
    if remaining == 1 { free(signal) }
  }

  /// Gives the buffer of `signal` back if nobody will ever listen.
  mutating func releaseUnheard(_ signal: SignalReference) {
    if listeners[signal] == nil { free(signal) }
  }

  private mutating func free(_ signal: SignalReference) {
    if let buffer = buffers.removeValue(forKey: signal) { unused.append(buffer) }
  }
}
