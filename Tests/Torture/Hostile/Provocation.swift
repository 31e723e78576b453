// SPDX-License-Identifier: Apache-2.0
// Requests that make plugins reach the call in which they misbehave.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Synchronization

/// Requests to a rig that bring its plugins to their worst call.
///
/// > Threading: Control.
struct Provocation {
  private let plugins: [HostilePlugin]
  private let path: ControlSocketPath
  private let folder: URL
  private let replies = Replies()

  init(_ plugins: [HostilePlugin], _ path: ControlSocketPath, _ folder: URL) {
    (self.plugins, self.path, self.folder) = (plugins, path, folder)
  }

  /// Sends the requests; those that may take long are answered later.
  func begin() throws {
    let client = try ControlClient(path: path)
    for plugin in plugins {
      let node = "\(plugin.name).bad"
      let stateFolder = folder.appending(path: "states/\(plugin.name)")
      switch plugin.call {
      case _ where plugin.isArmed:
        _ = try client.send(SetRequest(path: "\(node).armed", value: "1"))
      case "save": try inBackground(PluginSaveRequest(plugin: node, folder: stateFolder.path))
      case "restore":
        try plugin.writeState(to: stateFolder)
        try inBackground(PluginRestoreRequest(plugin: node, folder: stateFolder.path))
      default: break
      }
    }
    guard let call = plugins.first?.call, ["deactivate", "cleanup"].contains(call) else { return }
    try HostileRun.write([], in: folder)
    _ = try client.send(ReloadRequest(preset: folder.appending(path: HostileRun.file).path))
  }

  /// Waits for the pending requests; returns the refusals.
  func end() -> [String] { replies.take() }

  private func inBackground<Request: ControlRequest & Sendable>(_ request: Request) throws {
    let client = try ControlClient(path: path)
    replies.begin()
    Thread.detachNewThread { [replies] in
      do {
        _ = try client.send(request, timeoutSeconds: 60)
        replies.add(nil)
      } catch {
        replies.add("\(error)")
      }
    }
  }

  private final class Replies: Sendable {
    private let texts = Mutex<(pending: Int, refusals: [String])>((0, []))

    func begin() { texts.withLock { $0.pending += 1 } }

    func add(_ refusal: String?) {
      texts.withLock { texts in
        texts.pending -= 1
        if let refusal { texts.refusals.append(refusal) }
      }
    }

    func take() -> [String] {
      while texts.withLock({ $0.pending }) > 0 { usleep(20_000) }
      return texts.withLock { $0.refusals }
    }
  }
}
