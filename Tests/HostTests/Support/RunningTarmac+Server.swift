// SPDX-License-Identifier: Apache-2.0
// What happens to the JACK server of a rig.

import ControlProtocol
import JACKTestBench

extension RunningTarmac {
  /// Kills the server, and starts it again once the rig has noticed.
  func replace(_ server: PrivateServer, by settings: PrivateServer.Settings) throws {
    server.kill()
    try wait("the loss to be noticed") { try !ask(StatusRequest()).server.isConnected }
    try server.restart(settings)
    try wait("the return") { try ask(StatusRequest()).server.isConnected }
  }
}
