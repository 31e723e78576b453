// SPDX-License-Identifier: Apache-2.0
// Faults of an isolated graph and its process.

import ControlProtocol
import Foundation

extension Fault {
  static let plugins = [
    Fault("plugin-crash", .untouched) { try misbehave($0, ["1", "2"]) },
    Fault("plugin-hang", .untouched) { try misbehave($0, ["3"]) },
    Fault("plugin-exit", .untouched) { try misbehave($0, ["4"]) },
    Fault("child-kill", .untouched) { stage in
      try signalChild(stage, SIGKILL)
    },
    Fault("child-stop", .untouched) { stage in
      try signalChild(stage, SIGSTOP)
    },
  ]

  /// Makes the isolated plugin misbehave in one of some ways.
  private static func misbehave(_ stage: Stage, _ kinds: [String]) throws {
    let kind = kinds[stage.random(0...kinds.count - 1)]
    let losses = try stage.isolation()?.losses ?? 0
    let path = "\(StageRig.isolated).fragile.rude"
    try stage.ask(SetRequest(path: path, value: kind))
    try stage.wait("the loss of the isolated graph") {
      try stage.isolation().map { $0.losses > losses } ?? false
    }
  }

  private static func signalChild(_ stage: Stage, _ signal: Int32) throws {
    guard let isolation = try stage.isolation(), let process = isolation.process else { return }
    kill(pid_t(process), signal)
    try stage.wait("the loss of the isolated graph") {
      try stage.isolation().map { $0.losses > isolation.losses } ?? false
    }
  }
}
