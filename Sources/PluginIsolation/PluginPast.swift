// SPDX-License-Identifier: Apache-2.0
// What was done to a plugin of an isolated graph: what its next process is sent, and which of it
// may have crashed it.

import LV2Hosting
import Quantities
import RigEngine

/// What was done to a plugin, and which of that has not proven harmless yet.
struct PluginPast {
  /// What makes the next process's plugin what this one was.
  private(set) var history: PluginHistory
  /// What is under suspicion: since when, and how often the plugin has crashed since.
  private var trials: [PluginHistory.Item: Trial] = [:]
  /// Whether the present process was given something since it began, that is, not by the history.
  private var isTouched = false

  private struct Trial {
    var since = MonotonicTime.now
    var crashes = 0
  }

  /// Begins with what was done before, none of which has proven harmless.
  init(_ history: PluginHistory) {
    self.history = history
    for item in history.items { trials[item] = Trial() }
  }

  // MARK: What is done

  /// Notes that a control was set.
  mutating func set(control symbol: String, to value: Float) {
    history.controls[symbol] = value
    trials[.control(symbol)] = Trial()
  }

  /// Notes that a parameter was set.
  mutating func set(parameter uri: String, to value: ParameterValue) {
    history.parameters[uri] = value
    trials[.parameter(uri)] = Trial()
  }

  /// Notes a change of the whole state: what was set before counts no more.
  mutating func change(by change: StateChange) {
    if case .restore = change { history.changes = [] }
    history.changes.removeAll { $0 == change }
    history.changes.append(change)
    trials[.change(change)] = Trial()
    history.controls = [:]
    history.parameters = [:]
  }

  /// Notes that somebody listens to what the plugin says; returns whether nobody did before.
  mutating func listen() -> Bool {
    defer { history.isListening = true }
    return !history.isListening
  }

  /// Notes that the present process is given something.
  mutating func touch() {
    isTouched = true
  }

  /// Takes over what was done to a plugin that this one replaces.
  mutating func succeed(_ old: PluginPast) {
    (history, trials) = (old.history, old.trials)
  }

  // MARK: What becomes of it

  /// Notes that a process begins, which is given the history.
  mutating func begin() {
    isTouched = false
  }

  /// Notes what has proven harmless: the process has lived with it for a while, up since then.
  mutating func prove(now: MonotonicTime, since start: MonotonicTime) {
    guard !trials.isEmpty else { return }
    trials = trials.filter { now.elapsed(since: max($0.value.since, start)) < HostTimes.steady }
  }

  /// Notes that the plugin has crashed, or hung: what has done that twice, the second time by
  /// itself, is not done again.
  ///
  /// - Returns: the controls that are not set any more, and in words all that is not done again.
  mutating func giveUp(name: String) -> (controls: [String], words: [String]) {
    for (item, trial) in trials where trial.crashes == 0 || !isTouched {
      trials[item]?.crashes += 1
    }
    let guilty = trials.filter { $0.value.crashes > 1 }.keys
    var controls: [String] = []
    for item in guilty {
      trials[item] = nil
      if case .control(let symbol) = item { controls.append(symbol) }
    }
    return (controls, guilty.compactMap { history.remove($0, of: name) }.sorted())
  }
}
