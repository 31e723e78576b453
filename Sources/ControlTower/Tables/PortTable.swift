// SPDX-License-Identifier: Apache-2.0
// The traits of each port role, one row each (RTE-01, ANC-RTE-02).

/// The traits of ports of a role.
struct PortTraits {
  /// The directions that sound can go.
  let directions: Set<PortDirection>
  /// How the port comes into use.
  let arrival: Arrival
  /// What a session needs in order to use it.
  let gate: Gate
  /// The directions in which multiRoute takes it (ANC-MRT-01).
  let multiRoute: Set<PortDirection>

  /// How a port comes into use.
  enum Arrival {
    /// It is part of the rig: it is used when nothing else is there, and no plugging chooses it.
    case builtIn
    /// Plugging it in chooses it (RTE-02).
    case plugged
    /// It appears by itself when it is near: it is used, but the user has not chosen it (RTE-04).
    case appearing
    /// It is used only when the user picks it.
    case picked
  }

  /// What a session needs in order to use a port, beside its category's direction.
  enum Gate {
    case open, handsFree, bluetoothOutput, network
  }

  /// Whether it is used as soon as it is there.
  var isExternal: Bool { arrival == .plugged || arrival == .appearing }
}

extension PortRole {
  /// The row of this role.
  var traits: PortTraits {
    // swift-format-ignore
    switch self {
    //                           directions         arrival     gate              multiRoute
    case .speaker:    Self.row([.output],         .builtIn,   .open,            [.output])
    case .receiver:   Self.row([.output],         .builtIn,   .open,            [])
    case .mic:        Self.row([.input],          .builtIn,   .open,            [.input])
    case .headphones: Self.row([.output],         .plugged,   .open,            [.output])
    case .headset:    Self.row([.input, .output], .plugged,   .open,            [.input, .output])
    case .lineOut:    Self.row([.output],         .plugged,   .open,            [.output])
    case .lineIn:     Self.row([.input],          .plugged,   .open,            [])
    case .usb:        Self.row([.input, .output], .plugged,   .open,            [.input, .output])
    case .hdmi:       Self.row([.input, .output], .plugged,   .open,            [.output])
    case .hfp:        Self.row([.input, .output], .appearing, .handsFree,       [])
    case .a2dp:       Self.row([.output],         .appearing, .bluetoothOutput, [])
    case .net:        Self.row([.input, .output], .appearing, .network,         [])
    case .virtual:    Self.row([.input, .output], .picked,    .open,            [])
    }
  }

  private static func row(
    _ directions: Set<PortDirection>,
    _ arrival: PortTraits.Arrival,
    _ gate: PortTraits.Gate,
    _ multiRoute: Set<PortDirection>
  ) -> PortTraits {
    PortTraits(directions: directions, arrival: arrival, gate: gate, multiRoute: multiRoute)
  }

  /// Whether outputs of this role have no volume: they sound at full level (VOL-03).
  package var hasFixedVolume: Bool { self == .a2dp }
}
