// SPDX-License-Identifier: Apache-2.0
// Requirements that each plugin of the repository meets, in any host.

import Foundation
import PluginMeasurement
import SeededNumbers
import Synchronization
import Testing

@Suite("Each plugin of ours")
struct EveryPluginTests {
  @Test("each bundle was built, and has the plugin that it is named for")
  func built() {
    #expect(ShippedPlugin.bundles.count > 2)
    for bundle in ShippedPlugin.bundles {
      #expect(ShippedPlugin.all.contains { $0.uri == "urn:tarmac:\(bundle)" })
    }
  }

  @Test("does the same wherever the host cuts its blocks", arguments: ShippedPlugin.all)
  func blocks(_ shipped: ShippedPlugin) throws {
    let reference = try shipped.start()
    let input = reference.noise(2_000)
    let expected = reference.run(input, block: 2_000, frames: 2_000)
    var numbers = SeededNumbers(seed: 11)
    let lengths = (0..<2_000).map { _ in Int.random(in: 0...130, using: &numbers) }
    var turn = 0
    let output = try shipped.start().run(
      input,
      frames: 2_000,
      blocks: { _ in
        turn += 1
        return lengths[turn % lengths.count]
      }
    )
    #expect(output == expected)
  }

  @Test("so it does while its controls are turned", arguments: ShippedPlugin.all)
  func turned(_ shipped: ShippedPlugin) throws {
    let frames = 12_000
    let input = try shipped.start().noise(frames)
    for seed in 0..<8 as Range<UInt64> {
      var numbers = SeededNumbers(seed: seed)
      let turns = try turns(shipped, frames: frames, &numbers)
      func run(longest: Int) throws -> [[Float]] {
        let plugin = try shipped.start()
        var lengths = SeededNumbers(seed: seed)
        return plugin.run(
          input,
          frames: frames,
          blocks: { frame in
            let next = turns.first { $0.frame > frame }?.frame ?? frames
            return min(next - frame, .random(in: 1...longest, using: &lengths))
          },
          before: { frame in
            for turn in turns where turn.frame == frame {
              for (symbol, value) in turn.values { plugin[symbol] = value }
            }
          }
        )
      }
      #expect(try run(longest: 300) == run(longest: 40), "seed \(seed)")
    }
  }

  /// Random values for some controls, at random frames.
  private func turns(
    _ shipped: ShippedPlugin,
    frames: Int,
    _ numbers: inout SeededNumbers
  ) throws -> [(frame: Int, values: [String: Float])] {
    let plugin = try shipped.start()
    var turns: [(frame: Int, values: [String: Float])] = []
    var frame = 0
    while frame < frames {
      var values: [String: Float] = [:]
      for symbol in plugin.inputControls where Int.random(in: 0..<3, using: &numbers) == 0 {
        let range = plugin.range(symbol)
        let any = Float.random(in: range.low...range.high, using: &numbers)
        values[symbol] = [range.low, range.high, range.standard, any, any]
          .randomElement(using: &numbers)
      }
      turns.append((frame, values))
      frame += Int.random(in: 1...1_500, using: &numbers)
    }
    return turns
  }

  @Test("may write where it reads", arguments: ShippedPlugin.all)
  func inPlace(_ shipped: ShippedPlugin) throws {
    let plugin = try shipped.start()
    let input = plugin.noise(1_000)
    let expected = plugin.run(input, block: 250, frames: 1_000)
    let again = try shipped.start()
    // Crosswise too: each output in the place of another channel's input.
    for shift in 0..<max(again.inputCount, 1) {
      again.restart()
      let output = again.runInPlace(input, block: 250, frames: 1_000, shift: shift)
      #expect(output == expected)
    }
  }

  @Test("is its input, as late as its sound, while it is not enabled", arguments: ShippedPlugin.all)
  func bypass(_ shipped: ShippedPlugin) throws {
    let plugin = try shipped.start()
    plugin["enabled"] = 0
    let frames = 4_800
    let input = plugin.noise(frames)
    let output = plugin.run(input, frames: frames)
    let latency = plugin.controls.contains("latency") ? Int(plugin["latency"]) : 0
    for channel in 0..<plugin.outputCount {
      let expected =
        plugin.inputCount == 0
        ? [Float](repeating: 0, count: frames)
        : [Float](repeating: 0, count: latency) + input[channel].dropLast(latency)
      #expect(output[channel] == expected)
    }
  }

