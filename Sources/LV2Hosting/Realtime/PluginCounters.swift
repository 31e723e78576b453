// SPDX-License-Identifier: Apache-2.0
// What the audio thread counts of a plugin's behaviour.

internal import RenderCore
internal import Synchronization

/// Counts of one instance.
struct PluginCounters: ~Copyable {
  /// Blocks of an output port with NaN or infinity, which were replaced by silence.
  let notFinite = Counter()
  /// Runs that left NaN in a control output, which was set to 0.
  let nanValues = Counter()
  /// Event outputs with something impossible in them.
  let malformed = Counter()
  /// Event outputs with an event behind the end of its run.
  let late = Counter()
  /// Runs that wrote behind an event output.
  let overruns = Counter()
  /// Events to the plugin, and MIDI from it, for which there was no room.
  let dropped = Counter()
  /// Events of the plugin for which there was no room.
  let unheard = Counter()
  /// Cycles that were silent because the plugin was being changed.
  let skipped = Counter()
  /// Whether somebody reads the plugin's events.
  let isHeard = Atomic(false)

  /// > Threading: Control.
  init() {}
}
