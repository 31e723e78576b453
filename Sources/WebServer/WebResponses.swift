// SPDX-License-Identifier: Apache-2.0
// The answers to clients that are not let in, and the headers that every answer has for browsers.

internal import ControlTree
internal import HTTPServer

extension HTTPResponse {
  /// The answer with the headers that all of ours have: the page loads nothing but our own files,
  /// is in no frame, and each file has the type that we say.
  var hardened: HTTPResponse {
    var response = self
    let always = [
      "Content-Security-Policy":
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "no-store",
    ]
    response.headers.merge(always) { own, _ in own }
    return response
  }
}

extension WebServer {
  /// How one comes in.
  static let unpaired: HTTPResponse = {
    let page = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Tarmac: not paired</title>
      <link rel="stylesheet" href="/page.css">
      <link rel="icon" type="image/svg+xml" href="/icon.svg">
      <main class="outside">
      <h1>This device is not paired</h1>
      <p>On the machine of the rig, run</p>
      <pre>tarmac web pair NAME</pre>
      <p>and open the link that it prints on this device, or scan its picture.</p>
      <p>What the device may do is <code>--access</code>:</p>
      <dl>
      <dt>operator</dt><dd>everything (the default)</dd>
      <dt>staff</dt><dd>play announcements, turn the music up and down</dd>
      <dt>mixer:ROUTE</dt><dd>mix one output</dd>
      <dt>viewer</dt><dd>look</dd>
      </dl>
      </main>
      </html>

      """
    let headers = ["Content-Type": "text/html; charset=utf-8", "WWW-Authenticate": "Bearer"]
    return HTTPResponse(401, headers: headers, body: Array(page.utf8))
  }()

  static let tokenWanted = HTTPResponse(
    401,
    "Send the token of a paired device, as 'Authorization: Bearer TOKEN' or as the page's cookie.",
    headers: ["WWW-Authenticate": "Bearer"]
  )

  static let wrongToken = HTTPResponse(
    401,
    "This token is not known (any more): 'tarmac web pair NAME' makes a new one.",
    headers: ["WWW-Authenticate": "Bearer error=\"invalid_token\""]
  )
}

extension Access {
  /// The role without the route.
  var role: String {
    switch self {
    case .operator: "operator"
    case .mixer: "mixer"
    case .staff: "staff"
    case .viewer: "viewer"
    }
  }
}
