// SPDX-License-Identifier: Apache-2.0
// An engine without a driver, whose output is returned as a number.

import ControlTower
import ControlTree
import Foundation
import InstalledPlugins
import LV2Hosting
import Presets
import Quantities
import RenderCore
import RigEngine
import RigErrors
import RigModel
import SeededNumbers
import SoundFiles

/// A rig that plays into memory; each of its inputs hears a noise of its own.
///
/// > Threading: the test's.
@safe
final class MemoryRig {
  private static let rate = SampleRate(hertz: 48_000)

  /// It has only our own plugins: the sound of others depends on their packages.
  private let world = LV2World(
    path: StoryBook.source.appending(path: ".build/plugins/lv2").path,
    indexFolder: nil
  )
  let engine: Engine
  private let folder: String
  private let blockFrames: Int
  private var workers: RenderWorkers?
  private var channels: [PortKey: Int] = [:]
  private var ports: [PortGroup] = []
  private var inputs: [UnsafeMutablePointer<Float>] = unsafe []
  private var outputs: [UnsafeMutablePointer<Float>] = unsafe []
  private var noise = SeededNumbers(seed: 1)
  /// A noise of its own for each input, so that other inputs come and go without a difference; else
  /// they share one.
  private var noises: [PortKey: SeededNumbers]?
  private var hash = SampleHash()
  private var raw: [Float] = []
  /// The sound of each output, its channels one after the other in each cycle, if a test wants it.
  var tapes: [String: [Float]]?

  /// Whether `TARMAC_RENDERS` names a folder for all samples, so that two builds can be compared by
  /// more than a number.
  static let renders = ProcessInfo.processInfo.environment["TARMAC_RENDERS"]

  /// Writes all samples that were heard to a file of that folder.
  func writeSamples(_ name: String) throws {
    guard let folder = Self.renders else { return }
    let bytes = unsafe raw.withUnsafeBytes { unsafe Data($0) }
    try bytes.write(to: URL(filePath: "\(folder)/\(name).f32"))
  }

  /// A hash of all samples on the outputs.
  var heard: UInt64 { hash.value }

  init(
    _ preset: String,
    in folder: String,
    blockFrames: Int,
    threads: Int,
    hasNoiseForEach: Bool = false
  ) throws {
    (self.folder, self.blockFrames) = (folder, blockFrames)
    noises = hasNoiseForEach ? [:] : nil
    world.load()
    engine = try Engine(
      Self.rig(preset, in: folder, world),
      world: world,
      sampleRate: Self.rate,
      blockFrames: blockFrames,
      lanes: nil
    )
    take(engine.live.ports)
    engine.context.publish(channels: channels, blockFrames: blockFrames)
    engine.mixer.setLevels()
    engine.controller.settleWithoutDriver()
    if threads > 1 {
      // A busy machine may take any time.
      workers = RenderWorkers(
        of: engine.controller.processor,
        count: threads - 1,
        realtimePriority: nil,
        patience: Seconds(600)
      )
    }
    _ = engine.start()
  }

  deinit {
    unsafe (inputs + outputs).forEach { unsafe $0.deallocate() }
  }

  /// The files that generated presets play.
  static func writeSounds(to folder: String) throws {
    var random = SeededNumbers(seed: 7)
    for (name, channels, frames) in [("mono", 1, 9_000), ("stereo", 2, 14_000), ("click", 1, 700)] {
      let samples = (0..<channels).map { _ in random.samples(frames).map { $0 * 0.25 } }
      try SoundFile.write(samples, to: "\(folder)/\(name).wav", rate: rate)
    }
  }

  private static func rig(_ preset: String, in folder: String, _ world: LV2World) throws -> Rig {
    let file = "\(folder)/\(UUID().uuidString).yaml"
    try preset.write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    return try PresetReader(catalogue: InstalledPlugins(world: world)).read(file: file)
  }

  // MARK: What happens

  /// Sets a value as users do; a refused value changes nothing.
  func set(_ path: String, _ value: String) { _ = try? engine.tree.set(path, to: .words(value)) }

