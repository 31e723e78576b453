// SPDX-License-Identifier: Apache-2.0
// All plugins of the repository, for what must hold for each.

import Foundation
import PluginMeasurement
import Testing

/// One plugin of a bundle of `plugins/`.
struct ShippedPlugin: CustomTestStringConvertible, Sendable {
  let bundle: String
  let uri: String

  var testDescription: String { uri }

  /// The folder of its built bundle.
  var folder: String { "\(MeasuredPlugin.builtBundles)/\(bundle).lv2" }

  /// Its shared object.
  var library: String { "\(folder)/\(bundle).so" }

  func start(rate: Double = 48_000) throws -> MeasuredPlugin {
    try MeasuredPlugin(uri, bundle: folder, rate: rate)
  }

  /// The bundles by name, those that the sources have.
  static let bundles: [String] = {
    let sources = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/\(sources)/plugins")
    return (names ?? []).filter { $0.hasSuffix(".lv2") }.map { String($0.dropLast(4)) }.sorted()
  }()

  /// Each variant of each bundle.
  static let all: [ShippedPlugin] = bundles.flatMap { bundle in
    let reader = BundleReader("\(MeasuredPlugin.builtBundles)/\(bundle).lv2")
    return (reader?.plugins ?? []).map { ShippedPlugin(bundle: bundle, uri: $0) }
  }
}

extension MeasuredPlugin {
  /// Noise for each input, a different one, in `frames` frames.
  func noise(_ frames: Int, amplitude: Float = 0.5) -> [[Float]] {
    (0..<inputCount).map {
      Signal.noise(UInt64($0 + 1), frames: frames, amplitude: amplitude)
    }
  }

  /// The controls that may be set.
  var inputControls: [String] { controls.filter { isInput($0) } }
}
