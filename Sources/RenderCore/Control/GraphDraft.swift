// SPDX-License-Identifier: Apache-2.0
// A session's graph on its way to steps: which buffer each port works on.

/// The steps of a graph with buffers as numbers, before their addresses are known.
struct GraphDraft {
  enum Step {
    /// Runs a plugin or goes through an insert.
    case run(node: Int)
    case copy(from: Int, to: Int)
    case add(from: Int, to: Int)
  }

  var assignment: BufferAssignment
  private(set) var steps: [Step] = []
  /// For each node the buffers of its inputs (`nil`: silence) and outputs.
  private(set) var ports: [(inputs: [Int?], outputs: [Int])] = []

  init(assignment: BufferAssignment) {
    self.assignment = assignment
  }

  /// Adds a node after all that it listens to.
  mutating func add(_ node: NodeDescription, at index: Int) {
    var temporary: [Int] = []
    let inputs = node.inputs.map { signals -> Int? in
      let buffer = sum(signals)
      if signals.count > 1, let buffer { temporary.append(buffer) }
      return buffer
    }
    // Outputs are taken before inputs are given back: no plugin is asked to work in place.
    let outputs = (0..<node.outputs).map {
      assignment.assign(.node(index, output: $0))
    }
    steps.append(.run(node: index))
    ports.append((inputs, outputs))
    for buffer in temporary { assignment.giveBack(buffer) }
    for signal in node.inputs.joined() { assignment.release(signal) }
    for output in outputs.indices { assignment.releaseUnheard(.node(index, output: output)) }
  }

  /// The buffer that holds the sum of `signals`; `nil` for the sum of none.
  mutating func sum(_ signals: [SignalReference]) -> Int? {
    let buffers = signals.compactMap { assignment.buffer(of: $0) }
    guard let first = buffers.first else { return nil }
    guard buffers.count > 1 else { return first }
    let target = assignment.take()
    steps.append(.copy(from: first, to: target))
    for buffer in buffers.dropFirst() { steps.append(.add(from: buffer, to: target)) }
    return target
  }
}
