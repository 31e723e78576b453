// SPDX-License-Identifier: Apache-2.0
// Reads what the operator, the world and the hardware do in a scenario.

import ControlTower
import Quantities
import RigModel

extension EventReader {
  /// What happens to the rig as a whole.
  func rigEvent(_ verb: ScenarioVerb, _ node: YAMLNode) -> TowerEvent? {
    switch verb {
    case .volume: volume(node)
    case .pickRoute: names.route(node).map { .pickRoute($0.port.direction, $0.port.id) }
    case .unpickRoute: node.word(as: "unpick_route", log).map { .pickRoute($0, nil) }
    case .silent: node.boolean(as: "silent", log).map { .setSilent($0) }
    case .lock: node.boolean(as: "lock", log).map { .setLocked($0) }
    case .microphoneMute: node.boolean(as: "microphone_mute", log).map { .setMicrophoneMuted($0) }
    case .doNotInterrupt: doNotInterrupt(node)
    case .systemSound: node.text(as: "a system sound", log).map { .systemSound($0) }
    case .phone: interrupter(.phone, node)
    case .alarm: interrupter(.alarm, node)
    case .assistant: interrupter(.assistant, node)
    case .plug: names.route(node).map { .plugged($0.port) }
    case .unplug: names.route(node).map { .unplugged($0.port.id) }
    case .server: server(node)
    case .hardware: hardware(node)
    case .rememberVolumes: memory(node)
    default: preconditionFailure("the verbs of sessions are read elsewhere")
    }
  }

  private func volume(_ node: YAMLNode) -> TowerEvent? {
    guard let fields = Fields(node, .volume, log) else { return nil }
    guard let route = fields.required("route").flatMap(names.route),
      fields.required("level_db") != nil
    else { return nil }
    return .setVolume(route.port.id, fields.level("level_db"))
  }

  private func doNotInterrupt(_ node: YAMLNode) -> TowerEvent? {
    if case .scalar = node.content {
      return node.boolean(as: "do_not_interrupt", log)
        .map { .setDoNotInterrupt($0, by: "operator") }
    }
    guard let fields = Fields(node, .doNotInterrupt, log) else { return nil }
    let isOn = fields.required("switch")?.boolean(as: "switch", log)
    let name = fields.required("by")?.text(as: "by", log)
    guard let isOn, let name else { return nil }
    return .setDoNotInterrupt(isOn, by: name)
  }

  private func interrupter(_ interrupter: Interrupter, _ node: YAMLNode) -> TowerEvent? {
    var resumes = true
    var step: InterrupterStep?
    if case .mapping = node.content {
      guard let fields = Fields(node, .interruption, log) else { return nil }
      step = fields.choice("do")
      resumes = fields.boolean("resume")
      if let step, step != .end { fields.refuse(["resume"], "goes with 'do: end' only") }
    } else {
      step = node.word(as: interrupter.rawValue, log)
    }
    return step.map { step in
      switch step {
      case .ring: .interrupterRang(interrupter)
      case .accept: .interrupterAccepted(interrupter)
      case .decline: .interrupterDeclined(interrupter)
      case .begin: .interrupterBegan(interrupter)
      case .end: .interrupterEnded(interrupter, shouldResume: resumes)
      }
    }
  }

  private func server(_ node: YAMLNode) -> TowerEvent? {
    let step: ServerStep? = node.word(as: "server", log)
    return step.map { $0 == .killed ? .mediaServicesLost : .mediaServicesReset }
  }

  private func hardware(_ node: YAMLNode) -> TowerEvent? {
    guard let fields = Fields(node, .hardware, log) else { return nil }
    let rate = fields.number("sample_rate")
    let frames = fields.wholeNumber("frames")
    guard let rate, let frames else { return nil }
    let cycle = FrameCount(frames).seconds(at: SampleRate(hertz: rate))
    return .hardwareChanged(
      Hardware(ioBufferDuration: cycle, sampleRate: SampleRate(hertz: rate))
    )
  }

  private func memory(_ node: YAMLNode) -> TowerEvent? {
    guard let items = node.list(as: "remember_volumes", log) else { return nil }
    var volumes: [VolumeKey: Decibels] = [:]
    for item in items {
      guard let fields = Fields(item, .memory, log) else { return nil }
      let owners = ["category", "interrupter"].filter(fields.has)
      guard owners.count == 1 else {
        log.report(fields.position, "a remembered volume is of one category or one interrupter")
        return nil
      }
      let category: Category? = fields.choice("category")
      let interrupter: Interrupter? = fields.choice("interrupter")
      let owner =
        category.map(VolumeKey.Owner.category)
        ?? interrupter.map(VolumeKey.Owner.interrupter)
      guard let route = fields.required("route").flatMap(names.route), let owner,
        fields.required("level_db") != nil
      else { return nil }
      volumes[VolumeKey(owner, on: route.port.id)] = fields.level("level_db")
    }
    return .adoptVolumes(volumes)
  }

  // MARK: Preferences

  func preferences(_ node: YAMLNode) -> TowerEvent? {
    guard let fields = Fields(node, .preferences, log), let id = session(fields) else {
      return nil
    }
    var wishes: [Preference] = []
    number(fields, "io_buffer_seconds") {
      wishes.append(.ioBufferDuration($0.map { Seconds($0) }))
    }
    number(fields, "sample_rate") {
      wishes.append(.sampleRate($0.map { SampleRate(hertz: $0) }))
    }
    number(fields, "input_channels") {
      wishes.append(.inputChannels($0.map { Int(clamping: $0) }))
    }
    number(fields, "output_channels") {
      wishes.append(.outputChannels($0.map { Int(clamping: $0) }))
    }
    number(fields, "input_gain") { wishes.append(.inputGain($0)) }
    if let node = fields["input"] {
      if case .scalar("none") = node.content {
        wishes.append(.input(nil))
      } else if let route = names.route(node) {
        wishes.append(.input(route.port.id))
      }
    }
    guard !wishes.isEmpty else {
      log.report(fields.position, "there is no preference: name one, such as io_buffer_seconds")
      return nil
    }
    return .setPreferences(id, wishes)
  }

  /// A number, or `none` where a preference ends.
  private func number(
    _ fields: Fields,
    _ key: String,
    _ use: (Double?) -> Void
  ) {
    guard let node = fields[key] else { return }
    if case .scalar("none") = node.content { return use(nil) }
    if let value = node.number(
      as: key,
      in: fields.range(of: key),
      alternative: " or none",
      log
    ) {
      use(value)
    }
  }
}
