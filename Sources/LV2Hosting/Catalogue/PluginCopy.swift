// SPDX-License-Identifier: Apache-2.0
// Which of several plugins with one URI is meant.

/// One copy of a plugin: the same URI may be in several bundles, of which one may be mended.
package struct PluginCopy: Hashable, Sendable {
  /// The plugin's URI.
  package var uri: String
  /// The folder of the bundle that it comes from.
  package var bundle: String

  /// Names a copy.
  package init(uri: String, bundle: String) {
    (self.uri, self.bundle) = (uri, bundle)
  }
}

extension PluginInfo {
  /// Which copy this is.
  package var copy: PluginCopy { PluginCopy(uri: uri, bundle: bundle) }
}
