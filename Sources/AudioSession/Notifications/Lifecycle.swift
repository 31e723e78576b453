// SPDX-License-Identifier: Apache-2.0
// Becoming active and inactive as facts of their own, and the hint to resume: what took the place
// of interruptions.

public import Foundation

extension AVAudioSession {
  /// The session is active.
  public static let didBecomeActiveNotification = Notification.Name(
    "AVAudioSessionDidBecomeActiveNotification"
  )
  /// The session is not active any more: by whom and why is in what it carries.
  public static let didBecomeInactiveNotification = Notification.Name(
    "AVAudioSessionDidBecomeInactiveNotification"
  )
  /// What interrupted the session is over: whether to go on is in what it carries.
  public static let resumptionRecommendationNotification = Notification.Name(
    "AVAudioSessionResumptionRecommendationNotification"
  )
  /// The ``DeactivationContext`` of a session that became inactive.
  public static let deactivationContextKey = "AVAudioSessionDeactivationContextKey"
  /// The ``ResumptionContext`` of a recommendation.
  public static let resumptionContextKey = "AVAudioSessionResumptionContextKey"

  /// Who made a session inactive.
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

  /// By whom and why a session became inactive.
  public final class DeactivationContext: Sendable {
    /// Who made it so.
    public let source: DeactivationSource
    /// Why, if it was interrupted.
    public let interruptionContext: InterruptionContext?

    init(_ source: DeactivationSource, _ interruption: InterruptionContext? = nil) {
      self.source = source
      interruptionContext = interruption
    }
  }

  /// What is said at the end of an interruption.
  public final class ResumptionContext: Sendable {
    /// Whether the program should go on; a hint.
    public let recommendation: ResumptionRecommendation

    init(_ recommendation: ResumptionRecommendation) {
      self.recommendation = recommendation
    }
  }
}
