// SPDX-License-Identifier: Apache-2.0
// The keys of graphs and their plugins.

import RigModel

// swift-format-ignore
extension KeyTable {
  static let graph = KeyTable("a graph", [
    Key("use", .text, "",
      "a graph file; then no other key is allowed"),
    Key("nodes", .named(.nodeName, .mapping(.node)), "required without `use`",
      "plugins by name"),
    Key("connections", .term(.connections), "required without `use`",
      "a list of `FROM -> TO`"),
  ], rules: [
    [
      "oneOf": [
        .all([.has("use"), ["maxProperties": 1]]),
        .all([.has("nodes", "connections"), .lacks(["use"])]),
      ]
    ],
  ])

  static let node = KeyTable("a node", [
    Key("plugin", .text, .required,
      "the URI of an LV2 plugin; `tarmac plugins list` shows those that are installed"),
    Key("preset", .text, "none",
      "a preset of the plugin that it starts with, by its label or its URI; `tarmac plugins info` lists them"),
    Key("state", .text, "none",
      "a folder with a state of the plugin that it starts with, as `tarmac plugin save` writes it; not together with `preset`"),
    Key("set", .term(.parameters), "the preset's or the state's, else each one's own",
      "values of control inputs by their symbol, and of parameters; `tarmac plugins info` shows both with their ranges"),
    Key("sidechain", .any([.name, .mapping(.pluginSidechain)]), "silence",
      "the name of a session whose sound controls the plugin, or a side chain of a plugin, see below"),
    Key("shared", .text, "none",
      "the URI of a plugin that runs instead while the session does not hold `exclusive`"),
    Key("shared_set", .term(.parameters), "each input's own",
      "`set` of that plugin"),
    Key("exclusive", .name, "none",
      "the name of what `plugin` needs for itself alone: a DSP card, a licence; with `shared` only"),
  ], rules: [
    .notBoth("preset", "state"),
    .keys(["shared"], need: "exclusive"),
    .keys(["exclusive", "shared_set"], need: "shared"),
  ])

  /// As a node, which is one of several things that may be there.
  static let step = KeyTable("a plugin of a chain", [
    Key("plugin", .text, "required without `insert` and `use`",
      "the URI of an LV2 plugin, as of a node"),
    Key("id", .term(.nodeName), "the last part of the URI, with a number when that is taken",
      "its name in paths such as `deck.eq.lo`"),
  ], Array(node.rows.dropFirst()), [
    Key("insert", .name, "",
      "a session that the sound goes through and comes back from; then no other key is allowed"),
    Key("use", .text, "",
      "a graph file instead of a plugin; then no other key is allowed"),
  ], rules: [
    [
      "oneOf": [
        .all([.has("plugin"), .lacks(["insert", "use"])]),
        .all([.has("insert"), ["maxProperties": 1]]),
        .all([.has("use"), ["maxProperties": 1]]),
      ]
    ],
  ] + node.rules())

  static let pluginSidechain = KeyTable("a side chain of a plugin", [
    Key("from", .name, .required,
      "the name of another session"),
    Key("stream", .name, "`main`",
      "a stream of it"),
    Key("tap", .words(Send.Tap.self), .word(Send.Tap.pre),
      "`pre`: before its duck, fader and mute; `post`: after them"),
    Key("ports", .set(of: .text, 1...), "those that the plugin marks, else those that are not its main input",
      "a list of the audio inputs that are the side chain"),
  ])
}
