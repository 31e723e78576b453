// SPDX-License-Identifier: Apache-2.0
// The sentences for alerts that are over: they say what is well again, not what was wrong.

import ControlProtocol

extension AlertWatch.Key {
  /// The sentence for an alert that ended because its fault is gone.
  var sentenceWhenOver: String {
    switch kind {
    case .silence: "'\(subject)' is heard again."
    case .clipping: "'\(subject)' does not clip any more."
    case .xruns: "JACK keeps up again: it has hardly lost a cycle of late."
    case .disk: "The disk of \(subject) has room for recordings again."
    case .recording: "'\(subject)' is being recorded again."
    case .unplugged: "'\(subject)' is plugged in again."
    case .lostSession: "Session '\(subject)' is back."
    case .alarm: "The alarm is heard at '\(subject)' again."
    case .server: "There is a JACK server again."
    case .dummy: "JACK does not play to its dummy driver any more."
    case .fallback: "'\(subject)' plays its own sound again."
    case .leftOut: sentenceWhenUnasked
    }
  }

  /// The sentence for an alert that ended because there is nothing left to check.
  var sentenceWhenUnasked: String {
    switch kind {
    case .leftOut: "There again: \(subject)."
    case .fallback: "'\(subject)' has no fallback any more."
    case .alarm: "The alarm has ended, or is not meant for '\(subject)' any more."
    case .lostSession: "Session '\(subject)' has no process of its own any more."
    case .silence, .clipping, .unplugged: "'\(subject)' is not watched for that any more."
    case .recording: "The recording of '\(subject)' has been stopped."
    case .disk: "Nothing is recorded to \(subject) any more."
    case .xruns, .server, .dummy: "That is not watched any more."
    }
  }
}
