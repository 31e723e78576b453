// SPDX-License-Identifier: Apache-2.0
// The features that plugins are given, used the way plugins use them.

import CLilv
import Glibc
import Quantities
import TestPlugins
import Testing

@testable import LV2Hosting

@Suite struct FeatureTests {
  private let arena = Arena()
  private let features: HostFeatures

  init() throws {
    var info = try #require(TestPlugins.world().plugin(PluginURI.amplifier))
    info.requiredFeatures = [
      HostFeature.fixedBlockLength.rawValue, HostFeature.powerOf2BlockLength.rawValue,
    ]
    features = unsafe HostFeatures(
      info: info,
      options: PluginOptions(
        sampleRate: SampleRate(hertz: 44_100),
        maximumBlock: 1_024,
        nominalBlock: 512
      ),
      work: PluginWork(bell: WorkPool().bell),
      arena: arena
    )
  }

  private func data(_ feature: HostFeature, in list: HostFeatures.List) -> UnsafeMutableRawPointer?
  {
    var next = unsafe list
    while let entry = unsafe next.pointee {
      if unsafe String(cString: entry.pointee.URI) == feature.rawValue {
        return unsafe entry.pointee.data
      }
      unsafe next += 1
    }
    return nil
  }

  private func uris(of list: HostFeatures.List) -> [String] {
    var result: [String] = []
    while let entry = unsafe list[result.count] {
      result.append(unsafe String(cString: entry.pointee.URI))
    }
    return result
  }

  @Test("every feature is in the list once and saving leaves paths to lilv")
  func everyFeatureIsInTheListOnceAndSavingLeavesPathsToLilv() {
    let all = HostFeature.allCases.map(\.rawValue)
    #expect(unsafe uris(of: features.all) == all)
    let paths = [HostFeature.mapPath.rawValue, HostFeature.freePath.rawValue]
    #expect(unsafe uris(of: features.forRestoring) == all)
    #expect(unsafe uris(of: features.forSaving) == all.filter { !paths.contains($0) })
  }

  @Test("options say rate and blocks")
  func optionsSayRateAndBlocks() throws {
    let list = try unsafe #require(data(.options, in: features.all))
    var option = unsafe list.assumingMemoryBound(to: LV2_Options_Option.self)
    var values: [String: Double] = [:]
    while unsafe option.pointee.key != 0 {
      let key = try unsafe #require(URIDTable.shared.unmap(option.pointee.key))
      let value = try unsafe #require(option.pointee.value)
      let isFloat = unsafe option.pointee.type == URIDs.shared.float
      unsafe values[String(cString: key)] =
        isFloat ? Double(value.load(as: Float.self)) : Double(value.load(as: Int32.self))
      unsafe option += 1
    }
    #expect(Set(values.keys) == Set(HostOption.allCases.map(\.rawValue)))
    #expect(values[HostOption.sampleRate.rawValue] == 44_100)
    #expect(values[HostOption.minimumBlock.rawValue] == 1)
    #expect(values[HostOption.nominalBlock.rawValue] == 512)
    #expect(values[HostOption.maximumBlock.rawValue] == 1_024)
    #expect(values[HostOption.sequenceSize.rawValue] == 8_192)
  }

  @Test("a URI keeps its number and a number its URI")
  func aURIKeepsItsNumberAndANumberItsURI() throws {
    let map = try unsafe #require(data(.map, in: features.all))
      .assumingMemoryBound(to: LV2_URID_Map.self).pointee
    let unmap = try unsafe #require(data(.unmap, in: features.all))
      .assumingMemoryBound(to: LV2_URID_Unmap.self).pointee
    let first = unsafe map.map(map.handle, "urn:tarmac:test:first")
    let second = unsafe map.map(map.handle, "urn:tarmac:test:second")
    #expect(first != 0 && second != 0 && first != second)
    #expect(unsafe map.map(map.handle, "urn:tarmac:test:first") == first)
    let text = try unsafe #require(unmap.unmap(unmap.handle, second))
    #expect(unsafe String(cString: text) == "urn:tarmac:test:second")
    #expect(unsafe unmap.unmap(unmap.handle, .max) == nil)
  }

  @Test("threads that map the same URIs at once get the same numbers")
  func threadsThatMapTheSameURIsAtOnceGetTheSameNumbers() async {
    let uris = (0..<2_000).map { "urn:tarmac:test:thread:\($0)" }
    let answers = await withTaskGroup(of: [UInt32].self) { group in
      for thread in 0..<8 {
        group.addTask {
          let order = uris.indices.map { ($0 + thread * 250) % uris.count }
          var numbers = [UInt32](repeating: 0, count: uris.count)
          for index in order { numbers[index] = URIDs.number(uris[index]) }
          return numbers
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(answers).count == 1)
    #expect(Set(answers[0]).count == uris.count)
    #expect(!answers[0].contains(0))
  }

  @Test("files of a plugin are in a folder that goes with the instance")
  func filesOfAPluginAreInAFolderThatGoesWithTheInstance() throws {
    var paths: PluginPaths? = PluginPaths()
    #expect(paths?.make("../outside") == nil)
    #expect(paths?.make("/outside") == nil)
    let path = try #require(paths?.make("samples/loud/kick.wav"))
    let file = try unsafe #require(fopen(path, "w"))
    unsafe fclose(file)
    paths = nil
    #expect(unsafe access(path, F_OK) != 0)
    let folder = String(path.dropLast("/samples/loud/kick.wav".count))
    #expect(unsafe access(folder, F_OK) != 0)
  }
}
