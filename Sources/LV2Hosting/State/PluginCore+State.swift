// SPDX-License-Identifier: Apache-2.0
// What a plugin remembers: its controls, and what it saves itself.

internal import CLilv
internal import Glibc

extension PluginCore {
  /// Gives the plugin the state that its bundle declares as the one to start with.
  ///
  /// > Threading: Control, before anything runs it; its controls have their starting values
  /// already.
  func restoreDefaultState() {
    guard var state = world.defaultState(of: info.uri) else { return }
    state.controls = [:]
    _ = StateExchange(state).restore(to: self)
  }

  /// Sees that what the plugin has asked its worker for is done, and that the plugin has it: from
  /// its next run, or from here when nobody runs it.
  ///
  /// A plugin that takes longer than two seconds is not waited for.
  func settleWork() {
    guard hasWorker else { return }
    awaitWork()
    wait(milliseconds: 25) { unsafe !runner.pointee.hasAnswers() }
    takeAnswers()
  }

  /// The state as it is now.
  func capture() throws(HostingError) -> LV2State {
    // A file that a state has brought is loaded, but not yet the plugin's.
    settleWork()
    var state = LV2State(plugin: info.uri)
    state.controls = controls
    let exchange = StateExchange(state)
    guard PluginLock.withLock({ exchange.save(from: self) }) else {
      throw .stateRefused(plugin: info.uri)
    }
    return exchange.state
  }

  /// The values of the control inputs, by symbol.
  var controls: [String: Float] {
    let inputs = info.ports.filter { $0.kind == .control && $0.direction == .input }
    return Dictionary(
      inputs.map { unsafe ($0.symbol, buffers.value(of: $0).pointee) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Takes a state; the plugin is silent meanwhile unless it says that it need not be.
  ///
  /// Returns whether the plugin has taken it; its controls it has then in any case.
  func restore(_ state: LV2State) -> Bool {
    let exchange = StateExchange(state)
    for (symbol, value) in state.controls {
      guard let port = control(symbol), value.isFinite else { continue }
      restoredControls.append((port, port.nearest(to: value)))
    }
    return PluginLock.withLock {
      guard info.mentions(.threadSafeRestore) else {
        return whileStill {
          defer { takeRestoredControls() }
          return exchange.restore(to: self)
        } ?? false
      }
      // A control is one word: a block sees the old value or the new one, and none is left out for
      // that.
      defer { takeRestoredControls() }
      return exchange.restore(to: self)
    }
  }

  private func takeRestoredControls() {
    for (port, value) in restoredControls { unsafe buffers.value(of: port).pointee = value }
    restoredControls = []
  }

  func control(_ symbol: String) -> PluginInfo.Port? {
    info.port(symbol).flatMap { $0.kind == .control && $0.direction == .input ? $0 : nil }
  }
}

extension ParameterValue {
  /// The value as a number, if it is one.
  package var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .long(let value): Double(value)
    case .float(let value): Double(value)
    case .double(let value): value
    case .bool(let value): value ? 1 : 0
    case .string, .path, .uri, .urid: nil
    }
  }
}
