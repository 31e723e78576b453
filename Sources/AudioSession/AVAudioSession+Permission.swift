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
  }

  /// Whether the program may record.
  public var recordPermission: RecordPermission {
    switch state?.recordPermission {
    case "granted": .granted
    case "denied": .denied
    default: .undetermined
    }
  }

  /// Asks the user whether the program may record; `response` is called when he has decided, on any thread.
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

/// The program, where today's API asks for the permission to record.
public final class AVAudioApplication: Sendable {
  /// The program.
  public static let shared = AVAudioApplication()

  private init() {}

  /// What the user has decided.
  public typealias recordPermission = AVAudioSession.RecordPermission

  /// Whether the program may record.
  public var recordPermission: AVAudioSession.RecordPermission {
    AVAudioSession.sharedInstance().recordPermission
  }

  /// Asks the user whether the program may record, and waits until he has decided.
  public static func requestRecordPermission() async -> Bool {
    await AVAudioSession.sharedInstance().requestRecordPermission()
  }

  /// Asks the user whether the program may record.
  public static func requestRecordPermission(
    completionHandler response: @escaping @Sendable (Bool) -> Void
  ) {
    AVAudioSession.sharedInstance().requestRecordPermission(response)
  }
}
