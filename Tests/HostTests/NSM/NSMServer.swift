// SPDX-License-Identifier: Apache-2.0
// A session manager of a test's own: it accepts clients that announce themselves, gives orders, and
// keeps the messages that it receives.

import Foundation
import OSC
import Patience
import Synchronization

/// A session manager (NSM) on a UDP port of its own.
final class NSMServer: Sendable {
  /// The value of `NSM_URL` for programs.
  let url: String
  private let descriptor: Int32
  private let state = Mutex(State())

  private struct State {
    var heard: [OSCMessage] = []
    var client: sockaddr_in?
    /// The answer to an announcement.
    var welcome: [OSCMessage] = []
  }

  /// Listens, and answers an announcement with these messages.
  init(welcome: [OSCMessage]) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard bound else { throw RunFailure(description: "no port for a session manager") }
    url = "osc.udp://localhost:\(UInt16(bigEndian: address.sin_port))/"
    state.withLock { $0.welcome = welcome }
    Thread { [self] in listen() }.start()
  }

  /// Makes one that accepts a client and has it open a project.
  convenience init(opening path: String, as id: String, session: String = "evening") throws {
    try self.init(welcome: [Self.acceptance, Self.opening(path, as: id, session: session)])
  }

  static let acceptance = OSCMessage(
    "/reply",
    ["/nsm/server/announce", "Welcome.", "Test Server", ":server-control:"].map { .string($0) }
  )

  static func opening(_ path: String, as id: String, session: String = "evening") -> OSCMessage {
    OSCMessage("/nsm/client/open", [.string(path), .string(session), .string(id)])
  }

  /// How bash starts a program in its session; `isBare` leaves out the arguments of `tarmac run`.
  func shell(isBare: Bool = false) -> String {
    "export NSM_URL='\(url)'; exec \(isBare ? "\"$1\"" : "\"$@\"")"
  }

  private func listen() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var sender = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let count = unsafe withUnsafeMutablePointer(to: &sender) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe recvfrom(descriptor, &buffer, buffer.count, 0, $0, &length)
        }
      }
      guard count > 0 else { return }
      guard case .message(let message)? = try? OSCPacket(buffer.prefix(count)) else { continue }
      let answers = state.withLock { state in
        state.heard.append(message)
        guard message.address == "/nsm/server/announce" else { return [OSCMessage]() }
        state.client = sender
        return state.welcome
      }
      for answer in answers { send(answer) }
    }
  }

  /// Sends its client a message.
  func send(_ message: OSCMessage) {
    guard var client = state.withLock(\.client) else { return }
    let bytes = message.bytes
    _ = unsafe withUnsafePointer(to: &client) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe sendto(
          descriptor,
          bytes,
          bytes.count,
          0,
          $0,
          socklen_t(MemoryLayout<sockaddr_in>.size)
        )
      }
    }
  }

  /// The messages that it has received, as texts: the address and the arguments.
  var heard: [String] {
    state.withLock(\.heard).map { message in
      ([message.address] + message.arguments.map(\.words)).joined(separator: " ")
    }
  }

  /// Waits for a message that begins like this, after the first `count` messages, and returns it.
  @discardableResult
  func hears(_ beginning: String, after count: Int = 0) throws -> String {
    let end = ContinuousClock.now + .seconds(patience)
    while true {
      if let found = heard.dropFirst(count).first(where: { $0.hasPrefix(beginning) }) {
        return found
      }
      guard ContinuousClock.now < end else {
        throw RunFailure(description: "never heard \(beginning), but \(heard)")
      }
      usleep(2_000)
    }
  }

  /// Sends its client a message, and waits for an answer that begins like this.
  @discardableResult
  func asks(_ message: OSCMessage, until answer: String) throws -> String {
    let before = heard.count
    send(message)
    return try hears(answer, after: before)
  }

  /// Ends it.
  func close() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    Glibc.close(descriptor)
  }
}

extension OSCArgument {
  fileprivate var words: String {
    text ?? number.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" } ?? typeTag
  }
}
