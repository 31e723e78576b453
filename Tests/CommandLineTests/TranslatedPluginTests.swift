// SPDX-License-Identifier: Apache-2.0
// Plugins that name their values in many languages: a preset means the same in all of them.

import Testing

@Suite("A plugin whose values have names in several languages")
struct TranslatedPluginTests {
  private static let manifest = """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    <urn:tarmac:test:shape> a lv2:Plugin ; lv2:binary <none.so> ; rdfs:seeAlso <shape.ttl> .
    """
  private static let data = """
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    <urn:tarmac:test:shape> a lv2:Plugin ; doap:name "Former"@fr , "Shaper" ; lv2:port [
      a lv2:InputPort , lv2:AudioPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In"
    ] , [
      a lv2:OutputPort , lv2:AudioPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out"
    ] , [
      a lv2:InputPort , lv2:ControlPort ; lv2:index 2 ; lv2:symbol "shape" ; lv2:name "Forme"@fr , "Shape" ;
      lv2:default 0 ; lv2:minimum 0 ; lv2:maximum 1 ; lv2:portProperty lv2:enumeration ;
      lv2:scalePoint [ rdfs:label "Sinus"@fr , "Sine" ; rdf:value 0 ] ,
        [ rdfs:label "Carré"@fr , "Rechteck"@de , "Square" ; rdf:value 1 ]
    ] .
    """
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1 } }
    sessions:
      deck:
        source: { jack: "nobody:none", channels: 1 }
        graph: [ { plugin: "urn:tarmac:test:shape", set: { shape: Square } } ]
        sends: [ { to: main } ]
    """

  @Test(
    "means the same to a preset in every language",
    arguments: ["C", "fr_FR.UTF-8", "de_DE.UTF-8", "fr"]
  )
  func languages(language: String) async throws {
    let outcome = try await Tool.check(
      Self.preset,
      bundle: ["manifest.ttl": Self.manifest, "shape.ttl": Self.data],
      environment: ["LANG": language]
    )
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }
}
