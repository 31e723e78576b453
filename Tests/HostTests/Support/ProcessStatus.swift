// SPDX-License-Identifier: Apache-2.0
// What the kernel reports about a process.

import Foundation
import Glibc

/// How many descriptors a process holds.
func descriptorCount(of process: pid_t) throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
}

/// A number from `/proc/PID/status`, such as the kilobytes of `VmRSS`; `nil` when it is not there.
func processStatus(_ key: String, of process: pid_t, radix: Int = 10) throws -> Int? {
  let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
  let line = status.split(separator: "\n").first { $0.hasPrefix("\(key):") }
  let words = line?.dropFirst(key.count + 1).split(whereSeparator: \.isWhitespace)
  return words?.first.flatMap { Int($0, radix: radix) }
}
