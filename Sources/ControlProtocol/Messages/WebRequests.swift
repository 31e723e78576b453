// SPDX-License-Identifier: Apache-2.0
// Requests about the web mixer: which devices may connect, and which device asks.

package import ControlTree

/// Pairs a device.
package struct WebPairRequest: ControlRequest {
  /// The JSON-RPC method.
  package static let method = "web.pair"
  /// The name of the device; a device that has this name already is shut out.
  package var name: String
  /// What it may do: `operator`, `staff`, `mixer:ROUTE` or `viewer`.
  package var access: String

  /// How a device connects.
  package struct Reply: Codable, Hashable, Sendable {
    /// The URL that the device opens once.
    package var url: String
    /// Its secret, for programs that send it as `Authorization: Bearer`.
    package var token: String

    /// Describes how a device connects.
    package init(url: String, token: String) {
      (self.url, self.token) = (url, token)
    }
  }

  /// Asks for a device to be paired.
  package init(name: String, access: String) {
    (self.name, self.access) = (name, access)
  }
}

/// Asks which devices are paired.
package struct WebDevicesRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [WebDeviceStatus]
  /// The JSON-RPC method.
  package static let method = "web.devices"

  /// Asks which devices are paired.
  package init() {}
}

/// A paired device.
package struct WebDeviceStatus: Codable, Hashable, Sendable {
  /// How it is called.
  package var name: String
  /// What it may do.
  package var access: String
  /// When it was paired, in seconds since 1970.
  package var paired_seconds: Double
  /// When it was last used, in seconds since 1970; `nil` if never.
  package var lastUse_seconds: Double?
  /// How many pages it has open.
  package var connections: Int

  /// Describes a device.
  package init(
    name: String,
    access: String,
    paired_seconds: Double,
    lastUse_seconds: Double?,
    connections: Int
  ) {
    (self.name, self.access, self.connections) = (name, access, connections)
    (self.paired_seconds, self.lastUse_seconds) = (paired_seconds, lastUse_seconds)
  }
}

/// Shuts a device out, and closes what it has open.
package struct WebRevokeRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = Done
  /// The JSON-RPC method.
  package static let method = "web.revoke"
  /// Which one.
  package var name: String

  /// Asks for a device to be shut out.
  package init(name: String) { self.name = name }
}

/// Asks which device this is.
package struct WebSelfRequest: ControlRequest {
  /// The JSON-RPC method.
  package static let method = "web.self"
  /// Needs the permission to see.
  package var right: Right { .see }

  /// The device that asks.
  package struct Reply: Codable, Hashable, Sendable {
    /// The name of the rig.
    package var rig: String
    /// The name of the device.
    package var device: String
    /// What it may do: `operator`, `staff`, `mixer:ROUTE` or `viewer`.
    package var access: String
    /// The version of the program that serves the page.
    package var version: String

    /// Describes the device that asks.
    package init(rig: String, device: String, access: String, version: String) {
      (self.rig, self.device) = (rig, device)
      (self.access, self.version) = (access, version)
    }
  }

  /// Asks which device this is.
  package init() {}
}
