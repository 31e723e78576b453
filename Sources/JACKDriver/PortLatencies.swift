// SPDX-License-Identifier: Apache-2.0
// Latency as JACK counts it: what lies before an output and what lies behind an input.

internal import CJACK
internal import Quantities

/// Passes latencies through the client; every input is taken to reach every output, internal ports
/// aside.
///
/// > Threading: Any; called on JACK's notification thread.
enum PortLatencies {
  /// Tells the outputs how old their sound is.
  static func passCapture(through cycle: ProcessCycle) {
    let before = unsafe join(cycle.inputs) { port, _ in
      unsafe range(of: port, JackCaptureLatency)
    }
    for channel in 0..<cycle.outputs.count() {
      guard let port = unsafe cycle.outputs.port(channel) else { continue }
      let latency = cycle.outputs.latency(channel)
      unsafe set((before ?? .none).followed(by: latency), on: port, JackCaptureLatency)
    }
  }

  /// Tells the inputs how long their sound takes to be heard.
  static func passPlayback(through cycle: ProcessCycle) {
    let behind = unsafe join(cycle.outputs) { port, latency in
      unsafe range(of: port, JackPlaybackLatency).followed(by: latency)
    }
    for channel in 0..<cycle.inputs.count() {
      guard let port = unsafe cycle.inputs.port(channel), let behind else { continue }
      unsafe set(behind, on: port, JackPlaybackLatency)
    }
  }

  static func range(
    of port: OpaquePointer,
    _ mode: jack_latency_callback_mode_t
  ) -> Latency {
    var range = jack_latency_range_t()
    unsafe jack_port_get_latency_range(port, mode, &range)
    return Latency(shortest: FrameCount(Int(range.min)), longest: FrameCount(Int(range.max)))
  }

  private static func set(
    _ latency: Latency,
    on port: OpaquePointer,
    _ mode: jack_latency_callback_mode_t
  ) {
    var raw = jack_latency_range_t(
      min: UInt32(clamping: latency.shortest.value),
      max: UInt32(clamping: latency.longest.value)
    )
    unsafe jack_port_set_latency_range(port, mode, &raw)
  }

  private static func join(
    _ table: borrowing PortTable,
    _ latency: (OpaquePointer, Latency) -> Latency
  ) -> Latency? {
    var joined: Latency?
    for channel in 0..<table.count() {
      guard let port = unsafe table.port(channel) else { continue }
      let next = unsafe latency(port, table.latency(channel))
      joined = joined?.joined(with: next) ?? next
    }
    return joined
  }
}
