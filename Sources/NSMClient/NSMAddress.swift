// SPDX-License-Identifier: Apache-2.0
// Where a session manager listens.

internal import Glibc
package import RigErrors

/// The address of a session manager, as `NSM_URL` has it: `osc.udp://HOST:PORT/`.
package struct NSMAddress: Hashable, Sendable, CustomStringConvertible {
  /// The name or the number of its machine.
  package let host: String
  /// Its UDP port.
  package let port: UInt16

  /// Reads what `NSM_URL` says.
  ///
  /// - Throws: a sentence that names what can't be meant.
  package init(_ url: String) throws(RigError) {
    guard let match = url.wholeMatch(of: #/osc\.udp://(\[[0-9A-Fa-f:.%]+\]|[^\[\]/:]+):(\d+)/?/#),
      let port = UInt16(match.2, radix: 10), port > 0
    else {
      throw .data("NSM_URL is '\(url)', which is no address such as osc.udp://localhost:17000/.")
    }
    (host, self.port) = (String(match.1).trimming(brackets: "[]"), port)
  }

  /// As `NSM_URL` has it.
  package var description: String {
    "osc.udp://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
  }
}

extension String {
  fileprivate func trimming(brackets: String) -> String {
    String(drop(while: brackets.contains).reversed().drop(while: brackets.contains).reversed())
  }
}
