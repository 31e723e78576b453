// SPDX-License-Identifier: Apache-2.0
// The lanes of files: they keep rings full and serve all players, and a file that is held up holds
// up no other.

import Foundation
import Quantities
import RenderCore
import Synchronization
import Testing

@testable import SoundFiles

/// Waits until `condition` holds; gives up after a minute, which a busy machine may need.
func eventually(_ condition: () -> Bool) -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  while !condition() {
    if ContinuousClock.now > deadline { return false }
    usleep(1000)
  }
  return true
}

/// A file whose disk does not answer while a test holds it.
private final class Stall: LaneFile {
  let clock = LaneClock()
  let isHolding = Atomic(true)
  let isHeld = Atomic(false)
  let isClosed = Atomic(false)

  var hasWork: Bool { isHolding.load(ordering: .relaxed) }

  func work() { hold() }

  func close() {
    hold()
    isClosed.store(true, ordering: .relaxed)
  }

  private func hold() {
    while isHolding.load(ordering: .relaxed) {
      isHeld.store(true, ordering: .relaxed)
      usleep(1000)
    }
  }
}

@Suite("The lanes of sound files")
struct FileLanesTests {
  @Test("a player's ring stays full without anybody asking")
  func keepsFull() throws {
    let folder = try Folder()
    let signal = noise(frames: 300_000)
    let lanes = FileLanes()
    let player = try SoundFilePlayer(file: folder.write([signal]), rate: rate48, lanes: lanes)
    defer { withExtendedLifetime(player) {} }
    let ring = try player.makeRing(at: .zero)
    var played: [Float] = []
    while played.count < signal.count {
      #expect(eventually { ring.readable > 0 })
      let piece = ring.take(10_000)[0]
      if piece.isEmpty { break }
      played += piece
    }
    #expect(played.elementsEqual(signal))
    #expect(eventually { ring.isFinished })
  }

  @Test("ten players and a recorder are all served")
  func serves() throws {
    let folder = try Folder()
    let path = try folder.write([noise(frames: 480_000)])
    let lanes = FileLanes()
    let players = try (0..<10).map { _ in
      try SoundFilePlayer(file: path, rate: rate44, loops: true, lanes: lanes)
    }
    let rings = try players.map { try $0.makeRing(at: .zero) }
    let recorder = try SoundFileRecorder(
      file: folder.file("out.wav"),
      channels: 1,
      sampleRate: rate48,
      lanes: lanes
    )
    #expect(recorder.ring.put(noise(frames: 48_000)) == 48_000)
    // The lanes forget players that nobody keeps, and the optimiser keeps a player that is used
    // once more.
    withExtendedLifetime(players) {
      #expect(eventually { rings.allSatisfy { $0.readable > 44_100 } })
    }
    #expect(eventually { recorder.framesRecorded == 48_000 })
    try recorder.finish()
  }

  @Test(
    "thirty files whose disks hang keep no player and no recorder waiting, and take a thread each until they go on"
  )
  func hung() throws {
    let folder = try Folder()
    let lanes = FileLanes()
    let stalls = (0..<30).map { _ in Stall() }
    for stall in stalls { lanes.add(stall) }
    #expect(eventually { stalls.allSatisfy { $0.isHeld.load(ordering: .relaxed) } })
    let player = try SoundFilePlayer(
      file: folder.write([noise(frames: 300_000)]),
      rate: rate48,
      lanes: lanes
    )
    let recorder = try SoundFileRecorder(
      file: folder.file("out.wav"),
      channels: 1,
      sampleRate: rate48,
      lanes: lanes
    )
    #expect(recorder.ring.put(noise(frames: 48_000)) == 48_000)
    let request = try player.requestRing(at: Seconds(1))
    #expect(eventually { recorder.framesRecorded == 48_000 && request.outcome != nil })
    guard case .ring(let ring) = request.outcome else {
      Issue.record("no ring came")
      return
    }
    #expect(eventually { ring.readable > 48_000 })
    #expect((31...33).contains(lanes.threads), "\(lanes.threads) threads")
    #expect(eventually { stalls[0].clock.wait(at: .now, longerThan: FileLanes.patience) != nil })
    #expect(player.wait(at: .now) == nil)
    for stall in stalls { stall.isHolding.store(false, ordering: .relaxed) }
    #expect(eventually { lanes.threads == 1 })
    #expect(stalls[0].clock.wait(at: .now, longerThan: FileLanes.patience) == nil)
  }

  @Test(
    "a file that is let go of while its disk hangs is closed once that answers, and nobody waits for it"
  )
  func closes() throws {
    let lanes = FileLanes()
    let stall = Stall()
    lanes.add(stall)
    #expect(eventually { stall.isHeld.load(ordering: .relaxed) })
    lanes.remove(stall)
    let isClosed = stall.isClosed.load(ordering: .relaxed)
    #expect(!isClosed)
    stall.isHolding.store(false, ordering: .relaxed)
    #expect(eventually { stall.isClosed.load(ordering: .relaxed) })
  }

  @Test("of several jumps the newest one counts, and each of the others hears that it does not")
  func supersedes() throws {
    let folder = try Folder()
    let signal = noise(frames: 480_000)
    let lanes = FileLanes()
    let player = try SoundFilePlayer(file: folder.write([signal]), rate: rate48, lanes: lanes)
    let requests = try (0..<20).map { try player.requestRing(at: Seconds(Double($0) / 4)) }
    #expect(eventually { requests.allSatisfy { $0.outcome != nil } })
    guard case .ring(let last) = requests[19].outcome else {
      Issue.record("no ring came")
      return
    }
    #expect(last.take(1_000)[0].elementsEqual(signal[228_000..<229_000]))
    #expect(player.position(of: last) == Seconds(4.75 + 1_000.0 / 48_000))
    // A player that was made before the next was asked for may have come, but nothing fills it any
    // more.
    let others = requests.dropLast().filter {
      if case .superseded = $0.outcome { false } else { true }
    }
    #expect(others.count < 19)
  }

