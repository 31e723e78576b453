// SPDX-License-Identifier: Apache-2.0
// Runs programs as a user would, and keeps their output.

internal import Foundation

/// The output of a program, and how it ended.
struct Outcome {
  var status: Int32
  var output: String
  var errors: String

  /// What was written to stderr, one entry for each line.
  var complaints: [String] { errors.split(separator: "\n").map(String.init) }
}

/// Programs under test.
enum Tool {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The `tarmac` that was built with these tests: it lies beside the test program.
  static let tarmac = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "tarmac").path

  /// Runs `tarmac` with an empty runtime folder, so that it finds no host.
  static func tarmac(
    _ arguments: String...,
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await tarmac(arguments, environment: environment)
  }

  /// Runs `tarmac` with an empty runtime folder, so that it finds no host.
  static func tarmac(
    _ arguments: [String],
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await withTemporaryFolder { folder in
      let runtime = ["XDG_RUNTIME_DIR": folder.path]
      return try await run(
        tarmac,
        arguments,
        environment: runtime.merging(environment) { $1 },
        folder: folder
      )
    }
  }

  /// Checks a preset where the only plugins are those of a bundle with `files`, by their names.
  static func check(
    _ preset: String,
    bundle files: [String: String],
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await withTemporaryFolder { folder in
      let bundle = folder.appending(path: "lv2/test.lv2")
      try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
      for (name, text) in files {
        try text.write(to: bundle.appending(path: name), atomically: true, encoding: .utf8)
      }
      let rig = folder.appending(path: "rig.yaml")
      try preset.write(to: rig, atomically: true, encoding: .utf8)
      let own = ["LV2_PATH": folder.appending(path: "lv2").path, "XDG_CACHE_HOME": folder.path]
      return try await tarmac(
        ["preset", "check", rig.path],
        environment: own.merging(environment) { $1 }
      )
    }
  }

  /// Runs a program to its end; `environment` is added to that of the tests.
  static func run(
    _ program: String,
    _ arguments: [String],
    environment: [String: String] = [:],
    folder: URL
  ) async throws -> Outcome {
    // Not in `folder`, which may be the repository: a killed program leaves these files behind.
    let scratch = FileManager.default.temporaryDirectory
    let names = (0..<2).map { _ in scratch.appending(path: "tarmac-said-\(UUID().uuidString)") }
    defer { for name in names { try? FileManager.default.removeItem(at: name) } }
    for name in names { try Data().write(to: name) }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    // The tests may run under make; a make under test must not take itself for its child.
    let inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MAKE") }
    process.environment = inherited.merging(environment) { $1 }
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: names[0])
    process.standardError = try FileHandle(forWritingTo: names[1])
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOf: names[0], encoding: .utf8),
      errors: try String(contentsOf: names[1], encoding: .utf8)
    )
  }

  /// Gives `body` an empty folder with a short path, for sockets, and removes it afterwards.
  static func withTemporaryFolder<Result>(
    _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}
