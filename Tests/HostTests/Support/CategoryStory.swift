// SPDX-License-Identifier: Apache-2.0
// The events of a session's evening, heard and read at every step; tests say how its category
// responds.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

/// The evening of a session `hero` of some category, beside `music` that does not mix and a `bed`
/// that does.
///
/// There are a speaker `wall`, a receiver `near`, headphones `phones` that are plugged in on the
/// way, and a microphone. The hero's `reel` is a file whose samples say their place in it; it goes
/// to an output of its own that no rule chooses.
struct CategoryStory {
  /// What a switch does to a session.
  enum Obedience {
    /// It goes on without a change.
    case none
    /// It is silent, and its time goes on.
    case mute
    /// It is silent, and goes on from where it was.
    case pause
  }

  var category: String
  var mode = "default"
  var options: [String] = []
  /// Whether the music may go on beside it.
  var mixes: Bool
  /// The output where it sounds when nothing is plugged in.
  var output: String?
  /// Whether it hears the microphone.
  var hearsInput = false
  /// What the silent switch does to it.
  var silentSwitch = Obedience.none
  /// What the lock does to it.
  var lock = Obedience.none
  /// Whether nobody is heard beside it.
  var leavesNoOutput = false
  /// Whether it has two streams, each for an output of its own: `line`, which is there, and the
  /// headphones.
  var isOnSeveralRoutes = false

  private static let voices = ["music", "bed", "hero", "alarm", "cue"]

  /// The sources, and to which channel of the graph each goes.
  private var sources: [(name: String, source: String, channel: Int)] {
    var sources = [("reel", "{ player: reel.wav, channels: 1 }", 2)]
    if output != nil { sources.append(("voice", "{ jack: [ \"voices:out_3\" ] }", 1)) }
    if hearsInput { sources.append(("near", "{ route: mic }", 1)) }
    if isOnSeveralRoutes { sources.append(("cue", "{ jack: [ \"voices:out_5\" ] }", 3)) }
    return sources
  }

  private var sends: String {
    guard output != nil else { return "[]" }
    return isOnSeveralRoutes
      ? "[ { stream: voice, to: line }, { stream: cue, to: phones }, { stream: reel, to: reel } ]"
      : "[ { stream: voice, to: currentRoute }, { stream: reel, to: reel } ]"
  }

  private var preset: String {
    let connections = sources.map { "\($0.name) -> out.\($0.channel)" }
    let streams = ["voice: [ 1 ]", "reel: [ 2 ]", "cue: [ 3 ]"].prefix(isOnSeveralRoutes ? 3 : 2)
    return """
      tarmac: 1
      routes:
        wall: { role: speaker, ports: [ "wall:in_1" ] }
        near: { role: receiver, ports: [ "near:in_1" ] }
        line: { role: usb, direction: output, ports: [ "line:in_1" ] }
        phones: { role: headphones, ports: [ "phones:in_1" ] }
        reel: { role: virtual, direction: output, ports: [ "reel:in_1" ] }
        mic: { role: mic, ports: [ "mic:out_1" ] }
      interrupters:
        alarm: { source: { jack: [ "voices:out_4" ] }, sends: [ { to: wall } ] }
      sessions:
        music:
          category: playback
          background_audio: on
          route_policy: ignore
          source: { jack: [ "voices:out_1" ] }
          sends: [ { to: currentRoute } ]
        bed:
          category: playback
          options: [ mixWithOthers ]
          background_audio: on
          route_policy: ignore
          source: { jack: [ "voices:out_2" ] }
          sends: [ { to: currentRoute } ]
        hero:
          category: \(category)
          mode: \(mode)
          options: [ \(options.joined(separator: ", ")) ]
          background_audio: on
          record_permission: ask
          sources: { \(sources.map { "\($0.name): \($0.source)" }.joined(separator: ", ")) }
          graph: { nodes: {}, connections: [ \(connections.joined(separator: ", ")) ] }
          streams: { \(streams.joined(separator: ", ")) }
          sends: \(sends)
      """
  }

  /// The output of the sessions that follow the route while there are no headphones.
  var home: String { isOnSeveralRoutes ? "line" : "wall" }

  /// Whether its reel is heard.
  var hasReel: Bool { output != nil }

  /// What is plugged in from the start.
  var outputs: [String] {
    ["reel", "near", "wall"] + (isOnSeveralRoutes ? ["line"] : [])
  }

  /// Plays all of it.
  func tell() async throws {
    try await LiveStage.run(
      preset,
      voices: CategoryStory.voices,
      outputs: outputs,
      files: { folder in
        try folder.write(CountingFile.samples(48_000 * 120), as: "reel.wav")
      }
    ) { stage in
      try stage.plug(input: "mic")
      let evening = CategoryEvening(self, on: stage)
      try evening.beginning()
      try evening.activation()
      if hearsInput { try evening.permission() }
      try evening.switches()
      try evening.alarm()
      try evening.headphones()
      try evening.reset()
      try evening.end()
    }
  }
}
