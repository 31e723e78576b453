// SPDX-License-Identifier: Apache-2.0
// libmicrohttpd, run by the server's thread: from the bytes of a request to the handler and back.

internal import CMicrohttpd
internal import Glibc
internal import Quantities
internal import Threads

/// The connections that speak HTTP.
///
/// Requests are given to the handler whole. Meanwhile their connection is suspended, which takes
/// nothing of the thread.
///
/// > Threading: Worker. The server's thread alone.
@safe final class HTTPDaemon {
  private let office: HTTPServerState
  private var daemon: OpaquePointer?
  private var connections: [UInt: HTTPConnection] = [:]
  private var byNumber: [Int: HTTPConnection] = [:]
  private var lastNumber = 0
  private var places: HTTPPlaces
  /// Whether there is room for a few connections only.
  var sparesDescriptors = false {
    didSet { (places.isScarce, hasToldOfCrowd) = (sparesDescriptors, false) }
  }
  /// Whether it was reported that some were sent away for others.
  private var hasToldOfCrowd = false
  /// How many connections may be on their way out when the ones that they make room for have come.
  private static let leaving = 64
  /// Called with each connection that has become a WebSocket.
  var upgraded: (Upgrade) -> Void = { _ in }

  /// A connection that goes on as a WebSocket.
  @safe struct Upgrade {
    let descriptor: Int32
    let handle: OpaquePointer?
    /// What has been read of it already.
    let rest: [UInt8]
    let visitor: any WebSocketPeer
    let peer: String
  }

  init(_ office: HTTPServerState) {
    self.office = office
    places = HTTPPlaces(office.limits)
  }

  /// Starts to take connections; returns whether it could.
  func start(_ listener: TCPListener) -> Bool {
    var settings = unsafe tarmac_http_settings()
    unsafe settings.listener = listener.descriptor
    unsafe settings.connections = UInt32(clamping: office.limits.connections + Self.leaving)
    unsafe settings.memory_of_connection = office.limits.headBytes
    unsafe settings.answer = answerRequest
    unsafe settings.target = noteTarget
    unsafe settings.connection = noteConnection
    unsafe settings.completed = completeRequest
    unsafe settings.admits = admitConnection
    unsafe settings.context = Unmanaged.passUnretained(self).toOpaque()
    unsafe daemon = tarmac_http_start(&settings)
    return unsafe daemon != nil
  }

  /// Becomes readable when there is something to do.
  var descriptor: Int32 { unsafe daemon.map { unsafe tarmac_http_descriptor($0) } ?? -1 }

  /// How long it may be left alone, in milliseconds; -1 for any time.
  var timeout: Int32 {
    var milliseconds: UInt64 = 0
    guard let daemon = unsafe daemon, unsafe MHD_get_timeout(daemon, &milliseconds) == .YES
    else { return -1 }
    return Int32(clamping: milliseconds)
  }

  /// Does what there is to do.
  func run() {
    if let daemon = unsafe daemon { _ = unsafe MHD_run(daemon) }
  }

  /// Sends the answer to a request.
  func answer(_ number: Int, _ answer: HTTPAnswer, now: MonotonicTime) {
    guard let connection = byNumber[number] else { return }
    let isKnown = places.answered(number, isKnown: answer.isToKnown)
    let deadline = now.after(office.limits.requestTime)
    guard case .webSocket = answer, !isKnown else {
      return connection.resume(answer, deadline: deadline)
    }
    let words = "There are \(office.limits.connections) connections already; try again in a while."
    let refusal = HTTPResponse(503, words, headers: ["Retry-After": "15"])
    connection.resume(.response(refusal), deadline: deadline)
  }

  /// Ends connections that take too long for a request.
  func endLate(now: MonotonicTime) {
    for connection in byNumber.values {
      guard let deadline = connection.deadline, deadline < now else { continue }
      if connection.target != nil {
        office.report("\(connection.peer) was sent away: it took too long for a request.")
      }
      connection.deadline = nil
      shutdown(connection.descriptor, Int32(SHUT_RDWR))
    }
  }

  /// When the next connection will have taken too long.
  var nextDeadline: MonotonicTime? { byNumber.values.compactMap(\.deadline).min() }

  /// Whether a request is being answered.
  var isBusy: Bool { byNumber.values.contains(where: \.isBusy) }

  /// Lets nobody in any more.
  func stopListening() {
    guard let daemon = unsafe daemon else { return }
    let listener = unsafe MHD_quiesce_daemon(daemon)
    if listener >= 0 { close(listener) }
  }

  /// Ends; all WebSockets have been closed.
  func stop() {
    for connection in byNumber.values {
      connection.resume(.response(HTTPResponse(503, "The rig stops.")), deadline: .now)
    }
    run()
    if let daemon = unsafe daemon { unsafe MHD_stop_daemon(daemon) }
    unsafe daemon = nil
    connections = [:]
    byNumber = [:]
  }

  // MARK: What libmicrohttpd tells

