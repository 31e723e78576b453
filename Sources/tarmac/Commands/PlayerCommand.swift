// SPDX-License-Identifier: Apache-2.0
// `tarmac player`: the decks.

internal import ControlProtocol
internal import Glibc

enum PlayerCommand {
  static let command = Command(
    name: "player",
    summary: "Plays, pauses, moves and loads the players of a session.",
    examples: [
      Command.Example(line: "tarmac player play deckA", meaning: "Start the deck."),
      Command.Example(line: "tarmac player pause deckA", meaning: "Hold it still."),
      Command.Example(
        line: "tarmac player prepare deckA",
        meaning: "Get it ready, if its category lets it."
      ),
      Command.Example(line: "tarmac player seek deckA 0:01.5", meaning: "Go to a time."),
      Command.Example(line: "tarmac player set-cue deckA", meaning: "Remember this place …"),
      Command.Example(line: "tarmac player cue deckA", meaning: "… and wait there."),
      Command.Example(
        line: "tarmac player load deckA presets/demo/deck-b.wav",
        meaning: "Give it another track."
      ),
      Command.Example(line: "tarmac player next deckA", meaning: "Go on with the next track."),
      Command.Example(line: "tarmac player previous deckA", meaning: "Go back to this one."),
      Command.Example(line: "tarmac player waveform deckA", meaning: "Where does it get loud?"),
      Command.Example(line: "tarmac player eject deckA", meaning: "Pull the stick out after this."),
    ],
    subcommands: [
      simple("prepare", "Gets ready to play, if its category lets it.", .prepare),
      simple("play", "Plays from the present position.", .play),
      simple("pause", "Holds still.", .pause),
      seek,
      load,
      simple("eject", "Closes the file of a paused player, which waits for another one.", .eject),
      simple("cue", "Goes to the cue point and waits there.", .cue),
      simple("set-cue", "Makes the present position the cue point.", .setCue),
      simple("next", "Goes on with the next track of its list or queue.", .next),
      simple("previous", "Goes back to the track before.", .previous),
      waveform,
    ]
  )

  private static let seek = Command(
    name: "seek",
    summary: "Goes to a position in the file.",
    positionals: [
      .player, Command.Positional(name: "TIME", summary: "From the start: 61.5 or 1:01.5."),
    ],
    options: [.json, .host],
    action: { arguments throws(Failure) in
      let position = try secondsOfTime(arguments.positionals[1], "TIME")
      try send(.seek(seconds: position), arguments)
    }
  )

  private static let load = Command(
    name: "load",
    summary: "Plays another file, from its beginning.",
    details: """
      A player that plays goes on with it; one that is paused or has ended waits at its beginning.
      Plugins and levels stay as they are. The file stays until the preset names another one, or the
      rig ends.
      """,
    positionals: [
      .player,
      Command.Positional(name: "FILE", summary: "A sound file.", value: .file),
    ],
    options: [.json, .host],
    action: { arguments throws(Failure) in
      try send(.load(file: absolutePath(arguments.positionals[1])), arguments)
    }
  )

  private static let waveform = Command(
    name: "waveform",
    summary: "Draws the waveform of its track, and where it is.",
    details: """
      A track that was not measured before is measured beside the music, which takes a moment; it is
      waited for, up to a minute. "tarmac files scan" measures ahead.
      """,
    positionals: [.player],
    options: [.json, .host],
    action: { arguments throws(Failure) in
      let (session, source) = arguments.player
      let request = WaveformRequest(session: session, source: source)
      var status = try arguments.send(request)
      // A disk that does not answer is not waited for without an end.
      var looks = 0
      while status.state == .measuring, looks < 300 {
        usleep(200_000)
        status = try arguments.send(request)
        looks += 1
      }
      guard !arguments.has("json") else { return try writeJSON(status) }
      Terminal.write(WaveformReport.text(status))
    }
  )

  private static func simple(
    _ name: String,
    _ summary: String,
    _ action: PlayerRequest.Action
  ) -> Command {
    Command(
      name: name,
      summary: summary,
      positionals: [.player],
      options: [.json, .host],
      action: { arguments throws(Failure) in try send(action, arguments) }
    )
  }

  private static func send(
    _ action: PlayerRequest.Action,
    _ arguments: Arguments
  ) throws(Failure) {
    let (session, source) = arguments.player
    let request = PlayerRequest(session: session, source: source, action: action)
    let status = try arguments.send(request)
    guard !arguments.has("json") else { return try writeJSON(status) }
    Terminal.write(SessionReport.source(status) + "\n")
  }
}

extension Command.Positional {
  /// A player; `Arguments.player` reads it.
  static let player = Command.Positional(
    name: "SESSION[.SOURCE]",
    summary: "A session, and its source when it has several players.",
    value: .live(.players)
  )
}

extension Arguments {
  /// The player that the first argument names: a session, and its source if that is there.
  var player: (session: String, source: String?) {
    let parts = positionals[0].split(separator: ".", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.count == 2 ? parts[1] : nil)
  }
}
