// SPDX-License-Identifier: Apache-2.0
// Each error keeps its code on its way from the host to the program.

import ControlProtocol
import Foundation
import Patience
import RuleProofs
import Testing

@testable import AudioSession

@Suite("Errors of the audio session")
struct ErrorTests {
  /// The codes as the documents print them.
  private static let texts: [(AVAudioSession.ErrorCode, String)] = [
    (.mediaServicesFailed, "msrv"), (.isBusy, "!act"), (.incompatibleCategory, "!cat"),
    (.cannotInterruptOthers, "!int"), (.missingEntitlement, "ent?"), (.siriIsRecording, "siri"),
    (.cannotStartPlaying, "!pla"), (.cannotStartRecording, "!rec"),
    (.insufficientPriority, "!pri"), (.resourceNotAvailable, "!res"), (.unspecified, "what"),
    (.expiredSession, "!ses"), (.sessionNotActive, "inac"),
  ]

  @Test("codes are the four characters that the documents print")
  func values() {
    for (code, text) in Self.texts {
      #expect(code.rawValue == text.utf8.reduce(0) { $0 << 8 | Int($1) })
    }
    #expect(AVAudioSession.ErrorCode.badParam.rawValue == -50)
    #expect(Self.texts.count + 2 == AVAudioSession.ErrorCode.allCases.count)
  }

  @Test(
    "a refusal is thrown with its code, its rule and its sentence",
    .proves("ANC-ACT-05"),
    arguments: AVAudioSession.ErrorCode.allCases.filter { $0 != .none }
  )
  func refusal(_ code: AVAudioSession.ErrorCode) async throws {
    let host = try FakeHost()
    let link = host.link()
    let session = AVAudioSession(link, center: NotificationCenter())
    host.refuseNext(
      ControlError(code: .refused, message: "No.", rule: "INT-07", sessionCode: "\(code)")
    )
    try await blocking {
      let error = #expect(throws: AVAudioSessionError.self) { try session.setActive(true) }
      #expect(error?.sessionCode == code)
      #expect(error?.rule == "INT-07")
      do {
        host.refuseNext(ControlError(code: .refused, message: "No.", sessionCode: "\(code)"))
        try session.setMode(.voiceChat)
        Issue.record("nothing was thrown")
      } catch let error as NSError {
        #expect(error.code == code.rawValue && error.domain == AVAudioSessionError.domain)
        #expect(error.localizedDescription == "No.")
      }
      #expect(!session.isActive && session.mode == .default)
    }
  }

  @Test("a refusal without a code, or with one from the future, has the code for it")
  func fallbacks() async throws {
    let host = try FakeHost()
    let link = host.link()
    let refusals: [(ControlError, AVAudioSession.ErrorCode)] = [
      (ControlError(code: .refused, message: "No."), .unspecified),
      (ControlError(code: .refused, message: "No.", sessionCode: "tooLoud"), .unspecified),
      (ControlError(code: .invalidParams, message: "No."), .badParam),
    ]
    for (refusal, code) in refusals {
      host.refuseNext(refusal)
      try await blocking {
        let error = #expect(throws: AVAudioSessionError.self) {
          try link.send(ClientSetActiveRequest(isActive: true))
        }
        #expect(error?.sessionCode == code)
      }
    }
  }
}
