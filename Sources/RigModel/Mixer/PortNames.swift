// SPDX-License-Identifier: Apache-2.0
// The names of a rig's JACK ports.

extension Route {
  /// The names of its JACK ports, one for each channel, without the client's.
  package var portNames: [String] {
    channels.count == 1 ? [name] : channels.map { "\(name)_\($0)" }
  }
}

extension Channel {
  /// The names of the JACK ports of one of its sources, one for each channel, without the client's.
  package func portNames(of source: Source) -> [String] {
    guard case .jack(let connections) = source.kind else { return [] }
    return Self.portNames(connections.count, of: portOwner(of: source))
  }

  /// The beginning of the names of the JACK ports of a source; sound of a program has the channel's
  /// name alone.
  package func portOwner(of source: Source) -> String {
    sources.count == 1 || !captured.isEmpty ? name : "\(name)_\(source.name)"
  }

  /// The names of the JACK ports that its program captures from, one for each channel, without the
  /// client's.
  package var capturePortNames: [String] {
    Self.portNames(captured.count, of: capturePortOwner)
  }

  /// The beginning of those names.
  package var capturePortOwner: String { "\(name)_capture" }

  private static func portNames(_ count: Int, of owner: String) -> [String] {
    (0..<count).map { index in
      let label = channelLabel(index, of: count)
      return label.isEmpty ? owner : "\(owner)_\(label)"
    }
  }
}

/// The label of a channel, counted from 0: empty for mono, L and R for stereo, numbers from 1
/// otherwise.
package func channelLabel(_ index: Int, of count: Int) -> String {
  switch count {
  case 1: ""
  case 2: index == 0 ? "L" : "R"
  default: "\(index + 1)"
  }
}

/// The name of a channel with this label at all doors: a name is never empty.
package func channelName(_ label: String) -> String { label.isEmpty ? "1" : label }
