// SPDX-License-Identifier: Apache-2.0
// All plugins of the repository, for what must hold for each.

internal import Foundation

/// One plugin of a bundle of `plugins/`.
package struct ShippedPlugin: Sendable {
  /// The name of its bundle.
  package let bundle: String
  /// Its URI.
  package let uri: String

  /// The folder of its built bundle.
  package var folder: String { "\(MeasuredPlugin.builtBundles)/\(bundle).lv2" }

  /// Starts it.
  ///
  /// - Throws: when it was not built, or refuses the rate.
  package func start(rate: Double = 48_000) throws(MeasurementError) -> MeasuredPlugin {
    try MeasuredPlugin(uri, bundle: folder, rate: rate)
  }

  /// The bundles by name, those that the sources have.
  package static let bundles: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(repository)/plugins")
    return (names ?? []).filter { $0.hasSuffix(".lv2") }.map { String($0.dropLast(4)) }.sorted()
  }()

  /// Each variant of each bundle.
  package static let all: [ShippedPlugin] = bundles.flatMap { bundle in
    let reader = BundleReader("\(MeasuredPlugin.builtBundles)/\(bundle).lv2")
    return (reader?.plugins ?? []).map { ShippedPlugin(bundle: bundle, uri: $0) }
  }

  /// This copy of the repository.
  static let repository =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
}
