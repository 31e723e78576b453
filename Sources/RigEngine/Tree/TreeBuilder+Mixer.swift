// SPDX-License-Identifier: Apache-2.0
// The mixer in the tree: strips, sends, outputs, meters.

import ControlTree
import ControlTower
import Loudness
import Quantities
import RenderCore
import RigErrors
import RigModel

extension TreeBuilder {
  func strip(_ channel: LiveChannel) -> [TreeNode] {
    let table = channel.purpose.values
    var nodes = nodes(table, at: channel.name, in: channel.purpose.scope) {
      channel.preset.values
    } get: {
      self.mixer.values(of: channel)
    } set: { (layer: GainLayer, values: StripValues) throws(RigError) in
      try self.mixer.set(layer, to: values, of: channel)
    }
    guard channel.purpose.hasSeat else { return nodes }
    // The tower keeps that.
    for index in table.indices where table[index].layer == .mute {
      nodes[index].remember = nil
      nodes[index].events = {
        [.setMuted(channel.id, $0 == .toggle(true))]
      }
    }
    return nodes
  }

  /// Turns off `cue` of all strips, unless an operator keeps one of them on.
  func clearSolo() throws(RigError) {
    let cued = live.channels.filter(\.current.values.isCued)
    for strip in cued { try context.guards.checkLock(StripValue.cue.path(of: strip.name)) }
    try controller.together { () throws(RigError) in
      for strip in cued {
        var values = mixer.values(of: strip)
        values.isCued = false
        try mixer.set(.cue, to: values, of: strip)
        let preset = TreeValue.toggle(strip.preset.values.isCued)
        mixer.user.set(StripValue.cue.path(of: strip.name), to: .toggle(false), preset: preset)
      }
    }
  }

  func sends(_ session: LiveChannel) -> [TreeNode] {
    session.current.sends.indices.flatMap { index in
      let send = session.current.sends[index]
      let path = session.current.sends.path(of: index, from: session.name)
      return nodes(SendValue.all, at: path, in: send.isToBus ? .rig : .send(to: send.route)) {
        session.preset.sends[index]
      } get: {
        session.current.sends[index]
      } set: { (_, send: Send) throws(RigError) in
        self.mixer.set(send, at: index, of: session)
      } + [
        TreeNode(
          RigPath.Send.tap.path(of: path),
          .choice(Send.Tap.allCases.map(\.rawValue)),
          "Where it is taken: before duck, fader and mute, or after them.",
          read: { .text(session.current.sends[index].tap.rawValue) }
        ),
        TreeNode(
          RigPath.Send.when.path(of: path),
          .choice(["always", "cue"]),
          "Whether it sounds always, or only while the session is cued.",
          read: { .text(session.current.sends[index].isCueOnly ? "cue" : "always") }
        ),
        TreeNode(
          RigPath.Send.follows.path(of: path),
          .choice(["crossfader", "not"]),
          "Whether the crossfader turns it down.",
          read: { .text(session.current.sends[index].followsCrossfader ? "crossfader" : "not") }
        ),
      ]
    }
  }

  /// The values of a group.
  func group(_ group: LiveGroup) -> [TreeNode] {
    nodes(GroupValue.all, at: group.group.name, in: .venue) {
      group.preset
    } get: {
      group.group
    } set: { (layer: GainLayer, values: Group) throws(RigError) in
      GroupLevels(context: self.context).set(layer, to: values, of: group)
    } + [
      TreeNode(
        RigPath.Group.members.path(of: group.group.name),
        .text,
        "The sessions and buses that it turns.",
        read: { .text(group.group.members.joined(separator: ", ")) }
      )
    ]
  }

  /// The values of the crossfader.
  func crossfader() -> [TreeNode] {
    let levels = CrossfaderLevels(context: context)
    var nodes = nodes(CrossfaderValue.all, at: RigPath.Branch.crossfader.path(), in: .rig) {
      self.live.rig.crossfader
    } get: {
      self.live.crossfader.values
    } set: { (_, values: Crossfader) throws(RigError) in
      levels.set(values)
    }
    for (index, row) in CrossfaderValue.all.enumerated() where row.treeKind.isContinuous {
      nodes[index].glide = { value in
        var crossfader = self.live.crossfader.values
        row.take(value, into: &crossfader)
        levels.set(crossfader, isGliding: true)
      }
    }
    return nodes
  }

