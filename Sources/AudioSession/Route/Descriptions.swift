// SPDX-License-Identifier: Apache-2.0
// Routes, ports and channels as a program sees them.

import ControlProtocol

/// The ports that a session's sound comes from and goes to.
public final class AVAudioSessionRouteDescription: Sendable {
  /// Where sound comes from.
  public let inputs: [AVAudioSessionPortDescription]
  /// Where sound goes to; several only in `multiRoute`.
  public let outputs: [AVAudioSessionPortDescription]

  init(inputs: [PortStatus], outputs: [PortStatus]) {
    self.inputs = inputs.map { AVAudioSessionPortDescription($0, isInput: true) }
    self.outputs = outputs.map { AVAudioSessionPortDescription($0, isInput: false) }
  }
}

/// A port of the rig: a route of the preset.
public final class AVAudioSessionPortDescription: Sendable {
  /// What it is.
  public let portType: AVAudioSession.Port
  /// Its name for people.
  public let portName: String
  /// Its name for programs.
  public let uid: String
  /// Its channels.
  public let channels: [AVAudioSessionChannelDescription]?

  init(_ port: PortStatus, isInput: Bool) {
    portType = AVAudioSession.Port(word: port.portType, isInput: isInput)
    portName = port.portName
    uid = port.uid
    channels = port.channels.enumerated().map { number, name in
      AVAudioSessionChannelDescription(name: name, number: number, port: port.uid)
    }
  }
}

/// A channel of a port.
public final class AVAudioSessionChannelDescription: Sendable {
  /// Its name for people.
  public let channelName: String
  /// Its index in the port, from 0.
  public let channelNumber: Int
  /// The port that it belongs to.
  public let owningPortUID: String

  init(name: String, number: Int, port: String) {
    channelName = name
    channelNumber = number
    owningPortUID = port
  }
}

extension AVAudioSessionRouteDescription: Hashable {
  /// Whether both have the same ports.
  public static func == (
    lhs: AVAudioSessionRouteDescription,
    rhs: AVAudioSessionRouteDescription
  ) -> Bool {
    lhs.inputs == rhs.inputs && lhs.outputs == rhs.outputs
  }

  /// Hashes the ports.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(inputs)
    hasher.combine(outputs)
  }
}

extension AVAudioSessionPortDescription: Hashable {
  /// Whether both are the same port.
  public static func == (
    lhs: AVAudioSessionPortDescription,
    rhs: AVAudioSessionPortDescription
  ) -> Bool {
    lhs.uid == rhs.uid && lhs.portType == rhs.portType
  }

  /// Hashes the name for programs.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(uid)
  }
}
