// SPDX-License-Identifier: Apache-2.0
// The real plugins of the tests.

import LV2Hosting
import Quantities
import TestPlugins

extension TestPlugins {
  /// A world with all of them.
  static func world() -> LV2World {
    let world = LV2World(path: path, indexFolder: nil)
    world.load()
    return world
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
