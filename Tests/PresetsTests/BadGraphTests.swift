// SPDX-License-Identifier: Apache-2.0
// Mistakes in graphs: plugins, values, widths, connections and included files.

import Testing

@Suite("A graph with a mistake")
struct BadGraphTests {
  static let chains: [BadPreset] = [
    graph("a text", "▶urn:test:mono", "a list of plugins"),
    graph("a plugin without URI", "[ ▶{ id: a } ]", "needs the key 'plugin'"),
    graph("a misspelt URI", "[ { plugin: ▶urn:test:momo } ]", "did you mean 'urn:test:mono'?"),
    graph("an unknown plugin", "[ { plugin: ▶urn:other:thing } ]", "not installed", "plugins list"),
    graph(
      "a plugin that can't run",
      "[ { plugin: ▶urn:test:window } ]",
      "requires a window"
    ),
    graph(
      "a misspelt control",
      "[ { plugin: urn:test:mono, set: { ▶gian: 1 } } ]",
      "'gian'",
      "did you mean 'gain'?"
    ),
    graph(
      "an output as control",
      "[ { plugin: urn:test:mono, set: { ▶level: 1 } } ]",
      "no control input",
      "gain, shape, bypass"
    ),
    graph(
      "a value out of range",
      "[ { plugin: urn:test:mono, set: { gain: ▶21 } } ]",
      "from -20 to 20",
      "not 21"
    ),
    graph(
      "a fraction for a whole number",
      "[ { plugin: urn:test:mono, set: { shape: ▶1.5 } } ]",
      "whole number"
    ),
    graph(
      "a number for a switch",
      "[ { plugin: urn:test:mono, set: { bypass: ▶0.5 } } ]",
      "true or false"
    ),
    graph("a word for a number", "[ { plugin: urn:test:mono, set: { gain: ▶high } } ]", "number"),
    graph(
      "a word that is no scale point",
      "[ { plugin: urn:test:mono, set: { shape: ▶Square } } ]",
      "a number or one of Sine, Saw, Noise"
    ),
    graph(
      "a number between scale points",
      "[ { plugin: urn:test:mono, set: { shape: ▶1.25 } } ]",
      "whole number"
    ),
    sampler("a misspelt parameter", "set: { ▶sampel: x }", "did you mean 'sample'?", "parameter"),
    sampler("a parameter that can only be read", "set: { ▶load: x }", "can only be read"),
    sampler("a parameter of an unknown type", "set: { ▶blob: x }", "can't be set"),
    sampler("a parameter by two names", "set: { bend: 0, ▶pitch_bend: 0 }", "twice"),
    sampler("a parameter out of range", "set: { voices: ▶17 }", "from 1 to 16", "not 17"),
    sampler("a fraction for a whole parameter", "set: { voices: ▶1.5 }", "whole number"),
    sampler("a word for a switch of a plugin", "set: { hold: ▶maybe }", "true or false"),
    sampler("a list for a text", "set: { title: ▶[ a ] }", "must be a text"),
    sampler("an unknown preset", "preset: ▶Sofd", "did you mean 'Soft'?"),
    sampler("a preset by a label of two", "preset: ▶twin", "urn:test:one, urn:test:two"),
    sampler("a state that is not there", "state: ▶nowhere", "no saved state", "plugin save"),
    sampler("a state of another plugin", "state: ▶other", "urn:test:mono"),
    sampler("a preset and a state", "preset: Soft, ▶state: own", "'preset'"),
    graph(
      "an id twice",
      "[ { plugin: urn:test:mono, id: a }, { plugin: urn:test:mono, id: ▶a } ]",
      "'a'",
      "taken"
    ),
    graph("an id with a dot", "[ { plugin: urn:test:mono, id: ▶a.b } ]", "'a.b'"),
    graph("the id of a source", "[ { plugin: urn:test:mono, id: ▶source } ]", "taken"),
    .session(
      "a stereo plugin among the channels of a sphere",
      "source: { route: stems }\n"
        + "graph: [ { plugin: urn:test:sphere }, { plugin: ▶urn:test:sides } ]",
      "hears Stereo channels",
      "the AmbisonicBH1P1 channels here are not made of",
      "'nodes' and 'connections'"
    ),
    graph(
      "a width that does not fit",
      "[ { plugin: ▶urn:test:triple } ]",
      "3 audio inputs",
      "2 channels",
      "'nodes' and 'connections'"
    ),
    graph("a generator behind a source", "[ { plugin: ▶urn:test:tone } ]", "sound of its own"),
    graph("an end without outputs", "[ { plugin: ▶urn:test:meter } ]", "no audio outputs"),
    .session("a chain without source", "graph: [ { plugin: ▶urn:test:mono } ]", "'source'"),
  ]

