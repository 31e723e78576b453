// SPDX-License-Identifier: Apache-2.0
// Names of the version before: its clients still work, and its hosts are still understood.

import ControlProtocol
import StrictJSON
import Testing

@Suite("A name that has changed on the wire")
struct PreviousNameTests {
  private static func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONText.encode(value), as: UTF8.self)
  }

  private static func read<Value: Decodable>(_ text: String) throws -> Value {
    try JSONText.decode(Value.self, from: Array(text.utf8))
  }

  @Test(
    "is written both ways in events of routes and of the rig, and read either way",
    arguments: [
      (HostEvent.route("cue", .plugged), #""plugged""#, #""route":"cue","topic":"route""#),
      (.rig(.reloaded(preset: "a")), #"{"reloaded":{"preset":"a"}}"#, #""topic":"rig""#),
    ]
  )
  func events(_ event: HostEvent, value: String, rest: String) throws {
    let both = #"{"news":\#(value),"notification":\#(value),\#(rest)}"#
    #expect(try Self.text(event) == both)
    for key in ["news", "notification"] {
      #expect(try Self.read(#"{"\#(key)":\#(value),\#(rest)}"#) == event)
    }
  }

  @Test("is written both ways in the conditions of a session, and read either way")
  func conditions() throws {
    let conditions = SessionConditions(wrappedValue: ["held", "input_muted", "paused"])
    #expect(try Self.text(conditions) == #"["held","input_muted","deaf","paused"]"#)
    for words in [#""input_muted""#, #""deaf""#, #""input_muted","deaf""#] {
      #expect(try Self.read(#"["held",\#(words),"paused"]"#) == conditions)
    }
  }

  @Test("is written both ways in the isolation of a session, and read either way")
  func isolation() throws {
    let status = IsolationStatus(
      state: "running",
      process: 7,
      losses: 1,
      lastLoss: "it was lost",
      latency_frames: 512,
      lateBlocks: 2,
      busy: "run()"
    )
    let text = try Self.text(status)
    // Isolated graphs are no JACK clients any more; older clients still ask for the name.
    #expect(text.contains(#""client":"""#))
    #expect(text.contains(#""latency_frames":512"#) && text.contains(#""way_frames":512"#))
    #expect(try Self.read(text) == status)
    for key in ["latency_frames", "way_frames"] {
      #expect(try Self.read(text.replacing(#""\#(key)":512,"#, with: "")) == status)
    }
  }
}
