// SPDX-License-Identifier: Apache-2.0
// What the tower has done to a strip, so that another one can take its place.

package import ControlTower
import Quantities
import RigModel

/// What the tower has done to a channel's strip, beside opening it.
package struct StripSettings {
  /// The level that it has turned the session down to.
  var duck = Decibels.unity
  /// Where that acts; `nil` for everywhere.
  var duckOutputs: Set<PortID>?
  /// The session that opens and closes that duck with its level, and how.
  var sidechain: (ducker: SessionID, duck: Duck)?
  /// Whether the graph is bypassed for measurement.
  var isMeasuring = false
  /// Whether the session is silenced while its time runs.
  var isSilenced = false
  /// Whether it is muted, by its user or its program.
  var isMuted = false
  /// Whether its inputs are exact zeros.
  var isInputMuted = false
  /// Whether its secondary sources are silent.
  var isSecondarySilent = false
  /// Which of its sources are in charge, if some are for the case that others fall silent.
  var fallback = FallbackState()
  /// Whether the rig's voice processing runs before its graph.
  var processesVoice = false
  /// How verbose its prompts may be.
  var promptStyle = PromptStyle.normal
  /// What it holds for itself alone.
  package var tokens: Set<ExclusiveToken> = []
  /// The sessions whose sound it hears.
  var hears: Set<SessionID> = []
  /// Whether it is inactive and runs all the same, as an active session hears it (IAA-A1): nothing
  /// of it goes to outputs.
  var onlyFeedsSessions = false
  /// Where its sound comes from and goes to.
  var route = RouteDescription.empty
  /// The outputs that it is kept off.
  var closedOutputs: Set<PortID> = []
  /// Whether it was paused by the rig: nothing of it leaves by a new route until somebody wants it
  /// to play.
  var isHeld = false
  /// The sources of the players that it has stopped then.
  package internal(set) var stopped: [String] = []
}

extension StripSettings {
  /// What the strip itself is turned down to: nothing where the duck acts on its way to some
  /// outputs.
  var stripDuck: Decibels { duckOutputs == nil ? duck : .unity }
}

extension LiveChannel {
  /// Whether a duck that acts at some outputs only acts on this send; those before the fader no
  /// duck reaches.
  func isDucked(_ liveSend: LiveSend) -> Bool {
    let send = current.sends[liveSend.send]
    guard let ducked = settings.duckOutputs, send.tap == .post else { return false }
    let outputs = send.isToBus ? send.outputs : [liveSend.route]
    return outputs.contains { ducked.contains(PortID($0)) }
  }
}
