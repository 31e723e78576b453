// SPDX-License-Identifier: Apache-2.0
// A state or preset gives a control no value that users could not set.

import Foundation
import LV2Hosting
import Quantities
import Testing

@Suite final class RestoredValueTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "tarmac-values-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A strict bound, a whole number, a switch, a choice; and a number that does not fit into 32
  /// bits.
  @Test(
    "a state keeps to what the ports take",
    arguments: [
      ["value": "7.5", "whole": "2.6", "switch": "0.5", "choice": "4.0"],
      ["value": "-1e300", "whole": "1e300", "switch": "1e300", "choice": "1e300"],
    ]
  )
  func aStateKeepsToWhatThePortsTake(values: [String: String]) throws {
    let ports = values.sorted { $0.key < $1.key }
      .map { "[ lv2:symbol \"\($0.key)\" ; pset:value \($0.value) ]" }
    let text = """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
      <> a pset:Preset ; lv2:appliesTo <urn:tarmac:fixture:values> ;
        lv2:port \(ports.joined(separator: " , ")) .
      """
    try text.write(toFile: folder + "/state.ttl", atomically: true, encoding: .utf8)
    let instance = try Fixtures.make("values")
    let before = instance.controls.map(\.value)
    try instance.restoreState(from: folder)
    let read = { (symbol: String) in instance.control(symbol)?.value }
    if values["value"] == "7.5" {
      #expect(read("value") == 1)
      #expect(read("whole") == 3)
      #expect(read("switch") == 1)
      #expect(read("choice") == 5)
    } else {
      #expect(instance.controls.map(\.value) == before)
    }
  }

  @Test("a preset stops at the end of a range, strict or not; a default outside of it stays")
  func aPresetStopsAtTheEndOfARange() throws {
    let port = { (index: Int, symbol: String, value: String) in
      """
      lv2:port [ a lv2:InputPort, lv2:ControlPort ; lv2:index \(index) ; lv2:symbol "\(symbol)" ; lv2:name "x" ;
        lv2:default \(value) ; lv2:minimum 0.0 ; lv2:maximum 2.0 ]
      """
    }
    let ports = [
      #"lv2:port [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "in" ]"#,
      #"lv2:port [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "out" ]"#,
      #"lv2:port [ a lv2:OutputPort, lv2:ControlPort ; lv2:index 2 ; lv2:symbol "nominal" ; lv2:name "n" ]"#,
      port(3, "high", "0.5"), port(4, "low", "0.5"), port(5, "fits", "0.5"), port(6, "odd", "7.0"),
    ]
    let values = ["high": "1e38", "low": "-3.0", "fits": "1.5", "odd": "7.0"].map {
      "[ lv2:symbol \"\($0.key)\" ; <http://lv2plug.in/ns/ext/presets#value> \($0.value) ]"
    }
    let preset = """
      <urn:tarmac:odd:huge> a <http://lv2plug.in/ns/ext/presets#Preset> ;
        lv2:appliesTo <urn:tarmac:fixture:values> ; lv2:port \(values.joined(separator: " , ")) .
      """
    let statements = (["lv2:requiredFeature urid:map"] + ports).joined(separator: " ; ")
    try OddBundle.use("values", statements, manifest: preset) { world in
      let instance = try world.instantiate(
        "urn:tarmac:fixture:values",
        sampleRate: .usual,
        maximumBlock: FrameCount(256)
      )
      try instance.apply(preset: "urn:tarmac:odd:huge")
      let wanted: [String: Float] = ["high": 2, "low": 0, "fits": 1.5, "odd": 7]
      for (symbol, value) in wanted {
        #expect(instance.control(symbol)?.value == value, "\(symbol)")
      }
    }
  }
}
