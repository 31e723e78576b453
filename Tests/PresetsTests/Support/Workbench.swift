// SPDX-License-Identifier: Apache-2.0
// A folder for the files of one test, and a reader that knows a handful of plugins.

import Foundation
import Presets
import RigModel

/// A temporary folder that is removed with the test.
final class Workbench {
  let folder: String

  init() throws {
    let name = "tarmac-presets-\(UUID().uuidString)"
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file, with the folders that it needs.
  @discardableResult
  func write(_ text: some Sequence<UInt8>, to name: String) throws -> String {
    let url = URL(fileURLWithPath: path(name))
    let parent = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try Data(text).write(to: url)
    return url.path
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  /// Reads a preset with this text, beside the files of the bench.
  func read(_ text: String) throws -> Rig {
    try PresetReader(catalogue: StubCatalogue()).read(file: try write(text, to: "rig.yaml"))
  }

  /// The problems of a file; empty when there are none.
  func problems(of file: String) -> [PresetProblem] {
    do throws(PresetErrors) {
      _ = try PresetReader(catalogue: StubCatalogue()).read(file: file)
      return []
    } catch {
      return error.problems
    }
  }

  /// The problems of a preset with this text.
  func problems(in text: String) throws -> [PresetProblem] {
    problems(of: try write(text, to: "rig.yaml"))
  }

  /// The only session of a preset with the routes of `rig` and this session, indented by nothing.
  func session(_ text: String) throws -> Session {
    let rig = try read(Self.rig + Self.session(text))
    guard let session = rig.sessions.first else { throw Missing.session }
    return session
  }

  /// The start of a preset with a few routes.
  static let rig = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "system:playback_1", "system:playback_2" ] }
      booth: { role: speaker, channels: 1 }
      wide: { role: usb, channels: 4 }
      mic: { role: mic, ports: [ "system:capture_1" ] }
      stems: { role: usb, direction: input, channels: 4 }

    """

  /// The sessions of a preset with one session `deck`; a session that hears a route gets the
  /// category playAndRecord, unless its text says otherwise.
  static func session(_ text: String) -> String {
    let hears = text.contains("route:") && !text.contains("category:") && !text.contains("role:")
    let whole = hears ? text + "\ncategory: playAndRecord" : text
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    return "sessions:\n  deck:\n" + lines.map { "    \($0)\n" }.joined()
  }

  private enum Missing: Error {
    case session
  }
}
