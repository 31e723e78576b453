// SPDX-License-Identifier: Apache-2.0
// What can be wrong with a plugin or with what is asked of it.

/// Why a plugin can't be had.
///
/// `plugin` is always its URI.
public enum HostingError: Error, Hashable, Sendable {
  /// No installed bundle declares the plugin.
  case notInstalled(plugin: String)
  /// The plugin needs a host feature that this host does not have.
  case requiresFeature(plugin: String, feature: String)
  /// The plugin needs an option that this host does not give.
  case requiresOption(plugin: String, option: String)
  /// A port that must be connected is of a kind that this host does not know.
  case unknownPortKind(plugin: String, symbol: String)
  /// The dynamic linker refused the plugin's library, with its reason.
  case libraryNotLoaded(plugin: String, reason: String)
  /// The library loads but does not hold the plugin.
  case missingFromLibrary(plugin: String, library: String)
  /// The plugin refused to start, with what it logged meanwhile.
  case instantiateFailed(plugin: String, messages: [String])
  /// The plugin has no port with this symbol.
  case noSuchPort(plugin: String, symbol: String)
  /// The port is not a control input, so it has no value to set.
  case notAControlInput(plugin: String, symbol: String)
  /// The value is not a finite number.
  case valueNotFinite(plugin: String, symbol: String)
}

extension HostingError: CustomStringConvertible {
  /// One sentence that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .notInstalled(let plugin):
      "plugin <\(plugin)> is not installed; install its package or set LV2_PATH to where it is"
    case .requiresFeature(let plugin, let feature):
      "plugin <\(plugin)> requires the host feature <\(feature)>, which Tarmac lacks; use another"
    case .requiresOption(let plugin, let option):
      "plugin <\(plugin)> requires the host option <\(option)>, which Tarmac lacks; use another"
    case .unknownPortKind(let plugin, let symbol):
      "port '\(symbol)' of plugin <\(plugin)> is of a kind that Tarmac lacks; use another plugin"
    case .libraryNotLoaded(let plugin, let reason):
      "the library of plugin <\(plugin)> does not load (\(reason)); install what it lacks"
    case .missingFromLibrary(let plugin, let library):
      "plugin <\(plugin)> is declared but \(library) does not hold it; its package is broken"
    case .instantiateFailed(let plugin, let messages):
      "plugin <\(plugin)> refused to start"
        + (messages.isEmpty ? " and gave no reason" : ": " + messages.joined(separator: ", "))
        + "; try another sample rate or block size"
    case .noSuchPort(let plugin, let symbol):
      "plugin <\(plugin)> has no port '\(symbol)'; 'tarmac plugins info' lists its ports"
    case .notAControlInput(let plugin, let symbol):
      "port '\(symbol)' of plugin <\(plugin)> is not a control input, so it can't be set"
    case .valueNotFinite(let plugin, let symbol):
      "the value for '\(symbol)' of plugin <\(plugin)> is not a finite number; give a number"
    }
  }
}
