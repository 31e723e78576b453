// SPDX-License-Identifier: Apache-2.0
// Requests about the page for browsers: which devices may come in, and who one is.

public import ControlTree

/// Lets a device in.
public struct WebPairRequest: ControlRequest {
  /// The JSON-RPC method.
  public static let method = "web.pair"
  /// How the device is to be called; one that is called so already is let in no more.
  public var name: String
  /// What it may do: `operator`, `staff`, `mixer:ROUTE` or `viewer`.
  public var access: String

  /// How a device comes in.
  public struct Reply: Codable, Hashable, Sendable {
    /// What the device opens once.
    public var url: String
    /// Its secret, for programs that send it as `Authorization: Bearer`.
    public var token: String

    /// Says how a device comes in.
    public init(url: String, token: String) {
      (self.url, self.token) = (url, token)
    }
  }

  /// Asks for a device to be let in.
  public init(name: String, access: String) {
    (self.name, self.access) = (name, access)
  }
}

/// Asks which devices are let in.
public struct WebDevicesRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = [WebDeviceStatus]
  /// The JSON-RPC method.
  public static let method = "web.devices"

  /// Asks which devices are let in.
  public init() {}
}

/// A device that is let in.
public struct WebDeviceStatus: Codable, Hashable, Sendable {
  /// How it is called.
  public var name: String
  /// What it may do.
  public var access: String
  /// When it was paired, in seconds since 1970.
  public var paired_seconds: Double
  /// When it was there last, in seconds since 1970; `nil` if it never was.
  public var lastUse_seconds: Double?
  /// How many pages of it are open.
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

/// Lets a device in no more, and ends what it has open.
public struct WebRevokeRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = Done
  /// The JSON-RPC method.
  public static let method = "web.revoke"
  /// Which one.
  public var name: String

  /// Asks for a device to be let in no more.
  public init(name: String) { self.name = name }
}

/// Asks who one is.
public struct WebSelfRequest: ControlRequest {
  /// The JSON-RPC method.
  public static let method = "web.self"
  /// Who may see may ask.
  public var right: Right { .see }

  /// Who asks.
  public struct Reply: Codable, Hashable, Sendable {
    /// The name of the rig.
    public var rig: String
    /// The name of the device.
    public var device: String
    /// What it may do: `operator`, `staff`, `mixer:ROUTE` or `viewer`.
    public var access: String
    /// The version of the program that serves the page.
    public var version: String

    /// Says who asks.
    public init(rig: String, device: String, access: String, version: String) {
      (self.rig, self.device) = (rig, device)
      (self.access, self.version) = (access, version)
    }
  }

  /// Asks who one is.
  public init() {}
}
