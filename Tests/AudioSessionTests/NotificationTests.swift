// SPDX-License-Identifier: Apache-2.0
// The host's notifications are posted with Apple's names and keys.

import ControlProtocol
import Foundation
import Patience
import Synchronization
import RuleProofs
import Testing

@testable import AudioSession

@Suite("Notifications of the audio session")
struct NotificationTests {
  /// A notification, reduced to what can be compared.
  private struct PostedNotification: Hashable, Sendable {
    var name: Notification.Name
    var values: [String: UInt] = [:]
    var flags: [String: Bool] = [:]
    var previous: AVAudioSessionRouteDescription?

    init(_ name: Notification.Name, _ values: [String: UInt] = [:], _ flags: [String: Bool] = [:]) {
      (self.name, self.values, self.flags) = (name, values, flags)
    }

    init(_ notification: Notification) {
      name = notification.name
      for (key, value) in notification.userInfo ?? [:] {
        guard let key = key as? String else { continue }
        if let flag = value as? Bool { flags[key] = flag }
        if let number = value as? UInt { values[key] = number }
        if let route = value as? AVAudioSessionRouteDescription { previous = route }
      }
    }
  }

  private static let names = [
    AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification,
    AVAudioSession.mediaServicesWereLostNotification,
    AVAudioSession.mediaServicesWereResetNotification,
    AVAudioSession.silenceSecondaryAudioHintNotification,
    AVAudioSession.availableInputsChangeNotification,
    AVAudioSession.outputMuteStateChangeNotification,
  ]

  /// Opens a session, and returns it with the notifications that come.
  private func open(
    _ host: FakeHost
  ) async throws -> (AVAudioSession, AsyncStream<PostedNotification>) {
    let center = NotificationCenter()
    let link = host.link()
    let session = AVAudioSession(link, center: center)
    let (notifications, inlet) = AsyncStream.makeStream(of: PostedNotification.self)
    for name in Self.names {
      _ = center.addObserver(forName: name, object: session, queue: nil) {
        inlet.yield(PostedNotification($0))
      }
    }
    // Unlike a property, this fails when there is no answer: a session that is not open would
    // receive no notifications.
    _ = try await blocking { try link.send(ClientStateRequest()) }
    return (session, notifications)
  }

  @Test(
    "each notification of the host is posted once, in order, with its keys",
    .proves("ANC-NOT-01", "ANC-INT-01")
  )
  func posting() async throws {
    let host = try FakeHost()
    let (session, notifications) = try await open(host)
    host.tell(.didActivate)
    host.tell(.interruptionBegan(reason: .builtInMicMuted))
    host.tell(.interruptionBegan(reason: .default, by: "phone", wasSuspended: true))
    host.tell(.interruptionEnded(shouldResume: true))
    host.tell(.interruptionEnded(shouldResume: false))
    host.tell(
      .routeChanged(
        reason: .oldDeviceUnavailable,
        previousInputs: [.microphone],
        previousOutputs: [.headphones]
      )
    )
    host.tell(.silenceSecondaryAudioHint(type: .begin))
    host.tell(.silenceSecondaryAudioHint(type: .end))
    host.tell(.availableInputsChanged)
    host.tell(.outputMuteStateChanged(isMuted: true))
    host.tell(.ioReconfigured)
    host.tell(.mediaServicesLost)
    host.tell(.mediaServicesReset)
    let interruption = AVAudioSession.interruptionNotification
    let type = AVAudioSessionInterruptionTypeKey
    let reason = AVAudioSessionInterruptionReasonKey
    let wasSuspended = AVAudioSessionInterruptionWasSuspendedKey
    let hint = AVAudioSessionSilenceSecondaryAudioHintTypeKey
    var route = PostedNotification(
      AVAudioSession.routeChangeNotification,
      [AVAudioSessionRouteChangeReasonKey: 2]
    )
    route.previous = AVAudioSessionRouteDescription(inputs: [.microphone], outputs: [.headphones])
    var hardware = PostedNotification(
      AVAudioSession.routeChangeNotification,
      [AVAudioSessionRouteChangeReasonKey: 8]
    )
    hardware.previous = session.currentRoute
    let expected = [
      PostedNotification(interruption, [type: 1, reason: 2], [wasSuspended: false]),
      PostedNotification(interruption, [type: 1, reason: 1], [wasSuspended: true]),
      PostedNotification(interruption, [type: 0, AVAudioSessionInterruptionOptionKey: 1]),
      PostedNotification(interruption, [type: 0, AVAudioSessionInterruptionOptionKey: 0]),
      route,
      PostedNotification(AVAudioSession.silenceSecondaryAudioHintNotification, [hint: 1]),
      PostedNotification(AVAudioSession.silenceSecondaryAudioHintNotification, [hint: 0]),
      PostedNotification(AVAudioSession.availableInputsChangeNotification),
      PostedNotification(
        AVAudioSession.outputMuteStateChangeNotification,
        [:],
        [AVAudioSessionMuteStateKey: true]
      ),
      hardware,
      PostedNotification(AVAudioSession.mediaServicesWereLostNotification),
      PostedNotification(AVAudioSession.mediaServicesWereResetNotification),
    ]
    var posted: [PostedNotification] = []
    for await notification in notifications {
      posted.append(notification)
      if posted.count == expected.count { break }
    }
    #expect(posted == expected)
    withExtendedLifetime(session) {}
  }

