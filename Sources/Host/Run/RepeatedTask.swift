// SPDX-License-Identifier: Apache-2.0
// A task that can be requested again and again, and runs one at a time.

/// Runs the same task for each request, one at a time; requests that come before it has begun share
/// one run.
final class RepeatedTask: Sendable {
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

  /// Requests a run.
  func ask() { inlet.yield() }

  /// Runs the task no more.
  func close() {
    inlet.finish()
    task.cancel()
  }
}
