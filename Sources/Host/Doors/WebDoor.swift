// SPDX-License-Identifier: Apache-2.0
// The web door: the server, with the devices that it admits.

import ControlProtocol
import ControlServer
import ControlTower
import ControlTree
import Quantities
import RigEngine
import RigErrors
import RigModel
import Suggestions
import Synchronization
import WebServer

extension WebServer: Door {}

/// The devices that the web door admits, and the door while it is open.
///
/// > Threading: Any.
final class WebAccess: Sendable {
  let devices: PairedDevices
  private let file: StateFile
  private let door = Mutex<WebServer?>(nil)
  private let link = Mutex(Link())
  /// The devices that are revoked, but that the disk still lists as admitted.
  private let unkept = Mutex<Set<String>>([])

  /// How long the disk may take to store the devices.
  private static let patience = Seconds(5)

  /// The name of the first device, which the user at the rig lets in.
  private static let firstDevice = "first device"

  /// A bare function in a `Mutex` would be wrapped once more with each access, and never unwrapped.
  private struct Link {
    var show: (@Sendable (String) -> Void)?
  }

  private struct Document: Codable {
    var version = 2
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
    pictures: @escaping WebServer.Pictures,
    rig: String,
    report: @escaping @Sendable (String) -> Void
  ) async throws(RigError) -> WebServer {
    let place = WebPlace(
      rig: rig,
      version: tarmacVersion,
      address: settings.address,
      port: settings.port,
      hosts: settings.hosts
    )
    let server = try WebServer(place, devices, commands, pictures: pictures, report: report)
    door.withLock { $0 = server }
    if devices.all.isEmpty, let show = link.withLock({ $0.show }) {
      do throws(RigError) {
        show(server.link(try await letIn(Self.firstDevice, .operator)))
      } catch {
        report(error.message)
      }
    }
    return server
  }

  /// Sets what shows the first device's link to the user at the rig; `nil` where the output is a
  /// log.
  func showLink(by show: (@Sendable (String) -> Void)?) { link.withLock { $0.show = show } }

  /// Lets a device in; fails while the web door is closed.
  func pair(
    _ name: String,
    _ words: String,
    _ host: isolated RigHost
  ) async throws(RigError) -> WebPairRequest.Reply {
    guard let door = door.withLock({ $0 }), door.isOpen else {
      throw .refused(
        "The web mixer is not served: start the rig with --web, or write 'surfaces: { web: on }' in the preset."
      )
    }
    guard let access = Access(words) else {
      throw .data("Access is operator, staff, viewer or mixer:ROUTE, not '\(words)'.")
    }
    let outputs = try host.runningEngine().live.rig.routes.filter { $0.direction == .output }
    let routes = outputs.map(\.name)
    if case .mixer(let route) = access, !routes.contains(route) {
      throw .data("There is no output '\(route)' to mix; \(Suggestion.among(routes, for: route))")
    }
    let token = try await letIn(name, access)
    return WebPairRequest.Reply(url: door.link(token), token: token)
  }

  /// Lets a device in once it is stored on the disk, and returns its token.
  private nonisolated(nonsending) func letIn(
    _ name: String,
    _ access: Access
  ) async throws(RigError) -> String {
    let pairing = try devices.begin(name, access)
    do throws(RigError) {
      if let failure = await file.settled(within: Self.patience) {
        throw .inputOutput(
          "'\(name)' was not paired, because the rig could not keep it. \(failure) Mend that, and pair it again."
        )
      }
      // The caller may have been revoked meanwhile.
      try Caller.current?.checkIsLetIn()
    } catch {
      devices.cancel(pairing)
      throw error
    }
    guard devices.finish(pairing) else {
      throw .refused("'\(name)' was paired again, or revoked, while it was being paired.")
    }
    return pairing.token
  }

  /// Revokes a device: at once, and for good as soon as that is on the disk.
  func revoke(_ name: String, _ host: isolated RigHost) async throws(RigError) {
    let wasIn = devices.revoke(name)
    guard wasIn || unkept.withLock({ $0.contains(name) }) else {
      let known = devices.all.map(\.name)
      let shown = name.prefix(64)
      throw .data("There is no device '\(shown)'; \(Suggestion.among(known, for: "\(shown)"))")
    }
    if !wasIn { devices.saveAgain() }
    if let failure = await file.settled(within: Self.patience) {
      unkept.withLock { _ = $0.insert(name) }
      throw .inputOutput(
        "'\(name)' is shut out, but only until the rig ends: that could not be kept. \(failure) Mend that, and revoke it again."
      )
    }
    unkept.withLock { $0 = [] }
  }

  /// The devices as clients see them.
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

  /// Lets go of the door, and returns once everything is on the disk; a failed write is tried once
  /// more.
  func close() {
    door.withLock { $0 = nil }
    if file.settle() != nil { devices.saveAgain() }
    file.settle()
  }
}
