// SPDX-License-Identifier: Apache-2.0
// The times that the host chooses, each once.

package import Quantities

/// How long the host's ramps and waits are.
package enum HostTimes {
  /// A session that starts to sound.
  static let attack = Seconds(0.01)
  /// A session that falls silent; a winner waits this long.
  package static let release = Seconds(0.02)
  /// A user's fader, mute or cue.
  static let fader = Seconds(0.02)
  /// The longest that the crossfader takes to follow its knob.
  static let crossfade = Seconds(0.005)
  /// A source that takes the place of another one.
  static let handover = Seconds(0.5)
  /// How long the host may take to have a command ready for the audio thread that is to be there in
  /// time.
  package static let lead = Seconds(0.01)
  /// How often the host looks after reports, meters and players.
  package static let tick = Seconds(0.05)
  /// How often a value that fades is moved on.
  package static let fadeStep = Seconds(0.01)
  /// How long a session may take to fall silent before it is given up.
  package static let patience = Seconds(1)
  /// How long JACK may take to follow a change of its transport.
  package static let transport = Seconds(5)
  /// How often new messages of plugins and failures of files are reported, and how many of one
  /// plugin.
  package static let reports = Seconds(1)
  package static let messagesAtOnce = 5
  /// How often what the user has decided is written down, so that a rig that is killed loses less
  /// than a second of it.
  package static let remember = Seconds(0.25)
  /// How long it takes until a plugin is complained of again, and the longest that becomes.
  package static let firstComplaint = Seconds(10)
  package static let longestComplaintWait = Seconds(600)
  /// How often a lost server is looked for.
  package static let search = Seconds(0.5)
  /// How long the renderer of an isolated graph may take for a block, in a plugin, before it is
  /// given up.
  package static let hang = Seconds(0.4)
  /// How long JACK's thread may take to come back from the rig's own plugins, as far as it is seen
  /// not to.
  package static let cycleHang = Seconds(1)
  /// How long a plugin may stay in a call outside of the audio thread before it is given up.
  package static let longCall = Seconds(20)
  /// How long such a call is before a status names it.
  package static let slowCall = Seconds(1)
  /// How long a plugin may take to be made, to save or to be given a state before nobody waits for
  /// it any more.
  package static let jobPatience = Seconds(30)
  /// How long the process of an isolated graph may show no sign of life.
  package static let stall = Seconds(5)
  /// How long it may take to come up, and to answer.
  package static let isolationStart = Seconds(30)
  package static let isolationAnswer = Seconds(30)
  /// How long a command that moves a player waits for the disk before it is answered all the same.
  static let diskPatience = Seconds(0.1)
  /// How often to look for an answer that somebody waits for.
  package static let answer = Seconds(0.005)
  /// How long a rig that starts or changes waits for it; after that it comes when it comes.
  package static let isolationPatience = Seconds(5)
  /// How long it may take to leave: after a crash, and in order, with its plugins ended.
  package static let isolationLeave = Seconds(0.25)
  package static let isolationEnd = Seconds(2)
  /// How long the end of a rig may take, from the signal or request on, before the program ends
  /// where it is.
  package static let end = Seconds(5)
  /// How long the plugins of the rig's own process may take to end.
  package static let pluginEnd = Seconds(2)
  /// A process that has run so long is started again at once; one that has not waits longer each
  /// time, between these.
  package static let steady = Seconds(1)
  package static let shortestWait = Seconds(0.5)
  package static let longestWait = Seconds(30)
  /// How fast a meter falls, in dB a second.
  static let meterFall = Decibels(-24)
  /// How often measured loads are renewed.
  static let loadWindow = Seconds(0.5)
}

extension Seconds {
  /// The cycle that comes nearest to this time: JACK takes powers of two.
  package func period(at rate: SampleRate) -> FrameCount {
    let wanted = max(value * rate.hertz, 1)
    let candidates = (4...13).map { 1 << $0 }
    return FrameCount(
      candidates.min { abs(Double($0) - wanted) < abs(Double($1) - wanted) } ?? 1024
    )
  }
}
