// SPDX-License-Identifier: Apache-2.0
// An edit of every key of sources, graphs and plugins.

@testable import Presets

extension SingleEdits {
  static let sounds: [[SingleEdit]] = [
    at(
      .source,
      "preset/sessions/deck/sources/file",
      SingleEdit(
        "player: stereo2.wav",
        values: ["deck.sources.file.file"],
        heardOn: ["main"],
        players: ["deck.file"]
      ),
      SingleEdit("loop: off"),
      SingleEdit("cue_seconds: 0.05", values: ["deck.sources.file.cue_seconds"]),
      SingleEdit(
        "play: off",
        values: ["deck.sources.file.playing", "deck.sources.file.state"],
        heardOn: ["main"],
        players: ["deck.file"]
      ),
      SingleEdit("secondary: on")
    ),
    at(
      .source,
      "preset/sessions/radio/source",
      SingleEdit(
        "playlist: list2.m3u",
        values: ["radio.sources.source."],
        players: ["radio.source"]
      ),
      SingleEdit("shuffle: off"),
      SingleEdit("repeat: off"),
      SingleEdit("crossfade_seconds: 1"),
      SingleEdit("crossfade_by: loudness"),
      SingleEdit("crossfade_curve: power"),
      SingleEdit("history: 6"),
      SingleEdit("buffer_seconds: 5"),
      SingleEdit("loudness: off")
    ),
    at(
      .fallback,
      "preset/sessions/news/fallback",
      SingleEdit(
        "to: [ own ]",
        values: [
          "news.sources.own.playing", "news.sources.own.state", "news.sources.spare.playing",
          "news.sources.spare.state",
        ]
      ),
      SingleEdit("after_seconds: 2"),
      SingleEdit("below_db: -40"),
      SingleEdit("back_after_seconds: 2")
    ),
    at(
      .loudness,
      "preset/sessions/radio/source/loudness",
      SingleEdit("target_lufs: -20"),
      SingleEdit("mode: album"),
      SingleEdit("limit_true_peak_db: -3")
    ),
    at(
      .source,
      "preset/sessions/deck/sources/line",
      SingleEdit("route: second", heardOn: ["main"], remade: deck, players: ["deck.file"])
    ),
    at(.source, "preset/sessions/deck/sources/far", SingleEdit("jack: \"far:other\"")),
    at(
      .source,
      "preset/sessions/ear/sources/heard",
      SingleEdit("session: hall", heardOn: ["main"], remade: ["ear.part"]),
      SingleEdit(
        "tap: post",
        values: ["ear.duck_db", "ear.why"],
        heardOn: ["main"],
        remade: ["ear.part"]
      )
    ),
    at(
      .source,
      "preset/sessions/voice/source",
      SingleEdit("channels: [ 2, 1 ]", heardOn: ["main"])
    ),
    at(
      .graph,
      "preset/sessions/deck/graph",
      SingleEdit(
        "nodes: { eq: { plugin: \"urn:tarmac:isolator\", set: { low_db: -6 } }, talk: { plugin: \"urn:tarmac:talkover\", sidechain: voice }, card: { plugin: \"urn:tarmac:stereo\" } }",
        values: ["deck.card.", "deck.why"],
        heardOn: ["main"],
        remade: deck,
        players: ["deck.file"]
      ),
      SingleEdit(
        "connections: [ file.1 -> eq.in_l, file.2 -> eq.in_r, line -> eq.in_r, far -> eq.in_r, eq -> talk, talk -> card, card -> out ]",
        heardOn: ["main"],
        remade: deck,
        players: ["deck.file"]
      )
    ),
    at(
      .graph,
      "preset/sessions/ear/graph",
      SingleEdit("use: part2.yaml", values: ["ear.part."], heardOn: ["main"], remade: ["ear.part"])
    ),
    at(
      .step,
      "preset/sessions/hall/graph/0",
      SingleEdit("plugin: \"urn:tarmac:djfilter:mono\"", heardOn: ["main"], remade: ["hall.filter"])
    ),
    at(
      .node,
      "preset/sessions/deck/graph/nodes/eq",
      SingleEdit(
        "preset: Bass out",
        values: ["deck.eq.high_db", "deck.eq.low_hz", "deck.eq.low_kill"],
        heardOn: ["main"],
        remade: deck,
        players: ["deck.file"]
      ),
      SingleEdit(
        "state: quieter",
        values: ["deck.eq.high_db", "deck.eq.mid_db"],
        heardOn: ["main"],
        remade: deck,
        players: ["deck.file"]
      ),
      SingleEdit("set: { low_db: -20 }", values: ["deck.eq.low_db"], heardOn: ["main"]),
      SingleEdit(
        "plugin: \"urn:tarmac:stereo\"",
        values: ["deck.eq."],
        heardOn: ["main"],
        remade: deck,
        players: ["deck.file"],
        given: [("preset/sessions/deck/graph/nodes/eq", "-set")]
      )
    ),
    at(
      .node,
      "preset/sessions/deck/graph/nodes/talk",
      SingleEdit("sidechain: chat", heardOn: ["main"], remade: deck, players: ["deck.file"])
    ),
    at(
      .node,
      "preset/sessions/deck/graph/nodes/card",
      SingleEdit(
        "shared: \"urn:tarmac:stereo\"",
        values: ["deck.card.shared."],
        heardOn: ["main"],
        remade: deck,
        players: ["deck.file"],
        given: [("preset/sessions/deck/graph/nodes/card", "-shared_set")]
      ),
      SingleEdit(
        "shared_set: { mid_db: -9 }",
        values: ["deck.card.shared.mid_db"],
        heardOn: ["main"]
      ),
      SingleEdit(
        "exclusive: other",
        values: ["deck.why"],
        heardOn: ["main"],
        remade: deck,
        players: ["deck.file"]
      )
    ),
    at(
      .step,
      "preset/sessions/chain/graph/0",
      SingleEdit(
        "id: talker",
        values: ["chain.talk.", "chain.talker."],
        heardOn: ["main"],
        remade: ["chain.card", "chain.part"],
        players: ["chain.source"]
      ),
      SingleEdit("preset: DJ", heardOn: ["main"], remade: chain, players: ["chain.source"]),
      SingleEdit(
        "state: deeper",
        values: ["chain.talk.depth_db", "chain.talk.reduction_db"],
        heardOn: ["main"],
        remade: chain,
        players: ["chain.source"]
      ),
      SingleEdit(
        "set: { depth_db: 3 }",
        values: ["chain.talk.depth_db", "chain.talk.reduction_db"],
        heardOn: ["main"]
      ),
      SingleEdit("sidechain: chat", heardOn: ["main"], remade: chain, players: ["chain.source"])
    ),
    at(
      .step,
      "preset/sessions/chain/graph/1",
      SingleEdit(
        "shared: \"urn:tarmac:stereo\"",
        values: ["chain.card.shared."],
        heardOn: ["main"],
        remade: chain,
        players: ["chain.source"],
        given: [("preset/sessions/chain/graph/1", "-shared_set")]
      ),
      SingleEdit(
        "shared_set: { mid_db: -9 }",
        values: ["chain.card.shared.mid_db"],
        heardOn: ["main"]
      ),
      SingleEdit(
        "exclusive: other",
        values: ["chain.why"],
        heardOn: ["main"],
        remade: chain,
        players: ["chain.source"]
      )
    ),
    at(
      .step,
      "preset/sessions/chain/graph/2",
      SingleEdit(
        "insert: church",
        values: ["church.duck_db", "church.why", "hall.duck_db", "hall.why"],
        heardOn: ["main"],
        remade: chain,
        players: ["chain.source"]
      )
    ),
    at(
      .step,
      "preset/sessions/chain/graph/3",
      SingleEdit(
        "use: part2.yaml",
        values: ["chain.part."],
        heardOn: ["main"],
        remade: chain,
        players: ["chain.source"]
      )
    ),
    at(
      .pluginSidechain,
      "preset/sessions/chain/graph/0/sidechain",
      SingleEdit("from: chat", heardOn: ["main"], remade: chain, players: ["chain.source"]),
      SingleEdit("stream: left", heardOn: ["main"], remade: chain, players: ["chain.source"]),
      SingleEdit("tap: post", heardOn: ["main"], remade: chain, players: ["chain.source"]),
      SingleEdit("ports: [ sc_l ]", heardOn: ["main"], remade: chain, players: ["chain.source"])
    ),
    at(
      .part,
      "part",
      SingleEdit(
        "graph: [ { plugin: \"urn:tarmac:stereo\" } ]",
        values: ["chain.part.", "chain.stereo.", "ear.part.", "ear.stereo."],
        heardOn: ["main"],
        remade: ["chain.card", "chain.talk"],
        players: ["chain.source"]
      )
    ),
  ]
}
