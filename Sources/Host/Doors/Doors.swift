// SPDX-License-Identifier: Apache-2.0
// The doors of the rig that are open, and which ones the preset wants to be.

import ControlProtocol
import ControlServer
import Presets
import RigErrors
import Synchronization

/// The doors beside the control socket.
///
/// A door stays open while its settings stay the same. One that can't be opened is named in the log, and the rig goes on
/// without it.
///
/// > Threading: Control.
final class Doors {
  /// A door that is open, or that could not be opened, and with which settings.
  private struct Slot<Settings: Hashable & Sendable> {
    var settings: Settings?
    var door: (any Door)?
  }

  private let report: @Sendable (String) -> Void
  /// What the run wants open, whatever the preset says.
  private let wanted: Surfaces
  private var osc = Slot<OSCSettings>()
  private let name: String
  /// What the doors answer; `nil` before anybody has said it.
  private var commands: CommandTable?
  private var webSlot = Slot<WebSettings>()
  /// Who is let in by the web door.
  let web: WebAccess
  /// Those that are open.
  let open = OpenDoors()
  /// The one for MIDI controllers, whose ports come and go with the rig's.
  let midi: MIDIDoor

  init(_ options: RunOptions, report: @escaping @Sendable (String) -> Void) {
    self.report = report
    (wanted, name) = (options.surfaces, options.name)
    web = WebAccess(of: options.name, report: report)
    midi = MIDIDoor(report: report)
  }

  /// Says what doors answer that speak the control protocol.
  func serve(_ commands: CommandTable) { self.commands = commands }

  /// Opens what is wanted, and closes what is not any more.
  func adopt(_ surfaces: Surfaces, of host: isolated RigHost) async {
    let (name, report, web) = (name, report, web)
    await renew(&osc, surfaces.osc ?? wanted.osc, of: host) { (settings) throws(RigError) in
      try await OSCDoor(settings, of: host, rig: name, report: report)
    }
    if let commands {
      await renew(&webSlot, surfaces.web ?? wanted.web, of: host) { settings throws(RigError) in
        try web.open(settings, commands, rig: name, report: report)
      }
    }
  }

  /// Puts a door into a slot if other settings are wanted than it has.
  private func renew<Settings>(
    _ slot: inout Slot<Settings>,
    _ wanted: Settings?,
    of host: isolated RigHost,
    _ make: (Settings) async throws(RigError) -> any Door
  ) async {
    guard slot.settings != wanted else { return }
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

  /// Closes all of them.
  func close(of host: isolated RigHost) async {
    for door in open.takeAll() + [midi] { await door.close() }
    web.settle()
  }
}

/// The doors that are open, for who tells their visitors something.
///
/// > Threading: Any.
final class OpenDoors: Sendable {
  private let doors = Mutex<[any Door]>([])

  fileprivate func add(_ door: any Door) { doors.withLock { $0.append(door) } }

  fileprivate func remove(_ door: any Door) {
    doors.withLock { $0.removeAll { $0 === door } }
  }

  fileprivate func takeAll() -> [any Door] {
    doors.withLock { doors in
      defer { doors = [] }
      return doors
    }
  }

  /// Tells the visitors of all doors.
  func publish(_ event: HostEvent, to recipients: EventRecipients) {
    for door in doors.withLock({ $0 }) { door.publish(event, to: recipients) }
  }
}
