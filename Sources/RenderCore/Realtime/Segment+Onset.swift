// SPDX-License-Identifier: Apache-2.0
// Whether a session that begins to sound has anything to fade in.

extension Segment {
  /// Below -60 dB nobody hears where something was cut.
  private static var silence: Float { @_noLocks get { 0.001 } }

  /// Whether the session, if its gate opens at once, cuts into nothing.
  ///
  /// So it is where it hears nothing but players that are silent or begin, and its plugins hold
  /// nothing of what it sounded like when it was called last.
  var isUnheard: Bool {
    @_noLocks get {
      var hasPlayer = false
      for index in 0..<(unsafe sourceSteps.count) {
        switch unsafe sourceSteps[index] {
        case .play(let voice, _, _):
          guard unsafe voice.pointee.isUnheard else { return false }
          hasPlayer = true
        case .scale, .delay, .copy, .add: break
        case .capture, .hear, .receive, .deliver, .run, .insert, .exchange: return false
        }
      }
      return hasPlayer && (unsafe !keepsSound || strip.pointee.lastPeak < Segment.silence)
    }
  }

  /// Whether something in its graph may sound on after its sources.
  private var keepsSound: Bool {
    @_noLocks get {
      for index in 0..<(unsafe graphSteps.count) {
        switch unsafe graphSteps[index] {
        case .run, .insert, .exchange: return true
        case .capture, .play, .hear, .receive, .scale, .deliver, .delay, .copy, .add: break
        }
      }
      return false
    }
  }
}
