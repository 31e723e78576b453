// SPDX-License-Identifier: Apache-2.0
// The full screen of `tarmac watch`: keys, signals, messages and ticks come in through one queue,
// and lines go out.

internal import CRealtime
internal import ControlClient
internal import ControlProtocol
internal import Dispatch
internal import Glibc
internal import Quantities

/// An input of the view, in order of arrival.
private enum WatchInput: Sendable {
  case tick
  case bytes([UInt8])
  case signal(Int32)
  /// An event of the rig, on the connection of that number.
  case told(EventMessage, connection: Int)
  case ended(connection: Int)
  case found(ControlConnection, [DecisionStatus])
  case missed
  /// A request was not carried out.
  case refused(String)
}

/// The full screen, from its beginning to its end.
struct WatchScreen {
  private let client: ControlClient
  private let inputs: AsyncStream<WatchInput>
  private let inlet: AsyncStream<WatchInput>.Continuation
  private var state: WatchState
  private var screen = Screen()
  private var connection: ControlConnection?
  private var number = 0
  private var isSearching = false
  private var nextSearch = 0.0
  private let start = MonotonicTime.now

  /// The shortest time between two drawings, and the time between two searches for a rig that has
  /// ended.
  private static let drawSeconds = 0.05
  private static let searchSeconds = 0.5
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH]

  /// Shows the rig that is meant until the user quits.
  static func run(_ arguments: Arguments) async throws(Failure) {
    if let refusal = Screen.refusal {
      throw Failure("\(refusal); \"tarmac watch --events\" prints what happens.", .unavailable)
    }
    let client = try arguments.client()
    let found: (ControlConnection, [DecisionStatus])
    do throws(ControlClientError) {
      found = try attach(to: client)
    } catch {
      throw Failure(error)
    }
    var watch = WatchScreen(client, name: arguments.value("name") ?? "tarmac")
    let signal = await watch.run(found)
    // The exit code says that a signal ended it, as shells expect.
    guard let signal, signal != SIGINT else { return }
    var failure = Failure("")
    failure.code = 128 + signal
    throw failure
  }

  private init(_ client: ControlClient, name: String) {
    self.client = client
    (inputs, inlet) = AsyncStream.makeStream()
    state = WatchState(name: name)
  }

  /// Connects and subscribes to all that the view shows.
  private static func attach(
    to client: ControlClient
  ) throws(ControlClientError) -> (ControlConnection, [DecisionStatus]) {
    let connection = try client.connect(timeoutSeconds: 5)
    _ = try connection.send(SubscribeRequest(topics: [.decision, .rig]), timeoutSeconds: 5)
    let decisions = try connection.send(DecisionListRequest(last: 100), timeoutSeconds: 5)
    _ = try connection.send(subscription, timeoutSeconds: 5)
    return (connection, decisions)
  }

  private static var subscription: TreeSubscribeRequest {
    TreeSubscribeRequest(patterns: WatchRig.patterns, rate_hz: 1 / drawSeconds)
  }

  // MARK: Input

  /// Runs until the user quits, and returns the signal that ended it, if one did.
  private mutating func run(_ found: (ControlConnection, [DecisionStatus])) async -> Int32? {
    let sources = startSources()
    defer { for source in sources { source.cancel() } }
    screen.open()
    defer { screen.close() }
    take(found.0, found.1)
    for await input in inputs {
      switch input {
      case .tick: tick()
      case .bytes(let bytes):
        // The terminal is gone.
        if bytes.isEmpty { return nil }
        for key in Key.keys(in: bytes) {
          guard let order = state.press(key) else { continue }
          if case .quit = order { return nil }
          carryOut(order)
        }
        draw()
      case .signal(SIGWINCH): draw()
      case .signal(SIGTSTP): carryOut(.suspend)
      case .signal(let number): return number
      case .told(let message, let connection) where connection == number: take(message)
      case .ended(let connection) where connection == number: state.lose()
      case .told, .ended: break
      case .found(let connection, let decisions):
        isSearching = false
        take(connection, decisions)
      case .missed: isSearching = false
      case .refused(let sentence): state.tell(sentence, isBad: true)
      }
    }
    return nil
  }

  private func startSources() -> [any DispatchSourceProtocol] {
    let queue = DispatchQueue(label: "tarmac watch")
    let inlet = inlet
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: Self.drawSeconds)
    timer.setEventHandler { inlet.yield(.tick) }
    let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    keys.setEventHandler { inlet.yield(.bytes(Self.bytes(from: STDIN_FILENO))) }
    var sources: [any DispatchSourceProtocol] = [timer, keys]
    let pipe = tarmac_signal_pipe()
    if pipe >= 0 {
      let noted = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: queue)
      noted.setEventHandler {
        for number in Self.bytes(from: pipe) { inlet.yield(.signal(Int32(clamping: number))) }
      }
      sources.append(noted)
      for number in Self.signals { tarmac_signal_note(number) }
    }
    for source in sources { source.resume() }
    return sources
  }

  private static func bytes(from descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  // MARK: The rig

  private mutating func take(_ connection: ControlConnection, _ decisions: [DecisionStatus]) {
    self.connection = connection
    number += 1
    state.connect(decisions)
    let (inlet, number) = (inlet, number)
    Task {
      for await message in connection.events { inlet.yield(.told(message, connection: number)) }
      inlet.yield(.ended(connection: number))
    }
  }

  private mutating func take(_ message: EventMessage) {
    state.take(message.event)
    // Values may be among the lost messages, so all are requested again.
    if message.lost != nil { send(Self.subscription) }
  }

  private func send<Request: ControlRequest>(_ request: Request) {
    guard let connection, state.link == .up else { return }
    let inlet = inlet
    Task {
      do throws(ControlClientError) {
        _ = try await connection.reply(to: request, timeoutSeconds: 10)
      } catch {
        inlet.yield(.refused(error.description))
      }
    }
  }

  private mutating func search() {
    guard !isSearching, state.now_seconds >= nextSearch else { return }
    isSearching = true
    nextSearch = state.now_seconds + Self.searchSeconds
    let (client, inlet) = (client, inlet)
    DispatchQueue.global().async {
      do throws(ControlClientError) {
        let (connection, decisions) = try Self.attach(to: client)
        inlet.yield(.found(connection, decisions))
      } catch {
        inlet.yield(.missed)
      }
    }
  }

  private mutating func carryOut(_ order: WatchAction) {
    switch order {
    case .quit: break
    case .set(let request): send(request)
    case .repaint: screen.forget()
    case .suspend:
      screen.close()
      raise(SIGSTOP)
      screen.open()
    }
  }

  // MARK: Drawing

  private mutating func tick() {
    let now = MonotonicTime.now.elapsed(since: start).value
    // Skips ticks that have piled up while a slow terminal was written to.
    guard now - state.now_seconds > Self.drawSeconds / 2 else { return }
    state.advance(to: now, clock: wallClock(wallSeconds()))
    if state.link != .up { search() }
    draw()
  }

  private mutating func draw() {
    let size = Terminal.size
    let (columns, rows) = (min(size.columns, 1_000), min(size.rows, 500))
    screen.draw(WatchView(state: state, columns: columns, rows: rows).lines, on: (columns, rows))
  }
}
