// SPDX-License-Identifier: Apache-2.0
// One WebSocket on the server's side, framed by wslay.

internal import CMicrohttpd
internal import CWslay
internal import Glibc
internal import Quantities
internal import Threads

/// A WebSocket, between its socket and its visitor.
///
/// Nothing is read while the visitor takes nothing, and nothing is taken from the visitor while the
/// socket takes nothing.
///
/// > Threading: Worker. The server's thread alone.
@safe final class WebSocketLine {
  let number: Int
  let descriptor: Int32
  let visitor: any WebSocketPeer
  let peer: String
  /// What libmicrohttpd knows it by.
  private let handle: OpaquePointer?
  private let limits: HTTPLimits
  private var context: wslay_event_context_ptr?
  /// What was read before the connection became a WebSocket.
  private var rest: ArraySlice<UInt8>
  private var fragments = 0
  /// Since when a message, or a frame between its pieces, has been on its way here.
  private var begun: MonotonicTime?
  private var lastHeard = MonotonicTime.now
  private var lastAsked = MonotonicTime.now
  /// When a goodbye has been waited for long enough.
  private var farewell: MonotonicTime?
  /// Why it has to end at once.
  private(set) var complaint: String?
  private var hasFailed = false
  /// How much may be read until others have their turn.
  private var allowance = 0
  private static let turnBytes = 1 << 16
  /// Whether nothing will come any more.
  private var hasEnded = false
  /// The reason of a close by wslay, by its code: why it was closed in order.
  private(set) var refusal: String?

  /// What codes of RFC 6455 mean that wslay closes with.
  private static let refusals: [UInt16: String] = [
    1002: "what it sent is no WebSocket frame", 1003: "it sent something else than text",
    1007: "its text was not UTF-8", 1009: "its message was too big",
  ]

  init(_ number: Int, _ upgrade: HTTPDaemon.Upgrade, _ limits: HTTPLimits) {
    (self.number, self.limits) = (number, limits)
    (descriptor, visitor, peer) = (upgrade.descriptor, upgrade.visitor, upgrade.peer)
    rest = upgrade.rest[...]
    unsafe handle = upgrade.handle
    // A frame leaves as two pieces: the second one would wait for the other end's word that the
    // first one has come.
    var yes: Int32 = 1
    unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
    var callbacks = wslay_event_callbacks()
    unsafe callbacks.recv_callback = receiveBytes
    unsafe callbacks.send_callback = sendBytes
    unsafe callbacks.on_frame_recv_start_callback = frameBegan
    unsafe callbacks.on_msg_recv_callback = messageCame
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    hasFailed = unsafe wslay_event_context_server_init(&context, &callbacks, me) != 0
    if let context = unsafe context {
      unsafe wslay_event_config_set_max_recv_msg_length(
        context,
        UInt64(clamping: limits.messageBytes)
      )
    }
  }

  deinit {
    if let context = unsafe context { unsafe wslay_event_context_free(context) }
  }

  /// What the socket is waited for.
  var interest: Int16 {
    guard let context = unsafe context else { return 0 }
    let reads = unsafe wslay_event_want_read(context) != 0 && visitor.takesMessages
    let writes = unsafe wslay_event_want_write(context) != 0
    return Int16(clamping: (reads ? POLLIN : 0) | (writes ? POLLOUT : 0))
  }

  /// Whether there is something to read that no socket reports.
  var hasRest: Bool { !rest.isEmpty && visitor.takesMessages }

  /// Whether it is over.
  var isFinished: Bool {
    guard let context = unsafe context, !hasFailed, complaint == nil else { return true }
    return unsafe wslay_event_want_read(context) == 0 && wslay_event_want_write(context) == 0
  }

  /// Reads and writes what can be.
  func advance(isReadable: Bool, now: MonotonicTime) {
    guard let context = unsafe context, !isFinished else { return }
    if isReadable || hasRest {
      lastHeard = now
      allowance = Self.turnBytes
      guard unsafe wslay_event_recv(context) == 0 else { return fail() }
    }
    write()
    look(now)
  }

