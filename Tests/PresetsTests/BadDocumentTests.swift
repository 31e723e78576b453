// SPDX-License-Identifier: Apache-2.0
// Mistakes in the text itself: no YAML, or more of YAML than a preset uses.

import Testing

@Suite("A text that is no preset")
struct BadDocumentTests {
  static let presets: [BadPreset] = [
    .init("an empty file", "▶", "empty", "tarmac: 1"),
    .init("only a comment", "▶# nothing\n", "empty"),
    .init(
      "a list that does not end",
      "tarmac: 1\nroutes: [ a, b\nsessions▶: {}\n",
      "not valid YAML",
      "line 2"
    ),
    .init("a tab as indentation", "tarmac: 1\nroutes:\n▶\tmain: 1\n", "not valid YAML", "token"),
    .init("a quote that does not end", "tarmac: 1\nroutes: \"main\n▶", "not valid YAML", "line 2"),
    .init("wrong indentation", "tarmac: 1\nroutes:\n    a: 1\n  ▶b: 2\n", "not valid YAML"),
    .init(
      "a key that stands twice",
      "tarmac: 1\nroutes: {}\n▶routes: {}\n",
      "'routes'",
      "twice",
      "line 2"
    ),
    .init("a list as key", "tarmac: 1\n▶[ a ]: 1\n", "key must be a plain text"),
    .init("an alias as key", "tarmac: &one 1\n▶*one : 1\n", "key must be a plain text"),
    .init("a second document", "tarmac: 1\n▶---\ntarmac: 1\n", "second document"),
    .init("a tag", "tarmac: ▶!!int 1\n", "tags"),
    .init("an alias of nothing", "tarmac: 1\nroutes: ▶*rig\n", "alias", "'&rig'"),
    .init("an alias inside its own value", "tarmac: 1\nroutes: &rig { a: ▶*rig }\n", "alias"),
    .init("a control character", "tarmac: 1\nroutes: ▶\u{1}\n", "UTF-8", "control"),
    .init("the character NUL", "tarmac: 1\nroutes: ▶\0\n", "UTF-8", "control"),
    .init("an escaped NUL", "tarmac: 1\nroutes: ▶\"a\\0\"\n", "NUL"),
    .init("a list instead of a preset", "▶- tarmac: 1\n", "a preset must be a mapping", "a list"),
    .init("a word instead of a preset", "▶hello\n", "a preset must be a mapping", "'hello'"),
    .init("no version", "▶routes: {}\n", "tarmac: 1"),
    .init("another version", "tarmac: ▶2\nwhatever: 1\n", "format 1", "'2'"),
    .init("a word as version", "tarmac: ▶one\n", "format 1", "'one'"),
    .init("a misspelt key", "tarmac: 1\n▶sesions: {}\n", "'sesions'", "did you mean 'sessions'?"),
    .init(
      "an unknown key",
      "tarmac: 1\n▶volume: 3\n",
      "'volume'",
      "routes, buses, groups, crossfader, solo, sessions, interrupters"
    ),
    .init("a merge key", "tarmac: 1\n▶<<: {}\n", "'<<'"),
    .init("a text instead of routes", "tarmac: 1\nroutes: ▶main\n", "must be a mapping", "'main'"),
    .init("nothing instead of sessions", "tarmac: 1\nsessions:▶\n", "mapping", "not nothing"),
  ]

  @Test("is refused with its place", arguments: presets)
  func isRefused(_ preset: BadPreset) throws {
    try preset.check()
  }
}
