// SPDX-License-Identifier: Apache-2.0
// When something happened, as it is sent to clients.

package import Quantities
internal import StrictJSON

/// When something happened, by both clocks of the machine.
package struct TimeStamp: Codable, Hashable, Sendable {
  /// Seconds since the beginning of 1970, in UTC; the clock can be set meanwhile.
  package var seconds: Double
  /// The same time in ISO 8601: `2026-11-24T22:30:00.125Z`.
  package var text: String
  /// Seconds of the system's monotonic clock, for intervals: it never goes back.
  package var monotonic_seconds: Double

  /// Describes a moment.
  package init(_ moment: Moment) {
    seconds = moment.wall.value
    text = moment.text
    monotonic_seconds = moment.monotonic.seconds.value
  }

  /// This moment.
  package static var now: TimeStamp { TimeStamp(.now) }
}

extension TimeStamp {
  /// Writes it as the encoder would.
  func write(to writer: inout JSONWriter) {
    writer.write(json: #"{"monotonic_seconds":"#)
    writer.write(monotonic_seconds)
    writer.write(json: #","seconds":"#)
    writer.write(seconds)
    writer.write(json: #","text":"#)
    writer.write(text)
    writer.write(json: "}")
  }
}
