// SPDX-License-Identifier: Apache-2.0
// Pages of other sites, and the log of refusals.

import HTTPServer
import SeededNumbers
import Synchronization
import Testing

@testable import WebServer

@Suite("The web door's guard")
struct GuardTests {
  private let told = Told()
  private var guardian: WebGuard {
    WebGuard(
      devices: PairedDevices([]) { _ in },
      port: 8_080,
      refusals: RefusalLog { [told] in told.add($0) }
    )
  }

  private final class Told: Sendable {
    let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private func status(_ method: String, _ headers: [String: String]) -> Int? {
    let target = RequestTarget.root
    let request = HTTPRequest(method: method, target: target, headers: headers, peer: "10.0.0.1")
    return guardian.refusal(of: request)?.status
  }

  @Test("lets change only its own pages, and programs that show their token")
  func origins() {
    let own = ["host": "localhost:8080", "origin": "http://localhost:8080"]
    #expect(status("POST", own) == nil)
    #expect(status("POST", own.merging(["origin": "https://localhost:8080"]) { $1 }) == nil)
    for origin in [
      "null", "http://localhost", "http://localhost:8081", "http://evil.test",
      "ftp://localhost:8080", "",
    ] {
      #expect(status("POST", own.merging(["origin": origin]) { $1 }) == 403, "\(origin)")
      #expect(status("GET", own.merging(["origin": origin]) { $1 }) == nil, "\(origin)")
      let upgrade = ["upgrade": "websocket", "connection": "Upgrade", "origin": origin]
      #expect(status("GET", own.merging(upgrade) { $1 }) == 403, "\(origin)")
    }
    #expect(status("PUT", ["host": "localhost", "cookie": "tarmac_8080=x"]) == 403)
    #expect(status("PUT", ["host": "localhost", "authorization": "Bearer x"]) == nil)
  }

  @Test("tells the log of refusals, less and less often")
  func log() {
    let guardian = guardian
    for _ in 0..<1_000 { guardian.refusals.note("A token that is not known", from: "10.0.0.1") }
    let lines = told.lines.withLock { $0 }
    #expect(lines.first == "A token that is not known was refused; it came from 10.0.0.1.")
    #expect(lines.last?.contains("refusals so far") == true)
    #expect((10...20).contains(lines.count))
  }

  @Test("reads whatever a head may hold, without harm", arguments: 0..<4)
  func noise(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let pieces = [
      "%", "2", "e", "/", "?", "&", "=", "+", "#", "..", "token", ":", "[", "]", "Bearer ", ";",
      ", ", "\u{0}", "ä",
      "tarmac_8080=", "localhost", "127.0.0.1", "websocket",
    ]
    for _ in 0..<5_000 {
      func text() -> String {
        (0..<Int.random(in: 0...12, using: &numbers)).map { _ in
          pieces.randomElement(using: &numbers)!
        }.joined()
      }
      guard let target = RequestTarget(("/" + text()).utf8) else { continue }
      let request = HTTPRequest(
        method: "POST",
        target: target,
        headers: [
          "host": text(), "origin": text(), "cookie": text(), "authorization": text(),
          "upgrade": text(),
          "connection": text(),
        ]
      )
      _ = guardian.refusal(of: request)
      if case .device = guardian.visitor(of: request) { Issue.record("nobody is paired") }
    }
  }
}

@Suite("The page's files")
struct PageTests {
  private func get(_ path: String, _ headers: [String: String] = [:]) -> HTTPResponse? {
    let target = RequestTarget.root
    return WebPage().answer(path, HTTPRequest(method: "GET", target: target, headers: headers))
  }

  @Test("are in the program, and known by a tag that changes with them")
  func files() throws {
    let page = try #require(get("/index.html"))
    #expect(page.status == 200 && page.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(String(decoding: page.body, as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
    let tag = try #require(page.headers["ETag"])
    let again = try #require(get("/index.html", ["if-none-match": tag]))
    #expect(again.status == 304 && again.body.isEmpty)
    #expect(WebPage().paths.contains("/index.html"))
  }

  @Test(
    "are those that are listed, whatever the path says",
    arguments: ["", "/", "index.html", "/INDEX.HTML", "/../index.html"]
  )
  func others(path: String) {
    #expect(get(path) == nil)
  }
}