  @Test("is switched off and on without a click, with each preset", arguments: ShippedPlugin.all)
  func toggling(_ shipped: ShippedPlugin) throws {
    let presets = try #require(BundleReader(shipped.folder)).presets(shipped.uri)
    for (name, values) in presets {
      func output(_ isEnabled: @escaping (Int) -> Bool) throws -> [[Float]] {
        let plugin = try shipped.start()
        for (symbol, value) in values { plugin[symbol] = value }
        let sine = Signal.sine(100, frames: 14_400, amplitude: 0.25)
        let inputs = (0..<plugin.inputCount).map { _ in sine }
        return plugin.run(inputs, block: 96, frames: 14_400) { frame in
          plugin["enabled"] = isEnabled(frame) ? 1 : 0
        }
      }
      let (on, off) = (try output { _ in true }, try output { _ in false })
      let turned = try output { $0 / 2_400 % 2 == 0 }
      for channel in on.indices {
        // The steps of both paths, and a fade over 240 frames between the two.
        let peak = max(on[channel].peak, off[channel].peak)
        let own = max(on[channel].largestStep, off[channel].largestStep)
        #expect(turned[channel].largestStep <= own * 1.01 + 2 * peak / 239, "\(name)")
      }
    }
  }

  @Test("runs at any rate, also blocks of no frame and of one", arguments: ShippedPlugin.all)
  func rates(_ shipped: ShippedPlugin) throws {
    for rate in [
      8_000.0, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 384_000, 1_536_000,
    ] {
      let plugin = try shipped.start(rate: rate)
      _ = plugin.run(plugin.noise(0), frames: 0)
      let output = plugin.run(plugin.noise(500), frames: 500, blocks: { $0 % 2 == 0 ? 1 : 7 })
      #expect(output.allSatisfy { $0.isFinite })
      for control in plugin.controls { #expect(plugin[control].isFinite) }
    }
  }

  @Test("has at least four presets, whose values are in range", arguments: ShippedPlugin.all)
  func presets(_ shipped: ShippedPlugin) throws {
    let presets = try #require(BundleReader(shipped.folder)).presets(shipped.uri)
    #expect(presets.count >= 4)
    let plugin = try shipped.start()
    for (name, values) in presets {
      #expect(!values.isEmpty, "\(name)")
      for (symbol, value) in values {
        #expect(plugin.inputControls.contains(symbol), "\(name): \(symbol)")
        let range = plugin.range(symbol)
        #expect(value >= range.low && value <= range.high, "\(name): \(symbol)")
        plugin[symbol] = value
      }
      let output = plugin.run(plugin.noise(500), frames: 500)
      #expect(output.allSatisfy { $0.isFinite })
    }
  }

  @Test("has the same presets while other bundles are read")
  func presetsBesideOthers() throws {
    let shipped = ShippedPlugin.all
    let alone = shipped.map { BundleReader($0.folder)?.presets($0.uri) }
    let differing = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 1_000) { turn in
      let plugin = shipped[turn % shipped.count]
      let presets = BundleReader(plugin.folder)?.presets(plugin.uri)
      if presets != alone[turn % shipped.count] { differing.add(1, ordering: .relaxed) }
    }
    #expect(differing.load(ordering: .relaxed) == 0)
  }

  @Test("gives numbers, whatever its ports are given", arguments: ShippedPlugin.all)
  func fuzz(_ shipped: ShippedPlugin) throws {
    var fuzzer = PluginFuzzer(seed: 3)
    let rates = [22_050.0, 44_100, 48_000, 96_000, 384_000]
    for rate in rates {
      let plugin = try shipped.start(rate: rate)
      let finding = fuzzer.run(plugin, values: 100_000 / rates.count)
      #expect(finding == nil, "\(rate) Hz")
    }
    #expect(fuzzer.values >= 100_000)
  }

  @Test("plays ten seconds of noise, with each of its presets", arguments: ShippedPlugin.all)
  func tenSeconds(_ shipped: ShippedPlugin) throws {
    let presets = try #require(BundleReader(shipped.folder)).presets(shipped.uri)
    let plugin = try shipped.start()
    for (_, values) in presets.sorted(by: { $0.key < $1.key }) {
      for (symbol, value) in values { plugin[symbol] = value }
      let frames = 480_000 / presets.count + 1
      let output = plugin.run(plugin.noise(frames), block: 256, frames: frames)
      #expect(output.allSatisfy { $0.isFinite })
    }
  }
}