  /// The values and meters of a route.
  func route(_ route: LiveRoute) -> [TreeNode] {
    let name = route.route.name
    let present = TreeNode(
      RigPath.Route.present.path(of: name),
      .toggle(),
      "Whether the route is plugged in and connected.",
      read: {
        .toggle(self.mixer.present.contains(name) && !self.context.cutRoutes.contains(name))
      }
    )
    let levels = levels(of: route.bus, named: route.route.channels, at: name)
    guard route.isOutput else { return [present] + plugs(of: route) + levels }
    let table = route.preset.values
    var values = nodes(table, at: name, in: .output(name)) {
      route.preset
    } get: {
      route.route
    } set: { (layer: GainLayer, values: Route) throws(RigError) in
      try self.mixer.set(layer, to: values, of: route)
    }
    // The way there is nothing that programs have to know; the tower hears of its end.
    for index in values.indices where table[index].layer == .fader {
      values[index].glide = { self.mixer.glide(route, to: Decibels(Float($0.number ?? 0))) }
      values[index].remember = nil
      values[index].events = { value in
        let level = Decibels(Float(value.number ?? 0))
        guard self.mixer.present.contains(name), level != route.route.fader else { return [] }
        return [.setVolume(PortID(name), level)]
      }
    }
    return values + [present] + plugs(of: route) + levels + loudness(of: route) + [
      latency("How much later than it came in sound is heard here.", name) {
        self.context.latencies.latency(of: route.bus)
      }
    ]
  }

  /// How loud people find what leaves there, where that is measured.
  private func loudness(of route: LiveRoute) -> [TreeNode] {
    guard route.route.measuresLoudness else { return [] }
    let path = RigPath.Branch.loudness.path(of: route.route.name)
    func reading(
      _ word: RigPath.Loudness,
      _ unit: String,
      _ value: KeyPath<Loudness, Double>,
      _ summary: String
    ) -> TreeNode {
      TreeNode(
        word.path(of: path),
        .meter(unit: unit),
        summary,
        read: { .number(self.meters.loudness(of: route.bus)?[keyPath: value] ?? -.infinity) }
      )
    }
    return [
      reading(.momentary_lufs, "LUFS", \.momentary, "The loudness of the last 400 ms."),
      reading(.short_term_lufs, "LUFS", \.shortTerm, "The loudness of the last 3 s."),
      reading(
        .integrated_lufs,
        "LUFS",
        \.integrated,
        "The loudness since it was reset, without what is much quieter than the rest (EBU R 128)."
      ),
      reading(
        .true_peak_db,
        "dBTP",
        \.truePeak,
        "The highest peak between samples, too, of all channels since it was reset."
      ),
      TreeNode(
        trigger: RigPath.Loudness.reset.path(of: path),
        "Resets the loudness measurement.",
        .now { _ throws(RigError) in self.meters.resetLoudness(of: route.bus) }
      ),
    ]
  }

  /// What a route is and what it still waits for; the host knows what it is connected to.
  private func plugs(of route: LiveRoute) -> [TreeNode] {
    let name = route.route.name
    func waiting() -> [String] {
      var seen: Set<String> = []
      return route.route.channels.indices
        .flatMap { self.context.waiting[.route(name, channel: $0)] ?? [] }
        .filter { seen.insert($0).inserted }
    }
    return [
      TreeNode(
        RigPath.Route.role.path(of: name),
        .text,
        "What the route is, such as headphones.",
        read: { .text(route.route.role.rawValue) }
      ),
      TreeNode(
        RigPath.Route.direction.path(of: name),
        .text,
        "Whether sound comes in here (input) or goes out (output).",
        read: { .text(route.route.direction.rawValue) }
      ),
      TreeNode(
        RigPath.Route.waiting.path(of: name),
        .text,
        "The JACK ports, or patterns of ports, that it waits for; nothing if all are there.",
        read: { .text(waiting().joined(separator: ", ")) }
      ),
    ]
  }

  /// The values of a table, for the owner at `path`; how loud it is belongs to `scope`.
  private func nodes<Owner>(
    _ table: [MixerValue<Owner>],
    at path: String,
    in scope: ValueScope,
    preset: @escaping () -> Owner,
    get: @escaping () -> Owner,
    set: @escaping (GainLayer, Owner) throws(RigError) -> Void
  ) -> [TreeNode] {
    table.map { value in
      var node = TreeNode(
        value.path(of: path),
        value.treeKind,
        value.summary,
        default: value.treeDefault,
        read: { value.treeValue(in: get()) },
        write: { (new: TreeValue) throws(RigError) in
          var values = get()
          value.take(new, into: &values)
          try set(value.layer, values)
        }
      )
      if [.fader, .mute, .level].contains(value.layer) { node.scope = scope }
      // The node itself is not to be held by what it holds.
      node.remember = { [path = node.path] in
        self.mixer.user.set(path, to: $0, preset: value.treeValue(in: preset()))
      }
      // What is delayed fades from one delay to the other, and keeps no frame.
      node.takesFrames = value.layer != .delay
      return node
    }
  }
}
