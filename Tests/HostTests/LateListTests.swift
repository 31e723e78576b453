// SPDX-License-Identifier: Apache-2.0
// Many lists at once, of good and bad files, on a disk that is late again and again.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import SeededNumbers
import SoundFiles
import Testing

@Suite("Lists on a disk that is late", .serialized)
struct LateListTests {
  /// How many decks play from either disk.
  private static let decks = 24
  private static let level: Float = 0x1p-6
  /// How many rounds of lists are played: `TARMAC_LATE_ROUNDS`, for more than the usual 48 lists.
  private static let rounds =
    ProcessInfo.processInfo.environment["TARMAC_LATE_ROUNDS"].flatMap { Int($0) } ?? 1

  private static func preset(_ random: inout SeededNumbers) -> String {
    let sessions = ["late", "fine"].flatMap { disk in
      (0..<decks).map { deck in
        """
          \(disk)_\(deck):
            category: ambient
            active: true
            source: { playlist: \(disk)/\(deck).m3u, channels: 1, shuffle: \(Int.random(in: 0...9, using: &random)) }
            sends: [ { to: \(disk) } ]
        """
      }
    }
    return """
      tarmac: 1
      routes:
        late: { role: lineOut, ports: [ "ears:in_1" ] }
        fine: { role: lineOut, ports: [ "ears:in_2" ] }
      sessions:
      \(sessions.joined(separator: "\n"))
      """
  }

  /// Writes the lists of a disk, and their tracks: each a constant, from a tenth of a second on;
  /// some are cut off, empty, of two channels, no sound at all, or not there.
  private static func files(in folder: URL, _ random: inout SeededNumbers) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let rate = SampleRate(hertz: 48_000)
    for deck in 0..<decks {
      var names: [String] = []
      for index in 0..<Int.random(in: 4...20, using: &random) {
        let name = "\(deck)-\(index).\(Bool.random(using: &random) ? "wav" : "flac")"
        let path = folder.appending(path: name)
        let frames = Int.random(in: 4_800...72_000, using: &random)
        let samples = [Float](repeating: level, count: frames)
        names.append(name)
        switch index == 0 ? 9 : Int.random(in: 0..<10, using: &random) {
        case 0: try SoundFile.write([[]], to: path.path, rate: rate, as: .wavFloat)
        case 1: try Data("no sound".utf8).write(to: path)
        case 2: break
        case 3: try SoundFile.write([samples, samples], to: path.path, rate: rate, as: .wavFloat)
        case 4:
          try SoundFile.write([samples], to: path.path, rate: rate, as: .wavFloat)
          let whole = try Data(contentsOf: path)
          try whole.prefix(whole.count / 2).write(to: path)
        default:
          let isFLAC = name.hasSuffix("flac")
          try SoundFile.write(
            [samples],
            to: path.path,
            rate: rate,
            as: isFLAC ? .flac24 : .wavFloat
          )
        }
      }
      let list = names.joined(separator: "\n")
      try list.write(
        to: folder.appending(path: "\(deck).m3u"),
        atomically: true,
        encoding: .utf8
      )
    }
  }

  /// The disk keeps every call for half a second, again and again: less than the rings hold.
  ///
  /// A test that was held up itself has not measured that, and is not judged.
  @Test("play on without a gap while their rings last, and all others whatever happens")
  func late() async throws {
    for round in 0..<Self.rounds {
      var random = SeededNumbers(seed: UInt64(27 + round))
      let preset = Self.preset(&random)
      try await RunningTarmac.run(
        preset,
        shell: DiskFaults.shell,
        files: { folder in
          try DiskFaults.prepare(in: folder)
          for disk in ["late", "fine"] {
            try Self.files(in: folder.appending(path: disk), &random)
          }
        },
        { tarmac, server in
          let faults = DiskFaults(in: tarmac.folder)
          let ears = try Listener("ears", on: server, inputs: 2)
          defer { ears.close() }
          let whole = Float(Self.decks) * Self.level
          try tarmac.wait("all decks") {
            try ears.capture(frames: 256).allSatisfy { $0.allSatisfy { $0 == whole } }
          }
          var longest = Duration.zero
          let heard = try ears.capture(tail: 24_000) {
            for index in 0..<4 {
              let start = ContinuousClock.now
              try faults.hang(["read"], below: tarmac.folder.appending(path: "late"))
              try ears.wait(frames: 24_000)
              try faults.release()
              longest = max(longest, ContinuousClock.now - start)
              // One of its files goes.
              try FileManager.default.removeItem(
                at: tarmac.folder.appending(path: "late/\(index).m3u")
              )
              try ears.wait(frames: 48_000)
            }
          }
          #expect(try faults.held > 0)
          #expect(heard[1].allSatisfy { $0 == whole }, "round \(round)")
          guard longest < .milliseconds(900) else {
            return print("LateListTests: round \(round) was held up for \(longest), and not judged")
          }
          #expect(heard[0].allSatisfy { $0 == whole }, "round \(round)")
          let sources = try tarmac.ask(StatusRequest()).sessions.flatMap(\.sources)
          #expect(sources.allSatisfy { $0.underrun_frames == 0 && $0.failure == nil })
        }
      )
    }
  }
}
