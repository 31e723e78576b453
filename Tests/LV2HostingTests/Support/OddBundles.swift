// SPDX-License-Identifier: Apache-2.0
// Bundles and states as nobody should write them.

import Foundation
import Glibc
import Patience
import TestPlugins

/// A folder with bundles of a test's own, and the program that was built with the tests.
final class OddBundles: Sendable {
  let folder = URL(filePath: "/tmp/tarmac-odd-\(UUID().uuidString.prefix(8))")
  /// The folder in which plugins are looked for.
  let path: String

  static let prefixes = """
    @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix state: <http://lv2plug.in/ns/ext/state#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

    """

  init() throws {
    path = "\(folder.path)/lv2:\(Fixtures.folder):\(TestPlugins.specifications)"
    try FileManager.default.createDirectory(
      at: folder.appending(path: "lv2"),
      withIntermediateDirectories: true
    )
  }

  deinit {
    _ = unsafe chmod(folder.appending(path: "lv2/closed.lv2").path, 0o700)
    try? FileManager.default.removeItem(at: folder)
  }

  /// The path of a file in the folder; its own folder is made.
  func path(_ name: String) throws -> String {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    return url.path
  }

  /// Writes a file with the usual prefixes before its text.
  func write(_ name: String, _ text: String) throws {
    try (OddBundles.prefixes + text).write(
      toFile: try path(name),
      atomically: false,
      encoding: .utf8
    )
  }

  func write(_ name: String, bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: try path(name)))
  }

  func fifo(_ name: String) throws {
    guard unsafe mkfifo(try path(name), 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: try path(name),
      withDestinationPath: target
    )
  }

  /// How a run of the program has ended: with a status, or by a signal, as 128 and its number.
  struct End {
    var status: Int32
    var output: String
    var errors: String
    /// Whether it ended by itself, with one of its documented statuses.
    var isOrderly: Bool { status < 128 }
  }

  /// Runs `tarmac` with arguments; one that hangs is killed.
  func tarmac(
    _ arguments: String...,
    environment: [String: String] = [:],
    at workingFolder: String? = nil
  ) async throws -> End {
    try await tarmac(arguments, environment: environment, at: workingFolder)
  }

  /// Runs `tarmac` with arguments; one that hangs is killed.
  func tarmac(
    _ arguments: [String],
    environment: [String: String] = [:],
    at workingFolder: String? = nil
  ) async throws -> End {
    let process = Process()
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "tarmac")
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["-s", "KILL", "\(patience)", program.path] + arguments
    let own = [
      "LV2_PATH": path, "XDG_CACHE_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
      "XDG_STATE_HOME": folder.path, "JACK_DEFAULT_SERVER": folder.lastPathComponent,
    ]
    process.environment = ProcessInfo.processInfo.environment
      .merging(own) { $1 }.merging(environment) { $1 }
    if let workingFolder { process.currentDirectoryURL = URL(filePath: workingFolder) }
    let names = ["output", "errors"].map { folder.appending(path: "\($0)-\(UUID().uuidString)") }
    for name in names { try Data().write(to: name) }
    process.standardOutput = try FileHandle(forWritingTo: names[0])
    process.standardError = try FileHandle(forWritingTo: names[1])
    try await blocking {
      try process.run()
      process.waitUntilExit()
    }
    let isSignal = process.terminationReason == .uncaughtSignal
    return End(
      status: process.terminationStatus + (isSignal ? 128 : 0),
      output: String(decoding: try Data(contentsOf: names[0]), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: names[1]), as: UTF8.self)
    )
  }
}
