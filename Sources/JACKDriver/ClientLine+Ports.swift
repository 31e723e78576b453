// SPDX-License-Identifier: Apache-2.0
// Ports that go, at moments when libjack does not look.

internal import CJACK
internal import Glibc
internal import Synchronization

extension ClientLine {
  /// Takes ports back, of a client that runs or does not.
  ///
  /// Whenever JACK computes latencies, libjack goes through its list of our ports on a thread of
  /// its own, and a thread that takes a port back cuts the list without a lock: that ended the
  /// program (SIGSEGV in libjack, in one of some thousand reloads). JACK computes latencies after
  /// each cycle in which its graph has changed, and each port that goes changes it. So ports go
  /// within one cycle, and the next ones once JACK has come to rest.
  func unregister(_ ports: [RegisteredPort], isActive: Bool) {
    var restful: Int?
    for port in ports {
      guard let port = unsafe port.handle else { continue }
      if isActive, restful != cycles { restful = waitForRest() }
      _ = unsafe request { unsafe jack_port_unregister($0, port) }
    }
  }

  /// Returns once JACK has not computed latencies for two cycles, and gives the number of the
  /// present one; or after half a second.
  private func waitForRest() -> Int {
    var (rounds, cycle, calm) = (latencyRounds, cycles, 0)
    for _ in 0..<500 where !isLost && (calm < 4 || cycles < cycle + 2) {
      usleep(1_000)
      calm += 1
      if rounds != latencyRounds { (rounds, cycle, calm) = (latencyRounds, cycles, 0) }
    }
    return cycles
  }
}
