// SPDX-License-Identifier: Apache-2.0
// The names that a server is reached by, and those that a stranger's name server has pointed at it.

internal import Glibc

/// The names that a server knows itself by; a request by another name is refused.
///
/// A browser keeps pages of one name apart from those of another. A stranger's name server that
/// points its own name at this machine (DNS rebinding) makes us a part of the stranger's page, to
/// be read and steered by it. An address in numbers does not depend on any name server.
package struct OwnNames: Sendable {
  private let names: Set<String>
  private let advice: String

  /// Knows loopback's name, the machine's own, and these.
  ///
  /// - Parameters:
  ///   - others: more names.
  ///   - advice: what to do for a name that is refused: the rest of a sentence.
  package init(_ others: [String] = [], advice: String) {
    let machine = Self.machine.lowercased()
    let short = machine.prefix { $0 != "." }
    let own = ["localhost", machine, "\(short)", "\(short).local"].filter { !$0.isEmpty }
    names = Set(own + others.map { $0.lowercased() })
    self.advice = advice
  }

  /// The name of this machine; empty if it has none.
  package static var machine: String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      guard let start = text.baseAddress, unsafe gethostname(start, 255) == 0 else { return "" }
      unsafe text[255] = 0
      return unsafe String(cString: start)
    }
  }

  /// Refuses a request that has called the server by a name that is not its own.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    guard !includes(host: request.headers["host"] ?? "") else { return nil }
    return HTTPResponse(
      421,
      "This rig does not know itself by the name that you used: \(advice).",
      headers: ["X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"]
    )
  }

  /// Whether a `Host`, with its port or without, is this server.
  func includes(host: String) -> Bool {
    guard let name = Self.name(of: host.lowercased()) else { return false }
    return names.contains(name) || Self.isAddress(name)
  }

  /// The name in a `Host`, without the port.
  private static func name(of host: String) -> String? {
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return nil }
      let rest = host[host.index(after: end)...]
      guard rest.isEmpty || isPort(rest) else { return nil }
      return String(host[...end])
    }
    guard let colon = host.firstIndex(of: ":") else { return host.isEmpty ? nil : host }
    return isPort(host[colon...]) && colon != host.startIndex ? String(host[..<colon]) : nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.hasPrefix(":") && text.count > 1
      && text.dropFirst().allSatisfy { ("0"..."9").contains($0) }
  }

  /// Whether it is an address in numbers.
  private static func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("["), name.hasSuffix("]") {
      return name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        part.allSatisfy { ("0"..."9").contains($0) } && UInt8(part, radix: 10) != nil
      }
  }
}
