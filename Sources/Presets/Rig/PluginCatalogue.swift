// SPDX-License-Identifier: Apache-2.0
// What the preset checker must know of plugins; the host answers it from the installed LV2 plugins.

/// The plugins that a preset may name.
///
/// > Threading: Control.
public protocol PluginCatalogue {
  /// The plugin with this URI, or `nil` when it is not installed.
  func plugin(_ uri: String) -> PluginDescription?
  /// The URIs of all installed plugins, to suggest one for a misspelt one.
  var uris: [String] { get }
}

/// A plugin as the preset checker sees it.
public struct PluginDescription: Hashable, Sendable {
  /// The URI.
  public var uri: String
  /// The ports in index order.
  public var ports: [Port]
  /// Why this host can't run the plugin, as the end of a sentence ("it requires …"); `nil` when it can.
  public var refusal: String?

  /// A port of a plugin.
  public struct Port: Hashable, Sendable {
    /// The symbol, unique in the plugin.
    public var symbol: String
    /// What flows through the port and which way.
    public var kind: Kind
    /// Whether it is a side chain, which a chain leaves unconnected.
    public var isSideChain: Bool

    /// Describes a port.
    public init(symbol: String, kind: Kind, isSideChain: Bool = false) {
      self.symbol = symbol
      self.kind = kind
      self.isSideChain = isSideChain
    }
  }

  /// What flows through a port.
  public enum Kind: Hashable, Sendable {
    case audioInput
    case audioOutput
    case controlInput(minimum: Float, maximum: Float, isInteger: Bool, isToggle: Bool)
    case controlOutput
    case other
  }

  /// Describes a plugin.
  public init(uri: String, ports: [Port], refusal: String? = nil) {
    self.uri = uri
    self.ports = ports
    self.refusal = refusal
  }
}
