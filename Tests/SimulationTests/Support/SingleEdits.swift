// SPDX-License-Identifier: Apache-2.0
// A rig with a mapping of every shape, whose single keys are edited.

import Foundation

@testable import Presets

/// Edits of every key that a preset may have.
enum SingleEdits {
  static let all = (parts + sessions + sounds + hosts).flatMap(\.self)

  /// Keys that can't be edited alone, and why.
  static let withoutEdit: [Shape: [String: String]] = [
    .preset: ["tarmac": "there is one version"],
    .part: ["tarmac": "there is one version"],
    .controls: ["tarmac": "there is one version"],
    .source: ["insert": "it says on; without it the source needs another key"],
  ]

  /// The plugins of two sessions, all of which are made again when a session is.
  static let deck: Set = ["deck.eq", "deck.talk", "deck.card"]
  static let chain: Set = ["chain.talk", "chain.card", "chain.part"]

  /// Edits of one mapping.
  static func at(_ shape: Shape, _ path: String, _ edits: SingleEdit...) -> [SingleEdit] {
    edits.map { edit in
      var edit = edit
      edit.place = SingleEdit.Place(shape: shape, path: path)
      return edit
    }
  }

  /// The texts of all files as one: edits are heard on `main`, `desk` and `aux`, and nothing but
  /// `other` is heard on `phones`.
  static let files = """
    preset:
      tarmac: 1
      compensate: on
      routes:
        main: { role: speaker, channels: 2, fader_db: -1, graph: [ { plugin: "urn:tarmac:stereo", id: wide, set: { width: 0.5 } } ], limiter: [ { plugin: "urn:tarmac:limiter", id: ceiling } ] }
        phones: { role: headphones, channels: 2 }
        aux: { role: lineOut, channels: 1 }
        desk: { role: usb, channels: 2 }
        screen: { role: net, channels: 2, ports: "screen:in_*" }
        mic: { role: mic, channels: 1 }
        second: { role: mic, channels: 1 }
        stage: { role: usb, direction: input, channels: 2 }
      crossfader: { position: 0.3 }
      solo: { to: desk }
      buses:
        fx: { channels: 2, fader_db: -3, graph: [ { plugin: "urn:tarmac:djfilter", id: sweep, set: { filter: 0.2 } }, { plugin: "urn:tarmac:limiter", id: late } ], sends: [ { to: main } ] }
        room: { channels: 1, sends: [ { to: aux, level_db: -2 } ] }
      groups:
        both: { fader_db: -1, members: [ deck, fx ] }
      interrupters:
        alarm: { source: { player: mono.wav, loop: on, channels: 1 }, graph: [ { plugin: "urn:tarmac:limiter:mono", id: limit } ], sends: [ { to: main } ], ring: { sound: click.wav, sends: [ { to: main } ] } }
        phone: { sources: { line: { jack: "phone:out", channels: 1 } }, sends: [ { to: main } ] }
      system_sounds: { sounds: { click: click.wav }, sends: [ { to: main, level_db: -3 } ] }
      voice_processing: { graph: [ { plugin: "urn:tarmac:gate:mono", id: quiet } ] }
      transport: { source: own, tempo_bpm: 120 }
      rig: { io_buffer: { minimum_seconds: 0.001 } }
      recordings: [ { of: main, file: main.wav } ]
      surfaces: { osc: { port: 9000 }, web: { port: 8080 } }
      alerts: { routes: { main: { silence_db: -50, silence_seconds: 60 } }, xruns: { count: 20 } }
      midi_map: { use: pads.yaml, bindings: [ { "on": fader, set: deck.fader_db }, { "on": note/1/9, trigger: main.record, arguments: { file: set.flac } }, { "on": note/1/8, layer: shift }, { "on": cc/1/3, set: deck.trim_db, relative: offset }, { "on": note/1/7, toggle: deck.mute }, { "on": note/1/6, set: main.fader_db, to: -6 } ] }
      sessions:
        deck:
          category: playAndRecord
          options: [ mixWithOthers ]
          active: on
          trim_db: -1
          fader_db: -2
          balance: 0.1
          crossfader: B
          sources:
            file: { player: stereo.wav, loop: on, cue_seconds: 0.02, play: on, channels: 2 }
            line: { route: mic }
            far: { jack: "far:out", channels: 1 }
          graph:
            nodes:
              eq: { plugin: "urn:tarmac:isolator", set: { low_db: -6 } }
              talk: { plugin: "urn:tarmac:talkover", sidechain: voice }
              card: { plugin: "urn:tarmac:djfilter", exclusive: dsp, shared: "urn:tarmac:isolator", shared_set: { mid_db: -3 } }
            connections: [ file.1 -> eq.in_l, file.2 -> eq.in_r, line -> eq.in_l, far -> eq.in_r, eq -> talk, talk -> card, card -> out ]
          midi: { input: "keys:out", output: "synth:in" }
          sends: [ { to: main, level_db: -1 }, { to: fx, tap: pre }, { to: main, when: cue } ]
        chain:
          category: playback
          options: [ mixWithOthers ]
          active: on
          inter_session: on
          source: { player: stereo.wav, loop: on }
          graph: [ { plugin: "urn:tarmac:talkover", id: talk, sidechain: { from: voice } }, { plugin: "urn:tarmac:djfilter", id: card, exclusive: dsp, shared: "urn:tarmac:isolator", shared_set: { mid_db: -3 } }, { insert: hall }, { use: part.yaml } ]
          sends: [ { to: main, level_db: -9 } ]
        hall: { category: playback, options: [ mixWithOthers ], active: on, inter_session: on, source: { insert: on, channels: 2 }, graph: [ { plugin: "urn:tarmac:djfilter", id: filter, set: { filter: 0.5 } } ] }
        church: { category: playback, options: [ mixWithOthers ], active: on, inter_session: on, source: { insert: on, channels: 2 } }
        ear:
          category: playback
          options: [ mixWithOthers ]
          active: on
          inter_session: on
          sources: { heard: { session: chain } }
          graph: { use: part.yaml }
          sends: [ { to: main, level_db: -12 } ]
        voice:
          category: playAndRecord
          options: [ duckOthers ]
          active: on
          source: { route: stage, channels: [ 1, 2 ] }
          streams: { left: [ 1 ] }
          duck: { level_db: -6, attack_seconds: 0.01, release_seconds: 0.02, sidechain: { threshold_db: -60 }, of: { chain: { level_db: -9 } } }
          sends: [ { to: main, level_db: -6 } ]
        chat:
          category: playAndRecord
          mode: voiceChat
          options: [ mixWithOthers ]
          active: on
          source: { route: second }
          sends: [ { to: main, level_db: -12 } ]
        book: { category: playback, source: { player: mono.wav, channels: 1 }, sends: [ { to: main } ] }
        news:
          category: playback
          sources: { own: { player: mono.wav, channels: 1 }, spare: { player: mono.wav, channels: 1 } }
          fallback: { to: [ spare ], after_seconds: 3, below_db: -50, back_after_seconds: 1 }
          sends: [ { to: main, level_db: -12 } ]
        radio:
          category: playback
          source:
            playlist: list.m3u
            shuffle: 2
            repeat: all
            crossfade_seconds: 0
            crossfade_by: time
            crossfade_curve: full
            history: 5
            buffer_seconds: 4
            loudness: { target_lufs: -18, mode: track, limit_true_peak_db: -1 }
          sends: [ { to: main, level_db: -12 } ]
        other:
          category: playback
          options: [ mixWithOthers ]
          active: on
          source: { player: mono.wav, loop: on, channels: 1 }
          graph: [ { plugin: "urn:tarmac:djfilter:mono", id: filter, set: { filter: -0.3 } } ]
          sends: [ { to: phones }, { to: room } ]
    part:
      tarmac: 1
      graph: [ { plugin: "urn:tarmac:djfilter", id: part, set: { filter: 0.3 } } ]
    pads:
      tarmac: 1
      controls: { fader: { "on": cc/1/11 } }
    """

