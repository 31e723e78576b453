// SPDX-License-Identifier: Apache-2.0
// Which plugins people mean.

internal import Glibc
internal import LV2Hosting

extension [PluginSummary] {
  /// The plugins with `pattern` in their URI or name; a pattern with * or ? must match the URI.
  func like(_ pattern: String) -> [PluginSummary] {
    let isGlob = pattern.contains("*") || pattern.contains("?")
    return filter { plugin in
      if isGlob { return unsafe fnmatch(pattern, plugin.uri, 0) == 0 }
      return [plugin.uri, plugin.name].contains { $0.lowercased().contains(pattern.lowercased()) }
    }
  }
}
