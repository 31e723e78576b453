// SPDX-License-Identifier: Apache-2.0
// What people call a parameter whose real name is a URI.

extension PluginInfo {
  /// The names that stand for a parameter in presets and on control paths, the usual one first; its
  /// URI always does.
  ///
  /// They are the last part of its URI, and its label as a symbol, unless a port or another
  /// parameter is called so.
  package func names(of parameter: PluginParameter) -> [String] {
    parameter.candidates.filter { name in
      port(name) == nil && !parameters.contains { $0 != parameter && $0.candidates.contains(name) }
    }
  }

  /// The parameter that a name or a URI stands for.
  package func parameter(named name: String) -> PluginParameter? {
    parameter(name) ?? parameters.first { names(of: $0).contains(name) }
  }
}

extension PluginParameter {
  /// The names that it would like to have.
  fileprivate var candidates: [String] {
    let last = uri.split { "/#:".contains($0) }.last.map(String.init) ?? ""
    let label = name == uri ? "" : name.lowercased()
    var names: [String] = []
    for name in [last.symbol, label.symbol] where !name.isEmpty && !names.contains(name) {
      names.append(name)
    }
    return names
  }
}

extension String {
  /// The text with `_` for everything that a name in a preset can't have.
  fileprivate var symbol: String {
    String(
      map { character in
        character.isASCII && (character.isLetter || character.isNumber || "_-".contains(character))
          ? character : "_"
      }
    )
  }
}
