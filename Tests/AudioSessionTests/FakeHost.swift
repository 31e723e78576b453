// SPDX-License-Identifier: Apache-2.0
// A host of one session that does what it is asked to, or refuses it, on a real socket.

import ControlProtocol
import ControlServer
import Foundation
import Patience
import StrictJSON
import Synchronization
import Testing

@testable import AudioSession

/// A host without sound.
final class FakeHost: Sendable {
  let folder: URL
  let path: ControlSocketPath
  private let model = Mutex(Model())
  private let server: UnixSocketServer
  /// Connections that have ended.
  let closed: AsyncStream<ClientID>
  /// Answers to questions for the permission to record.
  let permission: AsyncStream<Bool>.Continuation

  private struct Model {
    var state = ClientState.sample
    var refusal: ControlError?
    var requests: [String] = []
    var owner: ClientID?
  }

  init() throws {
    folder = URL(filePath: "/tmp/session-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = try ControlSocketPath(path: folder.appending(path: "run/rig.sock").path)
    let (closed, closing) = AsyncStream.makeStream(of: ClientID.self)
    let (answers, permission) = AsyncStream.makeStream(of: Bool.self)
    (self.closed, self.permission) = (closed, permission)
    let relay = Relay()
    var table = CommandTable()
    table.onClose { closing.yield($0) }
    table.on(ClientRecordPermissionRequest.self) { _ throws(ControlError) in
      for await granted in answers { return .init(granted: granted) }
      return .init(granted: false)
    }
    relay.fill(&table)
    server = UnixSocketServer(path: path, commands: table)
    relay.host.withLock { $0.host = self }
    try server.start()
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// A connection to the host, for a program that can wait as long as a test may.
  func link(session: String? = nil) -> SessionLink {
    SessionLink(socket: path, session: session, program: "game", timeoutSeconds: patience)
  }

  func stop() { server.stop() }

  func start() throws { try server.start() }

  /// Notifies the owner of the session.
  func tell(_ notification: SessionNotification) {
    guard let owner = model.withLock({ $0.owner }) else { return }
    server.publish(.session("game", notification), to: .only(owner))
  }

  /// Makes the next request that changes something fail.
  func refuseNext(_ error: ControlError) {
    model.withLock { $0.refusal = error }
  }

  var state: ClientState {
    get { model.withLock { $0.state } }
    set { model.withLock { $0.state = newValue } }
  }

  /// What was asked, as JSON.
  var requests: [String] { model.withLock { $0.requests } }

  fileprivate func open(_ request: ClientOpenRequest, _ client: ClientID) -> ClientState {
    model.withLock { model in
      model.owner = client
      let channels = [request.playbackChannels, request.captureChannels].compactMap(\.self)
      model.requests.append(
        (["\(request.session ?? "-") \(request.program)"] + channels.map(String.init))
          .joined(separator: " ")
      )
      return model.state
    }
  }

  fileprivate func change<Request: ControlRequest>(
    _ request: Request,
    _ apply: (inout ClientState) -> Void
  ) throws(ControlError) -> ClientState {
    try model.withLock { model throws(ControlError) in
      if let refusal = model.refusal {
        model.refusal = nil
        throw refusal
      }
      let json = (try? JSONText.encode(request)) ?? []
      model.requests.append(String(decoding: json, as: UTF8.self))
      model.state.revision += 1
      apply(&model.state)
      return model.state
    }
  }
}

/// What the host's commands use to reach it without keeping it alive.
private final class Relay: Sendable {
  let host = Mutex<Weak>(Weak())

  struct Weak: Sendable {
    weak var host: FakeHost?
  }

  func fill(_ table: inout CommandTable) {
    table.on(ClientOpenRequest.self) { request, client throws(ControlError) in
      .init(session: "game", state: try self.found().open(request, client))
    }
    table.on(ClientStateRequest.self) { _ throws(ControlError) in try self.found().state }
    on(ClientSetCategoryRequest.self, &table) { request, state in
      state.configuration = ClientConfiguration(
        category: request.category,
        mode: request.mode ?? "default",
        options: request.options ?? [],
        policy: request.policy ?? "default"
      )
    }
    on(ClientSetModeRequest.self, &table) { $1.configuration.mode = $0.mode }
    on(ClientSetActiveRequest.self, &table) { $1.isActive = $0.isActive }
    on(ClientSetPlayingRequest.self, &table) { if $0.isPlaying { $1.isActive = true } }
    on(ClientSetOutputMutedRequest.self, &table) { $1.isOutputMuted = $0.isMuted }
    on(ClientSetInputMutedRequest.self, &table) { $1.isInputMuted = $0.isMuted }
    on(ClientOverrideOutputRequest.self, &table) { _, _ in }
    on(ClientSetPreferencesRequest.self, &table) { request, state in
      for preference in request.preferences { state.apply(preference) }
    }
  }

  private func on<Request: ControlRequest>(
    _ type: Request.Type,
    _ table: inout CommandTable,
    _ apply: @escaping @Sendable (Request, inout ClientState) -> Void
  ) where Request.Reply == ClientState {
    table.on(type) { request throws(ControlError) in
      try self.found().change(request) { apply(request, &$0) }
    }
  }

  private func found() throws(ControlError) -> FakeHost {
    guard let host = host.withLock({ $0.host }) else {
      throw ControlError(code: .internalError, message: "gone")
    }
    return host
  }
}

extension ClientState {
  static let sample = ClientState(
    revision: 1,
    configuration: ClientConfiguration(
      category: "soloAmbient",
      mode: "default",
      options: [],
      policy: "default"
    ),
    isActive: false,
    recordPermission: "undetermined",
    route: ClientRoute(
      inputs: [],
      outputs: [.headphones],
      availableInputs: [.microphone],
      isInputAvailable: true,
      maximumInputChannels: 2,
      maximumOutputChannels: 4
    ),
    hardware: ClientHardware(
      isProvisional: true,
      sampleRate_hz: 48_000,
      ioBufferDuration_seconds: 0.02,
      inputLatency_seconds: 0.001,
      outputLatency_seconds: 0.003,
      inputChannels: 1,
      outputChannels: 2,
      outputVolume: 0.5,
      inputGain: 0.25
    ),
    isOtherAudioPlaying: true,
    secondaryAudioShouldBeSilencedHint: true,
    available: ClientChoices(categories: ["playback", "record"], modes: ["default", "voiceChat"])
  )

  fileprivate mutating func apply(_ preference: ClientSetPreferencesRequest.Preference) {
    switch preference {
    case .ioBufferDuration(let seconds): preferences.ioBufferDuration_seconds = seconds
    case .sampleRate(let hertz): preferences.sampleRate_hz = hertz
    case .inputChannels(let count): preferences.inputChannels = count
    case .outputChannels(let count): preferences.outputChannels = count
    case .inputGain(let value): hardware.inputGain = value
    case .input(let uid): preferences.input = route.availableInputs.first { $0.uid == uid }
    case .noInterruptionsFromSystemAlerts(let isOn):
      behaviour.prefersNoInterruptionsFromSystemAlerts = isOn
    case .interruptionOnRouteDisconnect(let isOn):
      behaviour.prefersInterruptionOnRouteDisconnect = isOn
    case .systemSoundsDuringRecording(let isOn):
      behaviour.allowsSystemSoundsDuringRecording = isOn
    }
  }
}

extension PortStatus {
  static let headphones = PortStatus(
    portType: "headphones",
    portName: "Cue",
    uid: "cue",
    channels: ["left", "right"]
  )
  static let speaker = PortStatus(portType: "speaker", portName: "PA", uid: "pa", channels: ["l"])
  static let microphone = PortStatus(
    portType: "headset",
    portName: "Booth",
    uid: "booth",
    channels: ["mono"]
  )
}
