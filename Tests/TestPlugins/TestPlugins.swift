// SPDX-License-Identifier: Apache-2.0
// The folders of the plugins that the tests load.

import Foundation

/// The plugins of `scripts/install-test-plugins`, so that tests find the same plugins on every
/// machine, whatever else is installed there.
package enum TestPlugins {
  /// The folders of the set: `LV2_PATH` as `make` gives it, else where the script puts it.
  package static let path =
    environment["LV2_PATH"] ?? "\(cache)/lv2-test-set:\(specifications)"

  /// The folder of LV2's own specifications, for tests that bring plugins of their own; there is no
  /// plugin in it.
  package static let specifications = "\(cache)/lv2-specifications"

  private static let environment = ProcessInfo.processInfo.environment

  private static let cache =
    (environment["XDG_CACHE_HOME"] ?? "\(environment["HOME"] ?? "")/.cache") + "/tarmac"
}
