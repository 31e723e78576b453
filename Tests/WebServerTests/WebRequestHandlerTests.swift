// SPDX-License-Identifier: Apache-2.0
// Which handler answers requests, however many come.

import HTTPServer
import Testing

@testable import WebServer

@Suite("The requestHandler")
struct WebRequestHandlerTests {
  @Test("says that the rig is starting until it is open, and answers many requests alike")
  func many() async {
    let requestHandler = WebRequestHandler()
    let request = HTTPRequest(method: "GET", target: .root)
    func status() async -> Int? {
      guard case .response(let response, _) = await requestHandler.answer(request) else {
        return nil
      }
      return response.status
    }
    #expect(await status() == 503)
    requestHandler.open { _ in .response(HTTPResponse(204)) }
    for _ in 0..<50_000 {
      guard await status() == 204 else {
        Issue.record("it is not answered any more")
        return
      }
    }
  }
}