  /// Ends it where nothing more can be read, and says why if that was for what came.
  private func fail() {
    guard let context = unsafe context else { return }
    hasFailed = true
    guard !hasEnded else { return }
    let words = Self.refusals[1002] ?? ""
    refusal = words
    // wslay has queued a goodbye without a word; of anything else that waits nobody knows how much
    // has been sent.
    guard unsafe wslay_event_get_queued_msg_count(context) <= 1 else { return }
    let goodbye = [0x88, UInt8(clamping: 2 + words.utf8.count), 0x03, 0xEA] + Array(words.utf8)
    _ = unsafe goodbye.withUnsafeBytes { unsafe send($0) }
  }

  /// Says goodbye.
  func close(_ code: WebSocketCode, _ reason: String, now: MonotonicTime) {
    guard let context = unsafe context, farewell == nil else { return }
    farewell = now.after(limits.farewell)
    let words = Array(reason.utf8.prefix(120))
    unsafe wslay_event_queue_close(context, code.rawValue, words, words.count)
    write()
  }

  /// When it wants to be looked at, if nothing happens before.
  var nextLook: MonotonicTime {
    let silence = min(lastAsked.after(limits.silence), lastHeard.after(limits.longestSilence))
    return farewell ?? begun.map { min(silence, $0.after(limits.requestTime)) } ?? silence
  }

  /// Closes the connection.
  func end() {
    visitor.closed()
    shutdown(descriptor, Int32(SHUT_RDWR))
    if let handle = unsafe handle { unsafe tarmac_http_close_upgraded(handle) }
  }

  /// Writes until the socket takes no more or there is nothing.
  private func write() {
    guard let context = unsafe context else { return }
    repeat {
      if unsafe wslay_event_want_write(context) == 0, let message = visitor.nextMessage() {
        let (kind, bytes) =
          switch message {
          case .text(let bytes): (WSLAY_TEXT_FRAME, bytes)
          case .binary(let bytes): (WSLAY_BINARY_FRAME, bytes)
          }
        let opcode = UInt8(clamping: kind.rawValue)
        unsafe bytes.withUnsafeBufferPointer { bytes in
          var frame = unsafe wslay_event_msg(
            opcode: opcode,
            msg: bytes.baseAddress,
            msg_length: bytes.count
          )
          _ = unsafe wslay_event_queue_msg(context, &frame)
        }
      }
      guard unsafe wslay_event_want_write(context) != 0 else { return }
      if unsafe wslay_event_send(context) != 0 { hasFailed = true }
    } while unsafe !hasFailed && wslay_event_want_write(context) == 0
  }

  /// Looks whether the other end is there and keeps to the protocol.
  private func look(_ now: MonotonicTime) {
    guard let context = unsafe context else { return }
    complaint = complaint ?? visitor.complaint
    if hasManyFrames {
      complaint = complaint ?? "it did not read the answers to its pings"
    }
    if let farewell {
      if farewell < now { hasFailed = true }
      return
    }
    if refusal == nil, unsafe wslay_event_get_close_received(context) == 0 {
      refusal = unsafe Self.refusals[wslay_event_get_status_code_sent(context)]
    }
    if unsafe wslay_event_get_close_received(context) != 0 { farewell = now.after(limits.farewell) }
    // A client that is not read from cannot be heard.
    guard visitor.takesMessages else {
      lastHeard = now
      begun = begun.map { _ in now }
      return
    }
    if let begun, begun.after(limits.requestTime) < now {
      complaint = complaint ?? "it took too long for a message"
    }
    if lastHeard.after(limits.longestSilence) < now {
      complaint = complaint ?? "it did not answer any more"
    } else if lastHeard.after(limits.silence) < now, lastAsked.after(limits.silence) < now {
      lastAsked = now
      var ping = unsafe wslay_event_msg(
        opcode: UInt8(clamping: WSLAY_PING.rawValue),
        msg: nil,
        msg_length: 0
      )
      _ = unsafe wslay_event_queue_msg(context, &ping)
      write()
    }
    if lastAsked.after(limits.silence) < now { lastAsked = now }
  }

  // MARK: Called by wslay

