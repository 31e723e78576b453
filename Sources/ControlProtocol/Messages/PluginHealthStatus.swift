// SPDX-License-Identifier: Apache-2.0
// What a plugin has done wrong, in a status.

/// What a plugin has done wrong since it was made; the rig has put each of it right.
package struct PluginHealthStatus: Codable, Hashable, Sendable {
  /// Blocks of an output with NaN or infinity, which were replaced by silence.
  package var notFiniteBlocks: Int
  /// Runs after which a control output was NaN, which was replaced by 0.
  package var nanValues: Int
  /// Runs after which an event output held something impossible.
  package var malformedSequences: Int
  /// Runs after which an event lay beyond the end of the run.
  package var lateEvents: Int
  /// Runs that wrote past the end of an event output's memory.
  package var sequenceOverruns: Int
  /// Events to the plugin, and MIDI from it, for which there was no room.
  package var droppedEvents: Int
  /// Events of the plugin that were too many or too large to be taken.
  package var unheardEvents: Int

  /// Describes a plugin's behaviour.
  package init(
    notFiniteBlocks: Int = 0,
    nanValues: Int = 0,
    malformedSequences: Int = 0,
    lateEvents: Int = 0,
    sequenceOverruns: Int = 0,
    droppedEvents: Int = 0,
    unheardEvents: Int = 0
  ) {
    self.notFiniteBlocks = notFiniteBlocks
    self.nanValues = nanValues
    self.malformedSequences = malformedSequences
    self.lateEvents = lateEvents
    self.sequenceOverruns = sequenceOverruns
    self.droppedEvents = droppedEvents
    self.unheardEvents = unheardEvents
  }
}

extension PluginHealthStatus {
  /// What it has done wrong, each as the rest of a sentence that begins with the plugin's name.
  package var complaints: [String] {
    [
      complaint(notFiniteBlocks, "put out NaN or infinity in", "block", ", silenced"),
      complaint(nanValues, "had NaN in a control output after", "run", ""),
      complaint(malformedSequences, "put out impossible events in", "run", ""),
      complaint(lateEvents, "put out events behind the end of", "run", ""),
      complaint(sequenceOverruns, "wrote behind its event buffer in", "run", ""),
      complaint(droppedEvents, "had no room for", "event", ""),
      complaint(unheardEvents, "put out more than could be taken:", "event", " lost"),
    ].compactMap(\.self)
  }

  private func complaint(_ count: Int, _ verb: String, _ thing: String, _ end: String) -> String? {
    count > 0 ? "\(verb) \(count) \(thing)\(count == 1 ? "" : "s")\(end)" : nil
  }
}
