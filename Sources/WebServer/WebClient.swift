// SPDX-License-Identifier: Apache-2.0
// A page, or a program, that speaks the control protocol over a WebSocket.

internal import ControlProtocol
internal import ControlServer
internal import ControlTree
internal import HTTPServer
internal import Synchronization

/// One WebSocket on which each text is a message of the control protocol.
///
/// > Threading: Any.
final class WebClient: WebSocketPeer {
  let id = ClientID.next()
  let device: PairedDevice
  private let visitor: RequestOrigin
  private let devices: PairedDevices
  private let commands: CommandTable
  private let visitors: WebClients
  private let state = Mutex(State())

  private struct State {
    var dialogue = Dialogue("Tarmac web client")
    var socket: WebSocket?
    /// Requests that came while one was in work.
    var waiting: [[UInt8]] = []
    /// Messages that are ready to go.
    var ready: [[UInt8]] = []
    var isClosed = false
  }

  init(
    _ device: PairedDevice,
    _ visitor: RequestOrigin,
    of devices: PairedDevices,
    _ commands: CommandTable,
    among visitors: WebClients
  ) {
    (self.device, self.visitor, self.devices) = (device, visitor, devices)
    (self.commands, self.visitors) = (commands, visitors)
  }

  /// Whether its device is let in: asked whenever a message is taken from it or sent to it, as that
  /// may end at any moment.
  var isLetIn: Bool { devices.includes(device) }

  // MARK: What the server says

  func opened(_ socket: WebSocket) {
    state.withLock { $0.socket = socket }
    visitors.add(self)
    // A device may have been shut out while the answer went out that opens this socket: it was in
    // no list then, so it is sent away here.
    if !isLetIn { dismiss() }
  }

  var takesMessages: Bool {
    state.withLock { $0.waiting.isEmpty && $0.dialogue.takesRequests }
  }

  var isBusy: Bool {
    state.withLock { $0.dialogue.isBusy || $0.dialogue.answerBytes > 0 || !$0.ready.isEmpty }
  }

  func receive(_ message: WebSocketMessage) {
    guard case .text(let text) = message, isLetIn else { return }
    state.withLock { $0.waiting.append(text) }
    advance()
  }

  func nextMessage() -> WebSocketMessage? {
    guard isLetIn else { return nil }
    return state.withLock { state in
      if state.ready.isEmpty, let lines = state.dialogue.next() {
        // What goes out in one piece on the socket is a message for each line here.
        state.ready = lines.split(separator: UInt8(ascii: "\n")).map(Array.init)
      }
      return state.ready.isEmpty ? nil : .text(state.ready.removeFirst())
    }
  }

  var complaint: String? {
    state.withLock { state in
      state.dialogue.complaint(unread: state.ready.reduce(0) { $0 + $1.count })
    }
  }

  func closed() {
    let life = state.withLock { state in
      state.isClosed = true
      state.waiting = []
      state.dialogue.discard()
      return state.dialogue.life
    }
    commands.close(id, life)
    visitors.remove(self)
  }

  // MARK: What the rig says

  /// Begins or ends to send events of some topics.
  func subscribe(_ isWanted: Bool, to topics: Set<EventTopic>) {
    state.withLock { $0.dialogue.subscribe(isWanted, to: topics) }
  }

  /// Whether it is to get an event.
  func wants(_ topic: EventTopic, to recipients: EventRecipients) -> Bool {
    guard isLetIn else { return false }
    return state.withLock { state in
      !state.isClosed && recipients.include(id, subscribedTo: state.dialogue.topics, topic)
    }
  }

  /// Sends an event that is JSON already.
  func tell(_ event: [UInt8], at: TimeStamp) {
    state.withLock { $0.dialogue.add(event: event, at: at) }
    wake()
  }

  /// Ends the connection of a device that is shut out; by the code the page knows it.
  func dismiss() {
    state.withLock { $0.socket }?.close(.policy, "this device was shut out")
  }

  private func wake() { state.withLock { $0.socket }?.wake() }

  /// Begins with the next request, if none is in work.
  private func advance() {
    let next = state.withLock { state -> ([UInt8], ClientLife)? in
      guard !state.isClosed, state.dialogue.takesRequests, !state.waiting.isEmpty else {
        return nil
      }
      state.dialogue.begin()
      return (state.waiting.removeFirst(), state.dialogue.life)
    }
    guard let (request, life) = next else { return }
    commands.begin(
      request,
      of: id,
      visitor,
      in: life,
      isLetIn: { [devices, device] in devices.includes(device) },
      setAside: { [self] in
        state.withLock { $0.dialogue.setAside() }
        goOn()
      },
      answered: { [self] answer, wasSetAside in
        state.withLock { state in
          state.dialogue.finish(wasSetAside: wasSetAside)
          if let answer, !state.isClosed { state.dialogue.add(answer: answer) }
        }
        goOn()
      }
    )
  }

  private func goOn() {
    advance()
    wake()
  }
}
