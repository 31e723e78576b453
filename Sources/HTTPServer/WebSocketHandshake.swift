// SPDX-License-Identifier: Apache-2.0
// How a connection becomes a WebSocket (RFC 6455, 4.2).

internal import CNettle

/// The beginning of a WebSocket.
enum WebSocketHandshake {
  /// What is answered to a key, or what is wrong with the request.
  static func accept(_ request: HTTPRequest) -> Result<String, Refusal> {
    guard request.method == "GET", request.wantsWebSocket else {
      return .failure(
        Refusal(HTTPResponse(426, "This is for WebSockets.", headers: ["Upgrade": "websocket"]))
      )
    }
    guard request.headers["sec-websocket-version"] == "13" else {
      let headers = ["Sec-WebSocket-Version": "13"]
      return .failure(
        Refusal(HTTPResponse(426, "WebSockets of version 13 are spoken here.", headers: headers))
      )
    }
    // 16 bytes in base64, of which nothing but the form matters.
    guard let key = request.headers["sec-websocket-key"],
      key.wholeMatch(of: #/[A-Za-z0-9+/]{22}==/#) != nil
    else {
      return .failure(Refusal(HTTPResponse(400, "Sec-WebSocket-Key must be 16 bytes in base64.")))
    }
    return .success(base64(sha1(Array((key + salt).utf8))))
  }

  /// Why a connection does not become one.
  struct Refusal: Error {
    let response: HTTPResponse

    init(_ response: HTTPResponse) { self.response = response }
  }

  private static let salt = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  private static func sha1(_ bytes: [UInt8]) -> [UInt8] {
    var context = sha1_ctx()
    var digest: [UInt8] = Array(repeating: 0, count: Int(clamping: SHA1_DIGEST_SIZE))
    unsafe nettle_sha1_init(&context)
    unsafe nettle_sha1_update(&context, bytes.count, bytes)
    unsafe nettle_sha1_digest(&context, digest.count, &digest)
    return digest
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    var text: [CChar] = Array(repeating: 0, count: (bytes.count + 2) / 3 * 4)
    unsafe nettle_base64_encode_raw(&text, bytes.count, bytes)
    return String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
