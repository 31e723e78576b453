// SPDX-License-Identifier: Apache-2.0
// The connection that owns the session: opened when it is needed, tried again when the host has
// gone.

import ControlClient
import ControlProtocol
import Dispatch
import Synchronization

/// The link to the host.
final class SessionLink: Sendable {
  private let socket: ControlSocketPath?
  private let session: String?
  private let program: String
  private let state = Mutex(State())
  private let channels = Mutex<ProgramChannels?>(nil)
  private let listener = Mutex(Listener())
  /// Where listeners are called: they may send requests and wait, which would hold up the tasks of
  /// the program's own pool.
  private let queue = DispatchQueue(label: "AudioSession")
  /// Where events are received, also while listeners or the program's own pool wait.
  private let inlet = TaskQueue("AudioSession events")
  /// How long the host may take to answer, in seconds.
  private let timeoutSeconds: Double

  /// A bare function in a `Mutex` is wrapped once more with each access, and never unwrapped.
  private struct Listener {
    var take: @Sendable (SessionNotification) -> Void = { _ in }
  }

  private struct State {
    var connection: ControlConnection?
    /// Whether a host that was there has gone.
    var isLost = false
  }

  /// How long to wait between attempts to reach a host that has gone, in seconds.
  private static let searchSeconds = 0.25

  /// Prepares a link; without a socket it takes the one that `tarmac` would take.
  init(
    socket: ControlSocketPath? = nil,
    session: String?,
    program: String,
    timeoutSeconds: Double = ControlClient.standardTimeoutSeconds
  ) {
    self.socket = socket
    self.session = session
    self.program = program
    self.timeoutSeconds = timeoutSeconds
  }

  /// Sets the function that gets the host's notifications.
  func onNotification(_ take: @escaping @Sendable (SessionNotification) -> Void) {
    listener.withLock { $0.take = take }
  }

  /// Sets how many channels a guest is to have; the host gets this when the session is opened.
  func ask(for wanted: ProgramChannels) throws(AVAudioSessionError) {
    guard state.withLock({ $0.connection == nil }) else {
      throw AVAudioSessionError(
        .isBusy,
        "The session is open already: say how many channels it needs before anything else."
      )
    }
    channels.withLock { $0 = wanted }
  }

  /// What the host says about the session; `nil` without a host.
  var hostState: ClientState? { try? send(ClientStateRequest()) }

  /// Sends a request and waits for the answer.
  @discardableResult
  func send<Request: ControlRequest>(
    _ request: Request
  ) throws(AVAudioSessionError) -> Request.Reply {
    let connection = try connection()
    do throws(ControlClientError) {
      return try connection.send(request, timeoutSeconds: timeoutSeconds)
    } catch {
      throw AVAudioSessionError(error)
    }
  }

  /// Sends a request and returns the answer when it comes; only requests that answer late have no
  /// timeout.
  func reply<Request: ControlRequest>(
    to request: Request
  ) async throws(AVAudioSessionError) -> Request.Reply {
    let connection = try connection()
    do throws(ControlClientError) {
      let seconds = Request.answersLate ? nil : timeoutSeconds
      return try await connection.reply(to: request, timeoutSeconds: seconds)
    } catch {
      throw AVAudioSessionError(error)
    }
  }

  /// The present connection, or a new one.
  private func connection() throws(AVAudioSessionError) -> ControlConnection {
    let (connection, isBack) = try state.withLock { state throws(AVAudioSessionError) in
      if let present = state.connection { return (present, false) }
      let connection = try open()
      defer { state = State(connection: connection) }
      return (connection, state.isLost)
    }
    if isBack { tell(.mediaServicesReset) }
    return connection
  }

  private func open() throws(AVAudioSessionError) -> ControlConnection {
    do throws(ControlClientError) {
      let client = try ControlClient(path: try socketPath())
      let connection = try client.connect(timeoutSeconds: timeoutSeconds)
      let channels = channels.withLock { $0 }
      let request = ClientOpenRequest(
        session: session,
        program: program,
        playbackChannels: channels?.playback,
        captureChannels: channels?.capture
      )
      _ = try connection.send(request, timeoutSeconds: timeoutSeconds)
      listen(to: connection)
      return connection
    } catch {
      throw AVAudioSessionError(error)
    }
  }

  private func socketPath() throws(ControlClientError) -> ControlSocketPath {
    if let socket { return socket }
    do {
      return try ControlSocketPath()
    } catch {
      throw .path(error)
    }
  }

  // MARK: What the host tells

  private func tell(_ notification: SessionNotification) {
    queue.async { [weak self] in self?.listener.withLock { $0.take }(notification) }
  }

  private func listen(to connection: ControlConnection) {
    let events = connection.events
    let identity = ObjectIdentifier(connection)
    Task(executorPreference: inlet) { [weak self] in
      for await message in events {
        if case .session(_, let notification) = message.event { self?.tell(notification) }
      }
      guard let link = self else { return }
      link.queue.async { link.lose(identity) }
    }
  }

  /// Notes that the host has gone, and looks for it again.
  private func lose(_ identity: ObjectIdentifier) {
    let isNew = state.withLock { state in
      guard let present = state.connection, ObjectIdentifier(present) == identity else {
        return false
      }
      state = State(connection: nil, isLost: true)
      return true
    }
    guard isNew else { return }
    tell(.mediaServicesLost)
    seek()
  }

  private func seek() {
    queue.asyncAfter(deadline: .now() + Self.searchSeconds) { [weak self] in
      guard let self, self.state.withLock({ $0.isLost }) else { return }
      // `connection()` itself reports that the host is back.
      if (try? self.connection()) == nil { self.seek() }
    }
  }
}

/// How many channels a program plays and hears.
struct ProgramChannels: Sendable {
  let playback: Int
  let capture: Int
}
