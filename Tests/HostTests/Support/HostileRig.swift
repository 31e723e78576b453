// SPDX-License-Identifier: Apache-2.0
// Isolated sessions, each with a plugin that misbehaves in one call, beside one that does nothing wrong.

import ControlProtocol
import Foundation
import JACKTestBench

/// A rig of plugins that misbehave.
struct HostileRig {
  /// A session with one plugin, `bad`, that misbehaves in a way in a call.
  struct Guest: Hashable, CustomStringConvertible {
    var call: String
    var way: String
    var isolation = "process"

    var name: String { "\(call)_\(way)" }
    var uri: String { "urn:tarmac:fixture:hostile:\(call):\(way)" }
    var description: String { "\(call) \(way) (\(isolation))" }
  }

  let guests: [Guest]

  /// `plain` passes what it hears; the guests hear nothing.
  var preset: String {
    let sessions = guests.map { guest in
      """
        \(guest.name):
          category: playback
          options: [ mixWithOthers ]
          active: true
          isolation: \(guest.isolation)
          source: { jack: [ "nobody:out" ] }
          graph: [ { plugin: "\(guest.uri)", id: bad } ]
          sends: [ { to: two } ]
      """
    }
    return """
      tarmac: 1
      routes:
        one: { role: lineOut, ports: [ "ears:in_1" ] }
        two: { role: headphones, ports: [ "ears:in_2" ] }
      sessions:
        plain:
          category: multiRoute
          options: [ mixWithOthers ]
          active: true
          source: { jack: [ "source:out_1" ] }
          graph: [ { plugin: "\(amplifier)", set: { gain: 0 } } ]
          sends: [ { to: one } ]
      \(sessions.joined(separator: "\n"))
      """
  }

  /// Runs `body` with the rig.
  func run(_ body: (_ tarmac: RunningTarmac, PrivateServer) async throws -> Void) async throws {
    let plugins = Dictionary(guests.map { ($0.uri, Self.plugin($0.uri)) }) { first, _ in first }
    let files: (URL) throws -> Void = { try Self.writeBundle(of: plugins, in: $0) }
    try await RunningTarmac.run(preset, shell: Self.shell, files: files) {
      try await body($0, $1)
    }
  }

  /// How bash starts a program that finds the plugins in the folder of the test.
  static var shell: String {
    get throws {
      try FragileRig.shell().replacing("LV2_PATH='", with: "LV2_PATH=\"$XDG_RUNTIME_DIR/lv2\":'")
    }
  }

  /// Describes plugins of the fixtures' library, by their URIs, in a bundle.
  static func writeBundle(of plugins: [String: String], in folder: URL) throws {
    let bundle = folder.appending(path: "lv2/hostile.lv2")
    let files = FileManager.default
    try files.createDirectory(at: bundle, withIntermediateDirectories: true)
    let library = RunningTarmac.program.deletingLastPathComponent()
      .appending(path: "libFixturePlugins.so")
    let link = bundle.appending(path: "hostile.so")
    try files.createSymbolicLink(at: link, withDestinationURL: library)
    let manifest = plugins.keys.sorted().map {
      "<\($0)> a lv2:Plugin ; lv2:binary <hostile.so> ; rdfs:seeAlso <hostile.ttl> ."
    }
    try write(manifest, to: bundle.appending(path: "manifest.ttl"))
    try write(plugins.values.sorted(), to: bundle.appending(path: "hostile.ttl"))
  }

  private static func write(_ lines: [String], to file: URL) throws {
    let prefixes = [
      "lv2: <http://lv2plug.in/ns/lv2core#>", "rdfs: <http://www.w3.org/2000/01/rdf-schema#>",
      "doap: <http://usefulinc.com/ns/doap#>", "urid: <http://lv2plug.in/ns/ext/urid#>",
      "work: <http://lv2plug.in/ns/ext/worker#>", "state: <http://lv2plug.in/ns/ext/state#>",
    ]
    let text = prefixes.map { "@prefix \($0) ." } + lines
    try text.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
  }

  private static func plugin(_ uri: String) -> String {
    func port(_ index: Int, _ kinds: String, _ symbol: String, _ more: String = "") -> String {
      "[ a \(kinds) ; lv2:index \(index) ; lv2:symbol \"\(symbol)\" ; lv2:name \"\(symbol)\" \(more)]"
    }
    let range = "; lv2:default 0.0 ; lv2:minimum 0.0 ; lv2:maximum 1.0 "
    let ports = [
      port(0, "lv2:InputPort, lv2:AudioPort", "in"),
      port(1, "lv2:OutputPort, lv2:AudioPort", "out"),
      port(2, "lv2:InputPort, lv2:ControlPort", "armed", range),
    ]
    return """
      <\(uri)> a lv2:Plugin ; doap:name "Hostile" ;
        doap:license <http://www.apache.org/licenses/LICENSE-2.0> ;
        lv2:requiredFeature urid:map ; lv2:optionalFeature work:schedule ;
        lv2:extensionData work:interface, state:interface ;
        lv2:port \(ports.joined(separator: ", ")) .
      """
  }

  /// Writes a state of a guest's plugin into a folder, as if it had been saved.
  static func writeState(of guest: Guest, to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
      @prefix state: <http://lv2plug.in/ns/ext/state#> .
      <> a pset:Preset ; lv2:appliesTo <\(guest.uri)> ; state:state [] .
      """
    let file = folder.appending(path: "state.ttl")
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
