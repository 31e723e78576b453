// SPDX-License-Identifier: Apache-2.0
// Decides which requests are let in at the web server: by the page that asks, and the token.

internal import ControlTree
internal import HTTPServer

/// Looks at each request before anything is done.
struct WebGuard: Sendable {
  let devices: PairedDevices
  let port: Int
  let refusals: RefusalLog

  /// Cookies know no ports: each rig of a machine has its own.
  var cookie: String { "tarmac_\(port)" }

  /// Refuses a request that a foreign page has led a browser to.
  ///
  /// An `Origin` that is not ours is a stranger's page; the server has looked at our own name
  /// already. Programs send no `Origin`, but a cookie is a browser's: with one there must be one.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    let host = (request.headers["host"] ?? "").lowercased()
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

  /// The device that asks, or why there is none.
  enum Answer {
    case device(PairedDevice, RequestOrigin)
    /// It has shown no token.
    case stranger
    /// It has shown a token that is not one.
    case wrongToken

    var isDevice: Bool { if case .device = self { true } else { false } }
  }

  /// The device that asks.
  func visitor(of request: HTTPRequest) -> Answer {
    guard let token = request.bearer ?? request.cookie(cookie) else { return .stranger }
    return visitor(with: token)
  }

  /// The device of a token.
  func visitor(with token: String) -> Answer {
    guard let device = devices.device(with: token), let visitor = device.visitor else {
      return .wrongToken
    }
    return .device(device, visitor)
  }
}
