// SPDX-License-Identifier: Apache-2.0
// The values that an instance starts with.

extension PluginInfo {
  /// The starting value of each port by index: the given one, else the default; 0 where there is none.
  func startValues(
    _ values: [String: Float],
    isOffline: Bool
  ) throws(HostingError) -> [Float] {
    var start = ports.map { $0.startValue(isOffline: isOffline) }
    // In order, so that of several mistakes the same one is always reported.
    for (symbol, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let index = ports.firstIndex(where: { $0.symbol == symbol }) else {
        throw HostingError.noSuchPort(plugin: uri, symbol: symbol)
      }
      guard ports[index].kind == .control, ports[index].direction == .input else {
        throw HostingError.notAControlInput(plugin: uri, symbol: symbol)
      }
      guard value.isFinite else {
        throw HostingError.valueNotFinite(plugin: uri, symbol: symbol)
      }
      start[index] = value
    }
    return start
  }

  var loadsDefaultState: Bool {
    let feature = HostFeature.loadDefaultState.rawValue
    return requiredFeatures.contains(feature) || optionalFeatures.contains(feature)
  }
}

extension PluginInfo.Port {
  fileprivate func startValue(isOffline: Bool) -> Float {
    guard kind == .control, direction == .input else { return 0 }
    switch designation {
    case Vocabulary.core("enabled"): return 1
    case Vocabulary.core("freeWheeling"): return isOffline ? 1 : 0
    default: return defaultValue ?? min(max(0, minimum ?? 0), max(maximum ?? 0, minimum ?? 0))
    }
  }
}
