// SPDX-License-Identifier: Apache-2.0
// The plugins of our own that the tests load.

import Foundation
import LV2Hosting
import Quantities
import TestPlugins

/// The bundle of fixture plugins, put together from its data files and the library that was built.
enum Fixtures {
  /// A folder with nothing but the bundle, beside the library.
  static let folder: String = {
    let files = FileManager.default
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let folder = products.appending(path: "lv2-fixtures")
    let bundle = folder.appending(path: "fixtures.lv2")
    let sources = URL(filePath: #filePath).appending(path: "../../../FixturePlugins/bundle")
      .standardized
    do {
      try files.createDirectory(at: bundle, withIntermediateDirectories: true)
      for name in ["manifest.ttl", "fixtures.ttl"] {
        let text = try Data(contentsOf: sources.appending(path: name))
        try text.write(to: bundle.appending(path: name), options: .atomic)
      }
      let link = bundle.appending(path: "fixtures.so")
      if !files.fileExists(atPath: link.path) {
        try files.createSymbolicLink(
          at: link,
          withDestinationURL: products.appending(path: "libFixturePlugins.so")
        )
      }
    } catch {
      fatalError("the fixture plugins are not built: \(error)")
    }
    return folder.path
  }()

  /// A world with the fixtures and LV2's own specifications.
  static func world() -> LV2World {
    let world = LV2World(path: "\(folder):\(TestPlugins.specifications)", indexFolder: nil)
    world.load()
    return world
  }

  /// An instance of one of them.
  static func make(
    _ name: String,
    block: Int = 256,
    values: [String: Float] = [:],
    isOffline: Bool = true
  ) throws(HostingError) -> LV2Instance {
    try world().instantiate(
      "urn:tarmac:fixture:" + name,
      sampleRate: .usual,
      maximumBlock: FrameCount(1_024),
      nominalBlock: FrameCount(block),
      values: values,
      isOffline: isOffline
    )
  }
}
