// SPDX-License-Identifier: Apache-2.0
// What strangers on the network may cost.

package import Quantities

/// The bounds of a server.
package struct HTTPLimits: Hashable, Sendable {
  /// How many connections there may be.
  package var connections = 256
  /// How many of them may be of strangers, which have shown no right token; they make room for one
  /// another.
  package var strangers = 96
  /// How many strangers of one address there may be, or of one IPv6 network of 64 bits.
  package var strangersOfAddress = 48
  /// How many connections of one address, known ones too: all clients behind a proxy have the same.
  package var connectionsOfAddress = 192
  /// How many there may be while the program is short of file descriptors.
  package var connectionsInNeed = 4
  /// How many bytes the head of a request may have.
  package var headBytes = 16_384
  /// How many bytes the body of a request may have.
  package var bodyBytes = 1 << 20
  /// How long a connection may take for a request, from its start or the one before to the last
  /// byte of the answer; and a WebSocket for a message.
  package var requestTime = Seconds(15)
  /// How many bytes a message over a WebSocket may have.
  package var messageBytes = 1 << 20
  /// How many frames a message may come in.
  package var fragments = 1_024
  /// How many answers to pings may wait for a client that sends them and does not read.
  package var waitingFrames = 64
  /// How long a WebSocket may be silent before it is asked whether somebody is there.
  package var silence = Seconds(20)
  /// How long it may be silent before it is closed.
  package var longestSilence = Seconds(60)
  /// How long a closing WebSocket, and a server that stops, waits for the other end, and for
  /// answers that are on their way.
  package var farewell = Seconds(1)

  /// The usual ones.
  package init() {}
}
