// SPDX-License-Identifier: Apache-2.0
// A service manager's socket: it keeps the messages of a service.

import Foundation
import Patience
import Synchronization

/// Receives the messages of a program to its service manager.
final class NotifyEar: Sendable {
  /// The value of `NOTIFY_SOCKET` for the program.
  let place: String
  private let descriptor: Int32
  private let notes = Mutex<[Note]>([])

  /// A message and when it came.
  struct Note {
    var text: String
    var time = ContinuousClock.now
  }

  /// Opens a socket of a name of its own, in the file system or in the abstract name space.
  init(isAbstract: Bool = false) throws {
    let path = "/tmp/tarmac-ear-\(UUID().uuidString.prefix(8))"
    place = isAbstract ? "@\(path)" : path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = (isAbstract ? [0] : []) + Array(path.utf8)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let length = socklen_t((MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2) + bytes.count)
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, length)
      }
    }
    guard bound == 0 else { throw RunFailure(description: "no socket at \(place)") }
    let thread = Thread { [self] in listen() }
    thread.start()
  }

  private func listen() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      let text = String(decoding: buffer.prefix(count), as: UTF8.self)
      notes.withLock { $0.append(Note(text: text)) }
    }
  }

  /// How bash starts a program that is a service with this manager, and a watchdog of so many
  /// microseconds.
  func shell(watchdog: Int? = nil) -> String {
    let watch = watchdog.map { "export WATCHDOG_USEC=\($0); " } ?? ""
    return "\(watch)export NOTIFY_SOCKET='\(place)'; exec \"$@\""
  }

  /// All messages so far.
  var heard: [Note] { notes.withLock { $0 } }

  /// All messages so far but the signs of life and the status.
  var states: [String] {
    heard.map(\.text).filter { !$0.hasPrefix("STATUS=") && $0 != "WATCHDOG=1" }
      .map { $0.split(separator: "\n").first.map(String.init) ?? "" }
  }

  /// The last status of the program.
  var status: String? {
    heard.last { $0.text.hasPrefix("STATUS=") }.map { String($0.text.dropFirst(7)) }
  }

  /// The signs of life so far.
  var pings: [Note] { heard.filter { $0.text == "WATCHDOG=1" } }

  /// Waits until `condition` holds.
  func wait(_ what: String, until condition: (NotifyEar) throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(patience)
    while try !condition(self) {
      guard ContinuousClock.now < end else {
        let all = heard.map(\.text).joined(separator: " | ")
        throw RunFailure(description: "waited in vain for \(what); heard: \(all)")
      }
      usleep(2_000)
    }
  }

  /// Ends it.
  func close() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    Glibc.close(descriptor)
    if !place.hasPrefix("@") { _ = unsafe unlink(place) }
  }
}
