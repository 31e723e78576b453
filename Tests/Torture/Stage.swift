// SPDX-License-Identifier: Apache-2.0
// The server, the rig, a client that plays and one that listens: all that a campaign works on.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import SeededNumbers

/// A rig under torture and all that surrounds it.
///
/// > Threading: Control.
final class Stage {
  let server: PrivateServer
  let folder: URL
  let machine: MachineFaults
  /// Where the rig listens.
  let socket: String
  private let client: ControlClient
  var numbers: SeededNumbers
  private(set) var rig: RigProcess
  private(set) var source: Witness
  private(set) var ears: Witness
  /// How many frames a cycle has.
  private(set) var period: Int
  /// Whether the server waits for clients that are late, as the first one does.
  private(set) var isSynchronous = true
  private var parkedXruns = 0

  init(_ server: PrivateServer, _ options: Options, folder: URL) throws {
    self.server = server
    self.folder = folder
    numbers = SeededNumbers(seed: options.seed)
    period = options.period
    machine = try MachineFaults(page: folder.appending(path: "faults"))
    try StageRig.write(into: folder)
    socket = folder.appending(path: "tarmac/storm.sock").path
    client = try ControlClient(path: ControlSocketPath(path: socket))
    rig = try RigProcess(on: server, folder: folder)
    source = try Self.witness("source", on: server, outputs: 3)
    ears = try Self.witness("ears", on: server, inputs: 3)
  }

  /// Ends everything in order; returns how the rig ended.
  func end() -> RigProcess.Ending {
    let ending = rig.end()
    source.close()
    ears.close()
    return ending
  }

  // MARK: Asking

  /// Asks the rig; a refusal is an answer, and a rig that is not there is none.
  @discardableResult
  func ask<Request: ControlRequest>(
    _ request: Request,
    seconds: Double = 30
  ) throws -> Request.Reply? {
    do {
      return try client.send(request, timeoutSeconds: seconds)
    } catch .refused {
      return nil
    } catch .timedOut {
      throw Complaint("the rig did not answer '\(Request.method)' within \(seconds) s")
    } catch {
      if !rig.isRunning { throw Complaint("the rig has ended: \(rig.lastWords)") }
      return nil
    }
  }

  /// The isolation status of the session whose graph runs elsewhere.
  func isolation() throws -> IsolationStatus? {
    try ask(SessionShowRequest(session: StageRig.isolated))?.isolation
  }

  /// Waits for something that has to come within a minute.
  func wait(_ what: String, seconds: Double = 60, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try !condition() {
      guard ContinuousClock.now < end else {
        throw Complaint("waited in vain for \(what); the rig said: \(rig.lastWords)")
      }
      usleep(2_000)
    }
  }

  /// Waits for so many seconds.
  func pass(seconds: Double) {
    usleep(UInt32(seconds * 1e6))
  }

  // MARK: What faults do to it

  /// Opens the clients that play and listen again, on a server that was started again.
  func restartServer(rate: Int? = nil) throws {
    source.close()
    ears.close()
    var settings = server.settings
    settings.periodFrames = period
    if let rate { settings.sampleRate = rate }
    try server.restart(settings)
    isSynchronous = false
    try openWitnesses()
  }

  /// Lets the clients that play and listen vanish and return.
  func replugWitnesses() throws {
    source.close()
    ears.close()
    try openWitnesses()
  }

  private func openWitnesses() throws {
    parkedXruns += ears.xruns
    source = try Self.witness("source", on: server, outputs: 3)
    ears = try Self.witness("ears", on: server, inputs: 3)
  }

  /// Opens a client, and tries again for a minute: a busy JACK refuses one whose graph does not run
  /// in time, which is no fault of the rig.
  private static func witness(
    _ name: String,
    on server: PrivateServer,
    inputs: Int = 0,
    outputs: Int = 0
  ) throws -> Witness {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      do { return try Witness(name, on: server, inputs: inputs, outputs: outputs) } catch {
        guard ContinuousClock.now < end else { throw error }
        usleep(20_000)
      }
    }
  }

  func setPeriod(_ frames: Int) {
    period = frames
    ears.setPeriod(frames: frames)
  }

  /// Starts a new rig when the last one has gone.
  func restartRig() throws {
    rig = try RigProcess(on: server, folder: folder)
  }

  /// How often the servers were late.
  var xruns: Int { parkedXruns + ears.xruns }
}
