// SPDX-License-Identifier: Apache-2.0
// The same is known of plugins with a fresh index, with a kept one, and without.

import Foundation
import Glibc
import LV2Hosting
import Testing

@Suite("Odd bundles and the index") struct OddIndexTests {
  private let bundles: OddBundles

  init() throws {
    bundles = try OddBundles()
    let plugin = "<urn:odd:plugin> a lv2:Plugin ; lv2:binary <none.so>"
    try bundles.write(
      "lv2/home.lv2/manifest.ttl",
      "\(plugin) ; lv2:prototype <urn:odd:prototype> ; rdfs:seeAlso <plugin.ttl> ."
        + " <urn:odd:second> a lv2:Plugin ; lv2:binary <none.so> ; rdfs:seeAlso <plugin.ttl> ."
    )
    try bundles.write(
      "lv2/home.lv2/plugin.ttl",
      "<urn:odd:plugin> a lv2:Plugin ; doap:name \"Odd\" . <urn:odd:second> doap:name \"Second\" ."
    )
    try bundles.write(
      "lv2/prototype.lv2/manifest.ttl",
      "<urn:odd:prototype> a lv2:PluginBase ; rdfs:seeAlso <ports.ttl> ."
    )
    try bundles.write("lv2/prototype.lv2/ports.ttl", "<urn:odd:prototype> \(port("level")) .")
    try bundles.write(
      "lv2/inline.lv2/manifest.ttl",
      "<urn:odd:inline> a pset:Preset ; lv2:appliesTo <urn:odd:plugin> ; rdfs:label \"Inline\" ;"
        + " lv2:port [ lv2:symbol \"level\" ; pset:value 0.25 ] ."
    )
    try bundles.write(
      "lv2/several.lv2/manifest.ttl",
      "<urn:odd:several> a pset:Preset ; lv2:appliesTo <urn:odd:second> , <urn:odd:plugin> ;"
        + " rdfs:seeAlso <preset.ttl> ."
    )
    try bundles.write(
      "lv2/several.lv2/preset.ttl",
      "<urn:odd:several> a pset:Preset ; rdfs:label \"For Both\" ;"
        + " lv2:appliesTo <urn:odd:second> , <urn:odd:plugin> ;"
        + " lv2:port [ lv2:symbol \"level\" ; pset:value 0.5 ] ."
    )
    try bundles.write(
      "lv2/more.lv2/manifest.ttl",
      "<urn:odd:second> rdfs:seeAlso <more.ttl> ."
    )
    try bundles.write("lv2/more.lv2/more.ttl", "<urn:odd:second> rdfs:comment \"More of it\" .")
    for (folder, minor, name) in [("a-old", 2, "Old"), ("z-new", 4, "New")] {
      try bundles.write(
        "lv2/\(folder).lv2/manifest.ttl",
        "<urn:odd:twice> a lv2:Plugin ; lv2:binary <none.so> ; rdfs:seeAlso <plugin.ttl> ."
      )
      try bundles.write(
        "lv2/\(folder).lv2/plugin.ttl",
        "<urn:odd:twice> doap:name \"\(name)\" ; lv2:minorVersion \(minor) ; lv2:microVersion 0 ."
      )
    }
  }

  private func port(_ symbol: String) -> String {
    "lv2:port [ a lv2:InputPort , lv2:ControlPort ; lv2:index 0 ; lv2:symbol \"\(symbol)\" ;"
      + " lv2:name \"Level\" ; lv2:default 0.0 ; lv2:minimum 0.0 ; lv2:maximum 1.0 ]"
  }

  /// Makes a world that makes its index, one that has it, and one that has none.
  private func worlds() throws -> [LV2World] {
    let cache = try bundles.path("cache")
    return [cache, cache, nil].map { folder in
      let world = LV2World(path: bundles.path, indexFolder: folder)
      world.load()
      return world
    }
  }

