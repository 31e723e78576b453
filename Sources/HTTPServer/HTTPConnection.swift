// SPDX-License-Identifier: Apache-2.0
// One connection as long as it speaks HTTP.

internal import CMicrohttpd
internal import Quantities

/// A connection, and the request that it is at.
///
/// > Threading: Worker. The server's thread alone.
@safe final class HTTPConnection {
  /// Its number, which no other connection gets.
  let number: Int
  let handle: OpaquePointer
  let descriptor: Int32
  let peer: String
  /// Where its requests are answered.
  let executor: any TaskExecutor
  /// When it must be done with what it is at; `nil` while the server is at work.
  var deadline: MonotonicTime?
  /// The target of the request as it came; `nil` before there is one.
  var target: [UInt8]?
  /// What has come of the body.
  var body: [UInt8] = []
  /// Whether more came than may.
  var isTooLong = false
  private(set) var stage = Stage.receiving

  /// Where the connection is.
  enum Stage {
    /// A request is on its way here.
    case receiving
    /// It is being answered.
    case working
    /// This is the answer.
    case answered(HTTPAnswer)
    /// It has become a WebSocket.
    case upgraded
  }

  init(
    number: Int,
    handle: OpaquePointer,
    peer: String,
    executor: any TaskExecutor,
    deadline: MonotonicTime
  ) {
    (self.number, self.peer, self.executor, self.deadline) = (number, peer, executor, deadline)
    unsafe self.handle = handle
    descriptor = unsafe tarmac_http_socket(handle)
  }

  /// Begins with a request.
  func begin(_ target: [UInt8]) {
    self.target = target
    (body, isTooLong, stage) = ([], false, .receiving)
  }

  /// Notes that the request is in work.
  func suspend() {
    unsafe MHD_suspend_connection(handle)
    (deadline, stage) = (nil, .working)
  }

  /// Notes the answer, which goes out next.
  func resume(_ answer: HTTPAnswer, deadline: MonotonicTime) {
    guard case .working = stage else { return }
    self.deadline = deadline
    stage = .answered(answer)
    unsafe MHD_resume_connection(handle)
  }

  /// Whether it is being answered.
  var isBusy: Bool {
    switch stage {
    case .working, .answered: true
    case .receiving, .upgraded: false
    }
  }

  /// Notes that a request is over; another one may follow.
  func finish() {
    if case .upgraded = stage { return }
    (target, stage) = (nil, .receiving)
  }

  /// Notes that HTTP is over.
  func upgrade() { (deadline, stage) = (nil, .upgraded) }

  /// The headers of the request.
  func headers() -> [String: String] {
    let table = HeaderTable()
    unsafe MHD_get_connection_values(
      handle,
      .HEADER_KIND,
      noteHeader,
      Unmanaged.passUnretained(table).toOpaque()
    )
    return table.values
  }
}

/// Headers that are being collected.
private final class HeaderTable {
  var values: [String: String] = [:]
}

private nonisolated func noteHeader(
  _ context: UnsafeMutableRawPointer?,
  _: MHD_ValueKind,
  _ name: UnsafePointer<CChar>?,
  _ value: UnsafePointer<CChar>?
) -> MHD_Result {
  guard let context = unsafe context, let name = unsafe name else { return .YES }
  let table = unsafe Unmanaged<HeaderTable>.fromOpaque(context).takeUnretainedValue()
  let key = unsafe String(cString: name).lowercased()
  let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
  table.values[key] = table.values[key].map { "\($0), \(text)" } ?? text
  return .YES
}