  func control(_ session: String, _ action: PlayerAction) {
    _ = try? engine.players.control(session, source: nil, action)
  }

  func happen(_ event: TowerEvent) { try? engine.handle(event) }

  func setPresent(_ routes: Set<String>) { engine.mixer.setPresent(routes) }

  /// Reloads with another preset.
  func reload(_ preset: String) async throws {
    let change = try await engine.prepareChange(to: try Self.rig(preset, in: folder, world))
    engine.silence(change)
    render(max(blockFrames, 4_096))
    _ = engine.commit(change, channels: change.ports.numbered, present: engine.mixer.present)
    take(change.ports)
  }

  /// Makes a buffer for each channel that there is.
  private func take(_ ports: [PortGroup]) {
    (self.ports, channels) = (ports, ports.numbered)
    while unsafe inputs.count < channels.count {
      unsafe inputs.append(buffer())
      unsafe outputs.append(buffer())
    }
  }

  private func buffer() -> UnsafeMutablePointer<Float> {
    let buffer = UnsafeMutablePointer<Float>.allocate(capacity: blockFrames)
    unsafe buffer.initialize(repeating: 0, count: blockFrames)
    return unsafe buffer
  }

  // MARK: Time

  /// Renders so many frames, up to whole cycles.
  func render(_ frames: Int) {
    giveWay()
    for _ in 0..<(frames + blockFrames - 1) / blockFrames { cycle() }
  }

  private func cycle() {
    for player in engine.live.channels.flatMap(\.players) { player?.file.fill() }
    hear()
    let heard = unsafe inputs.map { unsafe Optional(UnsafePointer($0)) }
    let filled = unsafe outputs.map { unsafe Optional($0) }
    unsafe heard.withUnsafeBufferPointer { heard in
      unsafe filled.withUnsafeBufferPointer { filled in
        unsafe engine.controller.processor.render(
          DriverBlock(inputs: heard, outputs: filled, frames: blockFrames)
        )
      }
    }
    engine.takeReports()
    for route in engine.live.routes.filter(\.isOutput).map(\.route.name) where tapes != nil {
      for channel in 0..<2 {
        guard let number = channels[.route(route, channel: channel)] else { continue }
        let samples = unsafe UnsafeBufferPointer(start: outputs[number], count: blockFrames)
        unsafe tapes?[route, default: []] += samples
      }
    }
    for route in GeneratedRig.outputs {
      for channel in 0..<2 {
        guard let number = channels[.route(route, channel: channel)] else { continue }
        unsafe hash.add(outputs[number], frames: blockFrames)
        if Self.renders != nil {
          unsafe raw += UnsafeBufferPointer(start: outputs[number], count: blockFrames)
        }
      }
    }
  }
}

extension MemoryRig {
  /// Draws what the inputs hear in the next cycle.
  private func hear() {
    guard noises != nil else {
      for channel in 0..<(unsafe inputs.count) { hear(&noise, on: channel) }
      return
    }
    for key in ports.filter({ $0.direction == .input }).flatMap(\.ports).map(\.key) {
      guard let channel = channels[key] else { continue }
      var name = SampleHash()
      for byte in "\(key)".utf8 { name.add(UInt32(byte)) }
      var noise = noises?[key] ?? SeededNumbers(seed: name.value)
      hear(&noise, on: channel)
      noises?[key] = noise
    }
  }

  private func hear(_ noise: inout SeededNumbers, on channel: Int) {
    for frame in 0..<blockFrames {
      let sample = Float(Int32(truncatingIfNeeded: noise.next())) / 8_589_934_592
      unsafe inputs[channel][frame] = sample
    }
  }
}

/// Gives this thread, one of a test's own, the lowest priority, because others have to keep time.
func giveWay() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19) }

/// The bits of samples as a number (FNV-1a over words of 32 bits, 64 bits wide).
struct SampleHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ samples: UnsafePointer<Float>, frames: Int) {
    for frame in 0..<frames { unsafe add(samples[frame].bitPattern) }
  }

  mutating func add(_ word: UInt32) {
    value = (value ^ UInt64(word)) &* 0x100_0000_01b3
  }
}
