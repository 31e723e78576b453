// SPDX-License-Identifier: Apache-2.0
// Every plugin of the installed set runs, or is refused with the error that it deserves.

import Glibc
import LV2Hosting
import Quantities
import RenderCore
import Testing

@Suite struct CorpusTests {
  /// In a child process, so that a plugin that kills it does not take the other tests along.
  @Test func everyInstalledPluginRunsOddBlocksOrIsRefusedByName() async {
    let trail = Trail()
    defer { trail.remove() }
    let result = await #expect(processExitsWith: .success) { [trail = trail as Trail] in
      let world = InstalledPlugins.world()
      let uris = world.uris
      #expect(uris.count >= 200, "the test set is not installed: \(InstalledPlugins.path)")
      for uri in uris {
        trail.write(uri)
        do throws(HostingError) {
          try runOddBlocks(of: uri, world)
        } catch {
          #expect(isDeserved(error), "\(error)")
        }
      }
    }
    #expect(result != nil, "it ended in \(trail.read())")
  }
}

private func runOddBlocks(of uri: String, _ world: LV2World) throws(HostingError) {
  let instance = try world.instantiate(
    uri,
    sampleRate: .usual,
    maximumBlock: FrameCount(256)
  )
  let blocks = [1, 7, 64, 255, 256, 13, 128, 2, 100, 31]
  let output = AudioBench(instance).run(blocks: blocks, signal: noise)
  #expect(output.allSatisfy { $0.count == blocks.reduce(0, +) })
  #expect(instance.node.runs == blocks.count)
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

/// A file in which a child says what it is doing, for the case that it can't say so later.
private struct Trail: Codable, Sendable {
  private let path: String

  init() {
    path = "/tmp/tarmac-test-trail-\(getpid())"
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
