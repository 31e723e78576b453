// SPDX-License-Identifier: Apache-2.0
// Which server the files of dead and living servers belong to, where one's name begins like
// another's.

@testable import AudioBackend
import Glibc
import Testing

@testable import JACKDriver

@Suite("What a dead server has left")
struct LeftoverTests {
  private static let user = getuid()
  private static let names = [
    "jack_booth_\(user)_0", "jack_booth_2_\(user)_0", "jack_booth_\(user)_\(user)_0",
    "jack_sem.\(user)_booth_rig", "jack_sem.\(user)_booth_2_rig",
    "jack_sem.\(user)_booth_\(user)_rig", "jack-shm-registry", "jack_db-\(user)",
  ]

  @Test("is its own, not that of a server whose name begins like its")
  func ownNames() {
    func names(_ server: String) -> [String] {
      ServerLeftovers(server: server).names(in: Self.names)
    }
    #expect(names("booth") == ["jack_booth_\(Self.user)_0", "jack_sem.\(Self.user)_booth_rig"])
    #expect(
      names("booth_2") == ["jack_booth_2_\(Self.user)_0", "jack_sem.\(Self.user)_booth_2_rig"]
    )
    #expect(names("boot") == [])
  }

  @Test("is that of a client whose name has a bar, where there is no such server")
  func clients() {
    let semaphore = "jack_sem.\(Self.user)_booth_2_rig"
    #expect(ServerLeftovers(server: "booth").names(in: [semaphore]) == [semaphore])
  }
}
