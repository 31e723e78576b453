// SPDX-License-Identifier: Apache-2.0
// The seam between a rig and what carries its sound: JACK, or a clock that nobody hears.

package import Quantities
package import RenderCore

/// What calls a rig's renderer, and carries sound between its ports and those of others.
///
/// Ports are known by channel: a port keeps its channel while it is there, and over the time when
/// the server is gone. Events go to the handler that the backend was made with; `DriverEvent` says
/// what that may do.
///
/// > Threading: Control. One thread at a time, never one of the backend's own.
package protocol AudioBackend: AnyObject {
  // MARK: Format

  /// The client's name as the server gave it; empty when closed.
  var clientName: String { get }
  /// The server's rate; the last one known when closed.
  var sampleRate: SampleRate { get }
  /// How many frames a cycle has; the last number known when closed.
  var bufferFrames: FrameCount { get }
  /// Asks for another cycle length, for all clients of the server.
  func setBufferFrames(_ frames: FrameCount) throws(DriverError)

  // MARK: Life

  /// Whether there is a client, be it a lost one.
  var isOpen: Bool { get }
  /// Whether the server has gone since `open`.
  var isLost: Bool { get }
  /// Whether the renderer is being called.
  var isActive: Bool { get }
  /// Joins a server and registers the ports; starts no server.
  ///
  /// - Parameters:
  ///   - name: the wished name of the client; see `clientName` for the real one.
  ///   - server: the server's name, or `nil` for the usual one.
  /// - Throws: `DriverError`; the backend is closed then.
  func open(name: String, server: String?) throws(DriverError)
  /// Has the renderer called, which was made for `sampleRate`.
  func activate(_ processor: RenderProcessor) throws(DriverError)
  /// Stops calling the renderer; connections are lost.
  func deactivate()
  /// Stops calling the renderer, and leaves the server after `body`; the caller's actor is free
  /// meanwhile.
  nonisolated(nonsending) func end(
    afterDeactivation body: nonisolated(nonsending) () async -> Void
  ) async
  /// Leaves the server; safe when it has gone, and when closed.
  func close()

  // MARK: Cycles

  /// Cycles that were rendered since the backend was made.
  var cycles: Int { get }
  /// Late cycles since the backend was made.
  var xruns: Int { get }
  /// The share of a cycle that the server's whole graph takes, 0…1.
  var load: Double { get }
  /// Whether the thread of the backend is in the renderer.
  var isInCycle: Bool { get }
  /// Says that this thread does not come back; the renderer and its plan can't be used again.
  func giveUpCycle()
  /// The priority of the threads that render; `nil` without real-time scheduling.
  var realtimePriority: Int? { get }
  /// Whether the memory of the program stays where it is, so that no cycle waits for a disk.
  var isMemoryLocked: Bool { get }
  /// The frame, as `DriverBlock.frame` counts them, at a moment; `nil` without a server.
  func frame(at moment: MonotonicTime) -> UInt32?

  // MARK: Ports

  /// Adds an input and returns its channel; while closed, the next `open` registers it.
  func addInput(_ port: Port) throws(DriverError) -> Int
  /// Adds an output and returns its channel; while closed, the next `open` registers it.
  func addOutput(_ port: Port) throws(DriverError) -> Int
  /// Removes ports: at once for the renderer, and from the server when the request is made.
  func removal(inputs: [Int], outputs: [Int]) -> ServerTask<Void>
  /// The full name of an input's port.
  func inputName(_ channel: Int) -> String?
  /// The full name of an output's port.
  func outputName(_ channel: Int) -> String?
  /// How old the sound of an input is when it arrives.
  func captureLatency(input channel: Int) -> Latency?
  /// How long the sound of an output takes until it is heard.
  func playbackLatency(output channel: Int) -> Latency?
  /// Sets what the renderer adds on the ways to each output channel; absent is nothing.
  func setGraphLatency(_ latencies: [Int: Latency]) -> ServerTask<Void>
  /// MIDI messages that ports had no room for.
  var refusedMIDI: Int { get }

  // MARK: Connections

  /// All audio and MIDI ports of the server.
  func presentPorts() -> [PresentPort]
  /// Makes the connections that `rules` ask for when the request is made; ports in `leaving` count
  /// as gone.
  func connecting(
    _ rules: ConnectionRules,
    leaving: Set<String>
  ) -> ServerTask<ConnectionReport>
  /// Notes what has become of connections, for the next time.
  func note(_ report: ConnectionReport)
  /// Reads what ports are connected to: the full names of both.
  func readingConnections(of ports: [String]) -> ServerTask<[String: [String]]>

  // MARK: Transport

  /// Starts the server's transport, or stops it, for all clients.
  func rollTransport(_ isRolling: Bool) throws(DriverError)
  /// Lets the server's transport go to a frame, for all clients.
  func locateTransport(_ frame: Int) throws(DriverError)
  /// Counts the beats of the transport for all clients; returns `false` when another program does.
  @discardableResult
  func becomeTimebaseMaster() throws(DriverError) -> Bool
  /// Lets others count the beats of the transport.
  func resignAsTimebaseMaster()
  /// Whether we count the beats of the transport.
  var isTimebaseMaster: Bool { get }
  /// Whether another program counts the beats of the transport.
  var hasOtherTimebaseMaster: Bool { get }
}
