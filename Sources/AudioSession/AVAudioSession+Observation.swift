// SPDX-License-Identifier: Apache-2.0
// What Apple's class lets be observed by key: here by notification, or as a sequence.

import Foundation

extension AVAudioSession {
  /// The user's volume, now and whenever it changes; beyond Apple's class, whose property is
  /// observed by its key.
  public var outputVolumes: AsyncStream<Float> {
    values(of: Self.outputVolumeChangeNotification, now: outputVolume) {
      $0.userInfo?[AVAudioSessionOutputVolumeKey] as? Float
    }
  }

  /// How verbose prompts may be, now and whenever that changes; beyond Apple's class.
  public var promptStyles: AsyncStream<PromptStyle> {
    values(of: Self.promptStyleChangeNotification, now: promptStyle) {
      ($0.userInfo?[AVAudioSessionPromptStyleKey] as? UInt).flatMap(PromptStyle.init(rawValue:))
    }
  }

  /// A value now, and what each notification of a name says of it, until nobody listens any more.
  private func values<Value: Sendable>(
    of name: Notification.Name,
    now: @autoclosure () -> Value,
    _ value: @escaping @Sendable (Notification) -> Value?
  ) -> AsyncStream<Value> {
    let (values, inlet) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: .bufferingNewest(64)
    )
    // Listens first, so that nothing is lost between the value and its first change.
    let observer = Observer(
      center.addObserver(forName: name, object: self, queue: nil) { notification in
        if let value = value(notification) { inlet.yield(value) }
      }
    )
    inlet.onTermination = { [center] _ in center.removeObserver(observer.token) }
    inlet.yield(now())
    return values
  }
}

/// What a notification center knows an observation by.
private struct Observer: @unchecked Sendable {
  // The center locks; nobody else looks into it.
  let token: any NSObjectProtocol

  init(_ token: any NSObjectProtocol) {
    self.token = token
  }
}
