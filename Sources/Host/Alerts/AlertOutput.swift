// SPDX-License-Identifier: Apache-2.0
// The output of a program that is run for an alert, within limits.

import Glibc

/// A pipe from such a program; it is closed with this object, even while the other end is still
/// open.
///
/// > Threading: Worker.
final class AlertOutput {
  private static let mostLines = 20
  private static let longestLine = 1_000
  private let ours: Int32
  private(set) var theirs: Int32
  private var rest: [UInt8] = []
  private var told = 0
  private var untold = 0

  /// Opens one; fails when the system has no file descriptor left for it.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (ours, theirs) = (ends[0], ends[1])
    // Only our end does not block: the program writes as it would to any file.
    _ = fcntl(ours, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(ours)
    closeTheirs()
  }

  /// Closes our copy of the end that the program has.
  func closeTheirs() {
    if theirs >= 0 { close(theirs) }
    theirs = -1
  }

  /// The lines that have come, 20 in all at most; `isLast` adds how many more there were.
  func takeLines(isLast: Bool) -> [String] {
    read()
    var lines: [String] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines += told(rest[..<end])
      rest.removeFirst(end + 1)
    }
    if isLast, !rest.isEmpty { lines += told(rest[...]) }
    if isLast, untold > 0 { lines.append("(\(untold) more lines)") }
    return lines
  }

  private func told(_ line: ArraySlice<UInt8>) -> [String] {
    guard told < Self.mostLines else {
      untold += 1
      return []
    }
    told += 1
    return [String(decoding: line.prefix(Self.longestLine), as: UTF8.self)]
  }

  /// Reads what there is, up to what a pipe holds; of an unfinished line it keeps no more than is
  /// reported.
  private func read() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe Glibc.read(ours, &chunk, chunk.count)
    guard count > 0 else { return }
    rest += chunk.prefix(count)
    let start = (rest.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let excess = rest.count - start - Self.longestLine
    if excess > 0 { rest.removeLast(excess) }
  }
}
