// SPDX-License-Identifier: Apache-2.0
// Where the real plugins for the tests are.

import Glibc
import LV2Hosting
import Quantities

/// The set of plugins that the tests run: `TARMAC_TEST_LV2`, else `LV2_PATH`, else what
/// `scripts/install-test-plugins` installs.
enum InstalledPlugins {
  static let path: String = {
    let home = variable("HOME") ?? ""
    let set = variable("TARMAC_TEST_LV2") ?? variable("LV2_PATH")
    let folders = (set ?? home + "/.cache/tarmac/lv2-test-set").split(separator: ":")
    let system: Substring = "/usr/lib/lv2"
    return (folders.filter { $0 != system } + [system]).joined(separator: ":")
  }()

  /// A world with all of them.
  static func world() -> LV2World {
    let world = LV2World(path: path, indexFolder: nil)
    world.load()
    return world
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}

/// Plugins that tests ask for by name.
enum PluginURI {
  static let amplifier = "http://lv2plug.in/plugins/eg-amp"
  static let sampler = "http://lv2plug.in/plugins/eg-sampler"
  static let cabinet = "http://guitarix.sourceforge.net/plugins/gx_cabinet#CABINET"
  static let reverb = "http://distrho.sf.net/plugins/MVerb"
  static let limiter = "http://plugin.org.uk/swh-plugins/lookaheadLimiter"
  static let compressor = "urn:ardour:a-comp#stereo"
  static let drums = "http://drumgizmo.org/lv2"
  static let filter = "http://drobilla.net/plugins/blop/lp4pole"
  static let frequencyModulator = "http://drobilla.net/plugins/blop/fmod"
  static let artificialLatency = "http://plugin.org.uk/swh-plugins/artificialLatency"
}

extension SampleRate {
  static let usual = SampleRate(hertz: 48_000)
}
