// SPDX-License-Identifier: Apache-2.0
// docs/control-protocol.md says what the code does.

import ControlProtocol
import ControlServer
import Foundation
import StrictJSON
import Testing

@Suite("Protocol documentation")
struct DocumentationTests {
  @Test("every method of the code has a heading, and every heading is a method")
  func methods() throws {
    let folder = ProtocolPage.root.appendingPathComponent("Sources/ControlProtocol/Messages")
    var coded: [String] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      coded += text.matches(of: /static let method = "([^"]+)"/).map { String($0.1) }
    }
    let headings = try ProtocolPage.text().matches(of: /\n### `([^`]+)`\n/).map { String($0.1) }
    #expect(coded.sorted() == headings.sorted())
    #expect(coded.sorted() == CommandTable.everything.methods)
  }

  @Test("every example is understood by the method under whose heading it stands")
  func examples() async throws {
    var examples: [String: Int] = [:]
    for (heading, line) in try ProtocolPage.examples() {
      #expect(line.contains(#""method":"\#(heading)""#))
      let answer = await CommandTable.everything.answer(line: Array(line.utf8)) ?? []
      #expect(String(decoding: answer, as: UTF8.self).contains("understood"), "\(line)")
      examples[heading, default: 0] += 1
    }
    #expect(examples.keys.sorted() == CommandTable.everything.methods)
  }

  @Test("the example of an event is one, and every kind of event and reason is named")
  func events() throws {
    let page = try ProtocolPage.text()
    let examples = page.split(separator: "\n").filter { $0.contains(#""method":"event""#) }
    #expect(examples.count == 1)
    for example in examples {
      let envelope = try JSONText.decode(EventEnvelope.self, from: Array(example.utf8))
      #expect(try JSONText.encode(envelope) == Array(example.utf8))
    }
    for event in EventTests.vocabulary {
      let words = String(decoding: try JSONText.encode(event), as: UTF8.self)
        .matches(of: /"(\w+)":|"reason":"(\w+)"/).compactMap { $0.2 ?? $0.1 }
      for word in words { #expect(page.contains("`\(word)`"), "\(word)") }
    }
  }

  @Test("the page names the version and the limits of the code")
  func numbers() throws {
    let page = try ProtocolPage.text()
    #expect(page.contains("at present **\(controlProtocolVersion)**"))
    #expect(page.contains("1 to \(ControlWire.maximumBatch) requests"))
    #expect(page.contains("(1,048,576 bytes)") && ControlWire.maximumLineBytes == 1_048_576)
    #expect(page.contains("at\nmost \(ControlSocketPath.maximumBytes) bytes"))
  }
}
