// SPDX-License-Identifier: Apache-2.0
// Where programs of tests find the plugins that only tests load.

public import Foundation

/// The bundle of the fixture plugins.
public enum FixtureBundle {
  /// The folder for `LV2_PATH` that holds the bundle, made beside the library that was built with the tests.
  public static func folder(in products: URL) throws -> String {
    let files = FileManager.default
    let folder = products.appending(path: "lv2-host-fixtures")
    let bundle = folder.appending(path: "fixtures.lv2")
    let sources = URL(filePath: #filePath).appending(path: "../../FixturePlugins/bundle")
    try files.createDirectory(at: bundle, withIntermediateDirectories: true)
    for name in ["manifest.ttl", "fixtures.ttl"] {
      let text = try Data(contentsOf: sources.standardized.appending(path: name))
      try text.write(to: bundle.appending(path: name), options: .atomic)
    }
    let link = bundle.appending(path: "fixtures.so")
    if !files.fileExists(atPath: link.path) {
      let library = products.appending(path: "libFixturePlugins.so")
      try files.createSymbolicLink(at: link, withDestinationURL: library)
    }
    return folder.path
  }
}
