// SPDX-License-Identifier: Apache-2.0
// The client: opens, runs, closes, and opens again after the server was lost.

package import AudioBackend
internal import CJACK
internal import CRealtime
internal import Glibc
package import Quantities
package import RenderCore
internal import Synchronization

/// Drives a renderer from JACK.
///
/// Ports are known by driver channel; a channel keeps its number, and its port is registered again
/// when the driver is closed and opened again. libjack can serve one server in a process at a time,
/// and it frees the clients of a dead server when another one is opened: after `shutdown`, close
/// first.
///
/// > Threading: Control. One thread at a time, never JACK's own.
@safe
package final class JACKDriver: AudioBackend {
  let cycle = ProcessCycle()
  private let notifications: Notifications
  private(set) var client: OpaquePointer?
  /// The same for requests.
  private(set) var line: ClientLine?
  var inputs: [Port?] = []
  var outputs: [Port?] = []
  var made: Set<Connection> = []
  /// Whether the renderer is being called.
  package private(set) var isActive = false
  /// Whether the memory of the program stays where it is; else it may be swapped out, and a cycle
  /// waits for the disk.
  package private(set) var isMemoryLocked = false

  /// The moment that was reckoned last, and its frame: all that begins at one moment begins at one
  /// frame.
  private var reckoned: (moment: MonotonicTime, frame: UInt32)?

  /// Writes what patchbays show of the ports; see `MetadataWriter` for why another process does it.
  let writeMetadata: (PortMetadata) -> Void

  /// Makes a driver that reports to `handler`; see `DriverEvent` for what the handler may do.
  ///
  /// Metadata of ports is given to `metadata`, on the driver's own thread; without it there is
  /// none.
  package init(
    metadata: @escaping (PortMetadata) -> Void = { _ in },
    handler: @escaping @Sendable (DriverEvent) -> Void
  ) {
    writeMetadata = metadata
    notifications = Notifications(cycle: cycle, handler: handler)
  }

  deinit {
    close()
  }

  /// Joins a running server and registers the ports; starts no server.
  ///
  /// - Parameters:
  ///   - name: the wished name of the client; see `clientName` for the real one.
  ///   - server: the server's name, or `nil` for `JACK_DEFAULT_SERVER` or "default".
  /// - Throws: `DriverError`; the driver is closed then.
  package func open(name: String, server: String? = nil) throws(DriverError) {
    close()
    // jackd refuses a name of 64 bytes, for which its size has room.
    try DriverError.check(clientName: name, longest: min(Int(jack_client_name_size()) - 1, 63))
    var status = jack_status_t(0)
    let (opened, complaint) = unsafe withoutMessages {
      unsafe openClient(name: name, server: server, status: &status)
    }
    guard let client = unsafe opened else {
      let isThere = status.rawValue & JackServerFailed.rawValue == 0
      throw isThere
        ? .clientRefused(name: name, status: status.rawValue, complaint: complaint)
        : .noServer(server: server ?? ServerProbe.defaultName)
    }
    unsafe self.client = client
    let line = unsafe ClientLine(client, notifications)
    self.line = line
    notifications.passLatencies { [weak line] in line?.countLatencies() }
    notifications.isLost.store(false, ordering: .releasing)
    cycle.isFreewheeling.store(false, ordering: .releasing)
    unsafe notifications.bufferFrames.store(Int(jack_get_buffer_size(client)), ordering: .relaxed)
    unsafe notifications.sampleRate.store(Int(jack_get_sample_rate(client)), ordering: .relaxed)
    unsafe notifications.subscribe(client)
    let context = unsafe Unmanaged.passUnretained(cycle).toOpaque()
    isMemoryLocked = tarmac_lock_memory()
    unsafe jack_set_thread_init_callback(client, prepareThread, nil)
    unsafe jack_set_process_callback(client, runProcessCycle, context)
    unsafe cycle.transport.setClient(client)
    do {
      try registerAll()
    } catch {
      close()
      throw error
    }
  }

  /// Lets JACK call `processor`, which was made for the driver's `sampleRate`.
  package func activate(_ processor: RenderProcessor) throws(DriverError) {
    let line = try openedLine()
    deactivate()
    cycle.setProcessor(processor)
    cycle.gate.open()
    let code = unsafe line.request { unsafe jack_activate($0) } ?? -1
    guard code == 0 else { throw .notActivated(code: code) }
    isActive = true
  }

  /// Stops calling the renderer; connections are lost.
  package func deactivate() {
    guard isActive, let line else { return }
    line.deactivate()
    isActive = false
    made = []
  }

  /// Whether JACK's thread is in the renderer.
  package var isInCycle: Bool { isActive && cycle.gate.isTaken }

  /// Says that JACK's thread does not come back from the renderer: leaving the server ends it where
  /// it is.
  ///
  /// What it holds there nobody gives back, so that neither the renderer nor what is in its plan
  /// can be used again.
  package func giveUpCycle() {
    cycle.gate.giveUp()
  }

  /// Stops calling the renderer, and leaves the server; the caller's actor is free meanwhile.
  ///
  /// Until a request is answered the driver counts as active, or as open.
  package nonisolated(nonsending) func end(
    afterDeactivation body: nonisolated(nonsending) () async -> Void
  ) async {
    guard let line else { return await body() }
    if isActive {
      await ServerTask { line.deactivate() }.performed()
      isActive = false
    }
    await body()
    await ServerTask { line.close() }.performed()
    close()
  }

  /// Leaves the server; safe after a shutdown and when closed.
  package func close() {
    guard let line else { return }
    line.close()
    unsafe client = nil
    self.line = nil
    isActive = false
    made = []
    forgetPorts()
    unsafe cycle.transport.setClient(nil)
    cycle.setProcessor(nil)
  }

  /// Whether there is a client, be it a lost one.
  package var isOpen: Bool { unsafe client != nil }

  /// Whether the server has gone since `open`.
  package var isLost: Bool { notifications.isLost.load(ordering: .acquiring) }

  func openedClient() throws(DriverError) -> OpaquePointer {
    guard let client = unsafe client, !isLost else { throw .notOpen }
    return unsafe client
  }

  func openedLine() throws(DriverError) -> ClientLine {
    guard let line, !isLost else { throw .notOpen }
    return line
  }
}

