// SPDX-License-Identifier: Apache-2.0
// Why a server cannot listen.

internal import Glibc

/// Why a server cannot listen.
package enum HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Somebody else listens there.
  case taken(address: String, port: Int)
  /// The machine has no such address, or it is none.
  case noSuchAddress(String)
  /// The system refused an operation.
  case system(operation: String, errno: Int32)

  /// What is wrong and what to do, in one sentence.
  package var description: String {
    switch self {
    case .taken(let address, let port):
      "Another program listens on port \(port) of \(address) already: stop it, or choose another port."
    case .noSuchAddress(let address):
      "This machine has no address '\(address)': use one of its own, 127.0.0.1 or 0.0.0.0."
    case .system(let operation, let errno):
      "The system refused to \(operation): \(unsafe String(cString: strerror(errno)))."
    }
  }
}
