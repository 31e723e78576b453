// SPDX-License-Identifier: Apache-2.0
// The values that an instance starts with.

extension PluginInfo {
  /// The starting value of each port by index: the given one, else the default; 0 where there is
  /// none.
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
      start[index] = ports[index].nearest(to: value)
    }
    return start
  }
}

extension PluginInfo.Port {
  /// What the port takes that is nearest to a value: whole where only whole numbers mean something,
  /// a scale point where only those do, 0 or 1 for a switch, and within bounds that are strict.
  package func nearest(to value: Float) -> Float {
    var value = value
    if has(.toggled) {
      value = value > 0 ? 1 : 0
    } else if has(.enumeration), !scalePoints.isEmpty {
      let points = scalePoints.map(\.value)
      value = points.min { abs($0 - value) < abs($1 - value) } ?? value
    } else if has(.integer) {
      value.round()
    }
    guard has(.strictBounds) else { return value }
    return min(max(value, minimum ?? value), maximum ?? value)
  }

  /// What a preset that holds `value` sets: within the range, as all that sets it, and the default
  /// where that is outside.
  package func ranged(_ value: Float) -> Float {
    guard value != defaultValue else { return value }
    let nearest = nearest(to: value)
    return min(max(nearest, minimum ?? nearest), max(maximum ?? nearest, minimum ?? nearest))
  }

  fileprivate func startValue(isOffline: Bool) -> Float {
    guard kind == .control || kind == .cv, direction == .input else { return 0 }
    switch designation {
    case Vocabulary.core("enabled"): return 1
    case Vocabulary.core("freeWheeling"): return isOffline ? 1 : 0
    default: return defaultValue ?? min(max(0, minimum ?? 0), max(maximum ?? 0, minimum ?? 0))
    }
  }
}