  /// Writes what the preset may name besides: sounds, states of plugins, other graphs and controls.
  static func fill(_ folder: String) throws {
    try MemoryRig.writeSounds(to: folder)
    try FileManager.default.copyItem(
      atPath: "\(folder)/stereo.wav",
      toPath: "\(folder)/stereo2.wav"
    )
    for (name, text) in [("list", "stereo.wav\nstereo2.wav\nstereo.wav"), ("list2", "stereo2.wav")]
    {
      try text.write(toFile: "\(folder)/\(name).m3u", atomically: true, encoding: .utf8)
    }
    for (name, plugin, value) in [
      ("quieter", "isolator", "lv2:symbol \"mid_db\" ; pset:value -9.0"),
      ("deeper", "talkover", "lv2:symbol \"depth_db\" ; pset:value 3.0"),
    ] {
      let state = URL(filePath: "\(folder)/\(name)")
      try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
      try """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
      <> a pset:Preset ; lv2:appliesTo <urn:tarmac:\(plugin)> ; lv2:port [ \(value) ] .
      """.write(to: state.appending(path: "state.ttl"), atomically: true, encoding: .utf8)
    }
    for (name, text) in [
      ("part2", "graph: [ { plugin: \"urn:tarmac:stereo\", id: part } ]"),
      ("pads2", "controls: { fader: \"cc/1/12\" }"),
    ] {
      try "{ tarmac: 1, \(text) }".write(
        toFile: "\(folder)/\(name).yaml",
        atomically: true,
        encoding: .utf8
      )
    }
  }
}