  fileprivate func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard complaint == nil else {
      hasEnded = true
      return Self.failed
    }
    // A client that sends faster than is read here, or pings without an end, would keep all others
    // waiting.
    guard visitor.takesMessages, allowance > 0, !hasManyFrames else { return Self.wouldBlock }
    let buffer = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(allowance))
    if !rest.isEmpty {
      let piece = rest.prefix(buffer.count)
      rest = rest.dropFirst(piece.count)
      unsafe buffer.copyBytes(from: piece)
      allowance -= piece.count
      return piece.count
    }
    let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    if count > 0 {
      allowance -= count
      return count
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return Self.wouldBlock }
    hasEnded = true
    return Self.failed
  }

  /// Whether more answers to pings wait than may.
  private var hasManyFrames: Bool {
    guard let context = unsafe context else { return false }
    return unsafe wslay_event_get_queued_msg_count(context) > limits.waitingFrames
  }

  fileprivate func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    let count = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
    if count > 0 { return count }
    return errno == EAGAIN || errno == EINTR ? Self.wouldBlock : Self.failed
  }

  fileprivate func noteFrame(_ opcode: UInt8) {
    begun = begun ?? .now
    if opcode == UInt8(clamping: WSLAY_CONTINUATION_FRAME.rawValue) {
      fragments += 1
      if fragments > limits.fragments { complaint = "its message came in too many frames" }
    } else if opcode < 8 {
      fragments = 1
    }
  }

  fileprivate func noteMessage(_ opcode: UInt8, _ bytes: UnsafeBufferPointer<UInt8>) {
    // Pings and their answers may come between the pieces of a message.
    if opcode < 8 { fragments = 0 }
    if fragments == 0 { begun = nil }
    switch opcode {
    case UInt8(clamping: WSLAY_TEXT_FRAME.rawValue):
      unsafe visitor.receive(.text(Array(bytes)))
    case UInt8(clamping: WSLAY_BINARY_FRAME.rawValue):
      guard visitor.takesBinary else { return close(.unsupported, "send text", now: .now) }
      unsafe visitor.receive(.binary(Array(bytes)))
    default: break
    }
  }

  fileprivate static let wouldBlock = -1
  fileprivate static let failed = -2
}

private nonisolated func line(_ context: UnsafeMutableRawPointer?) -> WebSocketLine? {
  unsafe context.map { unsafe Unmanaged<WebSocketLine>.fromOpaque($0).takeUnretainedValue() }
}

/// Tells wslay how many bytes went, or why none did.
private nonisolated func result(_ count: Int, _ context: wslay_event_context_ptr?) -> Int {
  guard count < 0 else { return count }
  let reason = count == WebSocketLine.wouldBlock ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE
  unsafe wslay_event_set_error(context, Int32(clamping: reason.rawValue))
  return -1
}

private nonisolated func receiveBytes(
  _ context: wslay_event_context_ptr?,
  _ buffer: UnsafeMutablePointer<UInt8>?,
  _ count: Int,
  _: Int32,
  _ me: UnsafeMutableRawPointer?
) -> Int {
  let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: count)
  return unsafe result(line(me)?.receive(room) ?? WebSocketLine.failed, context)
}

private nonisolated func sendBytes(
  _ context: wslay_event_context_ptr?,
  _ bytes: UnsafePointer<UInt8>?,
  _ count: Int,
  _: Int32,
  _ me: UnsafeMutableRawPointer?
) -> Int {
  let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
  return unsafe result(line(me)?.send(bytes) ?? WebSocketLine.failed, context)
}

private nonisolated func frameBegan(
  _: wslay_event_context_ptr?,
  _ frame: UnsafePointer<wslay_event_on_frame_recv_start_arg>?,
  _ me: UnsafeMutableRawPointer?
) {
  if let frame = unsafe frame { unsafe line(me)?.noteFrame(frame.pointee.opcode) }
}

private nonisolated func messageCame(
  _: wslay_event_context_ptr?,
  _ message: UnsafePointer<wslay_event_on_msg_recv_arg>?,
  _ me: UnsafeMutableRawPointer?
) {
  guard let message = unsafe message else { return }
  let bytes = unsafe UnsafeBufferPointer(
    start: message.pointee.msg,
    count: message.pointee.msg_length
  )
  unsafe line(me)?.noteMessage(message.pointee.opcode, bytes)
}
