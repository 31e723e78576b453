// SPDX-License-Identifier: Apache-2.0
// Names that clients send and the rig keeps: of operators, programs, routes and sounds.

import RigErrors

/// A name that a client has sent, if it can be a name at all.
///
/// Stored data, above all the log of decisions, must not grow with what clients send.
func clientName(_ name: String, of what: String) throws(RigError) -> String {
  guard name.utf8.count <= 256 else {
    throw .data("The name of \(what) has \(name.utf8.count) bytes; send one with at most 256.")
  }
  return name
}
