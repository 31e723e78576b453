// SPDX-License-Identifier: Apache-2.0
// Reads the MIDI map of a preset.

import JACKVocabulary
import RigModel

/// Reads `midi_map`.
struct MIDIMapReader {
  let context: PresetContext
  let paths: RigPaths
  private var log: ProblemLog { context.log }

  init(_ context: PresetContext, _ paths: RigPaths) {
    (self.context, self.paths) = (context, paths)
  }

  /// Reads a list of bindings, or a mapping with their ports as well.
  func read(_ node: YAMLNode) -> MIDIMap? {
    if case .sequence(let items) = node.content { return .plain(bindings(items, Controls())) }
    guard let fields = Fields(node, .midiMap, log) else { return nil }
    let controls = controls(fields["use"])
    let items = fields["bindings"]?.list(as: "bindings", log) ?? []
    var map = MIDIMap.plain(bindings(items, controls))
    if fields.has("device") {
      fields.refuse(["input", "output"], "goes without 'device', which is both of them")
      map.input = patterns(fields["device"])
      map.output = map.input
    }
    if fields.has("input") { map.input = patterns(fields["input"]) }
    if fields.has("output") { map.output = patterns(fields["output"]) }
    return map
  }

  private func patterns(_ node: YAMLNode?) -> [PortPattern] {
    guard let node else { return [] }
    guard case .sequence(let items) = node.content else {
      return PortPattern(node, context).map { [$0] } ?? []
    }
    return items.compactMap { PortPattern($0, context) }
  }

  // MARK: Controls

  /// The controls of controllers, by their names.
  private struct Controls {
    var table: [String: MIDIControlElement] = [:]
    /// Whether all files could be read; otherwise there may be more names.
    var isWhole = true

    subscript(name: String) -> MIDIControlElement? { table[name] }
  }

  /// Reads the files that `use` names.
  private func controls(_ node: YAMLNode?) -> Controls {
    guard let node else { return Controls() }
    var files = [node]
    if case .sequence(let items) = node.content { files = items }
    var controls = Controls()
    for file in files {
      let problems = log.count
      let isThere: Bool? = context.include(file, .controls, holding: "controls") { node in
        for entry in node.entries(as: "controls", log) ?? []
        where Names.check(entry.key, "a control", entry.position, log) {
          if controls[entry.key] != nil {
            log.report(entry.position, "the control \(entry.key.quoted) is in another file, too")
          }
          controls.table[entry.key] = control(entry.value)
        }
        return true
      }
      if isThere != true || log.count > problems { controls.isWhole = false }
    }
    return controls
  }

  /// Reads an address, or a mapping with one.
  private func control(_ node: YAMLNode) -> MIDIControlElement? {
    if case .scalar = node.content {
      return address(node, as: "a control").map { MIDIControlElement($0) }
    }
    guard let fields = Fields(node, .control, log),
      let address = fields.required("on").flatMap({ self.address($0, as: "on") })
    else { return nil }
    var control = MIDIControlElement(address)
    control.relative = fields.choice("relative")
    control.feedback = feedback(fields["feedback"], of: address, unless: nil)
    control.lit = fields.wholeNumber("lit")
    control.ends = ends(fields, of: control)
    return control
  }

  /// Reads what a control sends at its ends.
  private func ends(_ fields: Fields, of control: MIDIControlElement) -> ClosedRange<Int>? {
    guard let node = fields["ends"] else { return nil }
    let highest = control.address.kind.highest
    let items = node.list(as: "ends", log)
    let ends = items?.compactMap { $0.wholeNumber(as: "ends", in: 0...highest, log) }
    guard let items, let ends, ends.count == items.count else { return nil }
    guard ends.count == 2, ends[0] < ends[1] else {
      let example = "[3, \(highest - 3)]"
      log.report(node.position, "ends holds two numbers, the lower one first: \(example)")
      return nil
    }
    if control.relative != nil {
      log.report(node.position, "an endless knob, which has 'relative', has no ends")
    }
    return ends[0]...ends[1]
  }

  private func address(_ node: YAMLNode, as name: String) -> MIDIAddress? {
    guard let text = node.text(as: name, log) else { return nil }
    do throws(MIDIAddressProblem) {
      return try MIDIAddress.read(text)
    } catch {
      log.report(node.position, "\(text.quoted) is no control: \(error.reason)")
      return nil
    }
  }

  /// Reads `feedback`: on or off, or another address; `usual` by default.
  private func feedback(
    _ node: YAMLNode?,
    of address: MIDIAddress,
    unless usual: MIDIAddress?
  ) -> MIDIAddress? {
    guard let node else { return usual }
    if case .scalar(let text) = node.content, text.contains("/") {
      return self.address(node, as: "feedback")
    }
    return node.boolean(as: "feedback, if it is no control,", log) == true ? address : nil
  }

  // MARK: Bindings

  private func bindings(
    _ items: [YAMLNode],
    _ controls: Controls
  ) -> [MIDIBinding] {
    let bindings = items.compactMap { item -> (MIDIBinding, Fields)? in
      guard let fields = Fields(item, .binding, log) else { return nil }
      return binding(fields, controls).map { ($0, fields) }
    }
    DoubleBindings.check(bindings.map { ($0, $1.position(of: "on")) }, log)
    // A button with another mistake still selects its layer.
    let layers = items.compactMap { item -> String? in
      guard case .mapping(let entries) = item.content,
        case .scalar(let name)? = entries.first(where: { $0.key == "layer" })?.value.content
      else { return nil }
      return name
    }
    for (binding, fields) in bindings {
      guard let layer = binding.layer, !layers.contains(layer) else { continue }
      let hint = Spelling.hintOrList(layer, among: layers, of: "layers")
      log.report(fields.position(of: "in_layer"), "no button selects \(layer.quoted)\(hint)")
    }
    return bindings.map(\.0)
  }

