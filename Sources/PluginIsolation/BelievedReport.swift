// SPDX-License-Identifier: Apache-2.0
// What the rig believes of what a process tells: its plugins can write to the same line, and say
// what they like.

import LV2Hosting

extension IsolationUpdate {
  /// Counts that can be added to others.
  var believed: IsolationUpdate {
    var bounded = self
    bounded.lostMessages = count(lostMessages)
    return bounded
  }
}

extension PluginUpdate {
  /// What may be true of a plugin: counts that can be added to others, a latency that a plugin
  /// could have, and values of what it has.
  func believed(of info: PluginInfo) -> PluginUpdate {
    var bounded = self
    bounded.runs = count(runs)
    bounded.nanoseconds = min(nanoseconds, UInt64(most))
    // No more than its port may say in the rig's own process.
    bounded.latency_frames = max(0, min(latency_frames, 1_000_000_000))
    bounded.health = health.believed
    let symbols = Set(info.ports.filter { $0.kind == .control }.map(\.symbol))
    bounded.controls = controls.filter { symbols.contains($0.key) && $0.value.isFinite }
    bounded.parameters = parameters.filter { info.parameter($0.key) != nil }
    return bounded
  }
}

extension PluginHealth {
  fileprivate var believed: PluginHealth {
    let counts: [WritableKeyPath<PluginHealth, Int>] = [
      \.notFiniteBlocks, \.nanValues, \.malformedSequences, \.lateEvents, \.sequenceOverruns,
      \.droppedEvents, \.unheardEvents, \.skippedCycles,
    ]
    return counts.reduce(into: self) { $0[keyPath: $1] = count($0[keyPath: $1]) }
  }
}

/// More than a process can have counted in a year, and far from where sums overflow.
private let most = 1 << 56

private func count(_ told: Int) -> Int { max(0, min(told, most)) }
