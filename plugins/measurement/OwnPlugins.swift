// SPDX-License-Identifier: Apache-2.0
// Where the bundles are that scripts/build-plugins has made.

internal import Glibc

extension MeasuredPlugin {
  /// Starts `urn:tarmac:NAME`; `variant` is what follows it, such as `:mono`.
  package convenience init(
    own name: String,
    variant: String = "",
    rate: Double = 48_000
  ) throws(MeasurementError) {
    try self.init(
      "urn:tarmac:\(name)\(variant)",
      bundle: "\(MeasuredPlugin.builtBundles)/\(name).lv2",
      rate: rate
    )
  }

  /// The folder of the bundles of this copy of the repository; `TARMAC_PLUGINS` names another one.
  package static let builtBundles: String = {
    if let folder = unsafe getenv("TARMAC_PLUGINS") { return unsafe String(cString: folder) }
    return "\(ShippedPlugin.repository)/.build/plugins/lv2"
  }()
}
