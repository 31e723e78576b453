// SPDX-License-Identifier: Apache-2.0
// Bundles with data files of a test's own.

import Foundation
import LV2Hosting
import TestPlugins

/// A bundle with a test's own statements about one of the fixture plugins.
final class OddBundle {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "tarmac-odd-\(UUID().uuidString)").path

  /// Runs `body` with a world that has such a bundle, and otherwise only LV2's own specifications.
  ///
  /// The bundle makes `statements` about the plugin `urn:tarmac:fixture:NAME`, and `manifest` about
  /// anything else.
  static func use(
    _ name: String,
    _ statements: String,
    manifest: String = "",
    _ body: (LV2World) throws -> Void
  ) throws {
    let bundle = try OddBundle(name, statements, manifest)
    let world = LV2World(path: "\(bundle.folder):\(TestPlugins.specifications)", indexFolder: nil)
    world.load()
    try withExtendedLifetime(bundle) { try body(world) }
  }

  private init(_ name: String, _ statements: String, _ more: String) throws {
    let bundle = folder + "/odd.lv2"
    let files = FileManager.default
    try files.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: bundle + "/fixtures.so",
      withDestinationPath: Fixtures.folder + "/fixtures.lv2/fixtures.so"
    )
    let prefixes = """
      @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix midi: <http://lv2plug.in/ns/ext/midi#> .
      @prefix patch: <http://lv2plug.in/ns/ext/patch#> .
      @prefix pprops: <http://lv2plug.in/ns/ext/port-props#> .
      @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      @prefix rsz: <http://lv2plug.in/ns/ext/resize-port#> .
      @prefix urid: <http://lv2plug.in/ns/ext/urid#> .
      @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

      """
    let uri = "<urn:tarmac:fixture:\(name)>"
    let manifest = """
      \(uri) a lv2:Plugin ; lv2:binary <fixtures.so> ; rdfs:seeAlso <odd.ttl> .
      \(more)

      """
    let data = """
      \(uri) a lv2:Plugin ; <http://usefulinc.com/ns/doap#name> "Odd" ; \(statements) .

      """
    for (file, text) in [("manifest.ttl", manifest), ("odd.ttl", data)] {
      try (prefixes + text).write(
        toFile: bundle + "/" + file,
        atomically: true,
        encoding: .utf8
      )
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
