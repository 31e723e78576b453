// SPDX-License-Identifier: Apache-2.0
// A state or preset gives a control no value that nobody else could give it.

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

  /// A strict bound, a whole number, a switch, a choice; and a number that is none of 32 bits.
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
}
