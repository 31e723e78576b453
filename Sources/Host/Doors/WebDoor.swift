// SPDX-License-Identifier: Apache-2.0
// The web door as the rig has it: the server, with the devices that are let in.

import ControlProtocol
import ControlServer
import ControlTree
import Presets
import RigErrors
import Suggestions
import Synchronization
import WebServer

extension WebServer: Door {}

/// The devices that the web door lets in, and the door while it is open.
///
/// > Threading: Any.
final class WebAccess: Sendable {
  let devices: PairedDevices
  private let file: StateFile
  private let door = Mutex<WebServer?>(nil)
  private let link = Mutex(Link())

  /// How the device is called that whoever sits at the rig lets in first.
  private static let firstDevice = "first device"

  /// A function by itself in a `Mutex` is wrapped once more with each look at it, and never unwrapped.
  private struct Link {
    var show: (@Sendable (String) -> Void)?
  }

  private struct Document: Codable {
    var version = 1
    var devices: [PairedDevice] = []
  }

  init(of name: String, report: @escaping @Sendable (String) -> Void) {
    let file = StateFile("devices.json", in: StateFile.folder(of: name), report: report)
    self.file = file
    devices = PairedDevices(file.read(Document.self)?.devices ?? []) {
      file.write(Document(devices: $0))
    }
  }

  /// Opens the door.
  func open(
    _ settings: WebSettings,
    _ commands: CommandTable,
    rig: String,
    report: @escaping @Sendable (String) -> Void
  ) throws(RigError) -> WebServer {
    let place = WebPlace(
      rig: rig,
      version: tarmacVersion,
      address: settings.address,
      port: settings.port,
      hosts: settings.hosts
    )
    let server = try WebServer(place, devices, commands, report: report)
    door.withLock { $0 = server }
    if devices.all.isEmpty, let show = link.withLock({ $0.show }) {
      show(server.link(try devices.pair(Self.firstDevice, .operator)))
    }
    return server
  }

  /// Says who shows the link of the first device to whoever sits at the rig; nobody in a log.
  func showLink(by show: (@Sendable (String) -> Void)?) { link.withLock { $0.show = show } }

  /// Lets a device in; fails while there is nothing to come in by.
  func pair(_ name: String, _ words: String, routes: [String]) throws(RigError)
    -> WebPairRequest.Reply
  {
    guard let door = door.withLock({ $0 }), door.isOpen else {
      throw .refused(
        "The web mixer is not served: start the rig with --web, or write 'surfaces: { web: on }' in the preset."
      )
    }
    guard let access = Access(words) else {
      throw .data("Access is operator, viewer or mixer:ROUTE, not '\(words)'.")
    }
    if case .mixer(let route) = access, !routes.contains(route) {
      throw .data("There is no output '\(route)' to mix; \(Suggestion.among(routes, for: route))")
    }
    let token = try devices.pair(name, access)
    return WebPairRequest.Reply(url: door.link(token), token: token)
  }

  /// The devices as clients are told of them.
  var statuses: [WebDeviceStatus] {
    let door = door.withLock { $0 }
    return devices.all.map { device in
      WebDeviceStatus(
        name: device.name,
        access: device.access,
        paired_seconds: device.paired_seconds,
        lastUse_seconds: device.lastUse_seconds,
        connections: door?.pages(of: device.name) ?? 0
      )
    }
  }

  /// Lets go of the door, and returns once everything is on the disk.
  func close() {
    door.withLock { $0 = nil }
    file.settle()
  }
}
