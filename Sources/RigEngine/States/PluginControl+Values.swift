// SPDX-License-Identifier: Apache-2.0
// What plugins are set to by presets, by the tower, and by another rig in whose place they are.

import ControlTower
import ControlTree
import LV2Hosting
import RigModel
import RenderCore
import RigErrors
import RigFiles

extension PluginControl {
  // MARK: The tower

  /// Tells plugins that ask for it how verbose prompts may be.
  func setPromptStyle(of session: LiveChannel, _ style: PromptStyle) {
    session.settings.promptStyle = style
    for plugin in session.plugins {
      for instance in plugin.instances {
        instance.setControl("prompt_style", to: style.value, through: controller)
      }
    }
  }

  /// Lets a session have what one at a time can have, or the variant that everybody may use;
  /// exchanged in silence.
  func hold(_ token: ExclusiveToken, _ session: LiveChannel, _ isHeld: Bool) {
    if isHeld {
      session.settings.tokens.insert(token)
    } else {
      session.settings.tokens.remove(token)
    }
  }

  // MARK: Presets

  /// Sets the values of plugins that the new preset sets differently, in the instances that stay.
  func setControls(of session: LiveChannel, to values: Channel) {
    let nodes = zip(session.preset.graph.nodes, values.graph.nodes)
    for (plugin, (before, after)) in zip(session.plugins, nodes) {
      change(plugin.instance, PluginSettings(before), PluginSettings(after))
      guard let shared = plugin.shared, let old = before.shared, let new = after.shared else {
        continue
      }
      change(shared.instance, PluginSettings(old), PluginSettings(new))
    }
  }

  /// Sets what differs in `after`; what is gone from it goes back to its default.
  private func change(
    _ plugin: any HostedPlugin,
    _ before: PluginSettings,
    _ after: PluginSettings
  ) {
    for symbol in before.values.keys where after.values[symbol] == nil {
      guard let value = plugin.info.port(symbol)?.defaultValue else { continue }
      plugin.setControl(symbol, to: value, through: controller)
    }
    var changes = after.changes(since: before)
    for uri in before.parameters.keys where after.parameters[uri] == nil {
      guard let value = plugin.info.parameter(uri)?.defaultValue else { continue }
      changes.parameters[uri] = TreeValue.words(Double(value))
    }
    do throws(HostingError) {
      try take(changes, plugin)
    } catch {
      log.add("A parameter is as it was: \(error.description).")
    }
  }

  // MARK: Succession

  /// Gives plugins what those of `old` remember, on the background queue, before its engine is
  /// succeeded by this one's.
  package nonisolated(nonsending) func takeStates(of old: PluginControl) async {
    for channel in live.channels {
      // One of the two may go without something that the other one has.
      guard let before = old.live.channel(channel.purpose) else { continue }
      guard channel.isolated == nil || before.isolated == nil else { continue }
      await moveStates(to: channel, from: before)
    }
  }

  /// All that plugins remember which both channels have; one that refuses has its controls at
  /// least.
  nonisolated(nonsending) func moveStates(
    to session: LiveChannel,
    from before: LiveChannel
  ) async {
    if movedStates == nil {
      movedStates = await BackgroundQueue.shared.performAtOnce { try? TemporaryFolder() } ?? nil
    }
    guard let folder = movedStates?.path else { return }
    for (index, twin) in session.twins(in: before).enumerated() {
      for (number, (new, old)) in zip(twin.new.instances, twin.old.instances).enumerated() {
        let path = "\(folder)/\(session.name).\(session.strip.id).\(index).\(number)"
        guard let old = old as? LV2Instance, let new = new as? LV2Instance else { continue }
        let isMoved = await BackgroundQueue.shared.perform {
          guard (try? old.saveState(to: path)) != nil else { return false }
          try? new.restoreState(from: path)
          return true
        }
        guard isMoved == true else { continue }
        try? new.ask(parameter: nil)
        // Files are links in the folder now; the plugin shall know them where they are.
        let files = old.parameters.filter { $0.value.type == .path }
        for (uri, value) in files.merging(old.unheardParameters, uniquingKeysWith: { $1 }) {
          try? new.set(parameter: uri, to: value)
        }
      }
    }
  }

  /// Leaves plugins of a session that was built again as they were in `before`, but for what the
  /// preset has changed.
  func keepValues(of before: LiveChannel, in session: LiveChannel) {
    for twin in session.twins(in: before) {
      let settings = zip(twin.settings.new, twin.settings.old)
      for ((new, old), (wanted, usual)) in zip(
        zip(twin.new.instances, twin.old.instances),
        settings
      ) {
        for port in new.controls(.input)
        where wanted.values[port.symbol] == usual.values[port.symbol] {
          guard let value = old.value(ofControl: port.symbol) else { continue }
          new.setControl(port.symbol, to: value, through: controller)
        }
        for (uri, value) in old.parameters.merging(old.unheardParameters, uniquingKeysWith: { $1 })
        where wanted.parameters[uri] == usual.parameters[uri] {
          // A parameter that the plugin only reports can't be set.
          try? new.set(parameter: uri, to: value)
        }
        do throws(HostingError) {
          try take(wanted.changes(since: usual), new)
        } catch {
          log.add("A parameter is as it was: \(error.description).")
        }
      }
    }
  }

  func setControls(of session: LiveChannel, as before: LiveChannel) {
    for (plugin, old) in zip(session.plugins, before.plugins) {
      for (new, old) in zip(plugin.instances, old.instances) {
        for port in new.controls(.input) {
          guard let value = old.value(ofControl: port.symbol) else { continue }
          new.setControl(port.symbol, to: value, through: controller)
        }
      }
    }
  }
}

extension PromptStyle {
  /// The value of a plugin's control for it.
  fileprivate var value: Float {
    switch self {
    case .none: 0
    case .short: 1
    case .normal: 2
    }
  }
}

extension PluginControl {
  /// What all plugins are set to, by their paths in the tree: what has to be saved when it changes.
  package var settings: [String: String] {
    var settings: [String: String] = [:]
    for slot in live.channels.flatMap(slots) {
      let instance = slot.instances[0]
      for port in instance.info.ports where port.kind == .control && port.direction == .input {
        settings[slot.path(of: port.symbol)] = instance.value(ofControl: port.symbol).map {
          "\($0)"
        }
      }
      for (uri, value) in instance.parameters { settings[slot.path(of: uri)] = value.text }
    }
    return settings
  }
}
