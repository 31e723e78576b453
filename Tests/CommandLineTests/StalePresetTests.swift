// SPDX-License-Identifier: Apache-2.0
// Plugin presets with values that their plugin can't take: of an older version, or odd ones.

import Testing

@Suite("A preset that does not fit its plugin")
struct StalePresetTests {
  private static let prefixes = """
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

    """
  private static let labels = ["Stale", "Huge", "Text", "Good"]

  private static var manifest: String {
    let presets = labels.map { label in
      """
      <urn:tarmac:test:\(label)> a pset:Preset ; lv2:appliesTo <urn:tarmac:test:gain> ;
        rdfs:label "\(label)" ; rdfs:seeAlso <\(label).ttl> .
      """
    }
    return prefixes
      + "<urn:tarmac:test:gain> a lv2:Plugin ; lv2:binary <none.so> ; rdfs:seeAlso <gain.ttl> .\n"
      + presets.joined(separator: "\n")
  }

  private static let data =
    prefixes + """
      <urn:tarmac:test:gain> a lv2:Plugin ; doap:name "Gain" ; lv2:port [
        a lv2:InputPort , lv2:AudioPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In"
      ] , [
        a lv2:OutputPort , lv2:AudioPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out"
      ] , [
        a lv2:InputPort , lv2:ControlPort ; lv2:index 2 ; lv2:symbol "gain" ; lv2:name "Gain" ;
        lv2:default 0.5 ; lv2:minimum 0.0 ; lv2:maximum 2.0
      ] .
      """

  private static func preset(_ label: String, _ values: [String: String]) -> String {
    let ports = values.sorted { $0.key < $1.key }
      .map { "[ lv2:symbol \"\($0.key)\" ; pset:value \($0.value) ]" }
    return prefixes
      + "<urn:tarmac:test:\(label)> a pset:Preset ; lv2:appliesTo <urn:tarmac:test:gain> ;"
      + " lv2:port \(ports.joined(separator: " , ")) ."
  }

  @Test(
    "is named with what is wrong: a warning where the rest can be taken, else an error with the file",
    arguments: [
      ("Stale", ["bypass": "1", "gain": "0.25"], 0, "sets 'bypass', which it does not have"),
      ("Huge", ["gain": "1e38"], 0, "sets 'gain' to 1e+38, which is beyond its range: it gets 2.0"),
      ("Text", ["gain": "\"0,25\""], 65, "Text.ttl can't be read: 'gain': '0,25' is no number"),
      ("Good", ["gain": "0.25"], 0, ""),
    ]
  )
  func checked(label: String, values: [String: String], status: Int32, words: String) async throws {
    let rig = """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 1 } }
      sessions:
        deck:
          source: { jack: "nobody:none", channels: 1 }
          graph: [ { plugin: "urn:tarmac:test:gain", preset: \(label) } ]
          sends: [ { to: main } ]
      """
    let outcome = try await Tool.check(
      rig,
      bundle: [
        "manifest.ttl": Self.manifest, "gain.ttl": Self.data,
        "\(label).ttl": Self.preset(label, values),
      ]
    )
    let said = outcome.output + outcome.errors
    #expect(outcome.status == status, "\(said)")
    let lines = said.split(separator: "\n").filter { $0.contains("the preset '\(label)'") }
    #expect(lines.count == (words.isEmpty ? 0 : 1), "\(said)")
    #expect(lines.allSatisfy { $0.contains("rig.yaml:6:56: ") && $0.contains(words) }, "\(said)")
  }
}
