// SPDX-License-Identifier: Apache-2.0
// The index of bundles is correct, or is not used.

import CLilv
import Foundation
import LV2Hosting
import Quantities
import Testing
import TestPlugins

@Suite final class IndexTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "tarmac-index-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func world(path: String = TestPlugins.path) -> LV2World {
    let world = LV2World(path: path, indexFolder: folder.appending(path: "cache").path)
    world.load()
    return world
  }

  private func indexFile() throws -> URL {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: "cache"),
      includingPropertiesForKeys: nil
    )
    return try #require(files.first)
  }

  @Test("a world by the index knows what one by all manifests knows")
  func aWorldByTheIndexKnowsWhatOneByAllManifestsKnows() throws {
    let whole = TestPlugins.world()
    _ = world()
    let lazy = world()
    #expect(lazy.uris == whole.uris)
    for uri in whole.uris {
      #expect(lazy.plugin(uri, withPresets: true) == whole.plugin(uri, withPresets: true), "\(uri)")
    }
    #expect(lazy.plugin("urn:tarmac:nothing") == nil)
  }

  @Test("the index knows every plugin that lilv finds")
  func theIndexKnowsEveryPluginThatLilvFinds() throws {
    let known = world()
    let folders = TestPlugins.path
    let lilv = try unsafe #require(lilv_world_new())
    defer { unsafe lilv_world_free(lilv) }
    let path = unsafe lilv_new_string(lilv, folders)
    unsafe lilv_world_set_option(lilv, LILV_OPTION_LV2_PATH, path)
    unsafe lilv_node_free(path)
    FileReading.alone { unsafe lilv_world_load_all(lilv) }
    let all = unsafe lilv_world_get_all_plugins(lilv)
    var position = unsafe lilv_plugins_begin(all)
    var uris: [String] = []
    while unsafe !lilv_plugins_is_end(all, position) {
      let uri = unsafe lilv_node_as_uri(lilv_plugin_get_uri(lilv_plugins_get(all, position)))
      uris.append(unsafe String(cString: try #require(unsafe uri)))
      unsafe position = lilv_plugins_next(all, position)
    }
    #expect(known.uris == uris.sorted())
    #expect(known.problems.isEmpty, "\(known.problems)")
  }

  @Test("plugins that are installed later are found, and loaded ones stay what they are")
  func later() throws {
    let place = folder.appending(path: "later")
    let files = FileManager.default
    try files.createDirectory(at: place, withIntermediateDirectories: true)
    let own = URL(filePath: Fixtures.folder).appending(path: "fixtures.lv2")
    try files.copyItem(at: own, to: place.appending(path: "z.lv2"))
    let world = world(path: place.path)
    let fixture = "urn:tarmac:fixture:crash"
    let before = try #require(world.plugin(fixture))
    let bundle = place.appending(path: "a.lv2")
    try files.createDirectory(at: bundle, withIntermediateDirectories: true)
    try """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    <urn:tarmac:later> a lv2:Plugin ; lv2:binary <none.so> ; rdfs:seeAlso <later.ttl> .
    """.write(to: bundle.appending(path: "manifest.ttl"), atomically: true, encoding: .utf8)
    try """
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    <urn:tarmac:later> a lv2:Plugin ; doap:name "Later" ; lv2:port [
      a lv2:OutputPort , lv2:AudioPort ; lv2:index 0 ; lv2:symbol "out" ; lv2:name "Out" ] .
    """.write(to: bundle.appending(path: "later.ttl"), atomically: true, encoding: .utf8)
    #expect(world.plugin("urn:tarmac:later") == nil)
    world.refresh()
    #expect(world.plugin("urn:tarmac:later")?.name == "Later")
    #expect(world.plugin(fixture) == before)
    #expect(world.uris.contains(fixture) && world.uris.contains("urn:tarmac:later"))
  }

  @Test("lists are remembered once they were asked for")
  func listsAreRememberedOnceTheyWereAskedFor() throws {
    let first = world().plugins()
    let second = world()
    #expect(second.plugins() == first)
    #expect(world().plugins() == first)
    #expect(first == TestPlugins.world().plugins())
    let amplifier = try #require(first.first { $0.uri == PluginURI.amplifier })
    #expect(amplifier.audioInputs == 1)
    #expect(amplifier.audioOutputs == 1)
    let drums = try #require(first.first { $0.uri == PluginURI.drums })
    #expect(drums.audioOutputs == 16)
    #expect(drums.eventInputs == 1)
  }

  @Test(
    "a broken index is made anew",
    arguments: ["", "tarmac plugin index 1\n", "garbage\n\u{0}\n", "half"]
  )
  func aBrokenIndexIsMadeAnew(text: String) throws {
    let uris = world().uris
    let file = try indexFile()
    let whole = try String(contentsOf: file, encoding: .utf8)
    let broken = text == "half" ? String(whole.prefix(whole.count / 2)) : text
    try broken.write(to: file, atomically: true, encoding: .utf8)
    #expect(world().uris == uris)
    #expect(try String(contentsOf: file, encoding: .utf8) == whole)
  }

  @Test("a bundle that comes, goes or changes is noticed")
  func aBundleThatComesGoesOrChangesIsNoticed() throws {
    let bundles = folder.appending(path: "bundles")
    let files = FileManager.default
    try files.createDirectory(at: bundles, withIntermediateDirectories: true)
    let path = "\(bundles.path):\(TestPlugins.specifications)"
    let uri = "urn:tarmac:fixture:echo"
    #expect(world(path: path).plugin(uri) == nil)
    #expect(world(path: path).plugin(uri) == nil)
    let copy = bundles.appending(path: "fixtures.lv2")
    try files.copyItem(atPath: Fixtures.folder + "/fixtures.lv2", toPath: copy.path)
    #expect(world(path: path).plugin(uri)?.name == "Echo of Events")
    let manifest = copy.appending(path: "manifest.ttl")
    let lines = try String(contentsOf: manifest, encoding: .utf8).split(separator: "\n")
    try lines.filter { !$0.contains(":echo>") }.joined(separator: "\n")
      .write(to: manifest, atomically: true, encoding: .utf8)
    #expect(world(path: path).plugin(uri) == nil)
    #expect(world(path: path).plugin("urn:tarmac:fixture:fixed") != nil)
    try files.removeItem(at: copy)
    #expect(world(path: path).plugin("urn:tarmac:fixture:fixed") == nil)
  }

  @Test("where nothing can be kept the plugins are found all the same")
  func whereNothingCanBeKeptThePluginsAreFoundAllTheSame() {
    let world = LV2World(path: TestPlugins.path, indexFolder: "/proc/nothing")
    world.load()
    #expect(world.plugin(PluginURI.amplifier) != nil)
  }

  /// Now and then, lilv itself gives one world's plugins the ports of another's.
  @Test("worlds that read at the same time do not mix plugins up")
  func worldsThatReadAtTheSameTimeDoNotMixPluginsUp() async {
    let counts = await withTaskGroup(of: [String: Int].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let world = TestPlugins.world()
          return world.uris.reduce(into: [:]) { $0[$1] = world.plugin($1)?.ports.count }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts[0].values.allSatisfy { $0 > 0 })
    for other in counts.dropFirst() { #expect(other == counts[0]) }
  }

  /// Printed, not judged.
  @Test("what five plugins cost")
  func whatFivePluginsCost() throws {
    let rig = [
      PluginURI.amplifier, PluginURI.compressor, PluginURI.limiter, PluginURI.reverb,
      PluginURI.cabinet,
    ]
    _ = world()
    let clock = ContinuousClock()
    let read = { (world: LV2World) in #expect(rig.allSatisfy { world.plugin($0) != nil }) }
    let lazily = clock.measure { read(world()) }
    let whole = clock.measure { read(TestPlugins.world()) }
    try FileManager.default.removeItem(at: indexFile())
    let cold = clock.measure { read(world()) }
    print("five plugins: \(lazily) by the index, \(cold) without one, \(whole) by all manifests")
  }
}
