// SPDX-License-Identifier: Apache-2.0
// The files of the page, as they were built into the program.

internal import CWebPage
internal import HTTPServer

/// The files that can be asked for; there are no others.
struct WebPage: Sendable {
  private struct File: Sendable {
    let type: String
    let bytes: [UInt8]
    let tag: String
  }

  private let files: [String: File]

  init() {
    var files: [String: File] = [:]
    for place in 0..<tarmac_web_file_count {
      guard let file = unsafe tarmac_web_file_at(place)?.pointee else { continue }
      let bytes = unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
      let (path, type) = unsafe (String(cString: file.path), String(cString: file.type))
      files[path] = File(type: type, bytes: bytes, tag: Self.tag(of: bytes))
    }
    self.files = files
  }

  /// The paths that there are.
  var paths: [String] { files.keys.sorted() }

  /// Answers with a file; `nil` if there is none of that path.
  func answer(_ path: String, _ request: HTTPRequest) -> HTTPResponse? {
    guard let file = files[path] else { return nil }
    guard request.method == "GET" || request.method == "HEAD" else {
      return HTTPResponse(405, "Files can only be read.", headers: ["Allow": "GET, HEAD"])
    }
    let headers = ["Content-Type": file.type, "ETag": file.tag, "Cache-Control": "no-cache"]
    guard request.headers["if-none-match"] != file.tag else {
      return HTTPResponse(304, headers: headers)
    }
    return HTTPResponse(200, headers: headers, body: file.bytes)
  }

  /// What changes when the file does.
  private static func tag(of bytes: [UInt8]) -> String {
    "\"" + Digest.hexadecimal(of: bytes).prefix(16) + "\""
  }
}
