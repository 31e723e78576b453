// SPDX-License-Identifier: Apache-2.0
// The notifications of activation and deactivation, and the hint to resume, which replaced those of
// interruptions.

public import Foundation

extension AVAudioSession {
  /// The session is active.
  public static let didBecomeActiveNotification = Notification.Name(
    "AVAudioSessionDidBecomeActiveNotification"
  )
  /// The session is not active any more; its context holds the source and the reason.
  public static let didBecomeInactiveNotification = Notification.Name(
    "AVAudioSessionDidBecomeInactiveNotification"
  )
  /// What interrupted the session is over; its context says whether to go on.
  public static let resumptionRecommendationNotification = Notification.Name(
    "AVAudioSessionResumptionRecommendationNotification"
  )
  /// The ``DeactivationContext`` of a session that became inactive.
  public static let deactivationContextKey = "AVAudioSessionDeactivationContextKey"
  /// The ``ResumptionContext`` of a recommendation.
  public static let resumptionContextKey = "AVAudioSessionResumptionContextKey"

  /// What made a session inactive.
  public enum DeactivationSource: Int, Hashable, Sendable, CaseIterable {
    /// The program itself.
    case app = 1
    /// The host: an interruption, or the operator.
    case system = 2
  }

  /// Whether the program should go on.
  public enum ResumptionRecommendation: Int, Hashable, Sendable, CaseIterable {
    case shouldNotResume = 0
    case shouldResume = 1
  }

  /// Why a session was interrupted.
  public final class InterruptionContext: Sendable {
    /// The reason.
    public let reason: InterruptionReason

    init(_ reason: InterruptionReason) {
      self.reason = reason
    }
  }

  /// The source and the reason of a deactivation.
  public final class DeactivationContext: Sendable {
    /// What made the session inactive.
    public let source: DeactivationSource
    /// Why, if the session was interrupted.
    public let interruptionContext: InterruptionContext?

    init(_ source: DeactivationSource, _ interruption: InterruptionContext? = nil) {
      self.source = source
      interruptionContext = interruption
    }
  }

  /// What a program gets at the end of an interruption.
  public final class ResumptionContext: Sendable {
    /// Whether the program should go on; a hint.
    public let recommendation: ResumptionRecommendation

    init(_ recommendation: ResumptionRecommendation) {
      self.recommendation = recommendation
    }
  }
}
