// SPDX-License-Identifier: Apache-2.0
// What a plugin puts out besides samples.

/// An event that a plugin has put out.
package struct PluginEvent: Hashable, Codable, Sendable {
  /// The symbol of the port.
  package var port: String
  /// The frame in the cycle that it came from.
  package var frame: Int
  /// What it is.
  package var content: Content

  /// What an event is.
  package enum Content: Hashable, Codable, Sendable {
    /// A MIDI message.
    case midi([UInt8])
    /// A parameter has this value now.
    case parameter(uri: String, value: ParameterValue)
    /// Something else: the URI of its type (of an object its own type) and its bytes.
    case other(type: String, bytes: [UInt8])
  }

  /// The events in one message of the outlet: a patch:Put says several parameters at once.
  static func contents(type: UInt32, body: [UInt8], _ urids: EventURIDs) -> [Content] {
    if type == urids.midi { return [.midi(body)] }
    let isObject = type == urids.object || type == urids.blank
    guard isObject, let object = AtomObject(body[...]) else {
      return [.other(type: URIDs.text(type) ?? "", bytes: body)]
    }
    if object.type == urids.set, let key = object.reference(urids.property, urids),
      let uri = URIDs.text(key), let property = object.properties[urids.value],
      let value = ParameterValue(type: property.type, bytes: property.bytes, urids)
    {
      return [.parameter(uri: uri, value: value)]
    }
    if object.type == urids.put, let inner = object.properties[urids.body],
      let body = AtomObject(inner.bytes)
    {
      return body.properties.compactMap { key, property in
        guard let uri = URIDs.text(key),
          let value = ParameterValue(type: property.type, bytes: property.bytes, urids)
        else { return nil }
        return .parameter(uri: uri, value: value)
      }
    }
    return [.other(type: URIDs.text(object.type) ?? "", bytes: body)]
  }
}

/// How well a plugin has behaved since it was made.
package struct PluginHealth: Hashable, Codable, Sendable {
  /// Blocks of an output with NaN or infinity, which were replaced by silence.
  package var notFiniteBlocks: Int
  /// Runs after which a control output was NaN, which was replaced by 0.
  package var nanValues: Int
  /// Runs after which an event output held something impossible.
  package var malformedSequences: Int
  /// Runs after which an event was behind the end of the run; it was taken for the last frame.
  package var lateEvents: Int
  /// Runs that wrote behind an event output's memory.
  package var sequenceOverruns: Int
  /// Events to the plugin, and MIDI from it, for which there was no room.
  package var droppedEvents: Int
  /// Events of the plugin that nobody took in time.
  package var unheardEvents: Int
  /// Cycles that were silent because the plugin's state was being restored.
  package var skippedCycles: Int

  /// No complaints.
  package static let good = PluginHealth(
    notFiniteBlocks: 0,
    nanValues: 0,
    malformedSequences: 0,
    lateEvents: 0,
    sequenceOverruns: 0,
    droppedEvents: 0,
    unheardEvents: 0,
    skippedCycles: 0
  )
}
