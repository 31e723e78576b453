// SPDX-License-Identifier: Apache-2.0
// The demo's sound files: the same every time, at the right level, without a seam.

import Foundation
import DemoAudio
import Quantities
import SoundFiles
import Testing

@Suite("Demo audio")
struct DemoAudioTests {
  private static func write() throws -> (folder: URL, paths: [String]) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "tarmac-\(UUID().uuidString)"
    )
    return (folder, try DemoAudio.write(to: folder.path))
  }

  @Test("two runs give the same bytes")
  func deterministic() throws {
    let runs = try (0..<2).map { _ in try Self.write() }
    defer { for run in runs { try? FileManager.default.removeItem(at: run.folder) } }
    let names = runs[0].paths.map { URL(filePath: $0).lastPathComponent }
    #expect(names == ["deck-a.wav", "deck-b.wav", "announcement.wav", "beep.wav"])
    for (first, second) in zip(runs[0].paths, runs[1].paths) {
      #expect(try Data(contentsOf: URL(filePath: first)) == Data(contentsOf: URL(filePath: second)))
    }
  }

  @Test("the peaks are at -3 dBFS and nothing is one-sided or has an offset")
  func levels() throws {
    let (folder, paths) = try Self.write()
    defer { try? FileManager.default.removeItem(at: folder) }
    for path in paths {
      let (channels, rate) = try SoundFile.read(path)
      #expect(rate == SampleRate(hertz: 48_000))
      let peak = channels.joined().reduce(0) { max($0, $1.magnitude) }
      #expect(abs(peak - 0.7079) < 0.0001)
      for channel in channels {
        let mean = channel.reduce(0) { $0 + Double($1) } / Double(channel.count)
        let power = channel.reduce(0) { $0 + Double($1) * Double($1) } / Double(channel.count)
        #expect(abs(mean) < 0.003, "offset in \(path)")
        #expect((0.03...0.4).contains(power.squareRoot()), "level of \(path)")
      }
    }
  }

  @Test("the loops are two bars at 124 beats a minute and the seam is as smooth as the rest")
  func loops() throws {
    let (folder, paths) = try Self.write()
    defer { try? FileManager.default.removeItem(at: folder) }
    for path in paths.prefix(2) {
      let (channels, _) = try SoundFile.read(path)
      #expect(channels.map(\.count) == [185_806, 185_806])
      for channel in channels {
        let steps = zip(channel, channel.dropFirst()).map { abs($1 - $0) }
        let seam = abs(channel[0] - channel[channel.count - 1])
        #expect(seam <= steps.max() ?? 0)
        #expect(seam < 0.1)
      }
    }
  }

  @Test("the announcement is one channel of five to six seconds, and ends silent")
  func announcement() throws {
    let (folder, paths) = try Self.write()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (channels, _) = try SoundFile.read(paths[2])
    #expect(channels.count == 1)
    #expect((5 * 48_000...6 * 48_000).contains(channels[0].count))
    #expect(channels[0].suffix(480).allSatisfy { abs($0) < 0.01 })
  }
}
