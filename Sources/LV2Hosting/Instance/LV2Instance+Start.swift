// SPDX-License-Identifier: Apache-2.0
// The values of a preset on top of what an instance has started with.

internal import RenderCore

extension LV2Instance {
  /// Sets control inputs and parameters before anything runs the plugin, and lets it take them.
  ///
  /// Parameters reach a plugin in its `run`, so that it runs one silent block here if there are any: then its state knows
  /// them, even if it is saved before the plugin is ever heard.
  ///
  /// - Parameters:
  ///   - values: values of control inputs by symbol.
  ///   - parameters: values of parameters by URI.
  ///   - asks: whether the plugin is asked for all parameters as well, for which it runs that block in any case.
  /// - Throws: what is wrong with a value.
  public func begin(
    with values: [String: Float],
    parameters new: [String: ParameterValue] = [:],
    asks: Bool = false
  ) throws(HostingError) {
    let start = try info.startValues(values, isOffline: false)
    for port in info.ports where values[port.symbol] != nil {
      unsafe core.buffers.value(of: port).pointee = start[Int(port.index)]
    }
    for (uri, value) in new.sorted(by: { $0.key < $1.key }) { try set(parameter: uri, to: value) }
    let isAsked = asks && !info.parameters.isEmpty
    // A plugin that takes no messages has nothing to answer.
    if isAsked { try? ask() }
    guard isAsked || !new.isEmpty else { return }
    PluginLock.withLock { core.run(frames: core.nominalBlock) }
    unheard = [:]
    _ = takeEvents()
    // A file is loaded later, and the old one named until then.
    for (uri, value) in new where value.number == nil { parameters[uri] = value }
  }

  /// Parameters that were set and that the plugin can't have met yet, because it has not run since.
  public var unheardParameters: [String: ParameterValue] {
    // One run may have been under way when the message was sent.
    unheard.filter { node.runs < $0.value.runs + 2 }.mapValues(\.value)
  }
}

extension ParameterValue {
  /// The value as people and presets write it.
  public var text: String {
    switch self {
    case .int(let value): "\(value)"
    case .long(let value): "\(value)"
    case .float(let value): Int32(exactly: value).map { "\($0)" } ?? "\(value)"
    case .double(let value): Int32(exactly: value).map { "\($0)" } ?? "\(value)"
    case .bool(let value): value ? "on" : "off"
    case .string(let text), .path(let text), .uri(let text), .urid(let text): text
    }
  }
}
