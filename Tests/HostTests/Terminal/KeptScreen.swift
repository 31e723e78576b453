// SPDX-License-Identifier: Apache-2.0
// Screens that are kept as files, and what moves on them.

import Foundation
import Testing

/// A screen as a file; with `TARMAC_KEEP=1` the test writes it again.
enum KeptScreen {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "screens")

  /// Compares a screen with the file of that name.
  static func expect(_ screen: [String], isAs name: String) throws {
    let text = masked(screen).joined(separator: "\n")
    let file = folder.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["TARMAC_KEEP"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    #expect(text == kept, "\(name) is now\n\(text)")
  }

  /// The screen without what differs each time: the times of cycles and events, and the load.
  static func masked(_ screen: [String]) -> [String] {
    screen.enumerated().map { row, line in
      let line = line.replacing(#/\d\d:\d\d:\d\d/#, with: "00:00:00")
      guard row < 2 else { return line }
      return line.replacing(#/load [\d.]+ %/#, with: "load 0 %")
        .replacing(#/\d+ xruns/#, with: "0 xruns")
        .replacing(#/(cycles of|within|worst) \d+/#) { "\($0.1) 0" }
        .replacing(#/ +/#, with: " ")
    }
  }
}
