// SPDX-License-Identifier: Apache-2.0
// A way into the rig beside the control socket.

import ControlProtocol
import ControlServer
import RigErrors

/// A way into the rig for people and programs, beside the control socket.
///
/// All use the same tree and the same commands; no door knows of another one.
///
/// > Threading: Any.
protocol Door: AnyObject, Sendable {
  /// A sentence for the log: what is open, and where.
  var sentence: String { get }
  /// Sends an event to the clients that it concerns; returns at once.
  func publish(_ event: HostEvent, to recipients: EventRecipients)
  /// Admits only a few clients while the program is short of file descriptors.
  func spareDescriptors(_ spares: Bool)
  /// Admits no more clients, and disconnects all.
  func close() async
}

extension Door {
  func publish(_ event: HostEvent, to recipients: EventRecipients) {}
  func spareDescriptors(_ spares: Bool) {}
}
