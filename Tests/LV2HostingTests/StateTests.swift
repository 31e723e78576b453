// SPDX-License-Identifier: Apache-2.0
// The state of a plugin survives the plugin.

import Foundation
import Glibc
import LV2Hosting
import Patience
import Quantities
import Synchronization
import TestPlugins
import Testing

@Suite final class StateTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "tarmac-state-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test("files travel with a folder that is moved")
  func filesTravelWithAFolderThatIsMoved() throws {
    let (one, other) = (folder + "/one", folder + "/other")
    let first = AudioBench(try Fixtures.make("state", values: ["new": 7]))
    first.run(blocks: [8])
    try first.instance.saveState(to: one)
    try FileManager.default.moveItem(atPath: one, toPath: other)
    let second = AudioBench(try Fixtures.make("state"))
    try second.instance.restoreState(from: other)
    second.run(blocks: [8])
    #expect(second.instance.control("value")?.value == 7)
    #expect(second.instance.control("new")?.value == 7)
    let again = folder + "/again"
    try second.instance.saveState(to: again)
    let world = Fixtures.world()
    let (before, after) = (world.state(in: other), world.state(in: again))
    #expect(before == after)
    // Number, URID and vector, and the file.
    #expect(after?.propertyCount == 4)
    #expect(after?.controls == ["new": 7])
    try "8".write(toFile: again + "/notes/note.txt", atomically: true, encoding: .utf8)
    #expect(before != world.state(in: again))
  }

  @Test("files are found whose names only the plugin knows, in a text of its own")
  func namesInTexts() throws {
    let first = AudioBench(try Fixtures.make("state", values: ["new": 7]))
    first.run(blocks: [8])
    // The control would set the value whatever the file has.
    let new = try #require(first.instance.control("new"))
    unsafe new.pointer.pointee = 0
    try first.instance.saveState(to: folder)
    let file = folder + "/state.ttl"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    // The host can't recognise this as a path.
    let untyped = text.replacing("<notes/note.txt>", with: "\"notes/note.txt\"")
    try #require(untyped != text)
    try untyped.write(toFile: file, atomically: true, encoding: .utf8)
    let second = AudioBench(try Fixtures.make("state"))
    try second.instance.restoreState(from: folder)
    second.run(blocks: [8])
    #expect(second.instance.control("value")?.value == 7)
  }

  @Test("what is no state is refused")
  func whatIsNoStateIsRefused() throws {
    let instance = try Fixtures.make("state")
    #expect(throws: HostingError.stateNotReadable(plugin: instance.info.uri, path: folder)) {
      try instance.restoreState(from: folder)
    }
    let path = folder + "/no/such/folder"
    #expect(throws: HostingError.stateNotWritten(plugin: instance.info.uri, path: path)) {
      try instance.saveState(to: path)
    }
    try instance.saveState(to: folder)
    let other = try Fixtures.make("safe-state")
    #expect(throws: HostingError.stateRefused(plugin: other.info.uri)) {
      try other.restoreState(from: folder)
    }
  }

  /// The plugin stands still for a state that it can't take while it runs; otherwise it goes on.
  @Test(
    "run and restore meet only where a plugin allows it",
    arguments: [("state", true), ("safe-state", false)]
  )
  func runAndRestoreMeetOnlyWhereAPluginAllowsIt(name: String, standsStill: Bool) throws {
    let bench = AudioBench(try Fixtures.make(name, values: ["new": 7]))
    let instance = bench.instance
    bench.run(blocks: [8])
    let state = try instance.state()
    let restorer = Restorer()
    let control = unsafe Transfer((instance, state))
    let thread = Thread {
      let (instance, state) = unsafe control.value
      while restorer.goesOn.load(ordering: .acquiring) {
        try? instance.restore(state)
        restorer.restored.add(1, ordering: .releasing)
      }
      restorer.isDone.store(true, ordering: .releasing)
    }
    thread.start()
    // Runs until run and restore have met, where they can.
    let end = ContinuousClock.now + .seconds(patience)
    var hasMet = !standsStill
    while restorer.restored.load(ordering: .acquiring) < 5 || !hasMet, ContinuousClock.now < end {
      bench.run(blocks: [8])
      hasMet = hasMet || instance.health.skippedCycles > 0
    }
    restorer.goesOn.store(false, ordering: .releasing)
    while !restorer.isDone.load(ordering: .acquiring) { bench.run(blocks: [8]) }
    #expect(restorer.restored.load(ordering: .acquiring) >= 5)
    #expect(instance.control("overlaps")?.value == 0)
    #expect((instance.health.skippedCycles > 0) == standsStill)
  }

  @Test("a preset is listed, applied and saved")
  func aPresetIsListedAppliedAndSaved() throws {
    let world = TestPlugins.world()
    let uri = "http://drobilla.net/plugins/mda/JX10"
    let presets = world.presets(of: uri)
    let preset = try #require(
      presets.first { $0.label == "Fretless Bass" },
      "\(presets.map(\.label))"
    )
    let instance = try world.instantiate(uri, sampleRate: .usual, maximumBlock: FrameCount(256))
    let before = instance.controls.map(\.value)
    try instance.apply(preset: preset.uri)
    #expect(instance.controls.map(\.value) != before)
    let saved = folder + "/mine.preset.lv2"
    try instance.saveState(to: saved, label: "Mine")
    world.load(bundle: saved)
    let mine = try #require(world.presets(of: uri).first { $0.label == "Mine" })
    let copy = try world.instantiate(uri, sampleRate: .usual, maximumBlock: FrameCount(256))
    try copy.apply(preset: mine.uri)
    #expect(copy.controls.map(\.value) == instance.controls.map(\.value))
    #expect(throws: HostingError.self) { try copy.apply(preset: "urn:tarmac:nothing") }
  }

  @Test("values of controls keep their last bit")
  func valuesOfControlsKeepTheirLastBit() throws {
    for value in [1 / 3, 1e-7, -0.000_244_140_62, 12_345.679, 1e-30] as [Float] {
      let instance = try Fixtures.make("state")
      let new = try #require(instance.control("new"))
      unsafe new.pointer.pointee = value
      try instance.saveState(to: folder)
      let other = try Fixtures.make("state")
      try other.restoreState(from: folder)
      #expect(other.control("new")?.value == value)
    }
  }

  /// A crash leaves this behind when it comes while the new state is being written.
  @Test("the state before is there while a new one is written")
  func theStateBeforeIsThereWhileANewOneIsWritten() throws {
    let instance = try Fixtures.make("state", values: ["new": 7])
    try instance.saveState(to: folder)
    try FileManager.default.moveItem(
      atPath: folder + "/state.ttl",
      toPath: folder + "/state.ttl.last"
    )
    try "<> a".write(toFile: folder + "/state.ttl", atomically: true, encoding: .utf8)
    let other = try Fixtures.make("state")
    try other.restoreState(from: folder)
    #expect(other.control("new")?.value == 7)
    try other.saveState(to: folder)
    #expect(!FileManager.default.fileExists(atPath: folder + "/state.ttl.last"))
    #expect(Fixtures.world().state(in: folder)?.controls == ["new": 7])
  }

  /// Any other host looks for a preset with the values of the controls and a manifest that names
  /// it.
  @Test("what was saved is a bundle")
  func whatWasSavedIsABundle() throws {
    let instance = try TestPlugins.world().instantiate(
      PluginURI.amplifier,
      sampleRate: .usual,
      maximumBlock: FrameCount(256),
      values: ["gain": -7]
    )
    try instance.saveState(to: folder, label: "Seven below")
    let text = try String(contentsOfFile: folder + "/state.ttl", encoding: .utf8)
    #expect(text.contains("lv2:appliesTo <\(PluginURI.amplifier)>"))
    #expect(text.contains("pset:value -7.0"))
    #expect(text.contains("rdfs:label \"Seven below\""))
    let manifest = try String(contentsOfFile: folder + "/manifest.ttl", encoding: .utf8)
    #expect(manifest.contains("rdfs:seeAlso <state.ttl>"))
  }
}

/// The data that a thread that restores again and again shares with the one that runs the plugin.
private final class Restorer: Sendable {
  let restored = Atomic(0)
  let goesOn = Atomic(true)
  let isDone = Atomic(false)
}

/// Lets a value go to another thread although its type is not sendable.
@unsafe
private struct Transfer<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { unsafe self.value = value }
}
