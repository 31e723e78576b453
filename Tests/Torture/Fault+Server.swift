// SPDX-License-Identifier: Apache-2.0
// Faults of the JACK server, of ports, and of the rig itself.

import ControlProtocol
import Foundation
import JACKTestBench

extension Fault {
  static let server = [
    Fault("server-kill", .silenced) { stage in
      stage.server.kill()
      try stage.wait("the rig to notice") {
        try stage.ask(StatusRequest()).map { !$0.server.isConnected } ?? false
      }
      try stage.restartServer()
    },
    Fault("server-rate", .silenced) { stage in
      stage.server.kill()
      try stage.wait("the rig to notice") {
        try stage.ask(StatusRequest()).map { !$0.server.isConnected } ?? false
      }
      try stage.restartServer(rate: [44_100, 48_000, 96_000][stage.random(0...2)])
    },
    Fault("server-stall", .silenced) { stage in
      kill(stage.server.pid, SIGSTOP)
      defer { kill(stage.server.pid, SIGCONT) }
      stage.pass(seconds: stage.random(seconds: 0.05...2))
    },
    Fault("server-period", .silenced) { stage in
      stage.setPeriod([64, 128, 256, 512, 1_024][stage.random(0...4)])
      stage.pass(seconds: 0.5)
    },
  ]

  static let ports = [
    Fault("port-storm", .untouched) { stage in
      for _ in 0..<stage.random(5...25) {
        let name = "guest_\(stage.random(0...9))"
        let guest = try? Witness(name, on: stage.server, inputs: 2, outputs: 2)
        stage.pass(seconds: stage.random(seconds: 0...0.1))
        guest?.close()
      }
    },
    Fault("port-loss", .silenced) { stage in
      for _ in 0..<stage.random(1...5) {
        try stage.replugWitnesses()
        stage.pass(seconds: stage.random(seconds: 0...0.2))
      }
    },
  ]

  static let rig = [
    Fault("rig-kill", .silenced) { stage in
      var ledger = Ledger()
      for _ in 0..<stage.random(1...6) { try ledger.write(stage) }
      stage.pass(seconds: stage.random(seconds: 0...1.5))
      stage.rig.kill()
      let end = ContinuousClock.now
      try stage.restartRig()
      try stage.wait("the isolated graph") { try stage.isolation()?.state == "running" }
      try ledger.compare(stage, killedAt: end)
    },
    Fault("rig-stop", .silenced) { stage in
      let ending = stage.rig.end()
      guard ending.code == 0 else { throw Complaint("the rig ended with \(ending.code)") }
      try stage.restartRig()
    },
  ]
}
