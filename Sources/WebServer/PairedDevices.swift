// SPDX-License-Identifier: Apache-2.0
// The devices that are let in: their names, what they may do, and their tokens.

package import ControlTree
internal import Glibc
package import RigErrors
internal import StrictJSON
internal import Synchronization

/// A device that is let in, as it is kept from run to run.
package struct PairedDevice: Codable, Hashable, Sendable {
  /// Its name.
  package var name: String
  /// What it may do, as `Access` writes it.
  package var access: String
  /// The SHA-256 of its token, in hexadecimal digits: the token itself is nowhere but with the
  /// device.
  package var token_sha256: String
  /// When it was paired, in seconds since 1970.
  package var paired_seconds: Double
  /// When it was there last, to the minute.
  package var lastUse_seconds: Double?

  /// The device as a visitor, for rights and the log.
  var visitor: RequestOrigin? {
    Access(access).map { RequestOrigin("the device '\(name)'", $0) }
  }
}

/// The devices that are let in.
///
/// > Threading: Any.
package final class PairedDevices: Sendable {
  private let state: Mutex<State>
  private let save: @Sendable ([PairedDevice]) -> Void

  private struct State {
    var devices: [PairedDevice]
    /// Those that come in as soon as they are kept.
    var coming: [PairedDevice] = []
    /// Called with the name of a device that is let in no more.
    var revoked: @Sendable (String) -> Void = { _ in }

    /// The devices to keep: one that comes in replaces the one that has its name now.
    var kept: [PairedDevice] {
      devices.filter { device in coming.allSatisfy { $0.name != device.name } } + coming
    }
  }

  /// A device that comes in as soon as it is kept, and the token that it is then given.
  package struct Pairing: Sendable {
    /// Its secret.
    package let token: String
    let device: PairedDevice
  }

  /// How many devices there may be.
  static let most = 64
  private static let tokenBytes = 16

  /// Knows devices of earlier runs; `save` keeps them, and returns at once.
  package init(_ devices: [PairedDevice], save: @escaping @Sendable ([PairedDevice]) -> Void) {
    state = Mutex(State(devices: devices.filter { $0.visitor != nil }))
    self.save = save
  }

  /// All of them, by name.
  package var all: [PairedDevice] {
    state.withLock { $0.devices }.sorted { $0.name < $1.name }
  }

  /// Begins to let a device in, instead of the one that has its name: it is saved now, and let in
  /// by `finish`.
  ///
  /// So each token that is given out has been kept, and its device comes in after a power cut as
  /// well.
  package func begin(_ name: String, _ access: Access) throws(RigError) -> Pairing {
    guard (1...64).contains(name.count), name.utf8.count <= 256,
      name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else {
      throw .data("A device needs a name of up to 64 characters, without control characters.")
    }
    let token = Self.newToken()
    let device = PairedDevice(
      name: name,
      access: access.words,
      token_sha256: Self.hash(token),
      paired_seconds: Self.now
    )
    let hasRoom = change { state in
      let others = state.kept.filter { $0.name != name }
      guard others.count < Self.most else { return false }
      state.coming.removeAll { $0.name == name }
      state.coming.append(device)
      return true
    }
    guard hasRoom else {
      throw .refused("There are \(Self.most) devices already: 'tarmac web revoke' makes room.")
    }
    return Pairing(token: token, device: device)
  }

  /// Lets a device in that is kept by now; returns whether it still is to come in.
  package func finish(_ pairing: Pairing) -> Bool {
    let device = pairing.device
    let (isIn, isSecond, tell) = state.withLock { state in
      guard state.coming.contains(device) else { return (false, false, state.revoked) }
      let isSecond = state.devices.contains { $0.name == device.name }
      state.coming.removeAll { $0 == device }
      state.devices.removeAll { $0.name == device.name }
      state.devices.append(device)
      return (true, isSecond, state.revoked)
    }
    if isSecond { tell(device.name) }
    return isIn
  }

  /// Leaves things as they were before a device was to come in.
  package func cancel(_ pairing: Pairing) {
    change { $0.coming.removeAll { $0 == pairing.device } }
  }

  /// Lets a device in no more, from now on; returns whether it was, or was to come in.
  @discardableResult
  package func revoke(_ name: String) -> Bool {
    let (wasThere, tell) = change { state in
      let wasThere = state.kept.contains { $0.name == name }
      if wasThere {
        state.devices.removeAll { $0.name == name }
        state.coming.removeAll { $0.name == name }
      }
      return (wasThere, state.revoked)
    }
    if wasThere { tell(name) }
    return wasThere
  }

  /// Saves all of them again, where that has failed before.
  package func saveAgain() { change { _ in } }

  /// Sets what is called with the name of a device that is let in no more.
  func onRevoke(_ tell: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.revoked = tell }
  }

  /// The device that has a token.
  ///
  /// Tokens are compared by their hashes, each of them in the same time whether it fits or not.
  func device(with token: String) -> PairedDevice? {
    guard token.utf8.count <= 256 else { return nil }
    let hash = Self.hash(token)
    var found: PairedDevice?
    for device in all where Digest.isSame(hash, device.token_sha256) { found = device }
    if let found { noteUse(of: found) }
    return found
  }

  /// Whether a device is still let in as it was.
  func includes(_ device: PairedDevice) -> Bool {
    state.withLock { $0.devices.contains { $0.token_sha256 == device.token_sha256 } }
  }

  private func noteUse(of device: PairedDevice) {
    let now = Self.now
    guard now - (device.lastUse_seconds ?? 0) > 60 else { return }
    change { state in
      for place in state.devices.indices
      where state.devices[place].token_sha256 == device.token_sha256 {
        state.devices[place].lastUse_seconds = now
      }
    }
  }

  /// Changes the list of devices, and saves it; changes are saved in their order.
  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      let result = body(&state)
      save(state.kept)
      return result
    }
  }

  private static var now: Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec)
  }

  /// 128 bits of the system's random source, in hexadecimal digits.
  private static func newToken() -> String {
    // The system's own source, `getrandom`.
    var source = SystemRandomNumberGenerator()
    return Hexadecimal.text(of: (0..<tokenBytes).map { _ in .random(in: 0...255, using: &source) })
  }

  private static func hash(_ token: String) -> String {
    Digest.hexadecimal(of: Array(token.utf8))
  }
}
