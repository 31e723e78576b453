// SPDX-License-Identifier: Apache-2.0
// Something that can be asked for again and again, and is done one at a time.

/// Does the same thing for each time that it is asked for, one at a time; what is asked for again
/// before it has begun is done once.
final class Errand: Sendable {
  private let inlet: AsyncStream<Void>.Continuation
  private let task: Task<Void, Never>

  init(_ body: @escaping @Sendable () async -> Void) {
    let (wishes, inlet) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    self.inlet = inlet
    task = Task { for await _ in wishes { await body() } }
  }

  /// Asks for it.
  func ask() { inlet.yield() }

  /// Does it no more.
  func close() {
    inlet.finish()
    task.cancel()
  }
}
