// SPDX-License-Identifier: Apache-2.0
// What plugins and files call themselves reaches people as text, never as commands for their
// terminal.

import Foundation
import Testing
import TestPlugins

@Suite("Text from outside")
struct OutsideTextTests {
  private static let manifest = """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    <urn:tarmac:test:rude> a lv2:Plugin ; lv2:binary <rude.so> ; rdfs:seeAlso <rude.ttl> .
    """
  private static let data = #"""
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix foaf: <http://xmlns.com/foaf/0.1/> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix units: <http://lv2plug.in/ns/extensions/units#> .
    <urn:tarmac:test:rude> a lv2:Plugin ;
      doap:name "Ru\u001B]0;owned\u0007de\nverdict: good" ;
      rdfs:comment "A\u001B[2J comment\u202E turned\u009B1m" ;
      doap:maintainer [ foaf:name "A\u001Bc" ] ;
      lv2:port [ a lv2:InputPort, lv2:ControlPort ; lv2:index 0 ; lv2:symbol "one" ;
        lv2:name "O\u001B[31mne" ; lv2:default 0.0 ; lv2:minimum 0.0 ; lv2:maximum 1.0 ;
        units:unit [ a units:Unit ; units:symbol "\u001B[5mV" ] ] .
    """#

  @Test(
    "a plugin's name, comment, author, ports and units are shown as text, and given to programs as they are",
    arguments: [["plugins", "list"], ["plugins", "info", "urn:tarmac:test:rude"]]
  )
  func plugins(_ arguments: [String]) async throws {
    try await Tool.withTemporaryFolder { folder in
      let bundle = folder.appending(path: "rude.lv2")
      try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: false)
      for (name, text) in [("manifest.ttl", Self.manifest), ("rude.ttl", Self.data)] {
        try text.write(to: bundle.appending(path: name), atomically: true, encoding: .utf8)
      }
      let environment = [
        "LV2_PATH": "\(folder.path):\(TestPlugins.specifications)", "XDG_CACHE_HOME": folder.path,
      ]
      let shown = try await Tool.tarmac(arguments, environment: environment)
      #expect(shown.output.contains(#"Ru\u{1B}]0;owned\u{7}de"#), "\(shown.output)")
      Self.expectText(shown.output)
      let told = try await Tool.tarmac(arguments + ["--json"], environment: environment)
      #expect(told.output.contains(#"Ru\u001b]0;owned\u0007de"#), "\(told.output)")
    }
  }

  @Test("an argument that is quoted in a complaint is shown as text")
  func arguments() async throws {
    for arguments in [["\u{1B}[2J"], ["preset", "check", "a\u{1B}]0;x\u{7}.yaml"]] {
      let outcome = try await Tool.tarmac(arguments)
      #expect(outcome.status != 0)
      #expect(!outcome.errors.isEmpty)
      Self.expectText(outcome.errors)
    }
  }

  /// Expects letters and lines, and no control sequences that a terminal would carry out or that
  /// reverse the direction of text.
  private static func expectText(_ text: String) {
    let found = text.unicodeScalars.filter { scalar in
      let category = scalar.properties.generalCategory
      return (category == .control && scalar != "\n") || category == .format
    }
    #expect(found.isEmpty, "\(text.debugDescription)")
  }
}