  fileprivate func note(_ handle: OpaquePointer, isThere: Bool) {
    guard isThere else {
      let gone = connections.removeValue(forKey: UInt(bitPattern: handle))
      if let gone {
        byNumber[gone.number] = nil
        places.leave(gone.number)
      }
      return
    }
    lastNumber += 1
    let connection = unsafe HTTPConnection(
      number: lastNumber,
      handle: handle,
      peer: TCPListener.text(tarmac_http_peer(handle)),
      executor: office.executors(),
      deadline: .now.after(office.limits.requestTime)
    )
    connections[UInt(bitPattern: handle)] = connection
    byNumber[lastNumber] = connection
    places.take(lastNumber, Neighbourhood(of: connection.peer))
  }

  /// Whether a connection from there is let in, and which one goes for it if no place is free.
  fileprivate func admits(_ peer: String) -> Bool {
    let room = places.room(for: Neighbourhood(of: peer))
    if room == .free {
      let isQuiet = !sparesDescriptors && places.count < office.limits.strangersOfAddress / 2
      if isQuiet { hasToldOfCrowd = false }
      return true
    }
    if !hasToldOfCrowd {
      office.report(
        sparesDescriptors
          ? "Web clients are sent away: the rig is short of file descriptors."
          : "Too many web clients have come: those that are not paired give way to others; one is at \(peer)."
      )
    }
    hasToldOfCrowd = true
    guard case .insteadOf(let number) = room else { return false }
    places.leave(number)
    if let connection = byNumber[number] {
      connection.deadline = nil
      shutdown(connection.descriptor, Int32(SHUT_RDWR))
    }
    return true
  }

  fileprivate func noteCompletion(_ handle: OpaquePointer) {
    connections[UInt(bitPattern: handle)]?.finish()
  }

  fileprivate func note(_ handle: OpaquePointer, target: [UInt8]) {
    connections[UInt(bitPattern: handle)]?.begin(target)
  }

  fileprivate func answer(
    _ handle: OpaquePointer,
    method: String,
    _ upload: UnsafeBufferPointer<CChar>,
    isFirst: Bool
  ) -> (taken: Bool, MHD_Result) {
    guard let connection = connections[UInt(bitPattern: handle)] else { return (false, .NO) }
    switch connection.stage {
    case .answered(let answer):
      return (true, queue(answer, on: connection))
    case .working, .upgraded:
      return (true, .YES)
    case .receiving:
      break
    }
    if isFirst {
      let length = connection.headers()["content-length"].flatMap { Int($0, radix: 10) } ?? 0
      if length > office.limits.bodyBytes {
        return (true, queue(.response(tooLong), on: connection))
      }
      return (true, .YES)
    }
    guard upload.isEmpty else {
      if connection.body.count + upload.count > office.limits.bodyBytes {
        (connection.body, connection.isTooLong) = ([], true)
      } else if !connection.isTooLong {
        unsafe connection.body.append(contentsOf: upload.lazy.map { UInt8(bitPattern: $0) })
      }
      return (true, .YES)
    }
    if connection.isTooLong { return (true, queue(.response(tooLong), on: connection)) }
    guard let target = RequestTarget(connection.target ?? []) else {
      let refusal = HTTPResponse(400, "The path of the request can't be read.")
      return (true, queue(.response(refusal), on: connection))
    }
    let request = HTTPRequest(
      method: method,
      target: target,
      headers: connection.headers(),
      body: connection.body,
      peer: connection.peer
    )
    connection.body = []
    if let refusal = office.names.refusal(of: request) {
      office.refusals.note("A request for a host that is not this one", from: request.peer)
      return (true, queue(.response(refusal), on: connection))
    }
    places.asked(connection.number)
    connection.suspend()
    let (number, mailbox, handler) = (connection.number, office.mailbox, office.handler)
    Task(executorPreference: connection.executor) {
      mailbox.post(.answer(number, await handler(request)))
    }
    return (true, .YES)
  }

  private var tooLong: HTTPResponse {
    HTTPResponse(413, "A request has at most \(office.limits.bodyBytes) bytes.")
  }

  // MARK: Answers

  private func queue(_ answer: HTTPAnswer, on connection: HTTPConnection) -> MHD_Result {
    connection.deadline = .now.after(office.limits.requestTime)
    switch answer {
    case .response(let response, _):
      return queue(response, on: connection)
    case .webSocket(let visitor):
      let request = HTTPRequest(
        method: "GET",
        target: .root,
        headers: connection.headers()
      )
      switch WebSocketHandshake.accept(request) {
      case .failure(let refusal):
        return queue(refusal.response, on: connection)
      case .success(let key):
        return upgrade(connection, to: visitor, key)
      }
    }
  }

  private func queue(_ answer: HTTPResponse, on connection: HTTPConnection) -> MHD_Result {
    let made = unsafe answer.body.withUnsafeBytes { bytes in
      // It is copied: the pointer is not written through.
      unsafe MHD_create_response_from_buffer(
        bytes.count,
        UnsafeMutableRawPointer(mutating: bytes.baseAddress),
        .RESPMEM_MUST_COPY
      )
    }
    guard let response = unsafe made else { return .NO }
    defer { unsafe MHD_destroy_response(response) }
    for (name, value) in answer.headers { unsafe MHD_add_response_header(response, name, value) }
    return unsafe MHD_queue_response(connection.handle, UInt32(clamping: answer.status), response)
  }

