// SPDX-License-Identifier: Apache-2.0
// An engine without a driver: cycles are rendered when a test asks for them, from and into memory.

package import ControlTower
import ControlTree
import Foundation
import InstalledPlugins
import LV2Hosting
import Presets
package import Quantities
import RenderCore
package import RigEngine
package import RigErrors
package import RigModel
import SoundFiles

/// A rig in this process whose inputs all hear a constant.
///
/// > Threading: the test's.
@safe
package final class EngineBench {
  /// The value of every input sample.
  package static let input: Float = 0.5
  private static let frames = 256
  /// More cycles than any ramp of the host takes: levels have arrived, releases have run.
  private static let settled = 64
  /// A world without plugins; a test that needs none does not wait for their manifests.
  private let world = LV2World()

  package let engine: Engine
  private var channels: [PortKey: Int] = [:]
  private var outputs: [UnsafeMutablePointer<Float>] = unsafe []
  private var inputs: [UnsafeMutablePointer<Float>] = unsafe []

  /// Loads a preset, plays it, and lets all values arrive; `volumes` are those of an earlier run.
  package init(_ preset: String, volumes: [VolumeKey: Decibels] = [:]) throws {
    engine = try Engine(
      EngineBench.rig(preset),
      world: world,
      sampleRate: SampleRate(hertz: 48_000),
      blockFrames: EngineBench.frames,
      lanes: nil,
      initialState: RigInitialState(volumes: volumes)
    )
    publish()
    engine.mixer.setLevels()
    engine.controller.settleWithoutDriver()
    _ = engine.start()
    settle()
  }

  deinit {
    unsafe (inputs + outputs).forEach { unsafe $0.deallocate() }
  }

  /// Reads a preset.
  package static func rig(_ preset: String) throws -> Rig {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: "tarmac-engine-\(UUID().uuidString).yaml")
    try preset.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try PresetReader(catalogue: InstalledPlugins(world: LV2World())).read(file: file.path)
  }

  /// Reloads with another preset; `look` looks after each cycle.
  package func reload(_ preset: String, look: () -> Void = {}) async throws {
    let change = try await engine.prepareChange(to: try EngineBench.rig(preset))
    engine.silence(change)
    settle(look)
    let channels = change.ports.numbered
    _ = engine.commit(change, channels: channels, present: engine.mixer.present)
    take(channels)
    settle(look)
  }

  private func publish() {
    let channels = engine.live.ports.numbered
    engine.context.publish(channels: channels, blockFrames: EngineBench.frames)
    take(channels)
  }

  /// Makes a buffer for each channel that there is.
  private func take(_ channels: [PortKey: Int]) {
    self.channels = channels
    while unsafe inputs.count < channels.count {
      unsafe inputs.append(EngineBench.buffer(of: EngineBench.input))
      unsafe outputs.append(EngineBench.buffer(of: 0))
    }
  }

  private static func buffer(of value: Float) -> UnsafeMutablePointer<Float> {
    let buffer = UnsafeMutablePointer<Float>.allocate(capacity: frames)
    unsafe buffer.initialize(repeating: value, count: frames)
    return unsafe buffer
  }

  /// Renders until nothing moves any more.
  package func settle(_ look: () -> Void = {}) {
    for _ in 0..<EngineBench.settled {
      cycle()
      look()
    }
  }

  /// Renders one cycle, and keeps the renderer's events.
  package func cycle() {
    for player in engine.live.channels.flatMap(\.players) { player?.file.fill() }
    let heard = unsafe inputs.map { unsafe Optional(UnsafePointer($0)) }
    let filled = unsafe outputs.map { unsafe Optional($0) }
    unsafe heard.withUnsafeBufferPointer { heard in
      unsafe filled.withUnsafeBufferPointer { filled in
        unsafe engine.controller.processor.render(
          DriverBlock(inputs: heard, outputs: filled, frames: EngineBench.frames)
        )
      }
    }
    engine.takeReports()
  }

  // MARK: What comes out

  /// The last sample of an output's channel.
  package func heard(_ route: String, channel: Int = 0) -> Float {
    guard let number = channels[.route(route, channel: channel)] else { return 0 }
    return unsafe outputs[number][EngineBench.frames - 1]
  }

  /// Whether a session's graph is called.
  package func isCalled(_ session: String) -> Bool {
    let calls = engine.live.session(session)?.strip.calls
    cycle()
    return engine.live.session(session)?.strip.calls != calls
  }

  /// The text of a value.
  package func value(_ path: String) throws -> String? {
    try engine.tree.nodes(at: path).first?.value.words
  }

  /// The texts of some values, by their paths.
  package func values(at paths: [String]) throws -> [String: String] {
    let wanted = Set(paths)
    let nodes = engine.tree.nodes.filter { wanted.contains($0.path) }
    return Dictionary(uniqueKeysWithValues: nodes.map { ($0.path, $0.value.words) })
  }

  /// Sets a value as users do; returns its text afterwards.
  @discardableResult
  package func set(_ path: String, to text: String) throws -> String {
    try engine.tree.set(path, to: .words(text)).value.words
  }

  package func state(_ session: String) -> SessionState? {
    engine.tower.session(SessionID(session))
  }
}

extension RigTree {
  /// The nodes that patterns match, looked up in one go.
  package func nodes(meant patterns: [String]) throws(RigError) -> [TreeNode] {
    var search = TreeSearch(paths, for: patterns.map(PathPattern.init))
    while search.step() {}
    return try nodes(search.finding) ?? []
  }
}
