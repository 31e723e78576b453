// SPDX-License-Identifier: Apache-2.0
// The presets and scenarios that come with Tarmac do not clip.

import Foundation
import OfflineRendering
import PluginMeasurement
import SoundFiles
import Testing

@Suite("The ceiling of what comes with Tarmac")
struct CeilingTests {
  private static let presets: [String] = {
    let folder = StoryBook.source.appending(path: "presets")
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.filter {
      $0.hasSuffix(".yaml") && !$0.hasPrefix("graphs/") && !$0.hasPrefix("demo/")
        && !$0.hasPrefix("maps/")
    }.sorted()
  }()

  @Test(
    "stays below -0.1 dBTP on every output, for whole loops, with every session active",
    arguments: presets
  )
  func ceiling(_ preset: String) throws {
    let book = try StoryBook.open()
    let text = try String(
      contentsOf: book.folder.appending(path: "presets/\(preset)"),
      encoding: .utf8
    )
    // Each is activated once when the one before has been heard for two seconds; the loops last
    // less than six.
    let events = names(below: "sessions", in: text).enumerated().map { index, session in
      "  - { at: \(2 * index + 1), activate: \(session) }"
    }
    let name = "ceiling-" + preset.replacing("/", with: "-").dropLast(5)
    let story = """
      tarmac-scenario: 1
      title: All at once
      preset: ../presets/\(preset)
      until: \(2 * events.count + 8)
      events:
      \(events.joined(separator: "\n"))
      """
    let scenario = book.folder.appending(path: "scenarios/\(name).yaml")
    try story.write(to: scenario, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: scenario) }
    let sound = try book.listen(to: String(name))
    let meter = TruePeakReference()
    var heard = 0
    for output in names(below: "routes", in: text) {
      let file = sound.folder.appending(path: "\(output).wav").path
      guard FileManager.default.fileExists(atPath: file) else { continue }
      for channel in try SoundFile.read(file).channels {
        heard += 1
        #expect(decibels(meter.peak(channel)) < -0.1, "\(preset): \(output)")
      }
    }
    #expect(heard > 0)
  }

  /// The keys of a section of a preset.
  private func names(below section: String, in text: String) -> [String] {
    let lines = text.split(separator: "\n").drop { $0 != "\(section):" }.dropFirst()
    return lines.prefix { $0.hasPrefix(" ") || $0.hasPrefix("#") }
      .compactMap { $0.firstMatch(of: #/^  (\w+):/#).map { String($0.1) } }
  }
}
