// SPDX-License-Identifier: Apache-2.0
// The user's options for a run.

package import JACKVocabulary
import LV2Hosting
import PluginChecking
package import RigModel

/// How to run a preset.
package struct RunOptions: Hashable, Sendable {
  /// The preset's file, or what a new rig of a session manager begins with; `nil` where nobody has
  /// named one.
  package var preset: String?
  /// The name of the rig: of its JACK client and of its socket.
  package var name: String
  /// Where the JACK server comes from.
  package var server: ServerMode
  /// What the server is to play to, whatever the preset says; `nil` to follow the preset.
  package var card: CardWish?
  /// What a start does about missing parts, whatever the preset says; `nil` to follow the preset.
  package var start: StartMode?
  /// How many threads render sessions, JACK's own among them; `nil` for one on each processor.
  package var threads: Int?
  /// Whether plugins are run although they crashed when they were checked.
  package var runsDangerous: Bool
  /// Whether ports have pretty names for patchbays with jackd too; with PipeWire they always do.
  package var writesPortNames: Bool
  /// The doors that are opened although the preset does not want them.
  package var surfaces = Surfaces()
  /// The folder where a session manager keeps the rig.
  var project: ProjectFolder?

  /// Describes a run.
  package init(
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
