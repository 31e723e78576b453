// SPDX-License-Identifier: Apache-2.0
// Properties that Apple's class lets observe by key: here by notification, or as a sequence.

import Foundation

extension AVAudioSession {
  /// The user's volume, now and whenever it changes; not in Apple's class, whose property is
  /// observed by its key.
  public var outputVolumes: AsyncStream<Float> {
    values(of: Self.outputVolumeChangeNotification, now: outputVolume) {
      $0.userInfo?[AVAudioSessionOutputVolumeKey] as? Float
    }
  }

  /// The prompt style, now and whenever it changes; not in Apple's class.
  public var promptStyles: AsyncStream<PromptStyle> {
    values(of: Self.promptStyleChangeNotification, now: promptStyle) {
      ($0.userInfo?[AVAudioSessionPromptStyleKey] as? UInt).flatMap(PromptStyle.init(rawValue:))
    }
  }

  /// The present value, and a new one with each notification of a name, until nobody listens any
  /// more.
  private func values<Value: Sendable>(
    of name: Notification.Name,
    now: @autoclosure () -> Value,
    _ value: @escaping @Sendable (Notification) -> Value?
  ) -> AsyncStream<Value> {
    let (values, inlet) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: .bufferingNewest(64)
    )
    // The observer is added first, so that no change is lost after the value is read.
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

/// The token of an observation in a notification center.
private struct Observer: @unchecked Sendable {
  // The center locks; nothing else uses the token.
  let token: any NSObjectProtocol

  init(_ token: any NSObjectProtocol) {
    self.token = token
  }
}
