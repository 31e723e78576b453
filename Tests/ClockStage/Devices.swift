// SPDX-License-Identifier: Apache-2.0
// The clients beside a rig that a clock drives, and the socket at which a test asks for them.

internal import ClockDriver
internal import Foundation
package import ControlProtocol
internal import ControlServer
package import Host
internal import JACKVocabulary
internal import Synchronization

/// The clients beside a rig; they stay when the rig is made again.
///
/// > Threading: Any.
package final class Devices: Sendable {
  private let state = Mutex(State())

  private struct State {
    var graph: ClockGraph?
    var devices: [String: ClockDevice] = [:]
  }

  /// There are none yet.
  package init() {}

  /// Makes clocks whose graphs have these clients.
  package var backend: BackendMaker {
    { [self] wish, handler in
      let driver = ClockDriver.make(for: wish, handler: handler)
      let devices = state.withLock { state in
        state.graph = driver.graph
        return state.devices.values
      }
      for device in devices { driver.graph.plug(device) }
      return driver
    }
  }

  /// Serves the requests of a test at a socket.
  package func serve(at path: ControlSocketPath) throws {
    var table = CommandTable()
    table.on(PlugRequest.self) { [self] request throws(ControlError) in
      let device = ClockDevice(request.name, inputs: request.inputs, levels: request.levels)
      let graph = state.withLock { state in
        state.devices[request.name] = device
        return state.graph
      }
      graph?.plug(device)
      return graph != nil
    }
    table.on(DeviceRequest.self) { [self] request throws(ControlError) in
      switch request.act {
      case .unplug: unplug(request.name)
      case .beginCapture: device(request.name)?.beginCapture()
      case .endCapture: device(request.name)?.endCapture()
      }
      return true
    }
    table.on(FramesRequest.self) { [self] request throws(ControlError) in
      let device = device(request.name)
      return FramesRequest.Reply(run: device?.frames ?? 0, captured: device?.capturedFrames ?? 0)
    }
    table.on(PlayRequest.self) { [self] request throws(ControlError) in
      device(request.name)?.play(request.levels)
      return true
    }
    table.on(TakeRequest.self) { [self] request throws(ControlError) in
      let taken = device(request.name)?.take(request.frames) ?? []
      return taken.map { samples in unsafe samples.withUnsafeBytes { unsafe Data($0) } }
    }
    table.on(PortsRequest.self) { [self] _ throws(ControlError) in
      (state.withLock(\.graph)?.portNames ?? []).sorted()
    }
    table.on(ConnectionsRequest.self) { [self] request throws(ControlError) in
      state.withLock(\.graph)?.connected(to: request.port) ?? []
    }
    // It lives as long as the program.
    let server = UnixSocketServer(path: path, commands: table, lastAnswerSeconds: 1) { _ in }
    try server.start()
    _ = unsafe Unmanaged.passRetained(server)
  }

  private func unplug(_ name: String) {
    let graph = state.withLock { state in
      state.devices[name] = nil
      return state.graph
    }
    graph?.unplug(name)
  }

  private func device(_ name: String) -> ClockDevice? { state.withLock { $0.devices[name] } }
}
