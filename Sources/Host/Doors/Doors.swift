// SPDX-License-Identifier: Apache-2.0
// The rig's open doors, and which ones the preset wants.

import ControlProtocol
import ControlServer
import RigErrors
import RigModel
import Synchronization
import WebServer

/// The doors beside the control socket.
///
/// A door stays open while its settings stay the same. One that can't be opened is named in the
/// log, and the rig goes on without it.
///
/// > Threading: Control.
final class Doors {
  /// A door that is open or could not be opened, with its settings.
  private struct Slot<Settings: Hashable & Sendable> {
    var settings: Settings?
    var door: (any Door)?
  }

  private let report: @Sendable (String) -> Void
  /// What the run wants open, whatever the preset says.
  private let wanted: Surfaces
  private var osc = Slot<OSCSettings>()
  private let name: String
  /// The commands that the doors serve; `nil` until they are set.
  private var commands: CommandTable?
  private var webSlot = Slot<WebSettings>()
  /// The devices that the web door admits.
  let web: WebAccess
  /// The doors that are open.
  let open = OpenDoors()
  /// The door for MIDI controllers, whose ports come and go with the rig's.
  let midi: MIDIDoor

  init(_ options: RunOptions, report: @escaping @Sendable (String) -> Void) {
    self.report = report
    (wanted, name) = (options.surfaces, options.name)
    web = WebAccess(of: options.name, report: report)
    midi = MIDIDoor(report: report)
  }

  /// Sets the commands of doors that speak the control protocol.
  func serve(_ commands: CommandTable) { self.commands = commands }

  /// Opens the doors that are wanted, and closes those that no longer are.
  func adopt(_ surfaces: Surfaces, of host: isolated RigHost) async {
    let (name, report, web) = (name, report, web)
    await renew(&osc, surfaces.osc ?? wanted.osc, of: host) { (settings) throws(RigError) in
      try await OSCDoor(settings, of: host, rig: name, report: report)
    }
    if let commands {
      await renew(&webSlot, surfaces.web ?? wanted.web, of: host) { settings throws(RigError) in
        try await web.open(
          settings,
          commands,
          pictures: WebPictures(host: host).picture,
          rig: name,
          report: report
        )
      }
    }
  }

  /// Why `surfaces` would cut off the pages that are open; `nil` where they would not.
  func lossOfPages(with surfaces: Surfaces) -> String? {
    guard webSlot.door != nil, let old = webSlot.settings else { return nil }
    guard let new = surfaces.web ?? wanted.web else {
      return "The preset has no web mixer: this page, and all others, would be shut out."
    }
    guard (new.address, new.port) != (old.address, old.port) else { return nil }
    return """
      The preset has the web mixer at another place, address \(new.address), port \(new.port): this page, \
      and all others, would be shut out.
      """
  }

  /// Replaces the door in a slot if the settings that are wanted differ from its own.
  private func renew<Settings>(
    _ slot: inout Slot<Settings>,
    _ wanted: Settings?,
    of host: isolated RigHost,
    _ make: (Settings) async throws(RigError) -> any Door
  ) async {
    // A door that could not be opened is tried again with each reload.
    guard slot.settings != wanted || (slot.door == nil && wanted != nil) else { return }
    let old = slot.door
    slot = Slot(settings: wanted)
    if let old {
      open.remove(old)
      await old.close()
    }
    guard let wanted else { return }
    do throws(RigError) {
      let door = try await make(wanted)
      slot.door = door
      open.add(door)
      report(door.sentence)
    } catch {
      report(error.message)
    }
  }

  /// Closes all doors, for good.
  func close(of host: isolated RigHost) async {
    for door in open.takeAll() + [midi] { await door.close() }
    // The commands keep the rig, which would otherwise never be released.
    (osc, webSlot, commands) = (Slot(), Slot(), nil)
    web.close()
  }
}

/// The doors that are open, as receivers of events.
///
/// > Threading: Any.
final class OpenDoors: Sendable {
  private let state = Mutex(State())

  private struct State {
    var doors: [any Door] = []
    /// Whether the program is short of file descriptors.
    var sparesDescriptors = false
  }

  fileprivate func add(_ door: any Door) {
    let spares = state.withLock { state in
      state.doors.append(door)
      return state.sparesDescriptors
    }
    if spares { door.spareDescriptors(true) }
  }

  fileprivate func remove(_ door: any Door) {
    state.withLock { $0.doors.removeAll { $0 === door } }
  }

  fileprivate func takeAll() -> [any Door] {
    state.withLock { state in
      defer { state.doors = [] }
      return state.doors
    }
  }

  /// Sends an event to the clients of all doors.
  func publish(_ event: HostEvent, to recipients: EventRecipients) {
    for door in state.withLock({ $0.doors }) { door.publish(event, to: recipients) }
  }

  /// Has all doors admit only a few clients while the program is short of file descriptors.
  func spareDescriptors(_ spares: Bool) {
    let doors = state.withLock { state in
      state.sparesDescriptors = spares
      return state.doors
    }
    for door in doors { door.spareDescriptors(spares) }
  }
}
