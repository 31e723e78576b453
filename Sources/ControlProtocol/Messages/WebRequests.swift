// SPDX-License-Identifier: Apache-2.0
// Requests about the web mixer: which devices may connect, and which device asks.

public import ControlTree

/// Pairs a device.
public struct WebPairRequest: ControlRequest {
  /// The JSON-RPC method.
  public static let method = "web.pair"
  /// The name of the device; a device that has this name already is shut out.
  public var name: String
  /// What it may do: `operator`, `staff`, `mixer:ROUTE` or `viewer`.
  public var access: String

  /// How a device connects.
  public struct Reply: Codable, Hashable, Sendable {
    /// The URL that the device opens once.
    public var url: String
    /// Its secret, for programs that send it as `Authorization: Bearer`.
    public var token: String

    /// Describes how a device connects.
    public init(url: String, token: String) {
      (self.url, self.token) = (url, token)
    }
  }

  /// Asks for a device to be paired.
  public init(name: String, access: String) {
    (self.name, self.access) = (name, access)
  }
}

/// Asks which devices are paired.
public struct WebDevicesRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = [WebDeviceStatus]
  /// The JSON-RPC method.
  public static let method = "web.devices"

  /// Asks which devices are paired.
  public init() {}
}

/// A paired device.
public struct WebDeviceStatus: Codable, Hashable, Sendable {
  /// How it is called.
  public var name: String
  /// What it may do.
  public var access: String
  /// When it was paired, in seconds since 1970.
  public var paired_seconds: Double
  /// When it was last used, in seconds since 1970; `nil` if never.
  public var lastUse_seconds: Double?
  /// How many pages it has open.
  public var connections: Int

  /// Describes a device.
  public init(
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
public struct WebRevokeRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = Done
  /// The JSON-RPC method.
  public static let method = "web.revoke"
  /// Which one.
  public var name: String

  /// Asks for a device to be shut out.
  public init(name: String) { self.name = name }
}

/// Asks which device this is.
public struct WebSelfRequest: ControlRequest {
  /// The JSON-RPC method.
  public static let method = "web.self"
  /// Needs the permission to see.
  public var right: Right { .see }

  /// The device that asks.
  public struct Reply: Codable, Hashable, Sendable {
    /// The name of the rig.
    public var rig: String
    /// The name of the device.
    public var device: String
    /// What it may do: `operator`, `staff`, `mixer:ROUTE` or `viewer`.
    public var access: String
    /// The version of the program that serves the page.
    public var version: String

    /// Describes the device that asks.
    public init(rig: String, device: String, access: String, version: String) {
      (self.rig, self.device) = (rig, device)
      (self.access, self.version) = (access, version)
    }
  }

  /// Asks which device this is.
  public init() {}
}
