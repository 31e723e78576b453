// SPDX-License-Identifier: Apache-2.0
// How tests wait, so that none fails or holds up others because the machine is busy.

import ControlProtocol

/// How long a test waits for what has to come, in seconds; reached only when it fails.
public let patience = 120.0

/// Runs what blocks on a thread of its own, so that the pool stays free for other tests.
public func blocking<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withTaskExecutorPreference(TaskQueue("test")) { try work() }
}
