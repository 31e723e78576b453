// SPDX-License-Identifier: Apache-2.0
// Where programs of tests find the plugins that only tests load.

package import Foundation
import Glibc

/// The bundle of the fixture plugins.
package enum FixtureBundle {
  /// The folder for `LV2_PATH` that holds the bundle, made beside the library that was built with
  /// the tests.
  package static func folder(in products: URL) throws -> String {
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
    let library = products.appending(path: "libFixturePlugins.so")
    // Another test may make it at the same moment.
    guard unsafe symlink(library.path, link.path) == 0 || errno == EEXIST else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: link.path])
    }
    return folder.path
  }
}
