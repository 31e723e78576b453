// SPDX-License-Identifier: Apache-2.0
// The catalogue of installed plugins matches their data files.

import LV2Hosting
import Quantities
import TestPlugins
import Testing

@Suite struct CatalogueTests {
  private let world = TestPlugins.world()

  @Test("every plugin is listed once with its name and class")
  func everyPluginIsListedOnceWithItsNameAndClass() throws {
    let plugins = world.plugins()
    #expect(plugins.map(\.uri) == world.uris)
    #expect(Set(world.uris).count == world.uris.count)
    let amplifier = try #require(plugins.first { $0.uri == PluginURI.amplifier })
    #expect(amplifier.name == "Simple Amplifier")
    #expect(amplifier.category == "Amplifier Plugin")
  }

  @Test("a control port has its range, unit and named values")
  func aControlPortHasItsRangeUnitAndNamedValues() throws {
    let gain = try #require(world.plugin(PluginURI.amplifier)?.port("gain"))
    #expect(gain.kind == .control)
    #expect(gain.direction == .input)
    #expect(gain.defaultValue == 0)
    #expect(gain.minimum == -90)
    #expect(gain.maximum == 24)
    #expect(gain.unit == "dB")
    #expect(gain.scalePoints.map(\.value) == [-10, -5, 0, 5])
    #expect(gain.scalePoints.last?.label == "+5")
  }

  @Test("ranges relative to the sample rate are multiplied but absolute defaults are not")
  func rangesRelativeToTheSampleRateAreMultipliedButAbsoluteDefaultsAreNot() throws {
    let info = world.plugin(PluginURI.frequencyModulator, sampleRate: SampleRate(hertz: 96_000))
    let frequency = try #require(info?.ports.first)
    #expect(frequency.has(.sampleRate))
    #expect(frequency.maximum == 48_000)
    #expect(frequency.defaultValue == 440)
    let filter = world.plugin(PluginURI.filter, sampleRate: SampleRate(hertz: 44_100))
    #expect(filter?.ports.first?.defaultValue == 22_050)
  }

  @Test("properties that graphs and dials need are read")
  func propertiesThatGraphsAndDialsNeedAreRead() throws {
    let compressor = try #require(world.plugin(PluginURI.compressor))
    #expect(compressor.ports.filter(\.isSideChain).map(\.symbol) == ["sidechain_in"])
    #expect(compressor.port("sidech")?.properties == [.integer, .toggled])
    #expect(compressor.port("enable")?.designation == "http://lv2plug.in/ns/lv2core#enabled")
    let model = world.plugin(PluginURI.cabinet)?.port("c_model")
    #expect(model?.properties == [.integer, .enumeration])
    #expect(world.plugin(PluginURI.artificialLatency)?.port("latency")?.reportsLatency == true)
    let scope = world.plugin("http://lv2plug.in/plugins/eg-scope#Stereo")
    #expect(scope?.ports.compactMap(\.minimumSize) == [65_664])
  }

  @Test("what is not installed is nil")
  func whatIsNotInstalledIsNil() {
    #expect(world.plugin("urn:tarmac:nothing") == nil)
    #expect(world.plugin("not a URI") == nil)
  }

  @Test("a plugin that needs what the host lacks is refused by name")
  func aPluginThatNeedsWhatTheHostLacksIsRefusedByName() throws {
    var info = try #require(world.plugin(PluginURI.amplifier))
    #expect(info.refusal == nil)
    let feature = "http://lv2plug.in/ns/ext/instance-access"
    info.requiredFeatures.append(feature)
    #expect(info.refusal == .requiresFeature(plugin: info.uri, feature: feature))
    #expect(info.refusal?.description.contains(feature) == true)
    info.requiredFeatures = []
    info.requiredOptions = ["urn:unknown"]
    #expect(info.refusal == .requiresOption(plugin: info.uri, option: "urn:unknown"))
    info.requiredOptions = []
    info.ports[0].kind = .other
    #expect(info.refusal == .unknownPortKind(plugin: info.uri, symbol: "gain"))
    info.ports[0].properties = [.connectionOptional]
    #expect(info.refusal == nil)
  }
}
