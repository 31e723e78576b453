// SPDX-License-Identifier: Apache-2.0
// `tarmac plugins check` reports what is wrong with a plugin, whatever the plugin does to its
// process.

import Foundation
import Testing
import TestPlugins

@Suite("Plugin checks", .serialized) struct CheckTests {
  @Test(
    "what a plugin does wrong is its result",
    arguments: [
      ("nan", 1, "flawed", "Puts out NaN or infinity"),
      ("overrun", 1, "flawed", "Writes past its event buffer"),
      ("overrun", 2, "flawed", "Puts out events that can't be true"),
      ("crash", 1, "crashed", "Crashes (SIGSEGV) while it is started"),
      ("crash", 2, "crashed", "Crashes (SIGABRT) while it is started"),
      ("crash", 3, "hung", "Does not come back within 3 s while it is started"),
      ("stubborn", 1, "flawed", "Its state can't be saved"),
      ("stubborn", 2, "flawed", "Its state can't be restored"),
      ("stubborn", 3, "flawed", "Puts out NaN in a control output"),
      ("stubborn", 5, "crashed", "Crashes (SIGABRT) while it runs"),
    ]
  )
  func rude(_ plugin: String, _ kind: Int, _ verdict: String, _ sentence: String) async throws {
    let plugins = try CheckedPlugins(rude: plugin, kind)
    let (status, document) = try await plugins.check("fixture:\(plugin)", limit: kind == 3 ? 3 : 60)
    #expect(status == 1)
    let check = try #require(document.plugins.first)
    #expect(document.plugins.count == 1)
    #expect(check.verdict == verdict)
    #expect(check.sentence.hasPrefix(sentence), "\(check.sentence)")
  }

  @Test("a plugin that sleeps in run is good, and its sleeps are counted")
  func sleeper() async throws {
    let (status, document) = try await CheckedPlugins(rude: "sleep", 1).check("fixture:sleep")
    #expect(status == 0)
    let calls = try #require(document.plugins.first?.calls)
    // At least one for each block of a second of sound.
    #expect(calls.systemCalls > 187)
    #expect(calls.allocations == 0 && calls.locks == 0)
  }

  @Test("a plugin that keeps files of its own beside its state is good")
  func ownFiles() async throws {
    let (status, document) = try await CheckedPlugins(rude: "state", 0).check("fixture:state")
    let check = try #require(document.plugins.first)
    #expect(status == 0 && check.verdict == "good", "\(check.sentence)")
    #expect(check.keepsState == true)
  }

  @Test("a result is kept until the bundle changes")
  func kept() async throws {
    let plugins = try CheckedPlugins(rude: "nan", 1)
    let uri = "urn:tarmac:fixture:nan"
    let info = {
      String(decoding: try await plugins.tarmac("plugins", "info", uri).output, as: UTF8.self)
    }
    #expect(try await !info().contains("checked: "))
    _ = try await plugins.check(uri)
    #expect(try await info().contains("checked: flawed"))
    let manifest = plugins.folder.appending(path: "lv2/fixtures.lv2/manifest.ttl")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    try (text + "\n").write(to: manifest, atomically: true, encoding: .utf8)
    #expect(try await !info().contains("checked: "))
  }

  @Test("a plugin that has crashed in its check is not run, unless by force")
  func refused() async throws {
    let plugins = try CheckedPlugins(rude: "crash", 2)
    let preset = plugins.folder.appending(path: "rig.yaml")
    try """
    tarmac: 1
    routes: { main: { role: speaker, channels: 1, ports: [ "nowhere:a" ] } }
    sessions:
      one:
        source: { jack: [ "nowhere:a" ] }
        graph: [ { plugin: urn:tarmac:fixture:crash } ]
        sends: [ { to: main } ]
    """.write(to: preset, atomically: true, encoding: .utf8)
    let run = { (words: [String]) in
      try await plugins.tarmac(
        ["run", preset.path, "--server", "attach", "--name", "none"] + words
      )
    }
    let words = "crashes (SIGABRT) while it is started; use another, give its session"
    _ = try await plugins.check("fixture:crash")
    let refused = try await run([])
    #expect(refused.status == 65)
    #expect(refused.errors.contains(words), "\(refused.errors)")
    // There is no server, but that is reported only once the preset is right.
    let forced = try await run(["--force"])
    #expect(forced.status != 65 && !forced.errors.contains(words), "\(forced.errors)")
    // The result of one copy does not apply to another one.
    let mended = try plugins.copied(to: "mended")
    let other = try await mended.tarmac(
      ["run", preset.path, "--server", "attach", "--name", "none"]
    )
    #expect(other.status != 65 && !other.errors.contains(words), "\(other.errors)")
  }

  @Test("calls in run are counted where they are known to be")
  func calls() async throws {
    let plugins = try CheckedPlugins(path: TestPlugins.path)
    let calf = "http://calf.sourceforge.net/plugins/"
    let vinyl = try await plugins.check(calf + "Vinyl").document.plugins.first?.calls
    #expect((vinyl?.locks ?? 0) > 0)
    let equalizer = try await plugins.check(calf + "Equalizer30Band").document.plugins.first?.calls
    #expect((equalizer?.allocations ?? 0) > 1_000)
    let amplifier = try await plugins.check(PluginURI.amplifier).document.plugins.first?.calls
    #expect(amplifier.map { $0.allocations + $0.locks + $0.systemCalls } == 0)
  }

  @Test("of the test set all run but those with defects of their own, which are named")
  func installed() async throws {
    let (status, document) = try await CheckedPlugins(path: TestPlugins.path).check("*")
    let figures = document.figures
    print("checked: \(figures)")
    let known = try KnownDefect.ofDebian()
    let bad = document.plugins.filter { $0.verdict != "good" }
    #expect(status == (bad.isEmpty ? 0 : 1))
    for plugin in bad {
      let defect = known[plugin.uri]
      #expect(
        defect?.verdicts.contains(plugin.verdict) == true,
        "\(plugin.uri): \(plugin.sentence)"
      )
      let words = defect?.words ?? "?"
      #expect(words.isEmpty || plugin.sentence.contains(words), "\(plugin.sentence)")
    }
    for plugin in document.plugins where plugin.keepsState == false {
      #expect(known[plugin.uri]?.verdicts.contains("settles") == true, "\(plugin.uri)")
    }
    let refused = bad.count { $0.verdict == "refused" }
    #expect(figures.plugins >= 200)
    #expect(figures.instantiated == figures.plugins - refused)
    #expect(figures.ran == figures.instantiated)
    #expect(figures.presetsApplied == figures.presets && figures.presets > 100)
    #expect(document.plugins.count(where: \.hasBypass) >= 10)
    #expect(document.plugins.contains { $0.uri == PluginURI.limiter && $0.latencyFrames > 10_000 })
  }
}
