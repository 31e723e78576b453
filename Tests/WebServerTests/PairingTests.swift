// SPDX-License-Identifier: Apache-2.0
// Devices: how they prove which device they are, and what is kept of them.

import ControlTree
import RigErrors
import Synchronization
import Testing

@testable import WebServer

@Suite("A paired device")
struct PairingTests {
  private final class Kept: Sendable {
    let devices = Mutex<[PairedDevice]>([])
  }

  private func devices(_ kept: Kept = Kept()) -> PairedDevices {
    PairedDevices(kept.devices.withLock { $0 }) { devices in
      kept.devices.withLock { $0 = devices }
    }
  }

  @Test("is known by its token, which has 128 bits and is another one each time")
  func token() throws {
    let devices = devices()
    let tokens = try (0..<50).map { try devices.pair("device \($0)", .viewer) }
    #expect(Set(tokens).count == 50)
    #expect(tokens.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
    #expect(devices.device(with: tokens[7])?.name == "device 7")
    for wrong in [
      "", "x", String(tokens[7].dropLast()), tokens[7] + "0", tokens[7].uppercased() + "A",
    ] {
      #expect(devices.device(with: wrong) == nil)
    }
  }

  @Test("comes in once it is kept, instead of the one of its name, or not at all")
  func keeping() throws {
    let kept = Kept()
    let devices = devices(kept)
    let old = try devices.pair("phone", .viewer)
    let pairing = try devices.begin("phone", .operator)
    #expect(kept.devices.withLock { $0.map(\.access) } == ["operator"])
    #expect(devices.device(with: old) != nil && devices.device(with: pairing.token) == nil)
    devices.cancel(pairing)
    #expect(!devices.finish(pairing) && devices.device(with: old)?.access == "viewer")
    #expect(kept.devices.withLock { $0.map(\.access) } == ["viewer"])
    let second = try devices.begin("phone", .operator)
    #expect(devices.revoke("phone") && !devices.finish(second))
    #expect(devices.all.isEmpty && kept.devices.withLock { $0.isEmpty })
  }

  @Test("outlives the program, and its token is not kept")
  func kept() throws {
    let kept = Kept()
    let token = try devices(kept).pair("phone", .mixer(of: "phones"))
    let written = kept.devices.withLock { $0 }
    #expect(written.count == 1 && !"\(written)".contains(token))
    let again = devices(kept)
    #expect(
      again.device(with: token)?.visitor
        == RequestOrigin("the device 'phone'", .mixer(of: "phones"))
    )
    #expect(kept.devices.withLock { $0 }.first?.lastUse_seconds != nil)
  }

  @Test("whose access nobody understands is not let in")
  func damaged() throws {
    let kept = Kept()
    let token = try devices(kept).pair("phone", .operator)
    kept.devices.withLock { $0[0].access = "root" }
    #expect(devices(kept).device(with: token) == nil)
  }

  @Test("that is revoked, or paired again, is known no more by its old token, and that is told")
  func revoked() throws {
    let devices = devices()
    let told = Mutex<[String]>([])
    devices.onRevoke { name in told.withLock { $0.append(name) } }
    let first = try devices.pair("phone", .operator)
    let second = try devices.pair("phone", .viewer)
    #expect(devices.device(with: first) == nil)
    #expect(devices.device(with: second)?.access == "viewer")
    #expect(devices.all.count == 1)
    #expect(devices.revoke("phone"))
    #expect(!devices.revoke("phone"))
    #expect(devices.device(with: second) == nil)
    #expect(told.withLock { $0 } == ["phone", "phone"])
  }

  @Test("needs a name that can be shown, and there is an end of them")
  func names() throws {
    let devices = devices()
    for name in ["", String(repeating: "x", count: 65), "a\nb", "\u{1B}[1m"] {
      #expect(throws: RigError.self) { try devices.pair(name, .viewer) }
    }
    for number in 0..<64 { _ = try devices.pair("\(number)", .viewer) }
    let error = #expect(throws: RigError.self) { try devices.pair("one more", .viewer) }
    #expect(error?.message == "There are 64 devices already: 'tarmac web revoke' makes room.")
    _ = try devices.pair("63", .viewer)
  }
}

extension PairedDevices {
  /// Pairs a device, which is kept at once.
  func pair(_ name: String, _ access: Access) throws -> String {
    let pairing = try begin(name, access)
    #expect(finish(pairing))
    return pairing.token
  }
}
