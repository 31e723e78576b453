// SPDX-License-Identifier: Apache-2.0
// docs/control-protocol.md says what the code does.

import ControlProtocol
import ControlServer
import Foundation
import StrictJSON
import Testing

@Suite("Protocol documentation")
struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func page() throws -> String {
    try String(
      contentsOf: root.appendingPathComponent("docs/control-protocol.md"),
      encoding: .utf8
    )
  }

  /// All requests; each is answered with an error of its own, so that it is known to have been understood.
  private static var everything: CommandTable {
    var table = CommandTable()
    func add<Request: ControlRequest>(_ type: Request.Type) {
      table.on(type) { _ throws(ControlError) in
        throw ControlError(code: .refused, message: "understood")
      }
    }
    add(ServerInfoRequest.self)
    add(StatusRequest.self)
    add(ReloadRequest.self)
    add(StopRequest.self)
    add(ResetCountersRequest.self)
    add(SetRequest.self)
    add(GetRequest.self)
    add(TreeListRequest.self)
    add(TreeGetRequest.self)
    add(TreeSetRequest.self)
    add(TreeTriggerRequest.self)
    add(TreeSubscribeRequest.self)
    add(TreeUnsubscribeRequest.self)
    add(PluginPresetsRequest.self)
    add(PluginApplyRequest.self)
    add(PluginSaveRequest.self)
    add(PluginRestoreRequest.self)
    add(StateSaveRequest.self)
    add(StateRestoreRequest.self)
    add(RecordPrepareRequest.self)
    add(RecordStartRequest.self)
    add(RecordStopRequest.self)
    add(SessionListRequest.self)
    add(SessionShowRequest.self)
    add(ActivateRequest.self)
    add(DeactivateRequest.self)
    add(InterruptBeginRequest.self)
    add(InterruptEndRequest.self)
    add(PlayerRequest.self)
    add(InterruptRingRequest.self)
    add(InterruptAcceptRequest.self)
    add(InterruptDeclineRequest.self)
    add(SwitchRequest.self)
    add(RoutePickRequest.self)
    add(PermissionSetRequest.self)
    add(SystemSoundRequest.self)
    add(TransportShowRequest.self)
    add(TransportSetRequest.self)
    add(MIDILearnRequest.self)
    add(MIDILearnedRequest.self)
    add(MIDIForgetRequest.self)
    add(MIDIWriteRequest.self)
    add(ExplainRequest.self)
    add(WhatIfRequest.self)
    add(DecisionListRequest.self)
    add(ForegroundRequest.self)
    add(ForceRequest.self)
    add(SetCategoryRequest.self)
    add(OverrideOutputRequest.self)
    add(SubscribeRequest.self)
    add(UnsubscribeRequest.self)
    add(ClientOpenRequest.self)
    add(ClientStateRequest.self)
    add(ClientSetCategoryRequest.self)
    add(ClientSetModeRequest.self)
    add(ClientSetActiveRequest.self)
    add(ClientSetPreferencesRequest.self)
    add(ClientOverrideOutputRequest.self)
    add(ClientSetPlayingRequest.self)
    add(ClientSetOutputMutedRequest.self)
    add(ClientSetInputMutedRequest.self)
    add(ClientRecordPermissionRequest.self)
    return table
  }

  @Test("every method of the code has a heading, and every heading is a method")
  func methods() throws {
    let folder = Self.root.appendingPathComponent("Sources/ControlProtocol/Messages")
    var coded: [String] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      coded += text.matches(of: /static let method = "([^"]+)"/).map { String($0.1) }
    }
    let headings = try Self.page().matches(of: /\n### `([^`]+)`\n/).map { String($0.1) }
    #expect(coded.sorted() == headings.sorted())
    #expect(coded.sorted() == Self.everything.methods)
  }

  @Test("every example is understood by the method under whose heading it stands")
  func examples() async throws {
    var heading = ""
    var examples: [String: Int] = [:]
    for line in try Self.page().split(separator: "\n").map(String.init) {
      if let match = line.firstMatch(of: /^### `([^`]+)`$/) { heading = String(match.1) }
      guard line.hasPrefix(#"{"jsonrpc""#), line.contains("\"method\""), line.contains("\"id\"")
      else { continue }
      #expect(line.contains(#""method":"\#(heading)""#))
      let answer = await Self.everything.answer(line: Array(line.utf8)) ?? []
      #expect(String(decoding: answer, as: UTF8.self).contains("understood"), "\(line)")
      examples[heading, default: 0] += 1
    }
    #expect(examples.keys.sorted() == Self.everything.methods)
  }

  @Test("the example of an event is one, and every kind of event and reason is named")
  func events() throws {
    let page = try Self.page()
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
    let page = try Self.page()
    #expect(page.contains("at present **\(controlProtocolVersion)**"))
    #expect(page.contains("1 to \(ControlWire.maximumBatch) requests"))
    #expect(page.contains("(1,048,576 bytes)") && ControlWire.maximumLineBytes == 1_048_576)
    #expect(page.contains("at\nmost \(ControlSocketPath.maximumBytes) bytes"))
  }
}
