// SPDX-License-Identifier: Apache-2.0
// Names of ports: bytes for JACK, text for people. Old drivers write them in Latin-1.

internal import CJACK
internal import Synchronization

/// Names of ports as they read, and back.
///
/// > Threading: Any.
enum PortText {
  /// The bytes of names that are not UTF-8, by how they read.
  private static let odd = Mutex<[String: [CChar]]>([:])
  /// A program that makes up names without end has its first ones forgotten.
  private static let most = 4_096

  /// How a name of JACK's reads: as UTF-8, else as Latin-1, in which all bytes mean something.
  static func text(_ name: UnsafePointer<CChar>) -> String {
    if let text = unsafe String(validatingCString: name) { return text }
    var bytes: [CChar] = []
    while unsafe name[bytes.count] != 0 { unsafe bytes.append(name[bytes.count]) }
    let scalars = bytes.map { UnicodeScalar(UInt8(bitPattern: $0)) }
    let text = String(String.UnicodeScalarView(scalars))
    odd.withLock { odd in
      if odd.count >= most { odd = [:] }
      odd[text] = bytes + [0]
    }
    return text
  }

  /// The port whose name or alias reads as `text`.
  static func port(_ text: String, of client: OpaquePointer) -> OpaquePointer? {
    unsafe withBytes(of: text) { unsafe jack_port_by_name(client, $0) }
  }

  /// Calls `body` with the name that JACK has for what reads as `text`.
  static func withBytes<Result>(
    of text: String,
    _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    guard let bytes = odd.withLock({ $0[text] }) else { return unsafe text.withCString(body) }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return unsafe text.withCString(body) }
      return unsafe body(base)
    }
  }
}
