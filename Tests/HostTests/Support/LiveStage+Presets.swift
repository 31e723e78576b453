// SPDX-License-Identifier: Apache-2.0
// The common parts of stages' presets: two outputs, and sessions that play a voice.

extension LiveStage {
  /// A preset with the outputs `wall` and `cue`, these further keys, and sessions as `session`
  /// writes them.
  static func preset(_ keys: String = "", sessions: String...) -> String {
    """
    tarmac: 1
    routes:
      wall: { role: speaker, ports: [ "wall:in_1" ] }
      cue: { role: headphones, ports: [ "cue:in_1" ] }
    \(keys)
    sessions:
    \(sessions.joined(separator: "\n"))

    """
  }

  /// A session that plays the voice of that number, with further lines.
  static func session(_ name: String, voice: Int, _ lines: String...) -> String {
    let all =
      ["category: playback", "source: { jack: [ \"voices:out_\(voice)\" ] }"] + lines
    return "  \(name):\n" + all.map { "    " + $0 }.joined(separator: "\n")
  }
}
