// SPDX-License-Identifier: Apache-2.0
// Players, sends between sessions, background, measurement, system sounds.

extension RuleEntry {
  // swift-format-ignore
  static let services: [RuleEntry] = [
    .behaviour(.ply01, [.guide, .talk],
      "another program that plays has a session of its own, which the rig owns"),
    .behaviour(.ply02, [.talk],
      "the session of another program obeys the same rules, as playback that does not mix"),
    .behaviour(.ply03, [.talk],
      "an ambient session sounds over the music of another program"),
    .behaviour(.ply04, [.guide],
      "players in one session never interrupt each other"),
    .behaviour(.ply05, [.guide],
      "a session that comes back after another one of the same program is activated again"),
    .behaviour(.ply06, [.article],
      "preparing and playing are two requests with two answers"),
    .behaviour(.plyA1, [.movies],
      "another program can be turned down, but not steered"),
    .behaviour(.plyA2, [.tarmac],
      "nothing of it plays until somebody presses play"),
    .behaviour(.plyA3, [.tarmac],
      "a session counts as playing while a player of it plays, whichever client has started or stopped that"),

    .behaviour(.iaa01, [.guide],
      "a session can send its sound into another one"),
    .behaviour(.iaa02, [.guide],
      "a session can send sound through another one and get it back, but not in a circle"),
    .behaviour(.iaaA1, [.guide],
      "a session that hears another one must be active, one that only makes sound for it need not be"),
    .behaviour(.iaaA2, [.guide],
      "sessions send to each other only if both allow it and mix, and one that uses devices has background audio"),

    .behaviour(.bg01, [.guide, .article],
      "to go on in the background or under the lock a session needs background audio, too"),
    .guideline(.bg02, [.article],
      "nothing keeps the machine awake on a preset's behalf", coveredBy: "no key of a preset can do it"),
    .behaviour(.bg03, [.talk],
      "sessions do not hear of silent switch and lock"),
    .behaviour(.bg04, [.talk],
      "lifting switch or lock brings back exactly what was"),
    .behaviour(.bg05, [.talk],
      "the lock pauses and keeps the position, the silent switch mutes while time runs on"),
    .behaviour(.bg06, [.talk],
      "a session that ignores switch and lock sounds the same to the bit"),

    .behaviour(.meas01, [.guide, .article],
      "nothing touches the signal of a measurement session"),
    .behaviour(.meas02, [.article],
      "a measurement session hears the rig's primary input"),
    .behaviour(.meas03, [.article],
      "measurement goes with record, playback and playAndRecord"),
    .guideline(.meas04, [.guide],
      "a meter measures in playAndRecord and does not mix", coveredBy: "role meter"),
    .behaviour(.measA1, [.tarmac],
      "a measurement may keep its outputs to itself: nothing else is heard there while it is active"),
    .behaviour(.measA2, [.tarmac],
      "a measurement that does not keep its outputs to itself names those that may add to it there"),

    .behaviour(.ui01, [.guide],
      "system sounds need no session and disturb none"),
    .behaviour(.ui02, [.talk],
      "system sounds are not heard while a session records"),
    .behaviour(.uiA1, [.guide],
      "categories do not apply to system sounds, silent switch and lock do"),
    .behaviour(.uiA2, [.guide],
      "system sounds are silent while an interrupter lasts"),

    .behaviour(.sim01, [.guide],
      "every rule holds in the simulator, without JACK"),

    .behaviour(.ancHap01, [.header],
      "a session may let system sounds be heard while it records"),

    .behaviour(.ancMut01, [.header],
      "a session can be muted by its user, system sounds are not"),

    .behaviour(.ancPrm01, [.header],
      "a session that speaks gets a prompt style: nothing, little or all"),

    .behaviour(.ancNot01, [.documentation],
      "what sessions are notified of is a closed list"),
  ]
}
