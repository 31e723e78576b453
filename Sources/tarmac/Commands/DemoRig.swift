// SPDX-License-Identifier: Apache-2.0
// The rig that plays when nobody names one.

import DemoAudio
internal import Glibc
internal import Host
internal import RigErrors
internal import RigFiles

/// The preset that comes with the program, and the sound that it plays.
enum DemoRig {
  /// Where the preset is; writes its sound where that is missing, as in the folder of the source.
  ///
  /// - Throws: that there is none beside this program, or that its sound can't be written.
  static func preset() throws(Failure) -> String {
    guard let presets = folders.first(where: { isThere("\($0)/dj.yaml") }) else {
      throw Failure("No demo rig was installed with this program: name a preset.", .usage)
    }
    if !isThere("\(presets)/demo/deck-a.wav") {
      do throws(RigError) {
        _ = try DemoAudio.write(to: "\(presets)/demo")
      } catch {
        throw Failure(error)
      }
    }
    return "\(presets)/dj.yaml"
  }

  /// Where presets may be: beside an installed program, or in the source that it was built in, as
  /// `.build/x86_64-unknown-linux-gnu/release/tarmac`.
  private static var folders: [String] {
    let names = programPath.split(separator: "/")
    return [(2, "share/tarmac/presets"), (4, "presets")].map { levels, name in
      "/" + (names.dropLast(levels) + [name[...]]).joined(separator: "/")
    }
  }

  private static func isThere(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }
}