  @Test("presets in other bundles are found")
  func presetsInOtherBundlesAreFound() throws {
    for world in try worlds() {
      #expect(world.presets(of: "urn:odd:plugin").map(\.label) == ["For Both", "Inline"])
      #expect(world.presets(of: "urn:odd:second").map(\.label) == ["For Both"])
      let inline = try world.preset("urn:odd:inline", of: "urn:odd:plugin")
      #expect(inline?.controls == ["level": 0.25])
      let several = try world.preset("urn:odd:several", of: "urn:odd:plugin")
      #expect(several?.controls == ["level": 0.5])
      #expect(several?.plugin == "urn:odd:plugin")
    }
  }

  @Test("ports of a prototype in another bundle are the plugin's")
  func portsOfAPrototypeInAnotherBundleAreThePlugins() throws {
    for world in try worlds() {
      #expect(world.plugin("urn:odd:plugin")?.ports.map(\.symbol) == ["level"])
    }
  }

  @Test("what another bundle says of a plugin is read")
  func whatAnotherBundleSaysOfAPluginIsRead() throws {
    for world in try worlds() {
      #expect(world.plugin("urn:odd:second")?.comment == "More of it")
    }
  }

  @Test("of two bundles with one plugin the newer counts")
  func ofTwoBundlesWithOnePluginTheNewerCounts() throws {
    for world in try worlds() {
      #expect(world.plugin("urn:odd:twice")?.name == "New")
    }
  }

  @Test("everything that is known is the same in all three")
  func everythingThatIsKnownIsTheSameInAllThree() throws {
    let worlds = try worlds()
    #expect(worlds[0].uris.contains("urn:odd:twice"))
    for other in worlds.dropFirst() {
      #expect(worlds[0].uris == other.uris)
      for uri in other.uris {
        let (one, same) = (worlds[0], other)
        #expect(one.plugin(uri, withPresets: true) == same.plugin(uri, withPresets: true))
      }
    }
    #expect(worlds[0].plugins() == worlds[1].plugins())
    #expect(worlds[0].plugins() == worlds[2].plugins())
  }

  @Test("folders are named from home, by variables and from here")
  func folders() async throws {
    let home = bundles.folder.path
    for (path, name) in [("$HOME/lv2", "HOME"), ("~/lv2", "HOME"), ("$ODD_LV2", "ODD_LV2")] {
      for _ in 0..<2 {
        let end = try await bundles.tarmac(
          "plugins",
          "list",
          environment: ["LV2_PATH": path, name: name == "HOME" ? home : home + "/lv2"]
        )
        #expect(end.status == 0 && end.output.contains("urn:odd:plugin"), "\(path): \(end)")
      }
    }
    for path in ["lv2", "./lv2/", "nothing:lv2", "lv2:.lv2"] {
      let end = try await bundles.tarmac(
        "plugins",
        "list",
        environment: ["LV2_PATH": path],
        at: home
      )
      #expect(end.status == 0 && end.output.contains("urn:odd:plugin"), "\(path): \(end)")
    }
  }

  @Test("a changed plugin file is a new plugin", arguments: ["plugin.ttl", "plugin.so"])
  func stamp(name: String) throws {
    let folder = try bundles.path("lv2/home.lv2")
    try bundles.write("lv2/home.lv2/deep/plugin.so", bytes: [1, 2, 3])
    try bundles.write("lv2/home.lv2/plugin.so", bytes: [1, 2, 3])
    let before = LV2World.stamp(ofBundle: folder)
    #expect(before == LV2World.stamp(ofBundle: folder))
    // Written in place, so that neither the folder nor the manifest changes its time.
    let file = try FileHandle(forUpdating: URL(filePath: folder + "/" + name))
    try file.seekToEnd()
    try file.write(contentsOf: Data([10]))
    try file.close()
    #expect(before != LV2World.stamp(ofBundle: folder))
  }
}
