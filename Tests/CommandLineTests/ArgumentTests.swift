// SPDX-License-Identifier: Apache-2.0
// Mistakes on the command line are refused with a hint.

import Testing

@Suite("Arguments")
struct ArgumentTests {
  @Test(
    "a mistake gives one sentence with what to do, and exit code 64",
    arguments: [
      (["sesion", "list"], "did you mean 'session'?"),
      (["session", "lsit"], "did you mean 'list'?"),
      (["teapot"], "There is no command 'teapot'; known are run, stop"),
      (["status", "--jsno"], "did you mean '--json'?"),
      (["status", "-j"], "There is no option -j"),
      (["status", "--json=yes"], "--json takes no value"),
      (["status", "--name"], "--name needs a value: --name NAME"),
      (["--name", "x", "status"], "it stands after the command"),
      (["demo"], "DIR is missing: tarmac demo DIR"),
      (["run", "a.yaml", "b.yaml"], "'b.yaml' is too much"),
      (["run", "a.yaml", "--server", "maybe"], "auto, attach, start"),
      (["stop", "now"], "'now' is too much"),
      (["interrupt", "begin", "doorbell"], "phone, alarm, assistant"),
      (["render", "a.yaml", "--out", "x"], "--seconds is missing"),
      (["render", "a.yaml", "--out", "x", "--seconds", "-1"], "--seconds is a number from 0 on"),
      (["render", "a.yaml", "--out", "x", "--seconds", "nan"], "--seconds is a number from 0 on"),
      (["player", "seek", "deckA", "soon"], "TIME is a time such as 61.5 or 1:01.5, not 'soon'"),
      (["player", "seek", "deckA", "1:60"], "TIME is a time"),
      (["player", "seek", "deckA", "1.5:10"], "TIME is a time"),
      (["player", "seek", "deckA", "1::10"], "TIME is a time"),
      (["player", "seek", "deckA", "-1"], "TIME is a time"),
      (["set", "deckA.fader_db"], "a value, toggle, or --by STEP"),
      (["completion", "tcsh"], "bash, zsh, fish"),
    ]
  )
  func mistake(_ arguments: [String], _ hint: String) async throws {
    let outcome = try await Tool.tarmac(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.hasPrefix("tarmac: "))
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
  }

  @Test(
    "without a host the commands that need one say so and exit with 69",
    arguments: [
      ["status"], ["status", "--json"], ["status", "--watch"], ["stop"], ["session", "list"],
      ["session", "show", "deckA"], ["session", "activate", "deckA"],
      ["session", "deactivate", "deckA", "--quietly"], ["interrupt", "begin", "phone"],
      ["interrupt", "end", "phone", "--no-resume"], ["get"], ["get", "deckA"], ["reload"],
      ["reload", "other.yaml"], ["player", "play", "deckA"],
      ["player", "seek", "deckA.loop", "2.5"], ["player", "seek", "deckA.loop", "1:02:59.5"],
      ["record", "start", "main", "x.wav"], ["record", "stop", "main"],
      // A negative number is a value, "--" ends the options, and options take both forms.
      ["set", "deckA.fader_db", "-6"], ["set", "deckA.fader_db", "-inf"],
      ["set", "deckA.fader_db", "-6dB"], ["set", "deckA.fader_db", "-.5 dB"],
      ["set", "--", "deckA.name", "--loud"], ["status", "--name=hall"],
      ["status", "--name", "hall"],
    ]
  )
  func noHost(_ arguments: [String]) async throws {
    let outcome = try await Tool.tarmac(arguments)
    #expect(outcome.status == 69, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.hasPrefix("tarmac: "))
  }

  @Test("a preset that is not there is refused with exit code 65 by check")
  func missingPreset() async throws {
    let outcome = try await Tool.tarmac("preset", "check", "nowhere.yaml")
    #expect(outcome.status == 65)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("nowhere.yaml"))
  }

  @Test("a plugin that is not installed is refused with exit code 65")
  func unknownPlugin() async throws {
    let outcome = try await Tool.tarmac("plugins", "info", "urn:nobody:has-this")
    #expect(outcome.status == 65)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("urn:nobody:has-this"))
  }

  @Test("a plugin is found by a part of its URI that no other has, and several are named")
  func pluginByPart() async throws {
    let uri = "http://plugin.org.uk/swh-plugins/dj_eq"
    let whole = try await Tool.tarmac("plugins", "info", uri + "_mono")
    let part = try await Tool.tarmac("plugins", "info", "DJ_eq_mono")
    #expect(part.status == 0 && part.output == whole.output)
    let several = try await Tool.tarmac("plugins", "info", "dj_eq")
    #expect(several.status == 65)
    #expect(several.errors.hasPrefix("tarmac: 2 plugins are like 'dj_eq'; say which: "))
    #expect(several.errors.contains(uri) && several.errors.contains(uri + "_mono"))
  }
}
