// SPDX-License-Identifier: Apache-2.0
// What JACK tells the Host.

package import Quantities

/// Something that happened at JACK's side.
///
/// It comes on JACK's notification threads: the handler hands it on and returns. It must not call
/// the driver, nor wait for a thread that does, because JACK waits for it.
package enum DriverEvent: Hashable, Sendable {
  /// The server has gone or thrown us out; close the driver, then open it again when a server
  /// answers.
  case shutdown(reason: String)
  /// Cycles have another length from now on.
  case bufferSizeChanged(FrameCount)
  /// The server runs at another rate from now on.
  case sampleRateChanged(SampleRate)
  /// The port of this full name has come; `portsChanged` follows.
  case portAppeared(String)
  /// The port of this full name goes, though it may still be listed; `portsChanged` follows.
  case portVanished(String)
  /// Ports have come, gone or got another name; apply the connections again.
  case portsChanged
  /// Somebody has connected or disconnected two ports; JACK shows it from its next cycle on.
  case connectionsChanged
  /// A cycle was late.
  case xrun
  /// The server has started or stopped to render as fast as it can.
  case freewheel(Bool)
  /// The latencies of our ports were computed again.
  case latencyChanged
}
