// SPDX-License-Identifier: Apache-2.0
// The scenarios of the repository, in a folder with their sound files.

import Foundation
import DemoAudio
import OfflineRendering
import SoundFiles

/// A copy of `scenarios` and `presets` with the demo's sound, made once for all tests.
final class StoryBook: Sendable {
  static let source = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let shared = Result { try StoryBook() }

  /// The book, if it could be made.
  static func open() throws -> StoryBook { try shared.get() }

  /// The scenarios, by their path without `.yaml`.
  static let names: [String] = {
    let folder = source.appending(path: "scenarios")
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix("rigs/") }
      .map { String($0.dropLast(5)) }.sorted()
  }()

  let folder: URL

  private init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tarmac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["scenarios", "presets"] {
      try FileManager.default.copyItem(
        at: StoryBook.source.appending(path: name),
        to: folder.appending(path: name)
      )
    }
    _ = try DemoAudio.write(to: folder.appending(path: "presets/demo").path)
    atexit { StoryBook.remove() }
  }

  private static func remove() {
    if case .success(let book) = shared { try? FileManager.default.removeItem(at: book.folder) }
  }

  func path(_ name: String) -> String { folder.appending(path: "scenarios/\(name).yaml").path }

  func simulate(_ name: String) throws -> Simulation { try Simulation(scenario: path(name)) }

  /// The log that is kept beside a scenario.
  static func kept(_ name: String) throws -> String {
    try String(
      contentsOf: source.appending(path: "scenarios/\(name).log"),
      encoding: .utf8
    )
  }

  /// Renders a scenario.
  func listen(to name: String) throws -> Sound {
    try listen(to: simulate(name))
  }

  /// Renders a scenario that has been simulated, into a folder of its own.
  func listen(to simulation: Simulation) throws -> Sound {
    let sound = Sound(folder: folder.appending(path: UUID().uuidString))
    _ = try simulation.render(to: sound.folder.path)
    return sound
  }
}

/// The sound of a scenario.
final class Sound {
  let folder: URL
  private static let rate = 48_000.0

  init(folder: URL) {
    self.folder = folder
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The bytes of all files, by name.
  func bytes() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
    )
  }

  /// The first channel of an output or a session, between two moments in seconds.
  func samples(_ name: String, channel: Int = 0, _ time: Range<Double>) throws -> ArraySlice<Float>
  {
    let file = try SoundFile.read(folder.appending(path: "\(name).wav").path).channels[channel]
    return file[Int(time.lowerBound * Sound.rate)..<Int(time.upperBound * Sound.rate)]
  }

  /// Whether there are exact zeros on all channels.
  func isSilent(_ name: String, _ time: Range<Double>) throws -> Bool {
    let channels = try SoundFile.read(folder.appending(path: "\(name).wav").path).channels
    let frames = Int(time.lowerBound * Sound.rate)..<Int(time.upperBound * Sound.rate)
    return channels.allSatisfy { $0[frames].allSatisfy { $0 == 0 } }
  }

  /// The highest sample, without its sign.
  func peak(_ name: String, _ time: Range<Double>) throws -> Float {
    try samples(name, time).reduce(0) { max($0, $1.magnitude) }
  }
}