  static let nets: [BadPreset] = [
    graph("nodes without connections", "▶{ nodes: {} }", "needs the key 'connections'"),
    graph("use beside nodes", "{ use: part.yaml, ▶nodes: {} }", "'nodes'", "'use'"),
    net("a connection without arrow", "▶a out", "no connection", "from -> to"),
    net("a connection with two arrows", "▶source -> a -> out", "no connection"),
    net("a connection to nothing", "▶'source ->'", "no connection"),
    net("an unknown node", "▶sorce -> a", "'sorce'", "did you mean 'source'?"),
    net("an unknown destination", "▶source -> c", "'c'", "has inputs"),
    net("an unknown port", "▶a.out_x -> out", "'out_x'", "did you mean 'out_l'?"),
    net("an unknown input port", "▶source.1 -> a.left", "'left'", "l, r"),
    net("a channel that a source lacks", "▶source.3 -> out", "'source.3'", "1 to 2"),
    net("an output that is no number", "▶a -> out.left", "'out.left'", "out.1"),
    net("too narrow inputs", "▶a -> b", "2 channels", "1 input"),
    net("a connection twice", "a.out_l -> b\n    - ▶a.out_l -> b.in", "twice"),
    net("a circle", "a.out_l -> b\n    - ▶b -> a", "circle", "a -> b -> a"),
    net("a node that hears itself", "▶a -> a", "circle", "a -> a"),
  ]

  static let includes: [BadPreset] = [
    graph("a missing file", "{ use: ▶no.yaml }", "no.yaml", "does not exist"),
    graph("a folder", "[ { use: ▶. } ]", "is a directory"),
    graph(
      "a preset that includes itself",
      "{ use: ▶rig.yaml }",
      "include one another",
      "rig.yaml -> "
    ),
    graph("use beside plugin", "[ { use: part.yaml, ▶plugin: urn:test:mono } ]", "'use'"),
  ]

  @Test("is refused with its place", arguments: chains + nets)
  func isRefused(_ preset: BadPreset) throws {
    try preset.check()
  }

  @Test("in what it includes is refused with its place", arguments: includes)
  func includeIsRefused(_ preset: BadPreset) throws {
    try preset.check()
  }

  /// A session with a stereo source and this graph.
  private static func graph(_ mistake: String, _ text: String, _ words: String...) -> BadPreset {
    let source = "source: { player: sound.wav }\n"
    var preset = BadPreset.session(mistake, "\(source)graph: \(text)")
    preset.words = words
    return preset
  }

  /// A session with a plugin that has parameters, presets and a state, used like this.
  private static func sampler(_ mistake: String, _ text: String, _ words: String...) -> BadPreset {
    var preset = graph(mistake, "[ { plugin: urn:test:sampler, \(text) } ]")
    preset.words = words
    return preset
  }

  /// A session with a stereo node `a`, a mono node `b` and these connections.
  private static func net(_ mistake: String, _ text: String, _ words: String...) -> BadPreset {
    let nodes = "nodes: { a: { plugin: urn:test:stereo }, b: { plugin: urn:test:mono } }"
    let start =
      "source: { player: sound.wav }\ngraph:\n  \(nodes)\n  connections:\n    - a -> out\n"
    var preset = BadPreset.session(mistake, "\(start)    - \(text)")
    preset.words = words
    return preset
  }
}
