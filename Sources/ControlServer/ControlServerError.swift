// SPDX-License-Identifier: Apache-2.0
// Why a host cannot listen.

package import ControlProtocol
internal import Glibc

/// Why a host cannot listen on its socket.
package enum ControlServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another host answers there.
  case alreadyRunning(ControlSocketPath)
  /// Something that is no socket has that name.
  case notASocket(String)
  /// The folder is not ours alone.
  case path(ControlPathError)
  /// The system refused an operation.
  case system(operation: String, path: String, errno: Int32)

  /// What is wrong and what to do, in one sentence.
  package var description: String {
    switch self {
    case .alreadyRunning(let path):
      """
      A Tarmac \(path.name.map { "with the name '\($0)' " } ?? "")is running already \
      (it answers at \(path.path)); stop that one, or choose another name.
      """
    case .notASocket(let path):
      "'\(path)' is in the way of the control socket and is no socket; remove it."
    case .path(let error):
      error.description
    case .system(let operation, let path, let errno):
      "The system refused to \(operation) '\(path)': \(unsafe String(cString: strerror(errno)))."
    }
  }
}
