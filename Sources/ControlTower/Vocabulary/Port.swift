// SPDX-License-Identifier: Apache-2.0
// The ports where sound enters and leaves the rig, and the routes of sessions.

package import Quantities

/// What a port is: where it leads to.
package enum PortRole: String, Hashable, Sendable, CaseIterable {
  case speaker, receiver, headphones, headset, lineOut, usb, hdmi, hfp, a2dp, net, mic, lineIn,
    virtual
}

/// The unique name of a port: the route's name in the preset.
package struct PortID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The name.
  package let name: String
  /// The name.
  package var description: String { name }

  /// Names a port.
  package init(_ name: String) {
    self.name = name
  }

  /// Orders by name.
  package static func < (lhs: PortID, rhs: PortID) -> Bool {
    lhs.name < rhs.name
  }
}

/// An input or output of the rig: a group of channels that comes and goes as one.
package struct PortDescription: Hashable, Sendable {
  /// The unique name.
  package var id: PortID
  /// What it is.
  package var role: PortRole
  /// Which way its sound goes.
  package var direction: PortDirection
  /// How many channels it has.
  package var channels: Int
  /// Whether a `net` port belongs to a picture that is shown elsewhere; audio-only sinks are not
  /// mirrored.
  package var isMirrored: Bool
  /// The device that it belongs to, where one device has several ports: hands-free and A2DP, say.
  package var device: String?
  /// The volume of an output when it appears, until an owner in force there has another one.
  package var volume: Decibels

  /// Describes a port.
  package init(
    id: PortID,
    role: PortRole,
    direction: PortDirection,
    channels: Int = 2,
    isMirrored: Bool = false,
    device: String? = nil,
    volume: Decibels = .unity
  ) {
    self.id = id
    self.role = role
    self.direction = direction
    self.channels = channels
    self.isMirrored = isMirrored
    self.device = device
    self.volume = volume
  }
}

/// Which way sound goes through a port.
package enum PortDirection: String, Hashable, Sendable, CaseIterable {
  case input, output
}

/// The ports that a session's sound comes from and goes to; empty where there is none.
package struct RouteDescription: Hashable, Sendable {
  /// Where its sound comes from; never more than one.
  package var inputs: [PortID]
  /// Where its sound goes to; several with `multiRoute` only.
  package var outputs: [PortID]

  /// No input and no output.
  package static let empty = RouteDescription(inputs: [], outputs: [])

  /// Describes a route.
  package init(inputs: [PortID], outputs: [PortID]) {
    self.inputs = inputs
    self.outputs = outputs
  }

  /// The outputs of sends without a named output, for a session of a category: of several outputs
  /// only one, so that nothing is doubled (MRT-02).
  package func followedOutputs(by category: Category) -> [PortID] {
    category == .multiRoute ? Array(outputs.prefix(1)) : outputs
  }

  /// The ports of one direction.
  package subscript(direction: PortDirection) -> [PortID] {
    switch direction {
    case .input: inputs
    case .output: outputs
    }
  }
}

/// Why a session's route has changed.
package enum RouteChangeReason: String, Hashable, Sendable, CaseIterable {
  case unknown, newDeviceAvailable, oldDeviceUnavailable, categoryChange, override, wakeFromSleep,
    noSuitableRouteForCategory, routeConfigurationChange
}

/// What a session forces its output to.
package enum OutputOverride: String, Hashable, Sendable, CaseIterable {
  case none, speaker
}
