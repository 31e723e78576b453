// SPDX-License-Identifier: Apache-2.0
// Any event of the whole vocabulary, in a small world where events meet often.

import ControlTower
import Foundation
import Quantities
import SeededNumbers

extension Story {
  /// The seeds of the stories, of 1,000 events each; `TARMAC_RANDOM_EVENTS` asks for more events,
  /// or fewer.
  static let seeds: ClosedRange<UInt64> = {
    let asked = ProcessInfo.processInfo.environment["TARMAC_RANDOM_EVENTS"].flatMap(UInt64.init)
    return 1...max(1, (asked ?? 50_000) / 1_000)
  }()

  /// The story that a seed stands for.
  static func random(seed: UInt64, count: Int) -> Story {
    var random = SeededNumbers(seed: seed)
    return Story(events: (0..<count).map { _ in TowerEvent.random(using: &random) })
  }
}

extension TowerEvent {
  /// A random event; events that start something come more often than those that end something.
  fileprivate static func random(using random: inout SeededNumbers) -> TowerEvent {
    let id: SessionID = any(["a", "b", "c", "d"], &random)
    return switch Int.random(in: 0..<100, using: &random) {
    case 0..<60: ofSession(id, &random)
    case 60..<80: ofInterrupter(any(Interrupter.allCases, &random), &random)
    case 80..<92: ofOperator(id, &random)
    default: ofRig(&random)
    }
  }

  private static func ofSession(_ id: SessionID, _ random: inout SeededNumbers) -> TowerEvent {
    let isOn = Bool.random(using: &random)
    switch Int.random(in: 0..<33, using: &random) {
    case 0..<5: return .added(.random(id, using: &random))
    case 5: return .removed(id)
    case 6..<9:
      let new = SessionConfiguration.random(id, using: &random)
      return .setCategory(id, new.category, new.mode, new.options, new.policy)
    case 9: return .setMode(id, any(Mode.allCases, &random))
    case 10..<15: return .activate(id)
    case 15..<18: return .deactivate(id, notifyingOthers: isOn)
    case 18..<21: return .setPlaying(id, isOn)
    case 21: return .playersChanged(id, arePlaying: isOn)
    case 22..<24: return .setForeground(id, isOn)
    case 24:
      return any(
        [.setMuted(id, isOn), .setOutputMuted(id, isOn), .setInputMuted(id, isOn)],
        &random
      )
    case 25: return .setPreferences(id, [.inputGain(isOn ? 0.5 : nil)])
    case 26: return .overrideOutput(id, isOn ? .speaker : .none)
    case 27:
      return isOn
        ? .requestRecordPermission(id)
        : .setRecordPermission(id, any(RecordPermission.allCases, &random))
    case 28: return .setRecording(id, isOn)
    case 29: return isOn ? .prepare(id) : .prepareToRecord(id)
    case 30: return .connect(id, to: any(["a", "b", "c", "d"], &random))
    case 31:
      return isOn
        ? .disconnect(id, from: any(["a", "b", "c", "d"], &random))
        : .setBehaviour(id, behaviour(&random))
    default:
      let pinned = ports.filter { _ in Bool.random(using: &random) }
      return .setTargets(id, SendTargets(pinned: Set(pinned.map(\.id)), followsRoute: isOn))
    }
  }

  private static func behaviour(_ random: inout SeededNumbers) -> SessionBehaviour {
    SessionBehaviour(
      resume: any(ResumePolicy.allCases, &random),
      routePolicy: any(RoutePolicy.allCases, &random),
      backgroundAudio: Bool.random(using: &random),
      deactivatesOnStop: Bool.random(using: &random),
      hasExclusiveOutputs: Bool.random(using: &random),
      interSession: Bool.random(using: &random)
    )
  }