  private func binding(
    _ fields: Fields,
    _ controls: Controls
  ) -> MIDIBinding? {
    let act = act(fields)
    guard let node = fields.required("on"), let control = element(node, controls), let act else {
      return nil
    }
    var binding = MIDIBinding(control, act)
    let isNamed = node.text(as: "on", log).map { controls[$0] != nil } == true
    binding.control.feedback = feedback(
      fields["feedback"],
      of: control.feedback ?? control.address,
      unless: isNamed ? control.feedback : nil
    )
    if let relative: RelativeEncoding = fields.choice("relative") {
      binding.control.relative = relative
    }
    if let lit = fields.wholeNumber("lit") { binding.control.lit = lit }
    if fields.has("ends") { binding.control.ends = ends(fields, of: binding.control) }
    binding.layer = fields["in_layer"]?.name(of: "a layer", log)
    binding.isInverted = fields.boolean("invert")
    binding.curve = fields.choice("curve")
    binding.takeover = fields.choice("takeover")
    binding.value = fields["to"].flatMap { $0.isSilence ? "-inf" : $0.text(as: "to", log) }
    binding.range = fields["range"].flatMap(range)
    binding.step = fields.number("step")
    binding.overSeconds = fields.number("over_seconds")
    if let node = fields["shows"], let path = node.text(as: "shows", log) {
      paths.check(path, at: node.position, log)
      binding.shows = path
      // A light that shows something is meant to have it sent.
      if !fields.has("feedback"), binding.control.feedback == nil {
        binding.control.feedback = binding.control.address
      }
    }
    check(binding, fields)
    return binding
  }

  /// The keys that say what a binding does.
  static let acts = ["set", "toggle", "trigger", "layer"]
  /// The keys of what follows its control, and all that go with `set`.
  static let wayKeys = ["range", "curve", "takeover", "step", "ends"]
  static let setKeys = wayKeys + ["to", "invert", "over_seconds"]

  /// Reads the one thing that a binding does.
  private func act(_ fields: Fields) -> MIDIBinding.Act? {
    let keys = Self.acts.filter(fields.has)
    guard keys.count == 1, let key = keys.first, let node = fields[key] else {
      if keys.isEmpty, fields.isMeant(Self.acts) { return nil }
      log.report(fields.position, "a binding does one of 'set', 'toggle', 'trigger' and 'layer'")
      return nil
    }
    if key == "layer" {
      let latches = fields.boolean("latch")
      return node.name(of: "a layer", log).map { .layer($0, latches: latches) }
    }
    guard let path = node.text(as: key, log) else { return nil }
    paths.check(path, at: node.position, log)
    switch key {
    case "set": return .set(path)
    case "toggle": return .toggle(path)
    default: return .trigger(path, arguments(fields["arguments"]))
    }
  }

  private func arguments(_ node: YAMLNode?) -> [String: String] {
    var arguments: [String: String] = [:]
    for entry in node?.entries(as: "arguments", log) ?? [] {
      arguments[entry.key] = entry.value.text(as: entry.key, log)
    }
    return arguments
  }

  private func element(
    _ node: YAMLNode,
    _ controls: Controls
  ) -> MIDIControlElement? {
    guard let text = node.text(as: "on", log) else { return nil }
    if let control = controls[text] { return control }
    if text.contains("/") || (controls.isWhole && controls.table.isEmpty) {
      return address(node, as: "on").map { MIDIControlElement($0) }
    }
    guard controls.isWhole else { return nil }
    let hint = Spelling.hintOrList(text, among: controls.table.keys.sorted(), of: "controls")
    log.report(node.position, "there is no control \(text.quoted)\(hint)")
    return nil
  }

  /// Reads two numbers; `-inf` stands for silence.
  private func range(_ node: YAMLNode) -> ClosedRange<Double>? {
    guard let items = node.list(as: "range", log) else { return nil }
    let ends = items.compactMap { item -> Double? in
      if item.isSilence { return -.infinity }
      return item.number(as: "range", in: Limits.midiRange, alternative: " or -inf", log)
    }
    guard items.count == 2 else {
      log.report(node.position, "range holds two numbers, the lower one first: [-60, 6]")
      return nil
    }
    guard ends.count == 2 else { return nil }
    guard ends[0] < ends[1] else {
      log.report(node.position, "range begins with the lower number; 'invert' turns it round")
      return nil
    }
    return ends[0]...ends[1]
  }

  /// Reports keys that do not apply to this kind of binding.
  private func check(_ binding: MIDIBinding, _ fields: Fields) {
    if case .layer = binding.act {} else { fields.refuse(["latch"], "is for layers") }
    if case .trigger = binding.act {} else { fields.refuse(["arguments"], "is for triggers") }
    guard case .set = binding.act else {
      return fields.refuse(Self.setKeys, "is for 'set'")
    }
    if binding.value != nil {
      fields.refuse(Self.wayKeys, "is for what follows its control")
    }
    if binding.control.relative == nil, !fields.has("relative") {
      fields.refuse(["step"], "is for endless knobs, which have 'relative'")
    } else if binding.control.relative != nil {
      fields.refuse(["takeover"], "is for controls that have an end")
    }
    if let range = binding.range, range.lowerBound == -.infinity, binding.curve == .linear {
      let message = "only a fader goes down to -inf: write 'curve: fader'"
      log.report(fields.position(of: "range"), message)
    }
    if let range = binding.range, range.lowerBound <= 0, binding.curve == .logarithmic {
      log.report(fields.position(of: "range"), "a logarithmic range begins above 0")
    }
  }
}
