// SPDX-License-Identifier: Apache-2.0
// The session of a program, with the names of Apple's class; it sends requests to the host, which
// decides.

import Foundation
import ControlClient
import ControlProtocol

/// The audio session of a program on a Tarmac rig.
///
/// It is one of the sessions of the preset that runs, or a guest: `TARMAC_SESSION` names it, or
/// else the program's own name does. The host is found as `tarmac` finds it: `TARMAC_SOCKET`, or
/// the rig with the name `tarmac`.
///
/// Every call asks the host and waits for its answer; nothing is remembered here. Without a host,
/// methods throw ``ErrorCode/mediaServicesFailed`` and properties show the session of a program
/// that has just been started.
///
/// > Threading: Any.
public final class AVAudioSession: Sendable {
  let link: SessionLink
  /// Where its notifications are posted.
  let center: NotificationCenter
  /// The program, in the form of Apple's other class.
  let application: AVAudioApplication

  private static let shared = AVAudioSession(
    SessionLink(
      session: ProcessInfo.processInfo.environment["TARMAC_SESSION"].flatMap {
        $0.isEmpty ? nil : $0
      },
      program: ProcessInfo.processInfo.processName
    ),
    center: .default
  )

  /// The session of this program; there is one (DEF-02).
  public static func sharedInstance() -> AVAudioSession { shared }

  init(_ link: SessionLink, center: NotificationCenter) {
    self.link = link
    self.center = center
    application = AVAudioApplication(link)
    link.onNotification { [weak self] notification in
      guard let self else { return }
      notification.post(of: self, to: center)
    }
  }

  /// What the host says about the session; `nil` without a host.
  var state: ClientState? { link.hostState }

  // MARK: Activation

  /// Options of activation and deactivation.
  public struct SetActiveOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Gives the interrupted sessions the hint to resume; only for deactivation.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  /// Makes the session active or inactive, and waits until the host has decided.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    try link.send(
      Self.request(active, notifyingOthers: options.contains(.notifyOthersOnDeactivation))
    )
  }

  static func request(
    _ active: Bool,
    notifyingOthers: Bool
  ) -> ClientSetActiveRequest {
    ClientSetActiveRequest(isActive: active, notifyOthers: !active && notifyingOthers)
  }

  // MARK: Others

  /// Whether anybody else can be heard.
  public var isOtherAudioPlaying: Bool { state?.isOtherAudioPlaying ?? false }

  /// Whether the program should silence its secondary sound, because another session's main sound
  /// can be heard.
  public var secondaryAudioShouldBeSilencedHint: Bool {
    state?.secondaryAudioShouldBeSilencedHint ?? false
  }

  // MARK: Beyond Apple's class

  /// Whether the session is active.
  public var isActive: Bool { state?.isActive ?? false }

  /// Tells the host that the program's sound starts or stops.
  ///
  /// A phone sees that by itself; on a rig, sound comes through JACK from anywhere. Starting makes
  /// the session active first, and throws when it cannot be.
  public func setPlaying(_ playing: Bool) throws {
    try link.send(ClientSetPlayingRequest(isPlaying: playing))
  }

  /// Sets how many channels the program plays, and how many of the rig's inputs it hears; to be
  /// called before anything else.
  ///
  /// A guest has a JACK input for each channel that it plays, and an output for each that it hears;
  /// by default two and none. A session of the preset has the ports that the preset gives it.
  public func setProgramChannels(playback: Int, capture: Int) throws {
    try link.ask(for: ProgramChannels(playback: playback, capture: capture))
  }
}
