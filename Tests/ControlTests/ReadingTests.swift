// SPDX-License-Identifier: Apache-2.0
// A value that was read can be set: numbers, truth values, texts, and null for silence.

import ControlProtocol
import ControlTree
import StrictJSON
import Testing

@Suite("A reading")
struct ReadingTests {
  @Test("of silence is null, and tree.set takes it as that; what is left out is not silence")
  func silence() throws {
    func request(_ text: String) throws -> TreeSetRequest {
      try JSONText.decode(TreeSetRequest.self, from: Array(text.utf8))
    }
    #expect(try request(#"{"path":"a.b","value":null}"#).value == .number(-.infinity))
    #expect(try request(#"{"path":"a.b","step":-1}"#).value == nil)
    #expect(try request(#"{"path":"a.b","step":-1,"curve":null}"#).step == -1)
    let asked = try request(#"{"path":"a.b","value":-6,"over_seconds":2,"folder":"/x"}"#)
    #expect(asked.value == .number(-6) && asked.over_seconds == 2 && asked.folder == "/x")
    let written = try JSONText.encode(try request(#"{"path":"a.b","value":null}"#))
    #expect(try JSONText.decode(TreeSetRequest.self, from: written).value == .number(-.infinity))
  }

  @Test(
    "of parameter.get is no text where the value is none",
    arguments: [
      (TreeValue.number(-6), #""reading":-6"#), (.number(-.infinity), #""reading":null"#),
      (.toggle(true), #""reading":true"#), (.text("Sine"), #""reading":"Sine""#),
    ]
  )
  func parameter(_ value: TreeValue, _ json: String) throws {
    let status = ParameterStatus(
      path: "a.b",
      value: value.words,
      reading: value,
      allowed: "anything"
    )
    let text = String(decoding: try JSONText.encode(status), as: UTF8.self)
    #expect(text.contains(json) && text.contains(#""value":""#), "\(text)")
  }
}
