// SPDX-License-Identifier: Apache-2.0
// Who is let in at the web door: the name it was called by, the page that asks, the token.

internal import ControlTree
internal import HTTPServer
internal import Synchronization

/// Looks at each request before anything is done.
struct WebGuard: Sendable {
  let devices: PairedDevices
  /// The names of this machine that a page may be reached by, in small letters; addresses in numbers always may.
  let hosts: Set<String>
  let port: Int
  let refusals: RefusalLog

  /// Cookies know no ports: each rig of a machine has its own.
  var cookie: String { "tarmac_\(port)" }

  /// Refuses what a browser was led to by a page of somebody else.
  ///
  /// A name that is not ours is one that a stranger's name server has pointed at us (DNS rebinding); an `Origin` that is
  /// not ours is a stranger's page. Programs send no `Origin`, but a cookie is a browser's: with one there must be one.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    let host = (request.headers["host"] ?? "").lowercased()
    guard let name = Self.name(of: host), hosts.contains(name) || Self.isAddress(name) else {
      refusals.note("A request for a host that is not this one", from: request.peer)
      return HTTPResponse(
        421,
        "This rig does not know itself by the name that you used: add it to 'hosts' of 'web' in the preset."
      )
    }
    let changes = request.wantsWebSocket || !["GET", "HEAD"].contains(request.method)
    guard changes else { return nil }
    if let origin = request.headers["origin"]?.lowercased() {
      guard origin == "http://\(host)" || origin == "https://\(host)" else {
        refusals.note("A request of another site's page", from: request.peer)
        return HTTPResponse(403, "Pages of other sites may not steer this rig.")
      }
    } else if request.bearer == nil, request.headers["cookie"] != nil {
      return HTTPResponse(403, "Send 'Authorization: Bearer TOKEN', or an Origin with the cookie.")
    }
    return nil
  }

  /// The device that asks, or why it is nobody.
  enum Answer {
    case device(PairedDevice, Visitor)
    /// It has shown no token.
    case stranger
    /// It has shown a token that is not one.
    case wrongToken
  }

  /// Who asks.
  func visitor(of request: HTTPRequest) -> Answer {
    guard let token = request.bearer ?? request.cookie(cookie) else { return .stranger }
    return visitor(with: token)
  }

  /// Whose token that is.
  func visitor(with token: String) -> Answer {
    guard let device = devices.device(with: token), let visitor = device.visitor else {
      return .wrongToken
    }
    return .device(device, visitor)
  }

  /// The name in a `Host`, without the port.
  static func name(of host: String) -> String? {
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

  /// Whether it is an address in numbers, which no name server has anything to say about.
  static func isAddress(_ name: String) -> Bool {
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

/// Tells the log of refusals, and no flood of them.
///
/// > Threading: Any.
final class RefusalLog: Sendable {
  private let report: @Sendable (String) -> Void
  private let state = Mutex(State())

  private struct State {
    var count = 0
    var next = 1
  }

  init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

  /// Notes a refusal: of the first ten each is told, then less and less often.
  func note(_ what: String, from peer: String) {
    let told = state.withLock { state -> Int? in
      state.count += 1
      guard state.count >= state.next else { return nil }
      state.next = state.count < 10 ? state.count + 1 : state.count * 2
      return state.count
    }
    guard let told else { return }
    report(
      "\(what) was refused; it came from \(peer)\(told > 10 ? " (\(told) refusals so far)" : "")."
    )
  }
}
