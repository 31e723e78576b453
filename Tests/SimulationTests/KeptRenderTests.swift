// SPDX-License-Identifier: Apache-2.0
// The sound of rigs stays what it was, to the bit: the hashes of renders are kept beside these
// tests.
//   TARMAC_KEEP=1 swift test --filter KeptRenderTests
// writes them again, which only an intended and documented change of sound may ask for.

import Foundation
import OfflineRendering
import Patience
import SoundFiles
import Testing

@Suite("Kept renders")
struct KeptRenderTests {
  @Test("550 generated rigs sound as they did, with one thread and with two")
  func generated() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try MemoryRig.writeSounds(to: folder)
    let heard = await withTaskExecutorPreference(ownThreads) {
      var heard: [String: UInt64] = [:]
      for seed in UInt64(0)..<550 { heard["\(seed)"] = await Self.play(seed, in: folder) }
      return heard
    }
    try KeptHashes(file: "generated.txt").compare(heard)
  }

  /// Plays a story, and some of them with two threads as well; away from the pool, in which other
  /// tests wait for their turn.
  private static func play(_ seed: UInt64, in folder: String) async -> UInt64? {
    var (alone, shared) = (GeneratedStory(seed: seed), GeneratedStory(seed: seed))
    do {
      let one = try await alone.play(in: folder, threads: 1)
      if seed % 5 == 0 {
        let two = try await shared.play(in: folder, threads: 2)
        #expect(one == two, "seed \(seed): two threads are not one")
      }
      return one
    } catch {
      Issue.record("seed \(seed): \(error)\n\(alone.preset)")
      return nil
    }
  }

  @Test("shipped presets and scenarios sound as they did")
  func shipped() async throws {
    let heard = try await blocking { try Self.shippedHashes() }
    try KeptHashes(file: "shipped.txt").compare(heard)
  }

  private static func shippedHashes() throws -> [String: UInt64] {
    giveWay()
    let book = try StoryBook.open()
    var heard: [String: UInt64] = [:]
    for name in StoryBook.names {
      for (file, hash) in try book.listen(to: name).hashes() { heard["\(name)/\(file)"] = hash }
    }
    for name in ["announcer", "dj", "measurement"] {
      let sound = Sound(folder: book.folder.appending(path: UUID().uuidString))
      _ = try renderOffline(
        preset: book.folder.appending(path: "presets/\(name).yaml").path,
        seconds: 3,
        directory: sound.folder.path,
        progress: { _ in }
      )
      for (file, hash) in try sound.hashes() { heard["\(name)/\(file)"] = hash }
    }
    return heard
  }
}

extension Sound {
  /// The samples of each file as a hash.
  fileprivate func hashes() throws -> [String: UInt64] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try files.reduce(into: [:]) { hashes, file in
      var hash = SampleHash()
      for channel in try SoundFile.read(folder.appending(path: file).path).channels {
        for sample in channel { hash.add(sample.bitPattern) }
      }
      hashes[file] = hash.value
    }
  }
}

/// Hashes by their subjects, one a line; kept for one kind of machine only, because the functions
/// of its C library differ elsewhere in the last bit.
private struct KeptHashes {
  let file: String

  private var path: URL { StoryBook.source.appending(path: "Tests/SimulationTests/kept/\(file)") }

  func compare(_ heard: [String: UInt64]) throws {
    #if arch(x86_64)
      let lines = heard.map { "\($0.key) \(String($0.value, radix: 16))" }.sorted()
      if ProcessInfo.processInfo.environment["TARMAC_KEEP"] != nil {
        let text = lines.joined(separator: "\n") + "\n"
        try text.write(to: path, atomically: true, encoding: .utf8)
      }
      let kept = Set(try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n"))
      let others = lines.filter { !kept.contains($0) }
      let some = others.prefix(20)
      #expect(others.isEmpty, "\(others.count) of \(lines.count) sound otherwise: \(some)")
      #expect(kept.count == lines.count + 1)
    #else
      print("KeptRenderTests: not compared, hashes are kept for x86-64 alone")
    #endif
  }
}
