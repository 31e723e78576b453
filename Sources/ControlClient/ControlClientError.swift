// SPDX-License-Identifier: Apache-2.0
// Why a request got no answer, or an error.

package import ControlProtocol
internal import Glibc

/// Why a request was not carried out.
package enum ControlClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No host listens.
  case notRunning(ControlSocketPath)
  /// Another user's host listens.
  case notAllowed(ControlSocketPath)
  /// The path cannot be trusted.
  case path(ControlPathError)
  /// The host has refused the request.
  case refused(ControlError)
  /// The host did not answer in time.
  case timedOut(seconds: Double)
  /// The host closed the connection.
  case disconnected
  /// The host's answer does not fit the method.
  case badAnswer(String)
  /// The request holds what JSON cannot express, or too much.
  case unspeakable(String)
  /// The system refused an operation.
  case system(operation: String, errno: Int32)

  /// What is wrong and what to do, in one sentence.
  package var description: String {
    switch self {
    case .notRunning(let path):
      """
      No Tarmac is running\(path.name.map { " under the name '\($0)'" } ?? "") \
      (nobody answers at \(path.path)); start one with 'tarmac run PRESET'.
      """
    case .notAllowed(let path):
      "The Tarmac at \(path.path) belongs to another user; ask as that user."
    case .path(let error):
      error.description
    case .refused(let error):
      error.message
    case .timedOut(let seconds):
      "Tarmac did not answer within \(seconds) s; try again, or look into its log."
    case .disconnected:
      "Tarmac closed the connection before it answered; look whether it is still running."
    case .badAnswer(let problem):
      """
      Tarmac's answer was not understood (\(problem)); use the tarmac command of the version \
      that is running.
      """
    case .unspeakable(let method):
      "The request '\(method)' holds a value that cannot be sent; give a shorter, finite one."
    case .system(let operation, let errno):
      "The system refused to \(operation): \(unsafe String(cString: strerror(errno)))."
    }
  }
}
