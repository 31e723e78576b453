// SPDX-License-Identifier: Apache-2.0
// A program's calls reach the host, and the host's notifications reach the program.

import ControlProtocol
import Foundation
import Patience
import Synchronization
import RuleProofs
import Testing

@testable import AudioSession

@Suite("Audio session")
struct SessionTests {
  private func session(_ host: FakeHost) -> AVAudioSession {
    AVAudioSession(host.link(session: "effects"), center: NotificationCenter())
  }

  @Test("there is one session, before anything was said", .proves("DEF-02"))
  func shared() {
    #expect(AVAudioSession.sharedInstance() === AVAudioSession.sharedInstance())
  }

  @Test("category, mode, options and policy are said in the words of the wire, and read again")
  func category() async throws {
    let host = try FakeHost()
    let session = session(host)
    try await blocking {
      try session.setCategory(
        .playAndRecord,
        mode: .voiceChat,
        options: [.duckOthers, .allowAirPlay]
      )
      #expect(session.category == .playAndRecord)
      #expect(session.mode == .voiceChat)
      #expect(session.categoryOptions == [.duckOthers, .allowAirPlay])
      try session.setMode(.measurement)
      #expect(session.mode == .measurement)
      try session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio)
      #expect(session.routeSharingPolicy == .longFormAudio)
      try session.setCategory(.multiRoute, options: .mixWithOthers)
      try session.setCategory(.record)
      #expect(session.availableCategories == [.playback, .record])
      #expect(session.availableModes == [.default, .voiceChat])
    }
    #expect(
      host.requests == [
        "effects game",
        #"{"category":"playAndRecord","mode":"voiceChat","options":["duckOthers","allowAirPlay"],"policy":"default"}"#,
        #"{"mode":"measurement"}"#,
        #"{"category":"playback","mode":"spokenAudio","options":[],"policy":"longFormAudio"}"#,
        #"{"category":"multiRoute","mode":"default","options":["mixWithOthers"],"policy":"default"}"#,
        #"{"category":"record","mode":"default","options":[],"policy":"default"}"#,
      ]
    )
  }

  @Test(
    "activation, waiting or not, says whether others are to be told",
    .proves("ANC-ACT-01")
  )
  func activation() async throws {
    let host = try FakeHost()
    let session = session(host)
    try await blocking {
      try session.setActive(true, options: .notifyOthersOnDeactivation)
      #expect(session.isActive)
      try session.setActive(false, options: .notifyOthersOnDeactivation)
      try session.setActive(false)
      try session.setPlaying(true)
      #expect(session.isActive)
    }
    #expect(try await session.deactivate(options: .notifyOthersOnDeactivation))
    #expect(try await session.activate())
    #expect(
      host.requests.dropFirst() == [
        #"{"isActive":true,"notifyOthers":false}"#, #"{"isActive":false,"notifyOthers":true}"#,
        #"{"isActive":false,"notifyOthers":false}"#, #"{"isPlaying":true}"#,
        #"{"isActive":false,"notifyOthers":true}"#, #"{"isActive":true,"notifyOthers":false}"#,
      ]
    )
  }

  @Test("wishes are said and read apart from what the hardware runs with", .proves("PREF-11"))
  func hardware() async throws {
    let host = try FakeHost()
    let session = session(host)
    try await blocking {
      try session.setPreferredSampleRate(44_100)
      try session.setPreferredIOBufferDuration(0.005)
      try session.setPreferredInputNumberOfChannels(1)
      try session.setPreferredOutputNumberOfChannels(2)
      #expect(session.preferredSampleRate == 44_100 && session.sampleRate == 48_000)
      #expect(session.preferredIOBufferDuration == 0.005 && session.ioBufferDuration == 0.02)
      #expect(session.preferredInputNumberOfChannels == 1)
      #expect(session.preferredOutputNumberOfChannels == 2)
      try session.setPreferredSampleRate(0)
      #expect(session.preferredSampleRate == 0)
      #expect(session.isInputGainSettable && session.inputGain == 0.25)
      try session.setInputGain(7)
      #expect(session.inputGain == 1)
      #expect(session.inputLatency == 0.001 && session.outputLatency == 0.003)
      #expect(session.inputNumberOfChannels == 1 && session.outputNumberOfChannels == 2)
      #expect(session.maximumInputNumberOfChannels == 2)
      #expect(session.maximumOutputNumberOfChannels == 4)
      #expect(session.outputVolume == 0.5 && session.isHardwareProvisional)
      #expect(session.isOtherAudioPlaying && session.secondaryAudioShouldBeSilencedHint)
    }
  }

  @Test("ports have Apple's kinds; inputs are known once the session is active")
  func route() async throws {
    let host = try FakeHost()
    let session = session(host)
    try await blocking {
      let route = session.currentRoute
      #expect(route.inputs.isEmpty && route.outputs.map(\.portType) == [.headphones])
      #expect(route.outputs.first?.channels?.map(\.channelName) == ["left", "right"])
      #expect(route.outputs.first?.channels?.last?.owningPortUID == "cue")
      #expect(session.availableInputs == nil && session.isInputAvailable)
      try session.setActive(true)
      let input = try #require(session.availableInputs?.first)
      #expect(input.portType == .headsetMic && input.uid == "booth")
      try session.setPreferredInput(input)
      #expect(session.preferredInput == input)
      try session.setPreferredInput(nil)
      #expect(session.preferredInput == nil)
      try session.overrideOutputAudioPort(.speaker)
      try session.overrideOutputAudioPort(.none)
      try session.setOutputMuted(true)
      #expect(session.isOutputMuted)
    }
    #expect(
      host.requests.suffix(5) == [
        #"{"preferences":[{"input":{"uid":"booth"}}]}"#, #"{"preferences":[{"input":{}}]}"#,
        #"{"port":"speaker"}"#, #"{"port":"none"}"#, #"{"isMuted":true}"#,
      ]
    )
  }

  @Test("the permission to record is waited for, and other requests are not held up")
  func permission() async throws {
    let host = try FakeHost()
    let session = session(host)
    let (answers, inlet) = AsyncStream.makeStream(of: Bool.self)
    try await blocking {
      session.requestRecordPermission { inlet.yield($0) }
      #expect(session.recordPermission == .undetermined)
      try session.setActive(true)
    }
    host.permission.yield(true)
    for await granted in answers {
      #expect(granted)
      break
    }
    host.state.recordPermission = "granted"
    #expect(try await blocking { session.recordPermission } == .granted)
    host.state.recordPermission = "denied"
    #expect(try await blocking { session.recordPermission } == .denied)
  }

  @Test("without a host a session is that of a program that has just been started")
  func noHost() async throws {
    let path = try ControlSocketPath(path: "/tmp/session-nobody-\(getpid())/rig.sock")
    let link = SessionLink(socket: path, session: nil, program: "game")
    let session = AVAudioSession(link, center: NotificationCenter())
    #expect(session.category == .soloAmbient && session.mode == .default)
    #expect(!session.isActive && session.sampleRate == 0 && session.availableInputs == nil)
    #expect(session.currentRoute.outputs.isEmpty && session.recordPermission == .undetermined)
    let error = #expect(throws: AVAudioSessionError.self) { try session.setActive(true) }
    #expect(error?.sessionCode == .mediaServicesFailed)
    #expect(error?.localizedDescription.hasPrefix("No Tarmac is running") == true)
    #expect(await session.requestRecordPermission() == false)
  }

  @Test("a session that is let go has quit")
  func letGo() async throws {
    let host = try FakeHost()
    try await blocking { try session(host).setActive(true) }
    for await _ in host.closed { break }
  }
}
