// SPDX-License-Identifier: Apache-2.0
// Which ports sound goes through, in which order, and which ones only control it.

import LV2Hosting
import Quantities
import TestPlugins
import Testing

@Suite struct GroupTests {
  private func info(_ uri: String) throws -> PluginInfo {
    let world = uri.hasPrefix("urn:tarmac:") ? Fixtures.world() : TestPlugins.world()
    return try #require(world.plugin(uri))
  }

  @Test("the main groups are the way of the sound in the order of their channels")
  func theMainGroupsAreTheWayOfTheSoundInTheOrderOfTheirChannels() throws {
    let ducker = try info("urn:tarmac:fixture:ducker")
    #expect(ducker.mainPath(.input).symbols == ["in_left", "in_right"])
    #expect(ducker.mainPath(.output).symbols == ["out_left", "out_right"])
    #expect(ducker.mainPath(.input).layout == "StereoGroup")
    let piano = try info("http://drobilla.net/plugins/mda/JX10")
    #expect(piano.mainPath(.input).symbols.isEmpty)
    #expect(piano.mainPath(.output).symbols == ["left_out", "right_out"])
  }

  @Test("the channels of surround and ambisonics have the order of their layout")
  func theChannelsOfSurroundAndAmbisonicsHaveTheOrderOfTheirLayout() throws {
    let surround = try info("urn:tarmac:fixture:surround").mainPath(.input)
    #expect(surround.layout == "FivePointOneGroup")
    #expect(surround.symbols == ["in_l", "in_c", "in_r", "in_rl", "in_rr", "in_lfe"])
    let sphere = try info("urn:tarmac:fixture:sphere").mainPath(.output)
    #expect(sphere.layout == "AmbisonicBH1P1Group")
    #expect(sphere.symbols == ["out_w", "out_y", "out_z", "out_x"])
  }

  @Test("a group that is the side chain of another steers")
  func aGroupThatIsTheSideChainOfAnotherSteers() throws {
    let ducker = try info("urn:tarmac:fixture:ducker")
    #expect(ducker.sideChainInputs == ["steering"])
    #expect(ducker.port("steering")?.isSideChain == true)
    #expect(ducker.groups.first { $0.symbol == "key" }?.sideChainOf == "main_in")
    let bench = AudioBench(try Fixtures.make("ducker"))
    #expect(
      bench.run(blocks: [4]) { _ in 0.25 }
        == [[Float]](repeating: [0.1875, 0.1875, 0.1875, 0.1875], count: 2)
    )
  }

  @Test(
    "real side chains are found",
    arguments: [
      (PluginURI.compressor, ["in_1", "in_2"], ["sidechain_in"]),
      ("http://plugin.org.uk/swh-plugins/sc3", ["left_in", "right_in"], ["sidechain"]),
      // Not marked, but beside the main group.
      (
        "http://calf.sourceforge.net/plugins/SidechainCompressor", ["in_l", "in_r"],
        ["sidechain", "sidechain2"]
      ),
      (
        "http://calf.sourceforge.net/plugins/Vocoder", ["in_l", "in_r"],
        ["sidechain", "sidechain2"]
      ),
      // Nothing is declared.
      ("http://plugin.org.uk/swh-plugins/ringmod_2i1o", ["input", "modulator"], []),
    ]
  )
  func realSideChainsAreFound(uri: String, main: [String], steering: [String]) throws {
    let info = try info(uri)
    #expect(info.mainPath(.input).symbols == main)
    #expect(info.sideChainInputs == steering)
  }

  @Test("channels that stand twice keep the order of the ports")
  func channelsThatStandTwiceKeepTheOrderOfThePorts() throws {
    let crossover = try info("http://calf.sourceforge.net/plugins/XOver2Band")
    #expect(crossover.mainPath(.output).symbols == ["out_l", "out_r", "out_l_2", "out_r_2"])
  }
}
