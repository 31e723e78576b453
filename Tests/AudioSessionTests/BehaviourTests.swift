// SPDX-License-Identifier: Apache-2.0
// How the host treats a program, and what the program mutes, observes, and is refused.

import ControlProtocol
import Foundation
import Patience
import RuleProofs
import Synchronization
import Testing

@testable import AudioSession

@Suite("Treatment of a program by its audio session")
struct BehaviourTests {
  private func session(_ host: FakeHost) -> AVAudioSession {
    AVAudioSession(host.link(session: "effects"), center: NotificationCenter())
  }

  @Test("wishes for ringing, lost routes and system sounds reach the host and are read again")
  func treatment() async throws {
    let host = try FakeHost()
    let session = session(host)
    try await blocking {
      for isOn in [true, false] {
        try session.setPrefersNoInterruptionsFromSystemAlerts(isOn)
        #expect(session.prefersNoInterruptionsFromSystemAlerts == isOn)
        try session.setPrefersInterruptionOnRouteDisconnect(isOn)
        #expect(session.prefersInterruptionOnRouteDisconnect == isOn)
        try session.setAllowHapticsAndSystemSoundsDuringRecording(isOn)
        #expect(session.allowHapticsAndSystemSoundsDuringRecording == isOn)
      }
      host.state.promptStyle = "short"
      #expect(session.promptStyle == .short)
    }
    #expect(
      host.requests.dropFirst().prefix(3) == [
        #"{"preferences":[{"noInterruptionsFromSystemAlerts":{"isOn":true}}]}"#,
        #"{"preferences":[{"interruptionOnRouteDisconnect":{"isOn":true}}]}"#,
        #"{"preferences":[{"systemSoundsDuringRecording":{"isOn":true}}]}"#,
      ]
    )
  }

  @Test("a program mutes its input, its handler hears of it first, then its observers")
  func inputMute() async throws {
    let host = try FakeHost()
    let center = NotificationCenter()
    let session = AVAudioSession(host.link(), center: center)
    let program = session.application
    let (told, inlet) = AsyncStream.makeStream(of: String.self)
    try program.setInputMuteStateChangeHandler { isMuted in
      inlet.yield("handler \(isMuted)")
      return true
    }
    _ = center.addObserver(
      forName: AVAudioApplication.inputMuteStateChangeNotification,
      object: program,
      queue: nil
    ) { notification in
      inlet.yield("posted \(notification.userInfo?[AVAudioApplication.muteStateKey] ?? "")")
    }
    try await blocking {
      #expect(!program.isInputMuted)
      try program.setInputMuted(true)
      #expect(program.isInputMuted)
    }
    host.tell(.inputMuteStateChanged(isMuted: true))
    var lines = told.makeAsyncIterator()
    #expect(await lines.next() == "handler true")
    #expect(await lines.next() == "posted true")
    try program.setInputMuteStateChangeHandler(nil)
    host.tell(.inputMuteStateChanged(isMuted: false))
    #expect(await lines.next() == "posted false")
  }

  @Test(
    "activity is posted with its source and reason, and the hint to resume by itself",
    .proves("ANC-INT-06")
  )
  func lifecycle() async throws {
    let host = try FakeHost()
    let center = NotificationCenter()
    let link = host.link()
    let session = AVAudioSession(link, center: center)
    let (told, inlet) = AsyncStream.makeStream(of: String.self)
    let names = [
      AVAudioSession.didBecomeActiveNotification, AVAudioSession.didBecomeInactiveNotification,
      AVAudioSession.resumptionRecommendationNotification,
    ]
    for name in names {
      _ = center.addObserver(forName: name, object: session, queue: nil) { notification in
        let info = notification.userInfo ?? [:]
        let inactive =
          info[AVAudioSession.deactivationContextKey] as? AVAudioSession.DeactivationContext
        let resumption =
          info[AVAudioSession.resumptionContextKey] as? AVAudioSession.ResumptionContext
        inlet.yield(
          inactive.map { "\($0.source) \($0.interruptionContext.map { "\($0.reason)" } ?? "-")" }
            ?? resumption.map { "\($0.recommendation)" } ?? "active"
        )
      }
    }
    _ = try await blocking { try link.send(ClientStateRequest()) }
    host.tell(.didActivate)
    host.tell(.didDeactivate())
    host.tell(.didDeactivate(source: .system))
    host.tell(.interruptionBegan(reason: .routeDisconnected))
    host.tell(.interruptionBegan(reason: .default, wasSuspended: true))
    host.tell(.interruptionEnded(shouldResume: true))
    host.tell(.interruptionEnded(shouldResume: false))
    let expected = [
      "active", "app -", "system -", "system routeDisconnected", "system appWasSuspended",
      "shouldResume", "shouldNotResume",
    ]
    var posted: [String] = []
    for await line in told {
      posted.append(line)
      if posted.count == expected.count { break }
    }
    #expect(posted == expected)
    withExtendedLifetime(session) {}
  }

  @Test("handlers of activation hear how it ended, and why not", .proves("ANC-ACT-01"))
  func handlers() async throws {
    let host = try FakeHost()
    let session = session(host)
    let (told, inlet) = AsyncStream.makeStream(of: String.self)
    @Sendable func note(_ isDone: Bool, _ error: (any Error)?) {
      inlet.yield("\(isDone) \((error as? AVAudioSessionError)?.sessionCode ?? .none)")
    }
    var answers = told.makeAsyncIterator()
    session.activate { note($0, $1) }
    #expect(await answers.next() == "true none")
    session.deactivate(options: .notifyOthersOnDeactivation) { note($0, $1) }
    #expect(await answers.next() == "true none")
    #expect(host.requests.last == #"{"isActive":false,"notifyOthers":true}"#)
    host.refuseNext(ControlError(code: .refused, message: "No.", sessionCode: "isBusy"))
    session.activate { note($0, $1) }
    #expect(await answers.next() == "false isBusy")
  }

  @Test("volume and prompt style are sequences: what is, and what becomes of it")
  func sequences() async throws {
    let host = try FakeHost()
    let session = session(host)
    var volumes = try await blocking { session.outputVolumes }.makeAsyncIterator()
    var styles = try await blocking { session.promptStyles }.makeAsyncIterator()
    host.tell(.outputVolumeChanged(volume: 0.25))
    host.tell(.promptStyleChanged(style: "none"))
    host.tell(.outputVolumeChanged(volume: 1))
    #expect(await [volumes.next(), volumes.next(), volumes.next()] == [0.5, 0.25, 1])
    #expect(await [styles.next(), styles.next()] == [.normal, AVAudioSession.PromptStyle.none])
  }

  @Test("playback is said to be heard here, elsewhere or nowhere; outputs have layouts once active")
  func routes() async throws {
    let host = try FakeHost()
    let session = session(host)
    let here = await session.prepareRouteSelectionForPlayback()
    #expect(here == (true, .local))
    #expect(try await blocking { session.supportedOutputChannelLayouts }.isEmpty)
    var sink = PortStatus.speaker
    sink.portType = "net"
    host.state.route.outputs = [sink, .headphones]
    host.state.isActive = true
    let elsewhere = await session.prepareRouteSelectionForPlayback()
    #expect(elsewhere == (true, .external))
    let layouts = try await blocking { session.supportedOutputChannelLayouts }
    #expect(layouts.map(\.channelCount) == [1, 2])
    #expect(layouts.map(\.layoutTag) == [0x64_0001, 0x65_0002])
    host.state.route.outputs = []
    let (answers, inlet) = AsyncStream.makeStream(of: AVAudioSession.RouteSelection.self)
    session.prepareRouteSelectionForPlayback { shouldStart, selection in
      #expect(!shouldStart)
      inlet.yield(selection)
    }
    for await selection in answers {
      #expect(selection == .none)
      break
    }
  }

  @Test("what no rig has is refused with a sentence, and not to have it is granted")
  func refused() async throws {
    let host = try FakeHost()
    let session = session(host)
    try await blocking {
      try session.setPrefersEchoCancelledInput(false)
      var error = #expect(throws: AVAudioSessionError.self) {
        try session.setPrefersEchoCancelledInput(true)
      }
      #expect(error?.localizedDescription.contains("echo-cancelled source") == true)
      try session.setPreferredMicrophoneInjectionMode(.none)
      error = #expect(throws: AVAudioSessionError.self) {
        try session.setPreferredMicrophoneInjectionMode(.spokenAudio)
      }
      #expect(error?.sessionCode == .missingEntitlement)
      #expect(session.application.microphoneInjectionPermission == .serviceDisabled)
      // The category is soloAmbient.
      error = #expect(throws: AVAudioSessionError.self) {
        try session.setAggregatedIOPreference(.aggregated)
      }
      #expect(error?.sessionCode == .incompatibleCategory)
      try session.setCategory(.playAndRecord)
      try session.setAggregatedIOPreference(.aggregated)
    }
  }

  @Test("channels are asked for with the session, and not afterwards")
  func channels() async throws {
    let host = try FakeHost()
    let session = session(host)
    try session.setProgramChannels(playback: 6, capture: 2)
    try await blocking { try session.setActive(true) }
    #expect(host.requests.first == "effects game 6 2")
    let error = #expect(throws: AVAudioSessionError.self) {
      try session.setProgramChannels(playback: 1, capture: 0)
    }
    #expect(error?.sessionCode == .isBusy)
  }
}
