// SPDX-License-Identifier: Apache-2.0
// A rig that does what effects say, and complains about effects that it should not have received.

import ControlTower
import Quantities

/// What a renderer and its clients would know after a series of effects.
struct ModelRig {
  /// What is wrong with the effects so far.
  var complaint: String?
  /// Sessions that became active with the last event.
  var activated: [SessionID] = []
  /// Whether playback is allowed during calls.
  var callAllowsPlayback = false

  var witness = Witness()
  private var strips: [SessionID: Strip] = [:]
  private var holders: [ExclusiveToken: SessionID] = [:]
  private var sends: Set<[SessionID]> = []
  private var buses: Set<Interrupter> = []
  private var rings: Set<Interrupter> = []
  private var areSystemSoundsSilent = false
  private var hasSounded = false

  struct Strip: Hashable {
    var isSounding = false
    var level = Decibels.unity
    var flags: Set<String> = []
    var promptStyle = PromptStyle.normal
    var route = RouteDescription.empty
    var closed: Set<PortID> = []
    var ducked: Set<PortID>?
    var hint = false
    var isInterrupted = false
  }

  mutating func carryOut(_ effects: [TowerEffect], of event: TowerEvent) {
    if Set(effects.map(\.action)).count != effects.count { complaint = "an effect came twice" }
    hasSounded = false
    activated = []
    for effect in effects {
      if !RuleID.known.contains(effect.rule) {
        complaint = "\(effect.rule) is not in the catalogue"
      }
      carryOut(effect.action)
    }
  }

  /// Notes what an event does to the renderer itself.
  mutating func note(_ event: TowerEvent) {
    switch event {
    case .removed(let id): strips[id] = nil
    case .mediaServicesLost: strips = [:]  // Sessions that sound again get all effects again.
    case .setRigPolicy(let policy): callAllowsPlayback = policy.callAllowsPlayback
    default: break
    }
  }

  private mutating func carryOut(_ action: TowerEffect.Action) {
    switch action {
    case .sound(let id, _):
      hasSounded = true
      change(id, \.isSounding, to: true)
    case .suspend(let id):
      if hasSounded { complaint = "\(id) is silenced after another one sounds" }
      change(id, \.isSounding, to: false)
    case .duck(let id, let level, let over, _):
      if over == .zero, strips[id]?.isSounding == true { complaint = "\(id) jumps" }
      change(id, \.level, to: level)
    case .silence(let id, let isOn): flag(id, "silent", isOn)
    case .mute(let id, let isOn): flag(id, "muted", isOn)
    case .zeroInput(let id, let isOn): flag(id, "zero input", isOn)
    case .silenceSecondary(let id, let isOn): flag(id, "secondary", isOn)
    case .measure(let id, let isOn): flag(id, "measure", isOn)
    case .processVoice(let id, let isOn): flag(id, "voice", isOn)
    case .setPromptStyle(let id, let style): change(id, \.promptStyle, to: style)
    case .closeOutputs(let id, let outputs): change(id, \.closed, to: outputs)
    case .duckOutputs(let id, let outputs): change(id, \.ducked, to: outputs)
    case .route(let id, let route): change(id, \.route, to: route)
    case .notify(let id, let notification): hear(id, notification)
    default: carryOutForRig(action)
    }
  }

  private mutating func carryOutForRig(_ action: TowerEffect.Action) {
    switch action {
    case .hold(let token, let id, let holds):
      if holds ? holders[token] != nil : holders[token] != id {
        complaint = "\(token) changes hands wrongly"
      }
      if holds, hasSounded, strips[id]?.isSounding == true { complaint = "\(id) sounded before" }
      holders[token] = holds ? id : nil
    case .send(let from, let to, let isOpen):
      if sends.contains([from, to]) == isOpen { complaint = "the send is as it was" }
      if isOpen { sends.insert([from, to]) } else { sends.remove([from, to]) }
    case .soundInterrupter(let interrupter, let isOn):
      if buses.contains(interrupter) == isOn { complaint = "the bus is as it was" }
      if isOn { buses.insert(interrupter) } else { buses.remove(interrupter) }
    case .soundRing(let interrupter, let isOn):
      if rings.contains(interrupter) == isOn { complaint = "the ring is as it was" }
      if isOn { rings.insert(interrupter) } else { rings.remove(interrupter) }
    case .silenceSystemSounds(let isOn):
      if areSystemSoundsSilent == isOn { complaint = "system sounds are as they were" }
      areSystemSoundsSilent = isOn
    case .playSystemSound:
      if areSystemSoundsSilent { complaint = "a system sound is not heard" }
    default: break
    }
  }

