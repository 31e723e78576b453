// SPDX-License-Identifier: Apache-2.0
// Plugins that misbehave in one call in one way, and a rig of sessions that each have one of them.

package import Foundation

/// One of the plugins of `hostile.c`, as the graph of a session; its node is `bad`.
package struct HostilePlugin: Hashable, Sendable, CustomStringConvertible {
  /// The calls of LV2 in which such a plugin misbehaves.
  package static let calls = [
    "instantiate", "activate", "connect_port", "run", "work", "work_response", "end_run", "save",
    "restore", "extension_data", "deactivate", "cleanup",
  ]
  /// The ways in which it misbehaves.
  package static let ways = [
    "crash", "abort", "hang", "spin", "exit", "quit", "leak", "lie", "flood", "fork", "litter",
  ]

  /// The call of LV2.
  package var call: String
  /// Its way of misbehaving there.
  package var way: String
  /// The isolation of its session.
  package var isolation: String

  /// Describes one of them.
  package init(call: String, way: String, isolation: String = "process") {
    (self.call, self.way, self.isolation) = (call, way, isolation)
  }

  /// The name of its session.
  package var name: String { "\(call)_\(way)" }
  /// Its URI.
  package var uri: String { "urn:tarmac:fixture:hostile:\(call):\(way)" }
  /// A description for people.
  package var description: String { "\(call) \(way) (\(isolation))" }

  /// Whether it misbehaves in the calls that belong to a cycle, once its port `armed` is above 0.
  package var isArmed: Bool { ["run", "work", "work_response", "end_run"].contains(call) }

  // MARK: Presets

  /// Its session, as a preset has it: active, without a source.
  package var session: String {
    """
      \(name):
        category: playback
        options: [ mixWithOthers ]
        active: true
        isolation: \(isolation)
        source: { jack: [ "nobody:out" ] }
        graph: [ { plugin: "\(uri)", id: bad } ]
        sends: [ { to: two } ]
    """
  }

  /// A preset of sessions without sources, beside `plain`, which passes the sound of `source:out_1`
  /// to `ears:in_1`.
  package static func preset(_ plugins: [HostilePlugin]) -> String {
    """
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
        graph: [ { plugin: "http://plugin.org.uk/swh-plugins/amp", set: { gain: 0 } } ]
        sends: [ { to: one } ]
    \(plugins.map(\.session).joined(separator: "\n"))
    """
  }

  /// Writes a state of the plugin into a folder, as if it had been saved.
  package func writeState(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
      @prefix state: <http://lv2plug.in/ns/ext/state#> .
      <> a pset:Preset ; lv2:appliesTo <\(uri)> ; state:state [ <urn:tarmac:fixture:hostile:note> "la" ] .
      """
    let file = folder.appending(path: "state.ttl")
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}

/// A bundle that a test writes itself, of plugins of the fixtures' library.
package enum HostileBundle {
  /// Describes plugins, by their URIs, in a bundle in a folder for `LV2_PATH`; the library lies in
  /// `products`.
  package static func write(
    _ plugins: [String: String],
    in folder: URL,
    products: URL
  ) throws {
    let bundle = folder.appending(path: "hostile.lv2")
    let files = FileManager.default
    try files.createDirectory(at: bundle, withIntermediateDirectories: true)
    let library = products.appending(path: "libFixturePlugins.so")
    let link = bundle.appending(path: "hostile.so")
    try? files.removeItem(at: link)
    try files.createSymbolicLink(at: link, withDestinationURL: library)
    let manifest = plugins.keys.sorted().map {
      "<\($0)> a lv2:Plugin ; lv2:binary <hostile.so> ; rdfs:seeAlso <hostile.ttl> ."
    }
    try write(manifest, to: bundle.appending(path: "manifest.ttl"))
    try write(plugins.values.sorted(), to: bundle.appending(path: "hostile.ttl"))
  }

  /// Describes hostile plugins.
  package static func write(_ plugins: [HostilePlugin], in folder: URL, products: URL) throws {
    let texts = plugins.map { ($0.uri, text(of: $0.uri)) }
    try write(Dictionary(texts) { first, _ in first }, in: folder, products: products)
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

  private static func text(of uri: String) -> String {
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
}
