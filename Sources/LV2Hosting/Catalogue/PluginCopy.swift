// SPDX-License-Identifier: Apache-2.0
// Which of several plugins with one URI is meant.

/// One copy of a plugin: the same URI may be in several bundles, of which one may be mended.
public struct PluginCopy: Hashable, Sendable {
  /// The plugin's URI.
  public var uri: String
  /// The folder of the bundle that it comes from.
  public var bundle: String

  /// Names a copy.
  public init(uri: String, bundle: String) {
    (self.uri, self.bundle) = (uri, bundle)
  }
}

extension PluginInfo {
  /// Which copy this is.
  public var copy: PluginCopy { PluginCopy(uri: uri, bundle: bundle) }
}
