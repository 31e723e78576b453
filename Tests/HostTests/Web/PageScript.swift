// SPDX-License-Identifier: Apache-2.0
// The script that steers the browser, line by line.

import Foundation
import Patience

/// Chapters of `page/mixer_test.py`.
final class PageScript {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private let errors: URL
  private var rest = Data()

  /// The environment that `scripts/install-test-python` makes.
  private static let python = URL(
    filePath: ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? "\(NSHomeDirectory())/.cache"
  ).appending(path: "tarmac/test-python/bin/python3")

  /// Starts the script, with the links that pair its devices.
  init(_ chapters: String, _ links: [String]) throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "page/mixer_test.py")
    errors = URL(filePath: "/tmp/tarmac-page-\(UUID().uuidString.prefix(8)).log")
    try Data().write(to: errors)
    process.executableURL = Self.python
    process.arguments = ["-B", script.path, chapters] + links
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TARMAC_PATIENCE": "\(patience)"]
    ) { own, _ in own }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
  }

  /// The next line of the script; `nil` once it has ended.
  func nextLine() -> String? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      rest += more
    }
  }

  func answer(_ text: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data("\(text)\n".utf8))
  }

  /// The error output of the script.
  var complaints: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

  /// Waits until it has ended, and its browser with it.
  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: errors)
  }
}
