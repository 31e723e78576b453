// SPDX-License-Identifier: Apache-2.0
// `tarmac plugins check`, run as a user would run it.

import Foundation
import Glibc
import Patience
import TestPlugins

/// The output of `tarmac plugins check --json`.
struct CheckDocument: Decodable {
  var figures: Figures
  var plugins: [Plugin]

  struct Figures: Decodable {
    var plugins, instantiated, ran, statesEqual, presets, presetsApplied, withoutCalls: Int
  }

  struct Plugin: Decodable {
    var uri, verdict, sentence, step: String
    var isInstantiated: Bool
    var keepsState: Bool?
    var hasBypass: Bool
    var latencyFrames: Int
    var nanosecondsPerFrame: Double?
    var calls: Calls?
  }

  struct Calls: Decodable {
    var allocations, locks, systemCalls: Int
  }
}

/// A known defect of one of Debian's plugins; `make corpus` compares with the same list.
struct KnownDefect {
  var verdicts: [String]
  var words: String

  /// All, by the plugin's URI.
  static func ofDebian() throws -> [String: KnownDefect] {
    let list = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../scripts/corpus.d/debian-12.txt")
    var result: [String: KnownDefect] = [:]
    for line in try String(contentsOf: list, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count == 4, !line.hasPrefix("#") else { continue }
      let verdicts = fields[0].split(separator: "/").map(String.init)
      result[fields[1]] = KnownDefect(verdicts: verdicts, words: fields[2])
    }
    return result
  }
}

/// The program that was built with these tests, with a cache folder of its own.
final class CheckedPlugins: Sendable {
  let folder: URL
  private let path: String

  /// Plugins in a list of folders.
  init(path: String) throws {
    (folder, self.path) = (Self.newFolder, path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private static var newFolder: URL {
    URL(filePath: "/tmp/tarmac-check-test-\(UUID().uuidString.prefix(8))")
  }

  private init(folder: URL, path: String) {
    (self.folder, self.path) = (folder, path)
  }

  /// The same plugins in another folder, with the same check results.
  func copied(to name: String) throws -> CheckedPlugins {
    let place = folder.appending(path: name)
    try FileManager.default.copyItem(at: folder.appending(path: "lv2"), to: place)
    return CheckedPlugins(folder: folder, path: "\(place.path):\(TestPlugins.specifications)")
  }

  /// The fixture plugins, one of which misbehaves from the start.
  init(rude plugin: String, _ kind: Int) throws {
    folder = Self.newFolder
    path = "\(folder.path)/lv2:\(TestPlugins.specifications)"
    let bundle = folder.appending(path: "lv2/fixtures.lv2")
    let original = URL(filePath: Fixtures.folder).appending(path: "fixtures.lv2")
    let files = FileManager.default
    try files.createDirectory(
      at: bundle.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try files.copyItem(at: original, to: bundle)
    let data = bundle.appending(path: "fixtures.ttl")
    var parts = try String(contentsOf: data, encoding: .utf8).components(separatedBy: "\n\n")
    for index in parts.indices where parts[index].hasPrefix("<urn:tarmac:fixture:\(plugin)>") {
      parts[index] = parts[index].replacing("lv2:default 0.0", with: "lv2:default \(kind).0")
    }
    try parts.joined(separator: "\n\n").write(to: data, atomically: true, encoding: .utf8)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs `tarmac` with arguments, without a sound server to find.
  func tarmac(
    _ arguments: String...
  ) async throws -> (status: Int32, output: Data, errors: String) {
    try await tarmac(arguments)
  }

  /// Runs `tarmac` with arguments, without a sound server to find.
  func tarmac(
    _ arguments: [String]
  ) async throws -> (status: Int32, output: Data, errors: String) {
    let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "tarmac")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "LV2_PATH": path, "XDG_CACHE_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
      "JACK_DEFAULT_SERVER": folder.lastPathComponent,
    ]) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try await blocking {
      // The program inherits this thread's blocked signals, and must notice a plugin's crash all
      // the same.
      var (fault, previous) = (sigset_t(), sigset_t())
      unsafe sigemptyset(&fault)
      unsafe sigaddset(&fault, SIGSEGV)
      unsafe pthread_sigmask(SIG_BLOCK, &fault, &previous)
      defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
      try process.run()
      process.waitUntilExit()
    }
    return (
      process.terminationStatus, try Data(contentsOf: output),
      try String(contentsOf: errors, encoding: .utf8)
    )
  }

  /// Checks the plugins that match a pattern.
  func check(
    _ pattern: String,
    limit: Int = 60
  ) async throws -> (status: Int32, document: CheckDocument) {
    let (status, output, _) = try await tarmac(
      "plugins",
      "check",
      pattern,
      "--limit",
      "\(limit)",
      "--json"
    )
    return (status, try JSONDecoder().decode(CheckDocument.self, from: output))
  }
}
