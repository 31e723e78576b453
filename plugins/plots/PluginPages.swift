// SPDX-License-Identifier: Apache-2.0
// The pages of docs/plugins: what the Turtle says, and what was measured.

internal import Foundation
internal import LV2Hosting
internal import PluginMeasurement

/// Why pages can't be made.
package struct PageError: Error, CustomStringConvertible {
  /// What is wrong, in a sentence.
  package let description: String
}

/// The pages and pictures of all plugins.
package enum PluginPages {
  /// The bundles, in the order in which they are listed.
  package static let names = [
    "isolator", "djfilter", "crossfade", "talkover", "gate", "limiter", "stereo", "align",
    "generator", "meter",
  ]

  /// Each file's contents by its name in docs/plugins.
  ///
  /// - Throws: when a plugin was not built, or refuses to start.
  package static func make() throws -> [String: String] {
    let world = LV2World(path: "\(MeasuredPlugin.builtBundles):/usr/lib/lv2", indexFolder: nil)
    world.load()
    var files: [String: String] = [:]
    var rows: [String] = []
    for name in names {
      guard let plugin = world.plugin("urn:tarmac:\(name)", withPresets: true) else {
        throw PageError(description: "urn:tarmac:\(name) was not built: run \"make plugins\"")
      }
      var pictures: [String] = []
      for (number, figure) in try figures(of: name).enumerated() {
        let file = "\(name)-\(number + 1).svg"
        files[file] = figure.svg
        pictures.append("![\(figure.title)](\(file))\n")
      }
      files["\(name).md"] = try page(plugin, pictures: pictures)
      rows.append("| [\(name)](\(name).md) | \(firstSentence(plugin.comment)) |")
    }
    files["README.md"] = index(rows)
    return files
  }

  private static func index(_ rows: [String]) -> String {
    """
    # The plugins of Tarmac

    LV2 plugins made for each other, for any host: written in Swift, without a runtime, real-time safe by the compiler. They come with
    Tarmac; `make plugins` builds them alone, and `make install` puts them where LV2 hosts look. How to add one is in
    [plugins-authoring.md](../plugins-authoring.md). These pages are made by `make plots` from the plugins' Turtle and from measurements
    of what was built.

    | plugin | what it is |
    |---|---|
    \(rows.joined(separator: "\n"))

    """
  }

  private static func page(_ plugin: PluginInfo, pictures: [String]) throws -> String {
    let measured = try MeasuredPlugin(own: String(plugin.uri.split(separator: ":").last ?? ""))
    _ = measured.run((0..<measured.inputCount).map { _ in [0] }, frames: 1)
    let latency = plugin.reportsLatency ? Int(clamping: Int64(measured["latency"])) : 0
    let controls = plugin.ports.filter { $0.kind == .control }.map(row)
    let sound = plugin.ports.filter { $0.kind == .audio }.map { "`\($0.symbol)`" }
    let presets = plugin.presets.map { "- \($0.label)" }.sorted()
    let variants = plugin.uri == "urn:tarmac:crossfade" || plugin.uri == "urn:tarmac:stereo"
    return """
      # \(plugin.name)

      \(plugin.comment ?? "")

      `\(plugin.uri)`\(variants ? "" : ", and `\(plugin.uri):mono` for one channel"). Audio ports: \(sound.joined(separator: ", ")). Latency: \
      \(latency == 0 ? "none" : "\(latency) frames at 48 kHz").

      \(pictures.joined(separator: "\n"))
      \(try facts(of: plugin.uri).map { "- \($0)\n" }.joined())
      ## Controls

      | symbol | default | range | what it does |
      |---|---|---|---|
      \(controls.joined(separator: "\n"))

      ## Presets

      \(presets.joined(separator: "\n"))

      """
  }

  private static func row(_ port: PluginInfo.Port) -> String {
    let unit = port.unit.map { " \($0)" } ?? ""
    let range = "\(text(port.minimum)) … \(text(port.maximum))\(unit)"
    let points = port.scalePoints.map { "\(text($0.value)) \($0.label)" }.joined(separator: ", ")
    let words = [port.comment ?? port.name, points].filter { !$0.isEmpty }.joined(separator: " ")
    let standard = port.direction == .output ? "output" : text(port.defaultValue)
    return "| `\(port.symbol)` | \(standard) | \(range) | \(words) |"
  }

  private static func text(_ value: Float?) -> String {
    value.map { String(format: "%g", $0) } ?? ""
  }

  private static func firstSentence(_ text: String?) -> String {
    let words = (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let stop = words.firstRange(of: ". ") else { return words }
    return String(words[..<stop.lowerBound]) + "."
  }
}