  private static func ofInterrupter(
    _ interrupter: Interrupter,
    _ random: inout SeededNumbers
  ) -> TowerEvent {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .interrupterRang(interrupter)
    case 1: .interrupterAccepted(interrupter)
    case 2: .interrupterBegan(interrupter)
    case 3..<8: .interrupterDeclined(interrupter)
    default: .interrupterEnded(interrupter, shouldResume: Bool.random(using: &random))
    }
  }

  private static func ofOperator(_ id: SessionID, _ random: inout SeededNumbers) -> TowerEvent {
    let isOn = Bool.random(using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .forceDeactivate(id)
    case 1: return .forceInterrupt(id)
    case 2: return .releaseInterrupt(id)
    case 3: return .setSilent(isOn)
    case 4: return .setLocked(isOn)
    case 5: return .setMicrophoneMuted(isOn)
    case 6: return .setDoNotInterrupt(isOn, by: "desk")
    default: return .systemSound("click")
    }
  }

  private static func ofRig(_ random: inout SeededNumbers) -> TowerEvent {
    let isOn = Bool.random(using: &random)
    let port = any(ports, &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return .setRigPolicy(RigPolicy(callAllowsPlayback: isOn))
    case 1..<5: return .plugged(port)
    case 5: return .unplugged(port.id)
    case 6: return .setVolume(port.id, Decibels(isOn ? -6 : -20))
    case 7: return .pickRoute(port.direction, isOn ? port.id : nil)
    case 8:
      return isOn
        ? .adoptVolumes([VolumeKey(.category(.playback), on: port.id): Decibels(-3)])
        : .resetVolume(port.id, Decibels(-9))
    case 9:
      return .hardwareChanged(
        Hardware(
          ioBufferDuration: Seconds(isOn ? 0.005 : 0.02),
          sampleRate: SampleRate(hertz: 48_000)
        )
      )
    case 10: return .mediaServicesLost
    default: return .mediaServicesReset
    }
  }

  private static let ports = [
    PortDescription(id: PortID("speaker"), role: .speaker, direction: .output),
    PortDescription(id: PortID("ear"), role: .receiver, direction: .output),
    PortDescription(id: PortID("phones"), role: .headphones, direction: .output),
    PortDescription(id: PortID("mic"), role: .mic, direction: .input),
  ]
}

extension SessionConfiguration {
  /// A random session that makes sense more often than chance would have it.
  fileprivate static func random(_ id: SessionID, using random: inout SeededNumbers) -> Self {
    let category = any([Category.playback, .playback] + Category.allCases, &random)
    let isPlain = Bool.random(using: &random)
    let modes = Mode.allCases.filter { $0.categories.contains(category) }
    let options = CategoryOption.allCases.filter {
      !isPlain && $0.categories.contains(category) && Bool.random(using: &random)
    }
    let isOdd = Int.random(in: 0..<10, using: &random) == 0
    return Self(
      id: id,
      category: category,
      mode: any(isOdd ? Mode.allCases : isPlain ? [.default] : modes, &random),
      options: isOdd ? [any(CategoryOption.allCases, &random)] : Set(options),
      policy: isOdd ? any(RouteSharingPolicy.allCases, &random) : .default,
      duck: Duck(
        level: Decibels(Float(Int.random(in: -30 ... -1, using: &random))),
        attack: Seconds(0.1),
        release: Seconds(0.6)
      ),
      usesInput: Bool.random(using: &random),
      tokens: Bool.random(using: &random) ? [ExclusiveToken("card")] : [],
      behaviour: .random(using: &random)
    )
  }
}

extension SessionBehaviour {
  fileprivate static func random(using random: inout SeededNumbers) -> Self {
    let bits = Int.random(in: 0..<2048, using: &random)
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    return Self(
      resume: any(ResumePolicy.allCases, &random),
      resumesAfterReset: bit(0),
      routePolicy: any(RoutePolicy.allCases, &random),
      startsInForeground: bit(1) || bit(2),
      backgroundAudio: bit(3),
      mayInterruptFromBackground: bit(4),
      prefersNoInterruptionsFromSystemAlerts: bit(5),
      prefersInterruptionOnRouteDisconnect: bit(6),
      allowsSystemSoundsDuringRecording: bit(7),
      deactivatesOnStop: bit(8),
      hasExclusiveOutputs: bit(9) || bit(10),
      interSession: true,
      recordPermission: any(RecordPermission.allCases, &random)
    )
  }
}

private func any<Element>(_ all: [Element], _ random: inout SeededNumbers) -> Element {
  all[Int.random(in: 0..<all.count, using: &random)]
}