  private func upgrade(
    _ connection: HTTPConnection,
    to visitor: any WebSocketPeer,
    _ key: String
  ) -> MHD_Result {
    let pending = PendingUpgrade(self, connection, visitor)
    let cargo = unsafe Unmanaged.passRetained(pending).toOpaque()
    guard let response = unsafe MHD_create_response_for_upgrade(beginWebSocket, cargo) else {
      unsafe Unmanaged<PendingUpgrade>.fromOpaque(cargo).release()
      return .NO
    }
    defer { unsafe MHD_destroy_response(response) }
    unsafe MHD_add_response_header(response, "Upgrade", "websocket")
    unsafe MHD_add_response_header(response, "Sec-WebSocket-Accept", key)
    return unsafe MHD_queue_response(connection.handle, 101, response)
  }
}

/// A connection whose answer says that it becomes a WebSocket.
private final class PendingUpgrade {
  let daemon: HTTPDaemon
  let connection: HTTPConnection
  let visitor: any WebSocketPeer

  init(_ daemon: HTTPDaemon, _ connection: HTTPConnection, _ visitor: any WebSocketPeer) {
    (self.daemon, self.connection, self.visitor) = (daemon, connection, visitor)
  }
}

// MARK: Called by libmicrohttpd, on the server's thread

private nonisolated func daemon(_ context: UnsafeMutableRawPointer?) -> HTTPDaemon? {
  unsafe context.map { unsafe Unmanaged<HTTPDaemon>.fromOpaque($0).takeUnretainedValue() }
}

private nonisolated func noteConnection(
  _ context: UnsafeMutableRawPointer?,
  _ handle: OpaquePointer?,
  _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ news: MHD_ConnectionNotificationCode
) {
  guard let handle = unsafe handle else { return }
  unsafe daemon(context)?.note(handle, isThere: news == .CONNECTION_NOTIFY_STARTED)
}

private nonisolated func completeRequest(
  _ context: UnsafeMutableRawPointer?,
  _ handle: OpaquePointer?,
  _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _: MHD_RequestTerminationCode
) {
  if let handle = unsafe handle { unsafe daemon(context)?.noteCompletion(handle) }
}

private nonisolated func admitConnection(
  _ context: UnsafeMutableRawPointer?,
  _ address: UnsafePointer<sockaddr>?,
  _: socklen_t
) -> MHD_Result {
  unsafe daemon(context)?.admits(TCPListener.text(address)) == false ? .NO : .YES
}

private nonisolated func noteTarget(
  _ context: UnsafeMutableRawPointer?,
  _ target: UnsafePointer<CChar>?,
  _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let handle = unsafe handle, let target = unsafe target else { return nil }
  let bytes = unsafe UnsafeBufferPointer(start: target, count: strlen(target))
  unsafe daemon(context)?.note(handle, target: bytes.map(UInt8.init(bitPattern:)))
  return nil
}

private nonisolated func answerRequest(
  _ context: UnsafeMutableRawPointer?,
  _ handle: OpaquePointer?,
  _: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?,
  _ upload: UnsafePointer<CChar>?,
  _ uploadCount: UnsafeMutablePointer<Int>?,
  _ mark: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let daemon = unsafe daemon(context), let handle = unsafe handle,
    let method = unsafe method, let uploadCount = unsafe uploadCount, let mark = unsafe mark
  else { return .NO }
  // The first call for a request comes before its body.
  let isFirst = unsafe mark.pointee == nil
  unsafe mark.pointee = context
  let (isTaken, result) = unsafe daemon.answer(
    handle,
    method: String(cString: method),
    UnsafeBufferPointer(start: upload, count: upload == nil ? 0 : uploadCount.pointee),
    isFirst: isFirst
  )
  if isTaken, !isFirst { unsafe uploadCount.pointee = 0 }
  return result
}

private nonisolated func beginWebSocket(
  _ cargo: UnsafeMutableRawPointer?,
  _: OpaquePointer?,
  _: UnsafeMutableRawPointer?,
  _ rest: UnsafePointer<CChar>?,
  _ restCount: Int,
  _ descriptor: MHD_socket,
  _ handle: OpaquePointer?
) {
  guard let cargo = unsafe cargo else { return }
  let pending = unsafe Unmanaged<PendingUpgrade>.fromOpaque(cargo).takeRetainedValue()
  pending.connection.upgrade()
  let bytes = unsafe UnsafeBufferPointer(start: rest, count: rest == nil ? 0 : restCount)
  unsafe pending.daemon.upgraded(
    HTTPDaemon.Upgrade(
      descriptor: descriptor,
      handle: handle,
      rest: bytes.map(UInt8.init(bitPattern:)),
      visitor: pending.visitor,
      peer: pending.connection.peer
    )
  )
}
