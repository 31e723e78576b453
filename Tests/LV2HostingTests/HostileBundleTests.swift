// SPDX-License-Identifier: Apache-2.0
// No bundle, whatever its contents, does more harm than not to be usable, and the report about it
// is true.

import Foundation
import Glibc
import Testing

/// A bundle that can't be right, and what one of the commands reports of it.
private struct HostileBundle: CustomTestStringConvertible, Sendable {
  var name: String
  /// A sentence that at least one of the commands prints.
  var sentence: String
  var make: @Sendable (OddBundles) throws -> Void
  var testDescription: String { name }

  static let uri = "urn:odd:plugin"
  private static let declaration =
    "<urn:odd:plugin> a lv2:Plugin ; lv2:binary <odd.so> ; rdfs:seeAlso <plugin.ttl> ."
  private static let ports = [port(0, "InputPort", "in"), port(1, "OutputPort", "out")]
    .joined(separator: " , ")

  private static func port(
    _ index: String,
    _ kind: String,
    _ symbol: String,
    _ more: String = ""
  ) -> String {
    "[ a lv2:\(kind) , lv2:AudioPort ; lv2:index \(index) ; lv2:symbol \"\(symbol)\" ;"
      + " lv2:name \"\(symbol)\" \(more) ]"
  }

  private static func port(_ index: Int, _ kind: String, _ symbol: String) -> String {
    port("\(index)", kind, symbol)
  }

  init(_ name: String, _ sentence: String, _ make: @escaping @Sendable (OddBundles) throws -> Void)
  {
    (self.name, self.sentence, self.make) = (name, sentence, make)
  }

  /// A bundle whose manifest is whole.
  init(
    _ name: String,
    _ sentence: String,
    data: @autoclosure @escaping @Sendable () -> String,
    _ more: @escaping @Sendable (OddBundles) throws -> Void = { _ in }
  ) {
    self.init(name, sentence) { bundles in
      try bundles.write("lv2/odd.lv2/manifest.ttl", HostileBundle.declaration)
      try bundles.write("lv2/odd.lv2/plugin.ttl", data())
      try more(bundles)
    }
  }

  init(_ name: String, _ sentence: String, manifest: @autoclosure @escaping @Sendable () -> String)
  {
    self.init(name, sentence) { try $0.write("lv2/odd.lv2/manifest.ttl", manifest()) }
  }

  /// A plugin with the usual statements, and more.
  private static func plugin(_ more: String = "", ports: String = HostileBundle.ports) -> String {
    "<urn:odd:plugin> a lv2:Plugin ; doap:name \"Odd\" ; \(more) lv2:port \(ports) ."
  }

  private static func library(
    _ name: String,
    _ sentence: String,
    _ make: @escaping @Sendable (OddBundles) throws -> Void
  ) -> HostileBundle {
    HostileBundle(name, sentence, data: plugin(), make)
  }

  private static let so = "lv2/odd.lv2/odd.so"
  private static let ttl = "lv2/odd.lv2/plugin.ttl"
  private static let manifest = "lv2/odd.lv2/manifest.ttl"

  static let all = libraries + manifests + files + facts

  private static let libraries = [
    library("no library", "odd.so can't be read: it is not there") { _ in },
    library("a folder as library", "odd.so can't be read: it is a folder") {
      _ = try $0.path(so + "/nothing")
    },
    library("a FIFO as library", "odd.so can't be read: it is not a regular file") {
      try $0.fifo(so)
    },
    library("a device as library", "odd.so can't be read: it is not a regular file") {
      try $0.link(so, to: "/dev/zero")
    },
    library("a link to nowhere as library", "odd.so can't be read: it is not there") {
      try $0.link(so, to: "/nowhere/odd.so")
    },
    library("a link to itself as library", "odd.so can't be read: too many links lead to it") {
      try $0.link(so, to: "odd.so")
    },
    library("a text as library", "Its library does not load") { try $0.write(so, "not a library") },
    library("an empty library", "Its library does not load") { try $0.write(so, bytes: []) },
    library("the library of others", "does not hold it although its data files say so") {
      try $0.link(so, to: Fixtures.folder + "/fixtures.lv2/fixtures.so")
    },
    HostileBundle(
      "no name of a library",
      "Its library does not load (its data files name none)",
      manifest: "<urn:odd:plugin> a lv2:Plugin ; rdfs:seeAlso <manifest.ttl> ; lv2:port \(ports) ."
    ),
    HostileBundle(
      "a library in the web",
      "http://odd/odd.so can't be read: it is not there",
      manifest: "<urn:odd:plugin> a lv2:Plugin ; lv2:binary <http://odd/odd.so> ."
    ),
  ]

