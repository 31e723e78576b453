// SPDX-License-Identifier: Apache-2.0
// A chain: plugin after plugin; narrow ones are doubled until they fit.

import RigModel

extension GraphReader {
  /// Reads the steps of a chain.
  func chain(
    _ steps: [YAMLNode],
    input: Channels?,
    _ signals: Signals
  ) -> Channels? {
    var current = input
    // The layout of the channels, if a plugin has declared it.
    var layout: String?
    for (index, step) in steps.enumerated() {
      guard let fields = Fields(step, .step, context.log) else {
        current = nil
        continue
      }
      if let use = fields["use"] {
        fields.refuse(PluginUse.keys + ["id", "insert"], "can't stand beside 'use'")
        // An included part has the step before it as its source.
        let inner: Signals = index == 0 ? signals : [Self.inputName: current]
        let arriving = current
        current = context.include(use) { self.part($0, input: arriving, inner) }
        layout = nil
      } else if let node = fields["insert"] {
        fields.refuse(PluginUse.keys + ["id"], "can't stand beside 'insert'")
        current = insert(node, after: current)
        layout = nil
      } else {
        current = plugin(fields, after: current, &layout)
      }
    }
    return current
  }

  /// Inserts another session into the chain.
  private func insert(_ node: YAMLNode, after current: Channels?) -> Channels? {
    guard let partners else {
      context.log.report(node.position, "only a session can have another one as an insert")
      return nil
    }
    guard let partner = partners.insert(node), let current else { return nil }
    guard current.count == partner.channels || current.count == 1 else {
      let hears = "\(partner.name.quoted) hears \(counted(partner.channels, "channel"))"
      let message = "\(hears), but the chain is \(counted(current.count, "channel")) wide here"
      context.log.report(node.position, message)
      return nil
    }
    let inputs = (0..<partner.channels).map { current[current.count == 1 ? 0 : $0] }
    inserts.append(
      Graph.Insert(session: partner.name, position: nodes.count, inputs: inputs)
    )
    let index = inserts.count - 1
    return (1...partner.channels).map { [.insert(index, channel: $0)] }
  }

  private func plugin(
    _ fields: Fields,
    after current: Channels?,
    _ layout: inout String?
  ) -> Channels? {
    var id: String?
    if let node = fields["id"], let text = node.text(as: "id", context.log) {
      id = take(id: text, at: node.position) ? text : nil
    }
    guard let use = plugin(fields) else { return nil }
    if use.isMIDIOnly {
      guard context.count(.instances, 1, at: use.position) else { return nil }
      append(midiNodes([use.node(id: id ?? "")], use), id: id, uri: use.description.uri)
      return current
    }
    guard let current, fits(use, current.count, layout) else { return nil }
    guard let inputs = distribute(current, to: use) else { return nil }
    layout = self.layout(behind: use, instances: inputs.count, before: layout)
    guard context.count(.instances, inputs.count, at: use.position) else { return nil }
    let first = nodes.count
    let added = inputs.map { channels in
      var node = use.node(id: id ?? "")
      for (symbol, signals) in zip(use.inputs, channels) { node.inputs[symbol] = signals }
      return node
    }
    append(midiNodes(added, use), id: id, uri: use.description.uri)
    return added.indices.flatMap { index in
      use.outputs.map { [.node(first + index, port: $0)] }
    }
  }

  /// Whether a plugin takes channels of a layout that another plugin has declared; reports a
  /// mismatch.
  private func fits(_ use: PluginUse, _ width: Int, _ layout: String?) -> Bool {
    guard let layout, let own = use.description.input.layout, own != layout else { return true }
    let count = use.inputs.count
    let plugin = use.description.uri.quoted
    if count > 1, width > count, width % count == 0 {
      let message =
        "\(plugin) hears \(own.channels), which the \(layout.channels) here are not made of"
      context.log.report(
        use.position,
        "\(message): use 'nodes' and 'connections' to say what goes where"
      )
      return false
    }
    if count > 1, width == count {
      context.log.warn(
        use.position,
        "\(plugin) takes the \(layout.channels) here for \(own.channels)"
      )
    }
    return true
  }

  /// The layout of the channels after a plugin.
  private func layout(behind use: PluginUse, instances: Int, before: String?) -> String? {
    if instances == 1 { return use.description.output.layout }
    // Mono plugins, one for each channel, do not change the layout.
    return use.inputs.count == 1 && use.outputs.count == 1 ? before : nil
  }

  /// Connects a plugin to the present MIDI; its own output goes to the plugins after it.
  ///
  /// All instances of a doubled plugin get it, and the first one's output is used.
  private func midiNodes(_ added: [Graph.Node], _ use: PluginUse) -> [Graph.Node] {
    var added = added
    if let input = use.midiInputs.first, !midi.isEmpty {
      for index in added.indices { added[index].midi[input] = midi }
    }
    if let output = use.midiOutputs.first { midi = [.node(nodes.count, port: output)] }
    return added
  }

  /// For each instance of the plugin that is needed here, the channels of its inputs.
  private func distribute(_ current: Channels, to use: PluginUse) -> [Channels]? {
    let width = current.count
    let inputs = use.inputs.count
    let plugin = use.description.uri.quoted
    guard !use.outputs.isEmpty else {
      context.log.report(use.position, "\(plugin) has no audio outputs: it can't stand in a chain")
      return nil
    }
    if inputs == 0, width == 0 { return [[]] }
    if inputs > 0, width > 0 {
      if width % inputs == 0 {
        return stride(from: 0, to: width, by: inputs).map { Array(current[$0..<$0 + inputs]) }
      }
      if width == 1 { return [Array(repeating: current[0], count: inputs)] }
    }
    let problem = mismatch(inputs: inputs, width: width)
    context.log.report(use.position, "\(plugin) \(problem)")
    return nil
  }

  private func mismatch(inputs: Int, width: Int) -> String {
    if inputs == 0 {
      return "makes sound of its own and can only begin a chain of a session without sources"
    }
    if width == 0 { return "has nothing to listen to: give the session a 'source'" }
    let widths =
      "has \(inputs) audio inputs, but the chain is \(counted(width, "channel")) wide here"
    return widths + ": use 'nodes' and 'connections' to say what goes where"
  }
}

extension String {
  /// The channels of a layout, such as "StereoGroup".
  fileprivate var channels: String {
    let name = hasSuffix("Group") ? String(dropLast("Group".count)) : self
    return "\(name) channels"
  }
}
