// SPDX-License-Identifier: Apache-2.0
// One client: what it has sent and what it still has to read, both bounded.

import CGNU
import ControlProtocol
import Glibc

/// A client of the server; requests are taken one at a time, so answers come in order.
///
/// Only requests that answer late are set aside; their answers may come out of order.
struct Connection {
  let descriptor: Int32
  /// The events that the server's thread watches now; `nil` for none, not even the connection's
  /// end.
  var watched: UInt32?
  private(set) var dialogue: Dialogue
  private var input = LineBuffer()
  /// What is being written, and how much of it has been.
  private var output: [UInt8] = []
  private var written = 0
  /// Whether the client sends no more.
  private var hasEnded = false
  /// Whether the client reads no more.
  private var isUnread = false
  /// Whether the client is not there any more.
  private var isGone = false
  /// How many requests of a client that is gone are still taken; its socket may hold many more.
  private var lastRequests = Self.mostLastRequests

  static let mostLastRequests = 64

  init(descriptor: Int32, patience: Duration) {
    self.descriptor = descriptor
    dialogue = Dialogue("Tarmac client", patience: patience)
  }

  /// The events that the connection waits for, beside its end; `nil` when there are none any more.
  ///
  /// Nothing is read while a request is in work.
  var interest: UInt32? {
    guard !isGone else { return nil }
    let reads = dialogue.takesRequests && !hasEnded ? EPOLLIN.rawValue : 0
    return isDrainable ? reads | EPOLLOUT.rawValue : reads
  }

  private var isDrainable: Bool { !output.isEmpty || !dialogue.isSilent }

  /// Whether all is done: requests that are taken in order are carried out even for a client that
  /// has gone.
  var isFinished: Bool {
    guard hasEnded, !dialogue.isBusy else { return false }
    return isUnread || (dialogue.setAsideCount == 0 && dialogue.topics.isEmpty && !isDrainable)
  }

  /// Whether all answers that there are have been read.
  var isDrained: Bool { !dialogue.isBusy && !isDrainable }

  /// Reads what has arrived; returns whether there may be more.
  @discardableResult
  mutating func receive(into chunk: UnsafeMutableRawBufferPointer) -> Bool {
    let count = unsafe recv(descriptor, chunk.baseAddress, chunk.count, Int32(MSG_DONTWAIT))
    if count > 0 {
      unsafe input.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      return true
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return errno == EINTR }
    hasEnded = true
    return false
  }

  /// Notes that the client has gone; its earlier requests are still carried out.
  mutating func leave(into chunk: UnsafeMutableRawBufferPointer) {
    // The socket's own buffer bounds what a client can have left behind.
    while !hasEnded, unsafe receive(into: chunk) {}
    hasEnded = true
    isGone = true
    stopWriting()
  }

  /// Takes the next request; lines that are too long are answered here.
  mutating func nextRequest() -> [UInt8]? {
    while dialogue.takesRequests, let line = input.next() ?? (hasEnded ? input.rest() : nil) {
      if isGone {
        guard lastRequests > 0 else {
          input = LineBuffer()
          return nil
        }
        lastRequests -= 1
      }
      switch line {
      case .complete(let request):
        dialogue.begin()
        return request
      case .tooLong:
        send(CommandTable.tooLong)
      }
    }
    return nil
  }

  /// Lets the next request be taken although this one is in work.
  mutating func setAside() { dialogue.setAside() }

  /// Notes the answer to a request.
  mutating func finish(_ answer: [UInt8]?, wasSetAside: Bool) {
    dialogue.finish(wasSetAside: wasSetAside)
    if let answer { send(answer) }
  }

  /// Subscribes the client to topics, or ends that.
  mutating func subscribe(_ isWanted: Bool, to topics: Set<EventTopic>) {
    dialogue.subscribe(isWanted, to: topics)
  }

  /// Adds an event that is JSON already.
  mutating func tell(_ event: [UInt8], at: TimeStamp) {
    if !isUnread { dialogue.add(event: event, at: at) }
  }

  /// Takes no more requests and adds no more events.
  mutating func end() {
    hasEnded = true
    dialogue.unsubscribe()
    input = LineBuffer()
  }

  /// Drops the client.
  mutating func expel() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    end()
    isGone = true
    stopWriting()
  }

  /// Writes as much as the client takes; returns why it is to be dropped, if it is too slow.
  mutating func flush() -> String? {
    while true {
      if output.isEmpty {
        guard let next = dialogue.next() else { return nil }
        (output, written) = (next, 0)
      }
      let count = unsafe output[written...].withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count > 0 {
        written += count
        if written == output.count { output = [] }
      } else if errno == EAGAIN {
        return dialogue.complaint(unread: output.count - written)
      } else if errno != EINTR {
        stopWriting()
        return nil
      }
    }
  }

  private mutating func send(_ line: [UInt8]) {
    if !isUnread { dialogue.add(answer: line) }
  }

  private mutating func stopWriting() {
    isUnread = true
    output = []
    dialogue.discard()
  }
}
