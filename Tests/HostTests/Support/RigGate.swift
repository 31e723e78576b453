// SPDX-License-Identifier: Apache-2.0
// How many rigs of tests run at a time.

import Patience

/// Lets two tests at a time run a rig: more rigs than processors would only be slower.
enum RigGate {
  private static let gate = Gate(places: 2)
  @TaskLocal private static var isPassed = false

  /// Runs `body`, which may block while it waits for a rig.
  static func pass(_ body: () async throws -> Void) async throws {
    // A test with two rigs has its place already.
    guard !isPassed else { return try await body() }
    try await gate.pass {
      try await $isPassed.withValue(true) { try await body() }
    }
  }
}
