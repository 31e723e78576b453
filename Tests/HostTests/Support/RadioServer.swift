// SPDX-License-Identifier: Apache-2.0
// A station on the network: what Icecast sends, at the pace of time.

import Foundation
import Synchronization
import Testing

/// A server on this machine that sends a constant at 48 kHz as a WAV without end, with titles.
final class RadioServer: Sendable {
  private struct State {
    var title = "Miles Davis - So What"
    var level: Float = 0.25
    /// Whether it sends.
    var isOnAir = true
    /// Whether new listeners are turned away.
    var isRefusing = false
    /// Where listeners are sent instead.
    var redirect: String?
    /// Listeners of earlier numbers are cut off.
    var number = 0
    var listeners = 0
    var isClosed = false
  }

  private static let (bytesPerSecond, spacing) = (48_000 * 4, 8_192)
  /// How many seconds a listener gets at once when it comes.
  private static let burst = 3.0

  private let port: LocalPort
  /// Where it is.
  let address: String
  private let state = Mutex(State())

  /// How many seconds it sends; `nil`: without end.
  private let seconds: Int?

  init(seconds: Int? = nil) throws {
    self.seconds = seconds
    port = try LocalPort(SOCK_STREAM)
    address = "http://127.0.0.1:\(port.number)/live"
    try #require(listen(port.descriptor, 8) == 0)
    Thread.detachNewThread { [self] in accept() }
  }

  /// How many have listened.
  var listeners: Int { state.withLock { $0.listeners } }

  func close() {
    state.withLock { $0.isClosed = true }
    shutdown(port.descriptor, Int32(SHUT_RDWR))
  }

  /// Sends another level from now on.
  func send(_ level: Float) { state.withLock { $0.level = level } }

  func play(_ title: String) { state.withLock { $0.title = title } }

  /// Sends nothing for a while, though listeners stay.
  func pause(_ isPaused: Bool) { state.withLock { $0.isOnAir = !isPaused } }

  /// Turns new listeners away, and cuts all others off, unless they are kept.
  func goOffAir(keepingListeners isKeeping: Bool = false) {
    state.withLock { state in
      if !isKeeping { state.number += 1 }
      state.isRefusing = true
    }
  }

  func goOnAir() { state.withLock { $0.isRefusing = false } }

  /// Cuts all listeners off; they may come back.
  func cut() { state.withLock { $0.number += 1 } }

  func redirect(to address: String) { state.withLock { $0.redirect = address } }

  private func accept() {
    while true {
      let client = Glibc.accept(port.descriptor, nil, nil)
      guard client >= 0 else { return }
      Thread.detachNewThread { [self] in
        serve(client)
        Glibc.close(client)
      }
    }
  }

  private func serve(_ client: Int32) {
    var request = [UInt8](repeating: 0, count: 4_096)
    guard unsafe recv(client, &request, request.count, 0) > 0 else { return }
    let (number, isRefusing, redirect) = state.withLock { state in
      if !state.isRefusing { state.listeners += 1 }
      return (state.number, state.isRefusing, state.redirect)
    }
    if let redirect {
      _ = send("HTTP/1.0 302 Found\r\nLocation: \(redirect)\r\n\r\n", to: client)
      return
    }
    if isRefusing {
      _ = send("HTTP/1.0 404 Not Found\r\n\r\n", to: client)
      return
    }
    let isLive = seconds == nil
    let length = seconds.map { "Content-Length: \($0 * Self.bytesPerSecond + 44)\r\n" }
    let names = length ?? "icy-name: Test FM\r\nicy-metaint: \(Self.spacing)\r\n"
    guard send("HTTP/1.0 200 OK\r\nContent-Type: audio/x-wav\r\n\(names)\r\n", to: client) else {
      return
    }
    let start = ContinuousClock.now
    var sent = 0
    var told: String?
    var rest = header
    while true {
      let now = state.withLock { $0 }
      guard now.number == number, !now.isClosed else { return }
      // What was not sent in time is sent afterwards, all at once.
      let due = (ContinuousClock.now - start) / .seconds(1) + Self.burst
      guard now.isOnAir, Double(sent) < due * Double(Self.bytesPerSecond) else {
        usleep(5_000)
        continue
      }
      if let seconds, sent >= seconds * Self.bytesPerSecond + 44 { return }
      while rest.count < Self.spacing { rest += Self.frame(now.level) }
      guard send(rest[..<Self.spacing], to: client) else { return }
      rest = Array(rest[Self.spacing...])
      sent += Self.spacing
      guard isLive else { continue }
      let words = told == now.title ? "" : "StreamTitle='\(now.title)';"
      told = now.title
      let blocks = (words.utf8.count + 15) / 16
      let padding = [UInt8](repeating: 0, count: blocks * 16 - words.utf8.count)
      guard send([UInt8(blocks)] + words.utf8 + padding, to: client) else { return }
    }
  }

  private static func frame(_ level: Float) -> [UInt8] {
    let sample = UInt16(bitPattern: Int16(level * 32_768))
    let bytes = [UInt8(sample & 0xFF), UInt8(sample >> 8)]
    return bytes + bytes
  }

  /// Of a WAV that does not say how long it is, unless it has an end.
  private var header: [UInt8] {
    func number(_ value: UInt32, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(value >> (8 * UInt32($0)) & 0xFF) }
    }
    let size = seconds.map { UInt32($0 * Self.bytesPerSecond) }
    let format = number(16, 4) + number(1, 2) + number(2, 2) + number(48_000, 4)
    let layout = number(UInt32(Self.bytesPerSecond), 4) + number(4, 2) + number(16, 2)
    return Array("RIFF".utf8) + number(size.map { $0 + 36 } ?? .max, 4) + Array("WAVEfmt ".utf8)
      + format + layout + Array("data".utf8) + number(size ?? .max, 4)
  }

  private func send(_ text: String, to client: Int32) -> Bool { send(Array(text.utf8), to: client) }

  private func send(_ bytes: some RandomAccessCollection<UInt8>, to client: Int32) -> Bool {
    var bytes = Array(bytes)
    while !bytes.isEmpty {
      let count = unsafe Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      guard count > 0 else { return false }
      bytes.removeFirst(count)
    }
    return true
  }
}
