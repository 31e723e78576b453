// SPDX-License-Identifier: Apache-2.0
// The user's options for a run.

public import JACKVocabulary
import LV2Hosting
import PluginChecking
public import RigModel

/// How to run a preset.
public struct RunOptions: Hashable, Sendable {
  /// The preset's file, or what a new rig of a session manager begins with; `nil` where nobody has
  /// named one.
  public var preset: String?
  /// The name of the rig: of its JACK client and of its socket.
  public var name: String
  /// Where the JACK server comes from.
  public var server: ServerMode
  /// What the server is to play to, whatever the preset says; `nil` to follow the preset.
  public var card: CardWish?
  /// What a start does about missing parts, whatever the preset says; `nil` to follow the preset.
  public var start: StartMode?
  /// How many threads render sessions, JACK's own among them; `nil` for one on each processor.
  public var threads: Int?
  /// Whether plugins are run although they crashed when they were checked.
  public var runsDangerous: Bool
  /// Whether ports have pretty names for patchbays with jackd too; with PipeWire they always do.
  public var writesPortNames: Bool
  /// The doors that are opened although the preset does not want them.
  public var surfaces = Surfaces()
  /// The folder where a session manager keeps the rig.
  var project: ProjectFolder?

  /// Describes a run.
  public init(
    preset: String?,
    name: String,
    server: ServerMode,
    threads: Int? = nil,
    runsDangerous: Bool = false,
    writesPortNames: Bool = false
  ) {
    self.preset = preset
    self.name = name
    self.server = server
    self.threads = threads
    self.runsDangerous = runsDangerous
    self.writesPortNames = writesPortNames
  }

  /// The plugins that this run refuses.
  var dangerous: [PluginCopy: String] { runsDangerous ? [:] : CheckStore.dangerous }
}
