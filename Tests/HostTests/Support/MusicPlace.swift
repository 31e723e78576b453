// SPDX-License-Identifier: Apache-2.0
// A folder of music with a rig that plays it, for commands.

import Foundation
import Quantities
import SoundFiles
import Testing

/// A folder with a rig that plays a list, and a cache of its own.
final class MusicPlace {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "tarmac-foreign-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: "music"),
      withIntermediateDirectories: true
    )
    try write(
      """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 1 } }
      sessions:
        deck:
          category: playback
          active: on
          source: { playlist: music, repeat: off, channels: 1 }
          sends: [ { to: main } ]
      """,
      to: "rig.yaml"
    )
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
  }

  /// Runs a command in the folder; returns its status and what it says.
  @discardableResult
  func run(
    _ words: [String],
    _ variables: [String: String] = [:]
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_CACHE_HOME": path("cache")]) { $1 }.merging(variables) { $1 }
    let (output, errors) = (folder.appending(path: ".out"), folder.appending(path: ".err"))
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    func text(_ file: URL) throws -> String {
      String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
    return (process.terminationStatus, try text(output), try text(errors))
  }

  func tarmac(
    _ words: String...,
    variables: [String: String] = [:]
  ) throws -> (status: Int32, output: String, errors: String) {
    try run([RunningTarmac.program.path] + words, variables)
  }

  /// Has ffmpeg encode samples of one channel into a file of the list's folder.
  func encode(_ samples: [Float], _ name: String, _ options: [String]) throws {
    let raw = folder.appending(path: "raw.wav")
    let rate = SampleRate(hertz: 48_000)
    try SoundFile.write([samples], to: raw.path, rate: rate)
    let command = ["ffmpeg", "-y", "-nostdin", "-loglevel", "error", "-i", raw.path]
    let outcome = try run(command + options + [path("music/\(name)")])
    try #require(outcome.status == 0, "\(name): \(outcome.errors)")
    try FileManager.default.removeItem(at: raw)
  }

  /// What the rig plays for so many seconds, offline and in a sandbox.
  func render(_ seconds: Double) throws -> [Float] {
    let outcome = try tarmac("render", "rig.yaml", "--seconds", "\(seconds)", "--out", "heard")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try SoundFile.read(path("heard/main.wav")).channels[0]
  }
}
