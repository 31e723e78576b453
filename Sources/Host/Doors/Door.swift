// SPDX-License-Identifier: Apache-2.0
// A way into the rig beside the control socket.

import ControlProtocol
import ControlServer
import RigErrors

/// A way into the rig for people and programs, beside the control socket.
///
/// Each asks the same tree and the same commands; none knows another one.
///
/// > Threading: Any.
protocol Door: AnyObject, Sendable {
  /// What is open where, for the log: a sentence.
  var sentence: String { get }
  /// Tells its visitors of an event, as far as it concerns them; returns at once.
  func publish(_ event: HostEvent, to recipients: EventRecipients)
  /// Lets no more than a few in, for as long as the program is short of file descriptors.
  func spareDescriptors(_ spares: Bool)
  /// Lets nobody in any more, and sends everybody away.
  func close() async
}

extension Door {
  func publish(_ event: HostEvent, to recipients: EventRecipients) {}
  func spareDescriptors(_ spares: Bool) {}
}
