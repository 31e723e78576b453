// SPDX-License-Identifier: Apache-2.0
// What the server plays to: a sound card, the network, or nobody.

import AudioBackend
import JACKDriver

/// What a server plays to, as far as that can be known.
struct ServerOutlet {
  /// What a server of ours was started on.
  private let ownDevice: String?
  /// The driver of the server, which tells what it plays to.
  private(set) var driver: SoundDriver?
  /// The ports whose sound nobody hears.
  private(set) var unheard: Set<String> = []

  init(ownDevice: String? = nil) { self.ownDevice = ownDevice }

  /// Looks at all ports of the server.
  mutating func look(at ports: [PresentPort]) {
    driver = ownDevice.map(SoundDriver.init(ofOwn:)) ?? SoundDriver(of: ports)
    let isDummy = driver?.isDummy == true
    unheard = Set(isDummy ? ports.filter { SoundDriver($0)?.isDummy == true }.map(\.name) : [])
  }
}
