// SPDX-License-Identifier: Apache-2.0
// A session as its own program sees it.

import ControlProtocol
import ControlTower
import Quantities
import RenderCore
import RigEngine
import RigModel

extension Engine {
  /// A port as programs know it.
  func portStatus(_ id: PortID) -> PortStatus? {
    live.route(id.name).map { live in
      PortStatus(
        portType: live.route.role.rawValue,
        portName: live.route.name,
        uid: live.route.name,
        channels: live.route.channels
      )
    }
  }

  /// Everything that a program may read about its session; `nil` when there is none.
  func clientState(
    of id: SessionID,
    _ latencies: (input: Seconds, output: Seconds)
  ) -> ClientState? {
    guard let session = tower.session(id) else { return nil }
    let configuration = session.configuration
    return ClientState(
      revision: towerControl.decisions.entries.last?.number ?? 0,
      configuration: ClientConfiguration(
        category: configuration.category.rawValue,
        mode: configuration.mode.rawValue,
        options: configuration.optionsInForce.map(\.rawValue).sorted(),
        policy: configuration.policy.rawValue,
        impliedOptions: configuration.impliedOptions.map(\.rawValue).sorted()
      ),
      isActive: session.isActive,
      isOutputMuted: session.isOutputMuted,
      isInputMuted: session.isInputMuted,
      recordPermission: session.recordPermission.rawValue,
      route: route(of: session),
      hardware: hardware(of: session, latencies),
      preferences: preferences(of: session),
      behaviour: ClientBehaviour(configuration.behaviour),
      promptStyle: tower.promptStyle(for: id).rawValue,
      isOtherAudioPlaying: towerControl.isOtherAudioPlaying(for: id),
      secondaryAudioShouldBeSilencedHint: tower.secondaryAudioShouldBeSilenced(for: id),
      available: ClientChoices(
        categories: tower.availableCategories.map(\.rawValue),
        modes: tower.availableModes.map(\.rawValue)
      )
    )
  }

  private func route(of session: SessionState) -> ClientRoute {
    let inputs = (try? tower.availableInputs(for: session.id)) ?? []
    let outputs = (try? tower.availableOutputs(for: session.id)) ?? []
    return ClientRoute(
      inputs: session.route.inputs.compactMap(portStatus),
      outputs: session.audibleRoute.outputs.compactMap(portStatus),
      availableInputs: inputs.map(\.id).compactMap(portStatus),
      availableOutputs: outputs.map(\.id).compactMap(portStatus),
      isInputAvailable: (try? tower.isInputAvailable(for: session.id)) ?? false,
      maximumInputChannels: channels(inputs.map(\.id)),
      maximumOutputChannels: channels(session.route.outputs)
    )
  }

  /// What is in force at the moment, whatever its cause (PREF-16).
  private func hardware(
    of session: SessionState,
    _ latencies: (input: Seconds, output: Seconds)
  ) -> ClientHardware {
    let actual = try? tower.actualHardware(for: session.id)
    let route = actual?.route ?? session.route
    return ClientHardware(
      isProvisional: actual?.isProvisional ?? true,
      sampleRate_hz: (actual?.sampleRate ?? sampleRate).hertz,
      ioBufferDuration_seconds: actual?.ioBufferDuration?.value ?? 0,
      inputLatency_seconds: latencies.input.value,
      outputLatency_seconds: latencies.output.value,
      inputChannels: actual?.inputChannels ?? 0,
      outputChannels: actual?.outputChannels ?? 0,
      outputVolume: outputVolume(of: route),
      inputGain: route.inputs.isEmpty ? nil : actual?.inputGain
    )
  }

  /// The user's volume on the output of a route, 0 to 1; full where it has none (VOL-03).
  private func outputVolume(of route: RouteDescription) -> Double {
    let level = route.outputs.first.flatMap { tower.volume(of: $0) }
    let volume = level.map { LinearGain($0).factor } ?? 1
    return Double(min(max(volume, 0), 1))
  }

  /// The values whose changes a program hears of although no rule concerns its session.
  func observables(of id: SessionID) -> SessionObservables? {
    tower.session(id).map {
      SessionObservables(
        outputVolume: outputVolume(of: $0.route),
        promptStyle: tower.promptStyle(for: id)
      )
    }
  }

  private func preferences(of session: SessionState) -> ClientPreferences {
    let wishes = session.preferences
    return ClientPreferences(
      sampleRate_hz: wishes.sampleRate?.hertz,
      ioBufferDuration_seconds: wishes.ioBufferDuration?.value,
      inputChannels: wishes.inputChannels,
      outputChannels: wishes.outputChannels,
      input: wishes.input.flatMap(portStatus)
    )
  }

  private func channels(_ ports: [PortID]) -> Int {
    ports.compactMap { live.route($0.name)?.route.channels.count }.reduce(0, +)
  }
}

extension ClientBehaviour {
  fileprivate init(_ behaviour: SessionBehaviour) {
    self.init(
      prefersNoInterruptionsFromSystemAlerts: behaviour.prefersNoInterruptionsFromSystemAlerts,
      prefersInterruptionOnRouteDisconnect: behaviour.prefersInterruptionOnRouteDisconnect,
      allowsSystemSoundsDuringRecording: behaviour.allowsSystemSoundsDuringRecording
    )
  }
}
