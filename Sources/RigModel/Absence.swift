// SPDX-License-Identifier: Apache-2.0
// How a rig starts where something that its preset needs is not there.

/// What a rig does about missing parts when it starts.
package enum StartMode: String, Hashable, Sendable, CaseIterable {
  /// It does not start.
  case strict
  /// It starts without the parts that need it, and says so.
  case best
}

/// A part that a rig goes without, because something that it needs is not there.
///
/// > Threading: Any.
package struct Absence: Hashable, Sendable {
  /// What is left out.
  package var kind: Kind
  /// The session, interrupter or route that it belongs to; `nil` for what belongs to the rig.
  package var owner: String?
  /// Its own name, where there are several in the same place.
  package var name: String?
  /// What is missing, without a full stop.
  package var reason: String
  /// Where the preset asks for it, as `file:line:column`; `nil` for what was found only while the
  /// rig was made.
  package var place: String?

  /// What can be left out.
  package enum Kind: Hashable, Sendable {
    /// A file of a session or an interrupter, which is silent instead.
    case player
    /// The plugins of a session, which is silent instead, or of an interrupter or output, which
    /// sounds without them.
    case graph
    /// The plugins after the fader of an output.
    case limiter
    /// All sound of a session or an interrupter.
    case sound
    case ring, systemSound, voiceProcessing
    case recording, recordingsFolder
    case alertProgram
    case midiMap
    /// The preset on the disk: the version that last came up plays instead.
    case preset
  }

  /// Describes an absence.
  package init(
    _ kind: Kind,
    of owner: String? = nil,
    named name: String? = nil,
    because reason: String,
    at place: String? = nil
  ) {
    (self.kind, self.owner, self.name) = (kind, owner, name)
    (self.reason, self.place) = (reason, place)
  }

  /// The part that is left out, for people.
  package var part: String {
    let of = owner.map { "of '\($0)'" } ?? ""
    let own = name.map { "'\($0)' " } ?? ""
    return switch kind {
    case .player: "the player \(own)\(of)"
    case .graph: "the graph \(of)"
    case .limiter: "the limiter \(of)"
    case .sound: "the sound \(of)"
    case .ring: "the ring \(of)"
    case .systemSound: "the system sound \(own)".trimmed
    case .voiceProcessing: "the voice processing"
    case .recording: "the recording \(of)"
    case .recordingsFolder: "the folder for recordings"
    case .alertProgram: "the program for alerts"
    case .midiMap: "the MIDI map"
    case .preset: "the preset"
    }
  }

  /// All of it as one sentence.
  package var sentence: String {
    let cause = "\(place.map { "\($0): " } ?? "")\(reason)."
    if kind == .preset {
      return "The last good preset plays instead of the one that is there: \(cause)"
    }
    return "\(part.prefix(1).uppercased() + part.dropFirst()) is left out: \(cause)"
  }

  /// Whether two are the same, wherever the preset asks for them.
  package func isSame(as other: Absence) -> Bool {
    (kind, owner, name, reason) == (other.kind, other.owner, other.name, other.reason)
  }
}

extension String {
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}

extension Rig {
  /// The missing parts of a session, interrupter or route.
  package func leftOut(of owner: String) -> [Absence] { leftOut.filter { $0.owner == owner } }
}
