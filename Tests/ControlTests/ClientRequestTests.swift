// SPDX-License-Identifier: Apache-2.0
// What programs ask about their own session, and the errors that they get.

import ControlProtocol
import ControlServer
import ControlTower
import StrictJSON
import Testing

@Suite("Client requests")
struct ClientRequestTests {
  @Test("a wish and its withdrawal are the same after their way over the wire")
  func preferences() throws {
    let request = ClientSetPreferencesRequest([
      .ioBufferDuration(seconds: 0.005), .sampleRate(hertz: nil), .inputChannels(count: 1),
      .outputChannels(count: nil), .inputGain(value: 0.5), .input(uid: "booth"), .input(uid: nil),
    ])
    let line = try JSONText.encode(request)
    #expect(
      try JSONText.decode(ClientSetPreferencesRequest.self, from: line).preferences
        == request.preferences
    )
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"preferences":[{"ioBufferDuration":{"seconds":0.005}},{"sampleRate":{}},{"inputChannels":{"count":1}},{"outputChannels":{}},{"inputGain":{"value":0.5}},{"input":{"uid":"booth"}},{"input":{}}]}"#
    )
  }

  @Test("an error keeps its rule and its code", arguments: ErrorCode.allCases)
  func codes(_ code: ErrorCode) throws {
    let error = ControlError(
      code: .refused,
      message: "No.",
      rule: "X-1",
      sessionCode: code.rawValue
    )
    let line = try JSONText.encode(error)
    #expect(try JSONText.decode(ControlError.self, from: line) == error)
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"code":1,"data":{"code":"\#(code.rawValue)","rule":"X-1"},"message":"No."}"#
    )
  }

  @Test("the tower's refusal brings its code along")
  func refusal() {
    let error = ControlError(
      Refusal(.insufficientPriority, rule: RuleID("INT-07"), cause: .interrupter(.phone))
    )
    #expect(error.sessionCode == "insufficientPriority")
  }

  @Test("what the wire calls reasons and roles are words of the tower")
  func words() {
    let reasons = SessionNotification.RouteChangeReason.allCases.map(\.rawValue)
    #expect(reasons == RouteChangeReason.allCases.map(\.rawValue))
    let overrides = ClientOverrideOutputRequest.Port.allCases.map(\.rawValue)
    #expect(overrides == OutputOverride.allCases.map(\.rawValue))
  }
}