  private static let manifests = [
    HostileBundle("a FIFO as manifest", "manifest.ttl can't be read: it is not a regular file") {
      try $0.fifo(manifest)
    },
    HostileBundle("a folder as manifest", "manifest.ttl can't be read: it is a folder") {
      _ = try $0.path(manifest + "/nothing")
    },
    HostileBundle("a device as manifest", "manifest.ttl can't be read: it is not a regular file") {
      try $0.link(manifest, to: "/dev/zero")
    },
    HostileBundle("a link to nowhere as manifest", "There is no plugin urn:odd:plugin here") {
      try $0.link(manifest, to: "/nowhere/manifest.ttl")
    },
    HostileBundle("a link to itself as manifest", "There is no plugin urn:odd:plugin here") {
      try $0.link(manifest, to: "manifest.ttl")
    },
    HostileBundle("an endless manifest", "manifest.ttl can't be read: it is larger than 64 MiB") {
      try $0.write(manifest, declaration)
      _ = unsafe truncate(try $0.path(manifest), 1 << 40)
    },
    HostileBundle(
      "deep brackets in a manifest",
      "manifest.ttl can't be read: line 10 has more than 64 brackets in one another",
      manifest: "\(declaration) <urn:a> <urn:b> \(String(repeating: "(", count: 200_000))"
    ),
    HostileBundle("zeros as manifest", "manifest.ttl can't be read: line 1 is not Turtle") {
      try $0.write(manifest, bytes: [UInt8](repeating: 0, count: 10_000))
    },
    HostileBundle("an empty manifest", "There is no plugin urn:odd:plugin here") {
      try $0.write(manifest, bytes: [])
    },
    HostileBundle(
      "no Turtle behind the plugin",
      "manifest.ttl can't be read: line 11 is not Turtle"
    ) {
      try $0.write(manifest, declaration + "\n<urn:x> <urn:y> \"no end\n%%% ]]] ))) @@@\n")
      try $0.write(ttl, plugin())
    },
    HostileBundle("one plugin twice in a manifest", "odd.so can't be read: it is not there") {
      try $0.write(manifest, declaration + declaration)
      try $0.write(ttl, plugin())
    },
    HostileBundle("one plugin in two bundles", "odd.so can't be read: it is not there") {
      for folder in ["odd", "other"] {
        try $0.write("lv2/\(folder).lv2/manifest.ttl", declaration)
        try $0.write("lv2/\(folder).lv2/plugin.ttl", plugin())
      }
    },
    HostileBundle(
      "a manifest without the plugin that it means",
      "There is no plugin urn:odd:plugin here",
      manifest: "<urn:odd:other> a lv2:Plugin ; lv2:binary <odd.so> ."
    ),
    HostileBundle("a bundle with a name in red", "There is no plugin urn:odd:plugin here") {
      try $0.write("lv2/odd\u{1b}[31m\n.lv2/manifest.ttl", declaration)
      try $0.write("lv2/odd\u{1b}[31m\n.lv2/plugin.ttl", plugin())
    },
    HostileBundle("a bundle with a name like a query", "odd.so can't be read: it is not there") {
      try $0.write("lv2/odd %20#?.lv2/manifest.ttl", declaration)
      try $0.write("lv2/odd %20#?.lv2/plugin.ttl", plugin())
    },
    HostileBundle(
      "many brackets and no Turtle",
      "plugin.ttl can't be read: line 11 is not Turtle"
    ) {
      try $0.write(manifest, declaration)
      let many = String(repeating: "<urn:a> <urn:b> [] .\n", count: 5_000)
      try $0.write(ttl, plugin() + "\n<urn:a> <urn:b> %%%\n" + many)
    },
  ]

  private static let files = [
    HostileBundle("a FIFO as data", "plugin.ttl can't be read: it is not a regular file") {
      try $0.write(manifest, declaration)
      try $0.fifo(ttl)
    },
    HostileBundle("a folder as data", "plugin.ttl can't be read: it is a folder") {
      try $0.write(manifest, declaration)
      _ = try $0.path(ttl + "/nothing")
    },
    HostileBundle("a device as data", "plugin.ttl can't be read: it is not a regular file") {
      try $0.write(manifest, declaration)
      try $0.link(ttl, to: "/dev/zero")
    },
    HostileBundle("no data", "plugin.ttl can't be read: it is not there") {
      try $0.write(manifest, declaration)
    },
    HostileBundle(
      "deep brackets in data",
      "plugin.ttl can't be read: line 10 has more than 64 brackets in one another",
      data: "<urn:a> <urn:b> \(String(repeating: "[ <urn:c> ", count: 100_000))"
    ),
    HostileBundle(
      "deep brackets behind what is not Turtle",
      "plugin.ttl can't be read: line 10 is not Turtle",
      data: "<urn:a> \"\"\"\n<urn:a> <urn:b> \(String(repeating: "(", count: 100_000))\n\"\"\" . "
        + plugin()
    ),
    HostileBundle(
      "data that break off in a URI",
      "plugin.ttl can't be read: line 11 is not Turtle"
    ) {
      try $0.write(manifest, declaration)
      try $0.write(ttl, plugin() + "\n<urn:a> <urn:b> <urn:c")
    },
    HostileBundle(
      "a manifest that breaks off in a URI",
      "manifest.ttl can't be read: line 11 is not Turtle"
    ) {
      try $0.write(manifest, declaration + "\n<urn:a> <urn:b> <urn:c")
    },
    HostileBundle("files that lead to one another", "odd.so can't be read: it is not there") {
      let more = "<urn:odd:plugin> rdfs:seeAlso <one.ttl> , <.> , \"x\" ."
      try $0.write(manifest, declaration + more)
      try $0.write(ttl, plugin("rdfs:seeAlso <one.ttl> , <plugin.ttl> ;"))
      let back = "<urn:odd:plugin> rdfs:seeAlso <plugin.ttl> , <one.ttl> , <manifest.ttl> ."
      try $0.write("lv2/odd.lv2/one.ttl", back)
    },
    HostileBundle(
      "imports in a circle",
      "odd.so can't be read: it is not there",
      data: plugin("owl:imports <plugin.ttl> , <manifest.ttl> ;")
    ),
    HostileBundle(
      "no UTF-8",
      "plugin.ttl can't be read: it is not UTF-8",
      data: plugin()
    ) {
      let bytes = Array((OddBundles.prefixes + plugin()).utf8)
      try $0.write(ttl, bytes: Array(bytes.map { $0 == UInt8(ascii: "O") ? 0xff : $0 }))
    },
    HostileBundle("a zero in a text", "line 10 is not Turtle", data: plugin()) {
      let bytes = Array((OddBundles.prefixes + plugin("rdfs:comment \"zero ~ here\" ;")).utf8)
      try $0.write(ttl, bytes: Array(bytes.map { $0 == UInt8(ascii: "~") ? 0 : $0 }))
    },
    HostileBundle(
      "a text of ten million bytes",
      "odd.so can't be read: it is not there",
      data: plugin("rdfs:comment \"\(String(repeating: "x", count: 10_000_000))\" ;")
    ),
  ]

  private static let facts = [
    HostileBundle(
      "a port number of four billion",
      "line 10 has a port with a number that is not from 0 to 9999",
      data: plugin(ports: port("4000000000", "OutputPort", "out"))
    ),
    HostileBundle(
      "a port number of two billion",
      "line 10 has a port with a number that is not from 0 to 9999",
      data: plugin(ports: port("2000000000", "OutputPort", "out"))
    ),
    HostileBundle(
      "a port number below zero",
      "line 10 has a port with a number that is not from 0 to 9999",
      data: plugin(ports: port("-1", "OutputPort", "out"))
    ),
    HostileBundle(
      "a port number as text",
      "the port 'out' has the index many, which is not a whole number from 0 to 4095",
      data: plugin(ports: port("\"many\"", "OutputPort", "out"))
    ),
    HostileBundle(
      "a hundred thousand ports",
      "line 10 has a port with a number that is not from 0 to 9999",
      data: plugin(
        ports: (0..<100_000).map { port($0, "OutputPort", "out\($0)") }.joined(separator: " , ")
      )
    ),
    HostileBundle(
      "a gap in the port numbers",
      "there is no port 0, but ports behind it",
      data: plugin(ports: port(7, "OutputPort", "out"))
    ),
    HostileBundle(
      "two ports with one number",
      "the ports 'in' and 'out' both have the index 0",
      data: plugin(ports: port(0, "OutputPort", "out") + " , " + port(0, "InputPort", "in"))
    ),
    HostileBundle(
      "two ports with one symbol",
      "odd.so can't be read: it is not there",
      data: plugin(ports: port(0, "OutputPort", "out") + " , " + port(1, "InputPort", "out"))
    ),
    HostileBundle(
      "a port without symbol and number",
      "a port has no symbol",
      data: plugin(ports: "[ a lv2:OutputPort , lv2:AudioPort ] , []")
    ),
    HostileBundle(
      "a symbol that is none",
      "a port has the symbol '../out put', which is none",
      data: plugin(ports: port(0, "OutputPort", "../out put"))
    ),
    HostileBundle(
      "a port that is a text",
      "a port is no more than a text or a number",
      data: plugin(ports: "\"out\" , 7 , true")
    ),
    HostileBundle(
      "ranges that are no numbers",
      "odd.so can't be read: it is not there",
      data: plugin(
        ports: ports + " , [ a lv2:InputPort , lv2:ControlPort ; lv2:index 2 ; lv2:symbol \"c\" ;"
          + " lv2:name \"c\" ; lv2:default \"loud\" , [] , 1e400 ; lv2:minimum 9 ; lv2:maximum -9 ;"
          + " lv2:scalePoint [ rdfs:label 7 ; rdf:value \"x\" ] , \"point\" , [] ]"
      )
    ),
    HostileBundle(
      "a plugin after itself",
      "odd.so can't be read: it is not there",
      data: plugin("lv2:prototype <urn:odd:plugin> ;")
    ),
    HostileBundle("plugins after one another", "odd.so can't be read: it is not there") {
      let proto = "<urn:odd:plugin> lv2:prototype <urn:odd:a> ."
      try $0.write(manifest, declaration + proto)
      try $0.write(ttl, plugin())
      try $0.write("lv2/a.lv2/manifest.ttl", "<urn:odd:a> lv2:prototype <urn:odd:b> .")
      try $0.write("lv2/b.lv2/manifest.ttl", "<urn:odd:b> lv2:prototype <urn:odd:a> .")
    },
    HostileBundle(
      "a class below itself",
      "odd.so can't be read: it is not there",
      data: plugin("a <urn:odd:class> ;")
        + "<urn:odd:class> a rdfs:Class ; rdfs:label \"C\" ; rdfs:subClassOf <urn:odd:class> ."
    ),
    HostileBundle(
      "a feature that nobody has",
      "it requires the host feature <urn:odd:feature>",
      data: plugin("lv2:requiredFeature <urn:odd:feature> ;")
    ),
    HostileBundle(
      "versions beyond all numbers",
      "odd.so can't be read: it is not there",
      data: plugin("lv2:minorVersion 99999999999999999999 ; lv2:microVersion \"x\" , [] ;")
    ),
    HostileBundle(
      "presets that are none",
      "odd.so can't be read: it is not there",
      data: plugin() + " <urn:odd:preset> a pset:Preset ; lv2:appliesTo <urn:odd:plugin> , [] ;"
        + " rdfs:label 7 ; rdfs:seeAlso <nothing.ttl> , <plugin.ttl> , \"x\" ;"
        + " pset:bank \"bank\" ; lv2:port \"x\" , [] , [ lv2:symbol [] ] ."
    ),
    HostileBundle(
      "a state to start with that is in itself",
      "odd.so can't be read: it is not there",
      data: plugin("lv2:optionalFeature state:loadDefaultState ; state:state _:s ;")
        + " _:s <urn:odd:key> _:s ; <urn:odd:vector> [ a atom:Vector ] ."
    ),
  ]
}

@Suite("Hostile bundles") struct HostileBundleTests {
  @Test("every command names what is wrong, and ends in order", arguments: HostileBundle.all)
  private func hostile(bundle: HostileBundle) async throws {
    let bundles = try OddBundles()
    try bundle.make(bundles)
    let preset = try bundles.path("rig.yaml")
    try """
    tarmac: 1
    routes: { main: { role: speaker, channels: 1, ports: [ "nowhere:a" ] } }
    sessions:
      one:
        source: { jack: [ "nowhere:a" ] }
        graph: [ { plugin: \(HostileBundle.uri) } ]
        sends: [ { to: main } ]
    """.write(toFile: preset, atomically: true, encoding: .utf8)
    var said = ""
    let commands = [
      ["plugins", "list", "urn:odd"], ["plugins", "list", "urn:odd"],
      ["plugins", "info", HostileBundle.uri],
      ["plugins", "check", "urn:odd", "--limit", "60"], ["preset", "check", preset],
      ["run", preset, "--server", "attach", "--name", "odd"],
    ]
    for command in commands {
      let end = try await bundles.tarmac(command)
      #expect(end.isOrderly, "\(command): \(end.status) \(end.errors.suffix(2_000))")
      said += end.output.prefix(1 << 20) + end.errors.prefix(1 << 20)
    }
    #expect(!said.contains("crashes") && !said.contains("come back"))
    let words = said.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains(bundle.sentence), "\(words.suffix(3_000))")
  }
}