  @Test("a seek beyond what a broken-off FLAC file holds is refused, and keeps nobody waiting")
  func brokenOff() throws {
    let folder = try Folder()
    let whole = try Data(
      contentsOf: URL(filePath: folder.write([noise(frames: 4_800_000)], "whole.flac", as: .flac24))
    )
    let cut = folder.file("cut.flac")
    try whole.prefix(whole.count * 9 / 10).write(to: URL(filePath: cut))
    let player = try SoundFilePlayer(file: cut, rate: rate48, lanes: FileLanes())
    #expect(throws: SoundFileError.self) { try player.requestRing(at: Seconds(98)) }
    let near = try player.requestRing(at: Seconds(1))
    #expect(eventually { near.outcome != nil })
    guard case .ring? = near.outcome else {
      Issue.record("\(near.outcome as Any)")
      return
    }
  }

  @Test(
    "a resident file is played from memory to its end, again and again, whatever has become of it"
  )
  func resident() throws {
    let folder = try Folder()
    let signal = noise(frames: 200_000)
    let path = try folder.write([signal])
    let lanes = FileLanes()
    let player = try SoundFilePlayer(
      file: path,
      rate: rate48,
      lanes: lanes,
      residentFrom: .zero
    )
    try FileManager.default.removeItem(atPath: path)
    for start in [0, 100_000] {
      let request = try player.requestRing(at: Seconds(Double(start) / 48_000))
      guard case .ring(let ring) = request.outcome else {
        Issue.record("it is not there at once")
        return
      }
      var played: [Float] = []
      while !ring.isFinished || ring.readable > 0 {
        #expect(eventually { ring.readable > 0 || ring.isFinished })
        played += ring.take(10_000)[0]
      }
      #expect(played.elementsEqual(signal[start...]))
    }
  }

  @Test(
    "a resident file that is longer than the bound goes on from its disk, sample for sample",
    arguments: [48_000, 44_100]
  )
  func residentBeginning(hertz: Double) throws {
    let folder = try Folder()
    // A short bound needs a file of many channels: 32 MB are 5.4 s of 32 channels at 48 kHz.
    let frames = 300_000
    let channels = (0..<32).map { noise(frames: frames, seed: UInt64($0) + 1) }
    let path = try folder.write(channels, rate: SampleRate(hertz: hertz))
    let lanes = FileLanes()
    let player = try SoundFilePlayer(file: path, rate: rate48, lanes: lanes, residentFrom: .zero)
    guard case .ring(let ring) = try player.requestRing(at: .zero).outcome else {
      Issue.record("it is not there at once")
      return
    }
    let plain = try SoundFile.read(path, at: rate48)
    var played: [Float] = []
    while !ring.isFinished || ring.readable > 0 {
      #expect(eventually { ring.readable > 0 || ring.isFinished })
      played += ring.take(10_000)[31]
    }
    #expect(played.elementsEqual(plain[31]))
  }

  @Test("frames that do not come in time are counted as missed")
  func underrun() throws {
    let folder = try Folder()
    let player = try SoundFilePlayer(
      file: folder.write([noise(frames: 300_000)]),
      rate: rate48,
      lanes: nil
    )
    let node = PlayerNode(id: 1, ring: try player.makeRing(at: .zero).audio)
    let prefilled = node.ring.readable
    let rig = Rig(player: node)
    rig.play(frames: prefilled + 1000)
    #expect(node.ring.framesMissed == 1000)
    #expect(node.ring.framesRead == prefilled)
    player.fill()
    rig.play(frames: 1000)
    #expect(node.ring.framesMissed == 1000)
  }

  @Test("players that nobody keeps are forgotten, and their files closed")
  func forgets() throws {
    let folder = try Folder()
    let lanes = FileLanes()
    let path = try folder.write([noise(frames: 48_000)])
    func isOpen() -> Bool {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return names.contains {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }
    }
    weak var player: SoundFilePlayer?
    do {
      let kept = try SoundFilePlayer(file: path, rate: rate48, lanes: lanes)
      player = kept
      _ = try kept.makeRing(at: .zero)
      #expect(isOpen())
    }
    #expect(player == nil)
    #expect(eventually { !isOpen() })
  }
}

/// A renderer that plays one mono player to one output.
private struct Rig {
  private let controller = RenderController(sampleRate: rate48)

  init(player: PlayerNode) {
    let strip = StripNode(id: 1, channels: 1)
    let bus = BusNode(channels: 1)
    let segment = SegmentDescription(
      strip: strip,
      sources: [.player(player)],
      outputs: [[.source(0, channel: 0)]],
      sends: [
        SendDescription(node: SendNode(gain: 1), bus: 0, isPost: true, map: [(from: 0, to: 0)])
      ]
    )
    controller.publish(
      PlanDescription(
        segments: [segment],
        buses: [BusDescription(node: bus, driverChannels: [0])]
      ),
      blockFrames: 256
    )
    controller.open(strip, over: .zero, after: .zero)
    controller.setPlaying(player, true)
  }

  func play(frames: Int) {
    var samples = [Float](repeating: 0, count: frames)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      let outputs: [UnsafeMutablePointer<Float>?] = unsafe [samples.baseAddress]
      unsafe outputs.withUnsafeBufferPointer { outputs in
        unsafe controller.processor.render(
          DriverBlock(
            inputs: UnsafeBufferPointer(start: nil, count: 0),
            outputs: outputs,
            frames: frames
          )
        )
      }
    }
  }
}
