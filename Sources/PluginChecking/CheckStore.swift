// SPDX-License-Identifier: Apache-2.0
// What checks have found, remembered until a bundle changes.

package import LV2Hosting
import Presets
import RigFiles
import StrictJSON

/// The results of checks in `$XDG_CACHE_HOME/tarmac/checks.json`.
package enum CheckStore {
  private struct Entry: Codable {
    var stamp: String
    var check: PluginCheck
  }

  private static var file: String? {
    CacheFolder.usual.map { $0 + "/checks.json" }
  }

  /// By URI and bundle: a verdict is about one copy of a plugin.
  private static func read() -> [String: Entry] {
    bytes.map(decode) ?? [:]
  }

  private static var bytes: [UInt8]? {
    file.flatMap { try? RegularFile($0).bytes(limit: JSONText.maximumBytes) }
  }

  private static func decode(_ bytes: [UInt8]) -> [String: Entry] {
    (try? JSONText.decode([String: Entry].self, from: bytes, numbers: .all)) ?? [:]
  }

  /// Keeps results; where that can't be done, they are forgotten.
  static func keep(_ checks: [PluginCheck]) {
    guard let file else { return }
    var entries = read()
    for check in checks {
      guard let stamp = LV2World.stamp(ofBundle: check.bundle) else { continue }
      entries = entries.filter { $0.value.check.copy != check.copy }
      entries["\(check.uri) \(check.bundle)"] = Entry(stamp: stamp, check: check)
    }
    guard let bytes = try? JSONText.encode(entries, numbers: .all) else { return }
    if let folder = CacheFolder.usual { _ = try? Folder(making: folder) }
    try? putFile(bytes, at: file, durably: false)
  }

  /// Copies of plugins that have taken their process along or did not come back, each with what it
  /// has done.
  ///
  /// Where there are none, a rig that starts does not pay for reading what is known of all.
  package static var dangerous: [PluginCopy: String] {
    guard let bytes else { return [:] }
    let verdicts: [PluginCheck.Verdict] = [.crashed, .hung]
    let words = verdicts.map { Array("\"\($0.rawValue)\"".utf8) }
    guard words.contains(where: { bytes.firstRange(of: $0) != nil }) else { return [:] }
    return current(decode(bytes)).filter { verdicts.contains($0.value.verdict) }
      .mapValues(\.danger)
  }

  /// Results of copies that have not changed since.
  static var known: [PluginCopy: PluginCheck] { current(read()) }

  private static func current(_ entries: [String: Entry]) -> [PluginCopy: PluginCheck] {
    // Many plugins are in one bundle.
    var stamps: [String: String?] = [:]
    let checks = entries.values.filter { entry in
      let bundle = entry.check.bundle
      let stamp = stamps[bundle] ?? LV2World.stamp(ofBundle: bundle)
      stamps[bundle] = .some(stamp)
      return stamp == entry.stamp
    }.map(\.check)
    return Dictionary(checks.map { ($0.copy, $0) }, uniquingKeysWith: { $1 })
  }
}

extension PluginCheck {
  /// Which copy was tried.
  fileprivate var copy: PluginCopy { PluginCopy(uri: uri, bundle: bundle) }
}

/// What the last check of a copy of a plugin has found; `nil` when it has not been checked as it is
/// now.
package func knownCheck(of copy: PluginCopy) -> PluginCheck? {
  CheckStore.known[copy]
}
