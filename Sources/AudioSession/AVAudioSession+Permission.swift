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

    /// The permission with this word on the wire; without a host it is undetermined.
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

  /// Asks the user whether the program may record; `response` is called with the answer, on any
  /// thread.
  ///
  /// Without a host, or when the host ends before the answer, it is `false`.
  public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    // The answer comes even if the program waits for it on all threads of its pool.
    Task(executorPreference: TaskQueue("AudioSession permission")) {
      response(await self.requestRecordPermission())
    }
  }

  func requestRecordPermission() async -> Bool {
    (try? await link.reply(to: ClientRecordPermissionRequest()).granted) ?? false
  }
}