  private mutating func hear(_ id: SessionID, _ notification: TowerEffect.Notification) {
    switch notification {
    case .didActivate:
      activated.append(id)
      strips[id, default: Strip()].isInterrupted = false
    case .interruptionBegan: change(id, \.isInterrupted, to: true)
    case .interruptionEnded: change(id, \.isInterrupted, to: false)
    case .silenceSecondaryAudioHint(let isOn): change(id, \.hint, to: isOn)
    default: break
    }
  }

  private mutating func flag(_ id: SessionID, _ name: String, _ isOn: Bool) {
    var flags = strips[id, default: Strip()].flags
    if isOn { flags.insert(name) } else { flags.remove(name) }
    change(id, \.flags, to: flags)
  }

  private mutating func change<Value: Equatable>(
    _ id: SessionID,
    _ path: WritableKeyPath<Strip, Value>,
    to value: Value
  ) {
    if strips[id, default: Strip()][keyPath: path] == value {
      complaint = "\(id) is told what is so already: \(value)"
    }
    strips[id, default: Strip()][keyPath: path] = value
  }

  /// Where the rig is not as the tower says.
  mutating func complaint(about tower: ControlTower) -> String? {
    let sessions = tower.sessions
    for interrupter in Interrupter.allCases {
      let isRinging = tower.phase(of: interrupter) == .ringing && !tower.isServerLost
      let isSilent =
        tower.switches.isSilent
        || sessions.contains {
          $0.isActive
            && ($0.configuration.category == .record
              || $0.configuration.behaviour.prefersNoInterruptionsFromSystemAlerts)
        }
      let isHeard = isRinging && (interrupter == .alarm || !isSilent)
      if rings.contains(interrupter) != isHeard { return "the ring of the \(interrupter) is wrong" }
    }
    for session in sessions {
      let strip = strips[session.id, default: Strip()]
      if session.isSounding != strip.isSounding { return "\(session.id): state and sound differ" }
      if case .inactive = session.activation { strips[session.id]?.isInterrupted = false }
      if strip.isInterrupted, session.isActive { return "\(session.id) heard no end" }
      if session.isActive, let text = complaint(about: session, strip, in: tower) { return text }
    }
    return nil
  }

  private func complaint(
    about session: SessionState,
    _ strip: Strip,
    in tower: ControlTower
  ) -> String? {
    let id = session.id
    let duckers = tower.sessions.filter {
      $0.isActive && $0.configuration.optionsInForce.contains(.duckOthers)
        && meet($0, session, tower)
    }
    let isMeasuring = session.configuration.mode == .measurement
    let level = isMeasuring ? nil : duckers.map(\.configuration.duck.level).min()
    if strip.level != level ?? .unity { return "\(id) is turned down wrongly" }
    let hint = tower.secondaryAudioShouldBeSilenced(for: id)
    if session.isForeground, strip.hint != hint { return "\(id) was told a wrong hint" }
    var flags: Set<String> = []
    if session.strip.silencing != nil { flags.insert("silent") }
    if session.strip.isMuted { flags.insert("muted") }
    if session.strip.zeroInput != nil { flags.insert("zero input") }
    if hint { flags.insert("secondary") }
    if isMeasuring { flags.insert("measure") }
    if session.strip.processesVoice { flags.insert("voice") }
    if strip.flags != flags { return "\(id) has \(strip.flags), not \(flags)" }
    if strip.closed != session.strip.closedOutputs?.outputs ?? [] {
      return "\(id) is kept off the wrong outputs"
    }
    if let duck = session.duck, strip.ducked != duck.outputs {
      return "\(id) is turned down at the wrong outputs"
    }
    let tokens = Set(holders.filter { $0.value == id }.keys)
    return tokens == session.tokens ? nil : "\(id) does not hold what it should"
  }

  /// Whether a ducker and another session are heard in one place: at an output, or in a session
  /// that hears both (DUCK-A3, DUCK-A4).
  private func meet(_ ducker: SessionState, _ other: SessionState, _ tower: ControlTower) -> Bool {
    func hosts(of id: SessionID) -> Set<SessionID> {
      Set(sends.filter { $0[0] == id }.map { $0[1] })
    }
    var path: Set<SessionID> = [ducker.id]
    while true {
      let more = path.union(path.flatMap(hosts))
      if more == path { break }
      path = more
    }
    if path.contains(other.id) { return false }
    if !path.isDisjoint(with: hosts(of: other.id)) { return true }
    if other.targets == .nowhere { return hosts(of: other.id).isEmpty }
    func outputs(_ session: SessionState) -> Set<PortID> {
      session.targets.pinned.union(session.targets.followsRoute ? session.route.outputs : [])
    }
    let heard = Set(path.compactMap(tower.session).flatMap(outputs))
    return heard.isEmpty || (outputs(other).isEmpty && other.targets.followsRoute)
      || !heard.isDisjoint(with: outputs(other))
  }
}
