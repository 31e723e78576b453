// SPDX-License-Identifier: Apache-2.0
// Offline rendering: right samples in the right files, the same every time, at any block length.

import FileDriver
import Foundation
import Quantities
import RenderCore
import SoundFiles
import Testing

private let rate = SampleRate(hertz: 48_000)

/// Two looped players, each on a stereo route of its own; the first is on a third, mono route as
/// well.
private final class OfflineRig {
  let folder: String
  private let controller = RenderController(sampleRate: rate)
  private let players: [(file: SoundFilePlayer, node: PlayerNode)]
  private let fadeFrame: Int?
  private let strips: [StripNode]

  init(loops: [[[Float]]], fileRate: SampleRate = rate, fadeFrame: Int? = nil) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "tarmac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    let folder = url.path
    self.folder = folder
    self.fadeFrame = fadeFrame
    players = try loops.enumerated().map { index, channels in
      let path = "\(folder)/loop\(index).wav"
      try SoundFile.write(channels, to: path, rate: fileRate)
      let file = try SoundFilePlayer(file: path, rate: rate, loops: true, lanes: nil)
      return (file, PlayerNode(id: UInt32(index), ring: try file.makeRing(at: .zero).audio))
    }
    strips = players.indices.map { StripNode(id: UInt32($0), channels: 2) }
    publish()
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func publish() {
    let stereo = [(from: 0, to: 0), (from: 1, to: 1)]
    let segments = players.indices.map { index in
      var sends = [
        SendDescription(node: SendNode(gain: 1), bus: index, isPost: true, map: stereo)
      ]
      if index == 0 {
        let mono = [(from: 1, to: 0)]
        sends.append(SendDescription(node: SendNode(gain: 1), bus: 2, isPost: false, map: mono))
      }
      return SegmentDescription(
        strip: strips[index],
        sources: [.player(players[index].node)],
        outputs: [[.source(0, channel: 0)], [.source(0, channel: 1)]],
        sends: sends
      )
    }
    let buses = [[0, 1], [2, 3], [4]].map {
      BusDescription(node: BusNode(channels: $0.count), driverChannels: $0)
    }
    controller.publish(PlanDescription(segments: segments, buses: buses), blockFrames: 256)
    for (player, strip) in zip(players, strips) {
      controller.open(strip, over: .zero, after: .zero)
      controller.setPlaying(player.node, true)
    }
  }

  /// Renders and returns the paths of the three files.
  func render(frames: Int, blockFrames: Int = 256, name: String = "out") throws -> [String] {
    let outputs = [[0, 1], [3, 2], [4]].enumerated().map { index, channels in
      OutputFile(path: "\(folder)/\(name)\(index).wav", driverChannels: channels)
    }
    let driver = FileDriver(
      processor: controller.processor,
      sampleRate: rate,
      blockFrames: blockFrames,
      outputs: outputs
    )
    try driver.render(frames: frames) { frame in
      for player in players { player.file.fill() }
      if frame == fadeFrame {
        controller.ramp(strips[0].fader, to: LinearGain(factor: 0.25), over: FrameCount(5000))
      }
      _ = controller.poll()
    }
    return outputs.map(\.path)
  }
}

private func loop(_ frames: Int, _ seed: Int) -> [[Float]] {
  (0..<2).map { channel in
    (0..<frames).map { Float(($0 * 7919 + seed * 104_729 + channel * 31) % 65_536) / 65_536 - 0.5 }
  }
}

@Suite("File driver")
struct FileDriverTests {
  @Test("each file gets its channels and nothing else", arguments: [1, 7, 64, 256, 1024])
  func channels(blockFrames: Int) throws {
    let loops = [loop(3001, 1), loop(5003, 2)]
    let rig = try OfflineRig(loops: loops)
    let frames = 70_001
    let paths = try rig.render(frames: frames, blockFrames: blockFrames)
    let files = try paths.map { try SoundFile.read($0).channels }
    #expect(files.map(\.count) == [2, 2, 1])
    let expected = [
      (files[0][0], loops[0][0]), (files[0][1], loops[0][1]),
      (files[1][0], loops[1][1]), (files[1][1], loops[1][0]), (files[2][0], loops[0][1]),
    ]
    // A player starts with a ramp of 5 ms.
    for (file, loop) in expected {
      #expect(file.count == frames)
      #expect((240..<frames).allSatisfy { file[$0] == loop[$0 % loop.count] })
    }
  }

  @Test("a rendering can be repeated byte for byte")
  func deterministic() throws {
    let loops = [loop(44_100, 3), loop(30_000, 4)]
    let bytes = try (0..<2).map { _ in
      let rig = try OfflineRig(
        loops: loops,
        fileRate: SampleRate(hertz: 44_100),
        fadeFrame: 25_600
      )
      return try rig.render(frames: 100_000).map { try Data(contentsOf: URL(filePath: $0)) }
    }
    #expect(bytes[0] == bytes[1])
  }

  @Test("an error before a block ends the rendering")
  func failure() throws {
    struct Stop: Error {}
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: path) }
    let driver = FileDriver(
      processor: RenderController(sampleRate: rate).processor,
      sampleRate: rate,
      outputs: [OutputFile(path: path.path, driverChannels: [0])]
    )
    #expect(throws: Stop.self) {
      try driver.render(frames: 10_000) { if $0 == 5120 { throw Stop() } }
    }
  }

  @Test("an output that cannot be written is refused before anything is rendered")
  func noFolder() throws {
    let driver = FileDriver(
      processor: RenderController(sampleRate: rate).processor,
      sampleRate: rate,
      outputs: [OutputFile(path: "/none/a.wav", driverChannels: [0])]
    )
    #expect(throws: SoundFileError.self) { try driver.render(frames: 1000) }
  }
}