  @Test("an observer can ask the session while it is told")
  func askingInside() async throws {
    let host = try FakeHost()
    let center = NotificationCenter()
    let link = host.link()
    let session = AVAudioSession(link, center: center)
    let (answers, inlet) = AsyncStream.makeStream(of: Bool.self)
    _ = center.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: session,
      queue: nil
    ) { _ in
      inlet.yield((try? session.setActive(true)) != nil && session.isActive)
    }
    #expect(try await blocking { try !link.send(ClientStateRequest()).isActive })
    host.tell(.interruptionEnded(shouldResume: true))
    for await isActive in answers {
      #expect(isActive)
      break
    }
  }

  @Test("a program that waits on all threads of its pool is answered and told meanwhile")
  func poolOfWaiters() async {
    // A process of its own, so that only its own pool stands still.
    await #expect(processExitsWith: .success) {
      let host = try FakeHost()
      let center = NotificationCenter()
      let session = AVAudioSession(host.link(), center: center)
      let (told, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let hint = AVAudioSession.silenceSecondaryAudioHintNotification
      _ = center.addObserver(forName: hint, object: session, queue: nil) { _ in told.signal() }
      // More blocks than the pool has threads: whatever is to run there comes after them.
      let count = 4 * ProcessInfo.processInfo.activeProcessorCount
      for _ in 0..<count { Task.detached { _ = gate.wait(timeout: .now() + 2 * patience) } }
      try await blocking {
        defer { for _ in 0..<count { gate.signal() } }
        try session.setActive(true)
        host.tell(.silenceSecondaryAudioHint(type: .begin))
        #expect(told.wait(timeout: .now() + patience) == .success)
      }
    }
  }

  @Test("a host that goes and comes back is media services lost and reset, once each")
  func lostAndReset() async throws {
    let host = try FakeHost()
    let (session, notifications) = try await open(host)
    var iterator = notifications.makeAsyncIterator()
    for _ in 0..<3 {
      host.stop()
      #expect(
        await iterator.next()
          == PostedNotification(AVAudioSession.mediaServicesWereLostNotification)
      )
      try host.start()
      #expect(
        await iterator.next()
          == PostedNotification(AVAudioSession.mediaServicesWereResetNotification)
      )
    }
    try await blocking { try session.setActive(true) }
    #expect(host.requests.count { $0 == "- game" } == 4)
  }
}
