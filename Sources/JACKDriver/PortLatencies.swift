// SPDX-License-Identifier: Apache-2.0
// Latency as JACK counts it: what lies before an output and what lies behind an input.

internal import CJACK

/// A range of latencies in frames.
public struct LatencyRange: Hashable, Sendable {
  /// The shortest way.
  public var minimumFrames: Int
  /// The longest way.
  public var maximumFrames: Int

  /// Describes a range.
  public init(minimumFrames: Int, maximumFrames: Int) {
    self.minimumFrames = minimumFrames
    self.maximumFrames = maximumFrames
  }

  /// Makes a range that covers both.
  func joined(with other: LatencyRange) -> LatencyRange {
    LatencyRange(
      minimumFrames: min(minimumFrames, other.minimumFrames),
      maximumFrames: max(maximumFrames, other.maximumFrames)
    )
  }

  func delayed(by frames: Int) -> LatencyRange {
    LatencyRange(
      minimumFrames: minimumFrames + frames,
      maximumFrames: maximumFrames + frames
    )
  }
}

/// Passes latencies through the client; every input is taken to reach every output, internal ports aside.
///
/// > Threading: Any; called on JACK's notification thread.
enum PortLatencies {
  /// Tells the outputs how old their sound is.
  static func passCapture(through cycle: ProcessCycle) {
    let none = LatencyRange(minimumFrames: 0, maximumFrames: 0)
    let before = unsafe join(cycle.inputs) { port, _ in
      unsafe range(of: port, JackCaptureLatency)
    }
    for channel in 0..<cycle.outputs.count() where !cycle.outputs.isInternal(channel) {
      guard let port = unsafe cycle.outputs.port(channel) else { continue }
      let latency = cycle.outputs.latency(channel)
      unsafe set((before ?? none).delayed(by: latency), on: port, JackCaptureLatency)
    }
  }

  /// Tells the inputs how long their sound takes to be heard.
  static func passPlayback(through cycle: ProcessCycle) {
    let behind = unsafe join(cycle.outputs) { port, latency in
      unsafe range(of: port, JackPlaybackLatency).delayed(by: latency)
    }
    for channel in 0..<cycle.inputs.count() where !cycle.inputs.isInternal(channel) {
      guard let port = unsafe cycle.inputs.port(channel), let behind else { continue }
      unsafe set(behind, on: port, JackPlaybackLatency)
    }
  }

  static func range(
    of port: OpaquePointer,
    _ mode: jack_latency_callback_mode_t
  ) -> LatencyRange {
    var range = jack_latency_range_t()
    unsafe jack_port_get_latency_range(port, mode, &range)
    return LatencyRange(minimumFrames: Int(range.min), maximumFrames: Int(range.max))
  }

  private static func set(
    _ range: LatencyRange,
    on port: OpaquePointer,
    _ mode: jack_latency_callback_mode_t
  ) {
    var raw = jack_latency_range_t(
      min: UInt32(range.minimumFrames),
      max: UInt32(range.maximumFrames)
    )
    unsafe jack_port_set_latency_range(port, mode, &raw)
  }

  private static func join(
    _ table: borrowing PortTable,
    _ range: (OpaquePointer, Int) -> LatencyRange
  ) -> LatencyRange? {
    var joined: LatencyRange?
    for channel in 0..<table.count() where !table.isInternal(channel) {
      guard let port = unsafe table.port(channel) else { continue }
      let next = unsafe range(port, table.latency(channel))
      joined = joined?.joined(with: next) ?? next
    }
    return joined
  }
}
