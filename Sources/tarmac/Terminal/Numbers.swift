// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them.

internal import Glibc
internal import Quantities

/// `value` with a fixed number of digits after the point.
func fixed(_ value: Double, digits: Int = 1) -> String {
  guard value.isFinite else { return value > 0 ? "inf" : value < 0 ? "-inf" : "nan" }
  guard abs(value) < 1e12 else { return "\(value)" }
  let scale = (0..<digits).reduce(1) { result, _ in result * 10 }
  let scaled = Int(clamping: (abs(value) * Double(scale)).rounded())
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard digits > 0 else { return "\(sign)\(scaled)" }
  let fraction = String(scaled % scale)
  let zeros = String(repeating: "0", count: digits - fraction.count)
  return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
}

/// A level; silence is `-inf`.
func decibels(_ level: Double?) -> String {
  level.map { fixed($0) } ?? "-inf"
}

/// A time as `m:ss` or `h:mm:ss`.
func clock(_ seconds: Double) -> String {
  let total = seconds.isFinite ? Int(clamping: max(0, min(seconds, 1e9))) : 0
  let two = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
  let hours = total / 3600
  let minutes = total / 60 % 60
  return hours > 0 ? "\(hours):\(two(minutes)):\(two(total % 60))" : "\(minutes):\(two(total % 60))"
}

/// A wall-clock time, in seconds since 1970, as local `hh:mm:ss`.
func wallClock(_ seconds: Double) -> String {
  var time: time_t = Int(clamping: seconds)
  var parts = unsafe tm()
  guard unsafe localtime_r(&time, &parts) != nil else { return "--:--:--" }
  let two = { (value: Int32) in value < 10 ? "0\(value)" : "\(value)" }
  return unsafe "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
}

/// The present wall-clock time, in seconds since 1970.
func wallSeconds() -> Double {
  var now = timespec()
  unsafe clock_gettime(CLOCK_REALTIME, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}
