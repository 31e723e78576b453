// SPDX-License-Identifier: Apache-2.0
// The program as a whole: its permission to record, and its input mute.

public import Foundation
import ControlProtocol
import Synchronization

/// The program, where today's API asks for the permission to record and mutes the input.
public final class AVAudioApplication: Sendable {
  /// The program.
  public static var shared: AVAudioApplication { AVAudioSession.sharedInstance().application }

  private let link: SessionLink
  private let mute = Mutex(MuteHandler())

  /// A bare function in a `Mutex` is wrapped once more with each access, and never unwrapped.
  private struct MuteHandler {
    var handle: (@Sendable (Bool) -> Bool)?
  }

  init(_ link: SessionLink) {
    self.link = link
  }

  // MARK: Permission

  /// What the user has decided.
  public typealias recordPermission = AVAudioSession.RecordPermission

  /// Whether the program may record.
  public var recordPermission: AVAudioSession.RecordPermission {
    AVAudioSession.RecordPermission(word: link.hostState?.recordPermission)
  }

  /// Asks the user whether the program may record, and waits for the answer.
  public static func requestRecordPermission() async -> Bool {
    await AVAudioSession.sharedInstance().requestRecordPermission()
  }

  /// Asks the user whether the program may record.
  public static func requestRecordPermission(
    completionHandler response: @escaping @Sendable (Bool) -> Void
  ) {
    AVAudioSession.sharedInstance().requestRecordPermission(response)
  }

  // MARK: Input mute

  /// The program's input was muted, or is not any more; posted while its session is active and has
  /// an input.
  public static let inputMuteStateChangeNotification = Notification.Name(
    "AVAudioApplicationInputMuteStateChangeNotification"
  )

  /// Whether the input is muted, in the user info of that notification.
  public static let muteStateKey = "AVAudioApplicationMuteStateKey"

  /// Whether the program has muted its input.
  public var isInputMuted: Bool { link.hostState?.isInputMuted ?? false }

  /// Gives the program exact zeros for its input, or ends that; the operator sees it.
  public func setInputMuted(_ muted: Bool) throws {
    try link.send(ClientSetInputMutedRequest(isMuted: muted))
  }

  /// Sets the handler that is called whenever the input is muted or unmuted; `nil` for none.
  ///
  /// The host has silenced the input by then, so the handler's result is ignored; on a Mac the
  /// handler itself silences the input.
  public func setInputMuteStateChangeHandler(_ handler: (@Sendable (Bool) -> Bool)?) throws {
    mute.withLock { $0.handle = handler }
  }

  /// Calls the handler, and posts the notification.
  func post(isInputMuted: Bool, to center: NotificationCenter) {
    _ = mute.withLock { $0.handle }?(isInputMuted)
    center.post(
      name: Self.inputMuteStateChangeNotification,
      object: self,
      userInfo: [Self.muteStateKey: isInputMuted]
    )
  }

  // MARK: Microphone injection

  /// Whether the program may speak into the calls of others.
  public enum MicrophoneInjectionPermission: Int, Hashable, Sendable, CaseIterable {
    case serviceDisabled = 0x7372_6473
    case undetermined = 0x756E_6474
    case denied = 0x6465_6E79
    case granted = 0x6772_6E74
  }

  /// Whether the program may speak into the calls of others: a rig lets nobody.
  public var microphoneInjectionPermission: MicrophoneInjectionPermission { .serviceDisabled }

  /// Answers that no program may speak into the calls of others; nobody is asked.
  public static func requestMicrophoneInjectionPermission() async -> MicrophoneInjectionPermission {
    shared.microphoneInjectionPermission
  }

  /// Answers that no program may speak into the calls of others; nobody is asked.
  public static func requestMicrophoneInjectionPermission(
    completionHandler response: @escaping @Sendable (MicrophoneInjectionPermission) -> Void
  ) {
    response(shared.microphoneInjectionPermission)
  }
}
