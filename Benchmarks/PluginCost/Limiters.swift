// SPDX-License-Identifier: Apache-2.0
// Our limiter and those of other makers on the same programmes.

import Glibc
import PluginMeasurement

/// Prints a line for each limiter that is installed: its name, by how many dB its worst true peak
/// exceeds the ceiling, distortion and noise in dB at 1 kHz and at 100 Hz with 6 dB of reduction,
/// latency in frames, and nanoseconds for each frame; separated by bars.
///
/// - Parameter folder: where the bundles of other plugins are.
func printLimiters(_ folder: String) {
  let calf: [String: Float] = ["attack": 5, "release": 100, "auto_level": 0]
  let lsp: [String: Float] = ["boost": 0, "alr": 0]
  func other(
    _ name: String,
    _ uri: String,
    _ bundle: String,
    _ controls: [String: Float],
    _ ceiling: String,
    _ gain: String,
    isLinear: Bool = false
  ) -> LimiterUnderTest {
    LimiterUnderTest(
      name,
      uri: uri,
      bundle: "\(folder)/\(bundle).lv2",
      controls: controls,
      ceiling: ceiling,
      gain: gain,
      isLinear: isLinear
    )
  }
  let dpl = "http://gareus.org/oss/lv2/dpl#stereo"
  let calfURI = "http://calf.sourceforge.net/plugins/Limiter"
  let lspURI = "http://lsp-plug.in/plugins/lv2/limiter_stereo"
  let limiters = [
    LimiterUnderTest.own,
    other("x42 dpl, true peak", dpl, "dpl", ["truepeak": 1, "release": 0.1], "threshold", "gain"),
    other("x42 dpl", dpl, "dpl", ["release": 0.1], "threshold", "gain"),
    other(
      "Calf, 4x",
      calfURI,
      "calf",
      calf.merging(["oversampling": 4]) { $1 },
      "limit",
      "level_in",
      isLinear: true
    ),
    other("Calf", calfURI, "calf", calf, "limit", "level_in", isLinear: true),
    other(
      "LSP, 8x",
      lspURI,
      "lsp-plugins",
      lsp.merging(["ovs": 20]) { $1 },
      "th",
      "g_in",
      isLinear: true
    ),
    other("LSP", lspURI, "lsp-plugins", lsp, "th", "g_in", isLinear: true),
  ]
  for limiter in limiters {
    do {
      let figures = try limiter.figures(programmes: 1_000)
      let cells = [
        figures.overshoot, figures.distortion, figures.lowDistortion, Double(figures.latency),
        figures.nanoseconds,
      ]
      print(([limiter.name] + cells.map { "\(($0 * 100).rounded() / 100)" }).joined(separator: "|"))
    } catch {
      print("\(limiter.name)|\(error)")
    }
  }
}
