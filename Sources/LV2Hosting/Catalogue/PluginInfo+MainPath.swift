// SPDX-License-Identifier: Apache-2.0
// Which audio ports sound goes through, and in what order: what port groups and designations say.

extension PluginInfo {
  /// The audio ports of one direction that sound goes through, in the order of channels.
  ///
  /// A plugin that names its main group means the ports of that; one that does not, all but its
  /// side chains. Where each port of a group has a channel of its own, such as left, their order is
  /// LV2's for that layout.
  package func mainPath(_ direction: Direction) -> MainPath {
    let audio = ports.filter { $0.kind == .audio && $0.direction == direction }
    let named = direction == .input ? mainInput : mainOutput
    let main = audio.filter { $0.group != nil && $0.group == named }
    let through = main.isEmpty ? audio.filter { !$0.isSideChain } : main
    let ranks = through.compactMap { $0.designation.flatMap(ChannelOrder.rank) }
    // Channels of several groups have their places in those, not among one another.
    let isOneGroup = Set(through.map(\.group)).count == 1
    let group = isOneGroup ? through.first?.group : nil
    let layout = groups.first { $0.symbol == group }?.layout
    guard isOneGroup, Set(ranks).count == through.count else {
      return MainPath(symbols: through.map(\.symbol), layout: layout)
    }
    let ordered = zip(ranks, through).sorted { $0.0 < $1.0 }
    return MainPath(symbols: ordered.map(\.1.symbol), layout: layout)
  }

  /// The audio inputs that steer what the plugin does to its main path, in port order.
  ///
  /// Some plugins do not mark them; then they are what is left beside a main input that is named.
  package var sideChainInputs: [String] {
    let inputs = ports.filter { $0.kind == .audio && $0.direction == .input }
    let marked = inputs.filter(\.isSideChain)
    guard marked.isEmpty else { return marked.map(\.symbol) }
    let main = mainPath(.input).symbols
    return inputs.map(\.symbol).filter { !main.contains($0) }
  }

  /// Audio ports in the order of channels.
  package struct MainPath: Hashable, Sendable {
    /// The symbols of the ports.
    package let symbols: [String]
    /// What the channels are, such as "StereoGroup", where that is said.
    package let layout: String?
  }
}

/// The order of channels, the same in each layout that LV2 knows.
private enum ChannelOrder {
  /// `center` comes before `side`: in a mid/side pair it is the mid.
  private static let channels = [
    "left", "centerLeft", "center", "centerRight", "right", "side", "sideLeft", "sideRight",
    "rearLeft", "rearRight", "rearCenter", "lowFrequencyEffects",
  ]

  /// The index of a channel; `nil` for a role that is no channel.
  static func rank(_ designation: String) -> Int? {
    let prefix = Vocabulary.portGroups("")
    guard designation.hasPrefix(prefix) else { return nil }
    let name = designation.dropFirst(prefix.count)
    if name.hasPrefix("ACN") { return Int(name.dropFirst(3)) }
    return channels.firstIndex { $0 == name }
  }
}