/// Facts about the server and the client.
extension JACKDriver {
  /// The client's name as JACK gave it, with `-01` and so on when the wished name was taken.
  package var clientName: String {
    guard let client = unsafe client else { return "" }
    return unsafe String(cString: jack_get_client_name(client))
  }

  /// The server's rate; the last one known when closed.
  package var sampleRate: SampleRate {
    SampleRate(hertz: Double(notifications.sampleRate.load(ordering: .relaxed)))
  }

  /// How many frames a cycle has; the last number known when closed.
  package var bufferFrames: FrameCount {
    FrameCount(notifications.bufferFrames.load(ordering: .relaxed))
  }

  /// Late cycles since the driver was made.
  package var xruns: Int { notifications.xruns.load(ordering: .relaxed) }

  /// Cycles that were rendered since the driver was made.
  package var cycles: Int { cycle.count.load(ordering: .acquiring) }

  /// The share of a cycle that the server's whole graph takes, 0…1.
  package var load: Double {
    guard let client = unsafe try? openedClient() else { return 0 }
    return unsafe Double(jack_cpu_load(client)) / 100
  }

  /// The priority of JACK's threads for clients, for threads that help them; `nil` without
  /// real-time scheduling.
  package var realtimePriority: Int? {
    guard let client = unsafe try? openedClient() else { return nil }
    let priority = unsafe jack_client_real_time_priority(client)
    return priority > 0 ? Int(priority) : nil
  }

  /// The frame, as JACK counts them, whose cycle starts at a moment, or whose place in its cycle
  /// that moment has.
  ///
  /// JACK reckons it from the times at which the last cycles started: it is as exact as their clock
  /// is steady, a frame or two within a few cycles. `nil` when there is no server.
  package func frame(at moment: MonotonicTime) -> UInt32? {
    guard let client = unsafe try? openedClient() else { return nil }
    if let reckoned, reckoned.moment == moment { return reckoned.frame }
    // The system may stop this thread between the two clocks; of a few readings the closest counts.
    let readings = (0..<4).map { _ in
      let before = MonotonicTime.now
      let time = jack_get_time()
      return (before: before, time: time, taken: MonotonicTime.now.elapsed(since: before))
    }
    guard let best = readings.min(by: { $0.taken < $1.taken }) else { return nil }
    let ahead = moment.elapsed(since: best.before).nanoseconds / 1_000
    let frame = unsafe jack_time_to_frames(client, best.time + ahead)
    reckoned = (moment, frame)
    return frame
  }

  /// Asks the server for another cycle length, for all clients.
  package func setBufferFrames(_ frames: FrameCount) throws(DriverError) {
    let line = try openedLine()
    guard let count = UInt32(exactly: frames.value),
      unsafe line.request({ unsafe jack_set_buffer_size($0, count) }) == 0
    else { throw .bufferSizeRefused(frames) }
  }
}

/// Makes JACK's own thread ready, before it calls `runProcessCycle` for the first time.
private nonisolated func prepareThread(_: UnsafeMutableRawPointer?) {
  tarmac_touch_stack()
}
