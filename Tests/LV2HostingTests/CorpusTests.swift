// SPDX-License-Identifier: Apache-2.0
// Every plugin of the installed set runs, or is refused with the right error.

import Foundation
import Glibc
import LV2Hosting
import Quantities
import RenderCore
import TestPlugins
import Testing

@Suite struct CorpusTests {
  @Test("every installed plugin runs odd blocks or is refused by name")
  func everyInstalledPluginRunsOddBlocksOrIsRefusedByName() async {
    let trail = Trail()
    defer { trail.remove() }
    let result = await #expect(processExitsWith: .success) { [trail = trail as Trail] in
      inEachPlugin(trail, runOddBlocks)
    }
    #expect(result != nil, "it ended in \(trail.read())")
  }

  @Test("every installed plugin has the same state in its next instance")
  func everyInstalledPluginHasTheSameStateInItsNextInstance() async {
    let trail = Trail()
    defer { trail.remove() }
    let result = await #expect(processExitsWith: .success) { [trail = trail as Trail] in
      inEachPlugin(trail, saveAndRestore)
    }
    #expect(result != nil, "it ended in \(trail.read())")
  }

  @Test("every preset is applied")
  func everyPresetIsApplied() async {
    let trail = Trail()
    defer { trail.remove() }
    let result = await #expect(processExitsWith: .success) { [trail = trail as Trail] in
      inEachPlugin(trail, applyPresets)
    }
    #expect(result != nil, "it ended in \(trail.read())")
  }
}

/// Runs `body` for each plugin in a child process, so that a plugin that kills it does not take the
/// other tests along; ends the process.
private func inEachPlugin(
  _ trail: Trail,
  _ body: (String, LV2World) throws(HostingError) -> Void
) -> Never {
  let world = TestPlugins.world()
  let uris = world.uris
  #expect(uris.count >= 200, "the test set is not installed: \(TestPlugins.path)")
  for uri in uris {
    trail.write(uri)
    do throws(HostingError) {
      try body(uri, world)
    } catch {
      #expect(isDeserved(error), "\(error)")
    }
  }
  // Not by exit(): plugins leave threads behind, which would meet the libraries' destructors.
  _exit(EXIT_SUCCESS)
}

private func make(_ uri: String, _ world: LV2World) throws(HostingError) -> LV2Instance {
  try world.instantiate(uri, sampleRate: .usual, maximumBlock: FrameCount(256))
}

/// Saves an instance that has played, restores that into another, and saves again.
private func saveAndRestore(_ uri: String, _ world: LV2World) throws(HostingError) {
  let folder = "/tmp/tarmac-test-state-\(getpid())"
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let first = try make(uri, world)
  first.send(midi: [0x90, 60, 100])
  AudioBench(first).run(blocks: [256, 7], signal: noise)
  try first.saveState(to: folder)
  let second = try make(uri, world)
  try second.restoreState(from: folder)
  AudioBench(second).run(blocks: [256])
  let (before, after) = (try first.state(), try second.state())
  #expect(before.propertyCount == after.propertyCount, "\(uri)")
  let moved = before.controls.filter { after.controls[$0.key] != $0.value }.keys.sorted()
  #expect(moved.isEmpty, "\(uri) \(moved)")
  if before != after {
    // A known defect, such as a state with the time of day.
    let defect = try? KnownDefect.ofDebian()[uri]
    #expect(defect?.verdicts.contains("settles") == true, "\(uri)")
  }
}

private func applyPresets(_ uri: String, _ world: LV2World) throws(HostingError) {
  let presets = world.presets(of: uri).prefix(40)
  guard !presets.isEmpty else { return }
  let instance = try make(uri, world)
  let bench = AudioBench(instance)
  for preset in presets {
    try instance.apply(preset: preset.uri)
    let values = try world.preset(preset.uri, of: uri)?.controls ?? [:]
    // Some presets name ports that their plugin no longer has.
    for (symbol, value) in values {
      guard let control = instance.control(symbol), control.info.direction == .input else {
        continue
      }
      // Some presets give whole numbers and choices a fraction, and some a value beyond its range.
      let taken = control.info.ranged(value)
      #expect(control.value == taken, "\(uri) \(symbol) \(preset.uri)")
    }
    bench.run(blocks: [64], signal: noise)
  }
}

private func runOddBlocks(_ uri: String, _ world: LV2World) throws(HostingError) {
  let instance = try make(uri, world)
  let blocks = [1, 7, 64, 255, 256, 13, 128, 2, 100, 31]
  let output = AudioBench(instance).run(blocks: blocks, signal: noise)
  #expect(output.allSatisfy { $0.count == blocks.reduce(0, +) })
  // Some plugins do put NaN out: for a block of one frame, or of memory that they never wrote.
  #expect(output.allSatisfy { $0.allSatisfy(\.isFinite) }, "\(uri)")
  #expect(instance.node.runs == blocks.count)
  #expect(instance.health.sequenceOverruns == 0, "\(uri)")
}

/// Whether Debian's package of the plugin is broken in just this way.
private func isDeserved(_ error: HostingError) -> Bool {
  switch error {
  case .libraryNotLoaded(let plugin, _):
    ["mbeq", "pitchScaleHQ"].contains { plugin == "http://plugin.org.uk/swh-plugins/" + $0 }
  case .missingFromLibrary(let plugin, _):
    plugin.hasPrefix("http://breakfastquay.com/rdf/lv2-rubberband#r3")
  default: false
  }
}

/// A file in which a child notes its present work, for the case that it can't report it later.
private struct Trail: Codable, Sendable {
  private let path: String

  init() {
    path = "/tmp/tarmac-test-trail-\(UUID().uuidString)"
  }

  func write(_ text: String) {
    guard let file = unsafe fopen(path, "w") else { return }
    unsafe fputs(text, file)
    unsafe fclose(file)
  }

  func read() -> String {
    guard let file = unsafe fopen(path, "r") else { return "nothing" }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    unsafe fgets(&line, 512, file)
    return String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
  func remove() {
    unsafe unlink(path)
  }
}
