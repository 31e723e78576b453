// SPDX-License-Identifier: Apache-2.0
// JACK's transport: start, stop, locate, and the timebase master, which counts the beats.

package import AudioBackend
internal import CJACK
internal import Synchronization

extension JACKDriver {
  /// Starts JACK's transport, or stops it, for all clients.
  package func rollTransport(_ isRolling: Bool) throws(DriverError) {
    let client = unsafe try openedClient()
    if isRolling {
      unsafe jack_transport_start(client)
    } else {
      unsafe jack_transport_stop(client)
    }
  }

  /// Lets JACK's transport go to a frame, for all clients.
  package func locateTransport(_ frame: Int) throws(DriverError) {
    let client = unsafe try openedClient()
    guard let frame = UInt32(exactly: frame), unsafe jack_transport_locate(client, frame) == 0
    else { throw .noSuchFrame(frame) }
  }

  /// Counts the beats of JACK's transport for all clients; returns `false` when another program
  /// does.
  ///
  /// The renderer must know a tempo. It ends with the client.
  @discardableResult
  package func becomeTimebaseMaster() throws(DriverError) -> Bool {
    let line = try openedLine()
    let context = unsafe Unmanaged.passUnretained(cycle).toOpaque()
    let code = unsafe line.request {
      unsafe jack_set_timebase_callback($0, 1, runTimebase, context)
    }
    cycle.transport.isMaster.store(code == 0, ordering: .relaxed)
    return code == 0
  }

  /// Lets others count the beats of JACK's transport.
  package func resignAsTimebaseMaster() {
    guard isTimebaseMaster, let line = try? openedLine() else { return }
    cycle.transport.isMaster.store(false, ordering: .relaxed)
    _ = unsafe line.request { unsafe jack_release_timebase($0) }
  }

  /// Whether we count the beats of JACK's transport.
  package var isTimebaseMaster: Bool { cycle.transport.isMaster.load(ordering: .relaxed) }

  /// Whether another program counts the beats of JACK's transport.
  package var hasOtherTimebaseMaster: Bool {
    cycle.transport.hasOtherMaster.load(ordering: .relaxed)
  }

  /// MIDI messages that JACK's ports, or the lists of a cycle, had no room for.
  package var refusedMIDI: Int {
    cycle.midiInputs.refused.load(ordering: .relaxed)
      + cycle.midiOutputs.refused.load(ordering: .relaxed)
  }
}
