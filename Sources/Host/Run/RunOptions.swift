// SPDX-License-Identifier: Apache-2.0
// What a user may say about a run.

/// How to run a preset.
public struct RunOptions: Hashable, Sendable {
  /// The preset's file.
  public var preset: String
  /// The name of the rig: of its JACK client and of its socket.
  public var name: String
  /// Where the JACK server comes from.
  public var server: ServerChoice
  /// How many threads render sessions, JACK's own among them; `nil` for one on each processor.
  public var threads: Int?

  /// Describes a run.
  public init(preset: String, name: String, server: ServerChoice, threads: Int? = nil) {
    self.preset = preset
    self.name = name
    self.server = server
    self.threads = threads
  }
}

/// Where the JACK server comes from.
public enum ServerChoice: String, Hashable, Sendable, CaseIterable {
  /// Attach to a running one, else start one.
  case auto
  /// Attach to a running one.
  case attach
  /// Start one.
  case start
}
