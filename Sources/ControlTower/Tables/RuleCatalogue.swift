// SPDX-License-Identifier: Apache-2.0
// The rules that decide something here: the ID of the row and what it says, in one sentence.

extension Rule {
  /// What the rule says, to be read after "deckA is interrupted by deckB:".
  var sentence: String {
    switch self {
    case .act01: "it was asked to be active and nothing stood against it"
    case .act03: "others had to fall silent before it could sound"
    case .act11: "it let go of its activation itself"
    case .act15: "the session that had interrupted it let go and said that others can resume"
    case .act17: "a session that is gone gives back everything it held"
    case .act19: "loading a session does not activate it"
    case .cat04: "an ambient session always mixes, the option cannot be set"
    case .cat10: "a soloAmbient session never mixes"
    case .cat22: "a record session never mixes"
    case .cat24: "a record session has no output and cannot play"
    case .cat33: "an audioProcessing session never mixes"
    case .cat36: "an audioProcessing session has no output and cannot play"
    case .def01: "only a session that was loaded can be spoken to"
    case .def02: "a name stands for exactly one session"
    case .def05: "starting to play activates a session"
    case .duck01: "an active session with duckOthers turns all others down"
    case .duck02: "the ducking session has let go, levels return to what they were"
    case .duck09: "a session that becomes active during a duck starts turned down"
    case .int01: "the phone outranks every session"
    case .int02: "an alarm outranks every session"
    case .int03: "an interrupter silences every session, even those that mix"
    case .int07: "no session can become active while an interrupter lasts"
    case .int11: "what interrupted it is over"
    case .int13: "its user pressed play after an interruption"
    case .int14: "the interruption is over, but it was paused or told not to resume"
    case .int15: "the interruption is over, it may resume and it was playing before"
    case .int25: "it let go of its activation while it was interrupted"
    case .meas01: "nothing touches the signal of a measurement session"
    case .mix03: "of the sessions that do not mix only the one activated last stays active"
    case .mode01: "mode default goes with every category"
    case .mode02: "mode voiceChat goes with playAndRecord only"
    case .mode03: "mode videoChat goes with playAndRecord only"
    case .mode04: "mode gameChat goes with playAndRecord only"
    case .mode05: "mode videoRecording goes with playAndRecord and record"
    case .mode06: "mode measurement goes with playAndRecord, record and playback"
    case .mode07: "mode moviePlayback goes with playback only"
    case .opt01: "mixWithOthers goes with playAndRecord, playback and multiRoute"
    case .opt02: "duckOthers goes with playAndRecord, playback and multiRoute"
    case .opt03: "allowBluetooth goes with record and playAndRecord"
    case .opt04: "defaultToSpeaker goes with playAndRecord only"
    default: ""
    }
  }
}

extension RuleID {
  /// What the rule says, in lower case and without a full stop; `nil` for a rule that decides nothing here.
  public var sentence: String? {
    Rule(rawValue: description)?.sentence
  }
}
