// SPDX-License-Identifier: Apache-2.0
// Why JACK did not do what was asked of it.

package import Quantities

/// Why the driver could not do something.
package enum DriverError: Error, Hashable, Sendable {
  /// No server answers; `server` is the name that was asked for.
  case noServer(server: String)
  /// The server refused the client; `status` holds JACK's `jack_status_t` bits, `complaint` what
  /// libjack said last.
  case clientRefused(name: String, status: UInt32, complaint: String?)
  /// The client's name is empty, too long, or holds a colon.
  case badClientName(String, longest: Int)
  /// The driver is not open.
  case notOpen
  /// The server did not let the client start.
  case notActivated(code: Int32)
  /// All channels of this direction are taken.
  case tooManyPorts(limit: Int)
  /// The server refused a port: the name is taken or too long, or the server has no ports left.
  case portRefused(name: String)
  /// JACK did not make the connection.
  case notConnected(from: String, to: String, code: Int32)
  /// JACK did not undo the connection.
  case notDisconnected(from: String, to: String, code: Int32)
  /// The server does not run with this many frames in a cycle.
  case bufferSizeRefused(FrameCount)
  /// JACK's transport can't go to this frame.
  case noSuchFrame(Int)
  /// A regular expression that is none; the second value is what is wrong with it.
  case badPattern(String, reason: String)

  /// Throws for a name that no client can have, of which a server takes so many bytes.
  package static func check(clientName name: String, longest: Int) throws(DriverError) {
    guard !name.isEmpty, name.utf8.count <= longest, !name.contains(":") else {
      throw .badClientName(name, longest: longest)
    }
  }
}
