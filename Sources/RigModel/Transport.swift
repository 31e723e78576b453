// SPDX-License-Identifier: Apache-2.0
// The transport and the MIDI ports of a preset.

package import JACKVocabulary

/// The transport that the rig's plugins follow, with bars and beats.
package struct TransportSettings: Hashable, Sendable {
  /// The source of the transport's position.
  package var source = Source.jack
  /// Beats per minute; `nil` where only JACK's timebase master sets them.
  package var tempo: Double?
  /// Beats of a bar.
  package var beatsPerBar = 4
  /// The note value of a beat.
  package var beatUnit = 4
  /// Whether the rig's own transport rolls from the start.
  package var isRolling = true
  /// Whether the rig counts the beats of JACK's transport, for all programs.
  package var isTimebaseMaster = false
  /// Whether it follows a MIDI clock, or sends one.
  package var midiClock = MIDIClock.off

  /// How the rig uses MIDI clocks.
  package enum MIDIClock: String, Hashable, Sendable, CaseIterable {
    /// It follows the clock that comes in through the port `control_in`.
    case `in`
    /// It sends one through `control_out`.
    case out
    /// Nothing.
    case off
  }

  /// The source of the transport's position.
  package enum Source: String, Hashable, Sendable, CaseIterable {
    /// JACK's transport, which all programs share.
    case jack
    /// The rig itself.
    case own
    /// The deck that leads the others.
    case leader
  }

  /// Follows JACK's transport, without a tempo.
  package init() {}
}

/// The MIDI ports of a session.
package struct MIDIPorts: Hashable, Sendable {
  /// What the input is connected to; `nil` without one.
  package var input: [PortPattern]?
  /// What the output is connected to; `nil` without one.
  package var output: [PortPattern]?

  /// No ports.
  package init() {}
}

extension Channel {
  /// The name of its MIDI input, without the client's.
  package var midiInputName: String { "\(name)_midi_in" }

  /// The name of its MIDI output, without the client's.
  package var midiOutputName: String { "\(name)_midi_out" }

  /// The names of the JACK ports that carry its MIDI, without the client's.
  package var midiPortNames: [String] {
    (midi?.input == nil ? [] : [midiInputName]) + (midi?.output == nil ? [] : [midiOutputName])
  }
}
