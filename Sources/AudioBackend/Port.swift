// SPDX-License-Identifier: Apache-2.0
// A port of ours, in words.

/// One of the driver's own ports.
package struct Port: Hashable, Sendable {
  /// The stable name, without the client's; patchbays save it.
  package var name: String
  /// The name for people; JACK metadata.
  package var prettyName: String
  /// The port's position in a list of all ports of the client; JACK metadata.
  package var order: Int
  /// The ports that belong together; JACK metadata.
  package var group: String?
  /// What flows through it.
  package var kind: PortKind
  /// Whether sound starts or ends here: an input whose sound goes nowhere else, or an output that
  /// no input feeds.
  package var isTerminal: Bool

  /// Describes a port.
  package init(
    name: String,
    prettyName: String,
    order: Int,
    kind: PortKind = .audio,
    group: String? = nil,
    isTerminal: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.prettyName = prettyName
    self.order = order
    self.group = group
    self.isTerminal = isTerminal
  }
}

/// What flows through a port.
package enum PortKind: Hashable, Sendable {
  /// Samples.
  case audio
  /// MIDI messages.
  case midi
}

/// The way of the sound through a port, as its client sees it.
package enum PortDirection: Hashable, Sendable {
  /// Sound enters the client.
  case input
  /// Sound leaves the client.
  case output
}
