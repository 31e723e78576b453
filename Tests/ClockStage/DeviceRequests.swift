// SPDX-License-Identifier: Apache-2.0
// What a test asks of the clients beside a rig that a clock drives.

internal import ControlProtocol
package import Foundation

/// Lets a client come: with the ports `in_1` … and `out_1` …, which play constants.
package struct PlugRequest: ControlRequest {
  package typealias Reply = Bool
  package static let method = "device.plug"
  package var name: String
  package var inputs: Int
  package var levels: [Float]

  package init(name: String, inputs: Int, levels: [Float]) {
    (self.name, self.inputs, self.levels) = (name, inputs, levels)
  }
}

/// Has a client play other constants.
package struct PlayRequest: ControlRequest {
  package typealias Reply = Bool
  package static let method = "device.play"
  package var name: String
  package var levels: [Float]

  package init(name: String, levels: [Float]) { (self.name, self.levels) = (name, levels) }
}

/// Has a client do something.
package struct DeviceRequest: ControlRequest {
  /// What a client can do.
  package enum Act: String, Codable, Sendable {
    /// It leaves.
    case unplug
    /// It captures its inputs from the next cycle on.
    case beginCapture
    /// It captures no more.
    case endCapture
  }

  package typealias Reply = Bool
  package static let method = "device.act"
  package var name: String
  package var act: Act

  package init(name: String, act: Act) { (self.name, self.act) = (name, act) }
}

/// Asks how many frames a client has run, and how many of them it has captured.
package struct FramesRequest: ControlRequest {
  package struct Reply: Codable, Sendable {
    package var run: Int
    package var captured: Int

    package init(run: Int, captured: Int) { (self.run, self.captured) = (run, captured) }
  }

  package static let method = "device.frames"
  package var name: String

  package init(name: String) { self.name = name }
}

/// Takes what a client has captured, in pieces that an answer has room for; the answer has the
/// bytes of the samples of each input.
package struct TakeRequest: ControlRequest {
  package typealias Reply = [Data]
  package static let method = "device.capture.take"
  package var name: String
  package var frames: Int

  package init(name: String, frames: Int) { (self.name, self.frames) = (name, frames) }
}

/// Asks for the names of all ports, sorted.
package struct PortsRequest: ControlRequest {
  package typealias Reply = [String]
  package static let method = "device.ports"

  package init() {}
}

/// Asks what a port is connected to.
package struct ConnectionsRequest: ControlRequest {
  package typealias Reply = [String]
  package static let method = "device.connections"
  package var port: String

  package init(port: String) { self.port = port }
}
