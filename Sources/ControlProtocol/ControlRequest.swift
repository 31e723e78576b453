// SPDX-License-Identifier: Apache-2.0
// The shape of every request: a method name, parameters, the type of its reply, and the permission
// that it needs.

package import ControlTree

/// A request that a client may send and the host answers.
///
/// On the wire it is a JSON-RPC 2.0 request whose `params` is the request itself and whose `result`
/// is its `Reply`.
package protocol ControlRequest: Codable, Sendable {
  /// What the host answers.
  associatedtype Reply: Codable & Sendable
  /// The JSON-RPC method.
  static var method: String { get }
  /// Whether the answer can take as long as a person thinks; the connection goes on with its next
  /// request meanwhile.
  static var answersLate: Bool { get }
  /// Whether it waits for its client's turn; a request that needs nothing of the rig does not.
  static var waitsForTurn: Bool { get }
  /// Whether it is a gesture, which somebody wants to hear; of two clients with equal shares of
  /// time, the one with a gesture goes before the one that only reads.
  static var isGesture: Bool { get }
  /// How long its texts may be, by parameter, for texts that are not names; items of a list or an
  /// object have the bound of their parameter.
  static var bounds: [String: TextBound] { get }
  /// The permission that the client needs.
  var right: Right { get }
}

extension ControlRequest {
  /// Most requests are answered at once.
  package static var answersLate: Bool { false }
  /// Most requests are about the rig, which answers one at a time.
  package static var waitsForTurn: Bool { true }
  /// Most requests can wait a moment.
  package static var isGesture: Bool { false }
  /// Most texts are names.
  package static var bounds: [String: TextBound] { [:] }
  /// Most requests need the operator's permission.
  package var right: Right { .operate }
}

/// The version of the control protocol.
///
/// Methods and keys are only added within a version.
package let controlProtocolVersion = 1

/// A reply that says nothing but "done".
package struct Done: Codable, Hashable, Sendable {
  /// Says "done".
  package init() {}
}
