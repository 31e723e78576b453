// SPDX-License-Identifier: Apache-2.0
// The values of a preset on top of what an instance has started with.

internal import Glibc
internal import RenderCore

extension LV2Instance {
  /// Sets control inputs and parameters before anything runs the plugin, and lets it take them.
  ///
  /// Parameters reach a plugin in its `run`, so that it runs a silent block here if there are any,
  /// and its work is waited for: then its state knows them, even if it is saved before the plugin
  /// is ever heard.
  ///
  /// - Parameters:
  ///   - values: values of control inputs by symbol.
  ///   - parameters: values of parameters by URI.
  ///   - asks: whether the plugin is asked for all parameters before, for which it runs a block
  ///     more.
  /// - Throws: what is wrong with a value.
  package func begin(
    with values: [String: Float],
    parameters: [String: ParameterValue] = [:],
    asks: Bool = false
  ) throws(HostingError) {
    let start = try info.startValues(values, isOffline: false)
    for port in info.ports where values[port.symbol] != nil {
      unsafe core.buffers.value(of: port).pointee = start[Int(port.index)]
    }
    core.settleWork()
    // Plugins say what they had before in the same run that tells them of something new: that is
    // two runs.
    if asks, !info.parameters.isEmpty {
      // One that takes no messages has nothing to answer.
      try? ask()
      runOnce()
    }
    guard !parameters.isEmpty else { return }
    for (uri, value) in parameters.sorted(by: { $0.key < $1.key }) {
      try set(parameter: uri, to: value)
    }
    runOnce()
    unheard = [:]
  }

  /// Runs the plugin and does its work, where no audio thread does.
  private func runOnce() {
    core.run(frames: core.nominalBlock)
    _ = takeEvents()
  }

  /// Parameters that were set and that the plugin can't have met yet, because it has not run since.
  package var unheardParameters: [String: ParameterValue] {
    // One run may have been under way when the message was sent.
    unheard.filter { node.runs < $0.value.runs + 2 }.mapValues(\.value)
  }

  /// Gives a plugin that runs the time to take what was set last: two of the longest cycles.
  func awaitParameters() {
    for _ in 0..<200 {
      if unheardParameters.isEmpty { return }
      usleep(1000)
    }
  }
}

extension ParameterValue {
  /// The value as people and presets write it.
  package var text: String {
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
