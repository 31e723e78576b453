// SPDX-License-Identifier: Apache-2.0
// A text is refused if a plugin's port has no room for it, and arrives if it has.

import Quantities
import Testing

@testable import LV2Hosting

@Suite struct MessageSizeTests {
  private let words = "urn:tarmac:fixture:words"

  @Test("a text that fits the port arrives", arguments: [("text", 8_000), ("large-text", 90_000)])
  func aTextThatFitsThePortArrives(name: String, length: Int) throws {
    let bench = AudioBench(try Fixtures.make(name))
    let text = String(repeating: "x", count: length)
    try bench.instance.set(parameter: words, to: .string(text))
    bench.run(blocks: [64])
    #expect(bench.instance.control("length")?.value == Float(length))
  }

  @Test(
    "a text that does not is refused with its size and the limit",
    arguments: [("text", 9_000), ("text", 40_000), ("large-text", 110_000)]
  )
  func aTextThatDoesNotIsRefusedWithItsSizeAndTheLimit(name: String, length: Int) throws {
    let bench = AudioBench(try Fixtures.make(name))
    let text = String(repeating: "x", count: length)
    let error = #expect(throws: HostingError.self) {
      try bench.instance.set(parameter: words, to: .string(text))
    }
    let limit = name == "text" ? 8_111 : 99_919
    #expect(error?.reason.contains("\(length) bytes") == true, "\(error?.reason ?? "")")
    #expect(error?.reason.contains("\(limit) bytes") == true, "\(error?.reason ?? "")")
    #expect(bench.instance.parameters[words] == nil)
    // The reported limit is exact.
    try bench.instance.set(parameter: words, to: .string(String(repeating: "x", count: limit)))
    bench.run(blocks: [64])
    #expect(bench.instance.control("length")?.value == Float(limit))
  }

  @Test("a plugin without event ports has no memory for events")
  func aPluginWithoutEventPortsHasNoMemoryForEvents() throws {
    let plain = MessageSizes(try Fixtures.make("bounded").info)
    #expect(plain.inlet + plain.outlet + plain.pending + plain.scratch < 16)
    let text = MessageSizes(try Fixtures.make("text").info)
    #expect(text.inlet > 16_000 && text.pending > 16_000 && text.scratch > 16_000)
  }

  /// Accepted messages arrive, however many come at once; those without room are refused.
  @Test("nothing that was accepted is lost")
  func nothingThatWasAcceptedIsLost() throws {
    let bench = AudioBench(try Fixtures.make("text"))
    let text = ParameterValue.string(String(repeating: "x", count: 7_000))
    var accepted = 0
    for _ in 0..<20 {
      for _ in 0..<20 where (try? bench.instance.set(parameter: words, to: text)) != nil {
        accepted += 1
      }
      bench.run(blocks: [64])
    }
    for _ in 0..<400 { bench.run(blocks: [64]) }
    #expect(accepted >= 20)
    #expect(bench.instance.control("count")?.value == Float(accepted))
    #expect(bench.instance.health.droppedEvents == 0)
  }
}
