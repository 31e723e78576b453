// SPDX-License-Identifier: Apache-2.0
// Whether the program may record: the user decides.

import ControlProtocol

extension AVAudioSession {
  /// What the user has decided.
  public enum RecordPermission: UInt, Hashable, Sendable, CaseIterable {
    /// Nothing yet; the program hears exact zeros.
    case undetermined = 0x756E_6474
    /// No; the program hears exact zeros.
    case denied = 0x6465_6E79
    /// Yes.
    case granted = 0x6772_6E74

    /// What the wire calls so; without a host nothing is decided.
    init(word: String?) {
      self =
        switch word {
        case "granted": .granted
        case "denied": .denied
        default: .undetermined
        }
    }
  }

  /// Whether the program may record.
  public var recordPermission: RecordPermission {
    RecordPermission(word: state?.recordPermission)
  }

  /// Asks the user whether the program may record; `response` is called when he has decided, on any
  /// thread.
  ///
  /// Without a host, or when the host ends before he has decided, the answer is `false`.
  public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    // Also to a program that waits for it on all threads of its pool.
    Task(executorPreference: TaskQueue("AudioSession permission")) {
      response(await self.requestRecordPermission())
    }
  }

  func requestRecordPermission() async -> Bool {
    (try? await link.reply(to: ClientRecordPermissionRequest()).granted) ?? false
  }
}
