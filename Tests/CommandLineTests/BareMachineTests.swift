// SPDX-License-Identifier: Apache-2.0
// A machine on which no package with plugins is installed.

import Foundation
import Testing

@Suite("A machine without plugins of others")
struct BareMachineTests {
  @Test("has all that the shipped presets need")
  func presets() async throws {
    try await Tool.withTemporaryFolder { folder in
      let presets = folder.appending(path: "presets")
      try FileManager.default.copyItem(at: Tool.root.appending(path: "presets"), to: presets)
      try? FileManager.default.removeItem(at: presets.appending(path: "demo"))
      let demo = try await Tool.tarmac(["demo", presets.appending(path: "demo").path])
      #expect(demo.status == 0)
      let files = try FileManager.default.subpathsOfDirectory(atPath: presets.path).filter {
        $0.hasSuffix(".yaml") && !$0.hasPrefix("graphs/") && !$0.hasPrefix("maps/")
      }
      #expect(files.count > 10)
      let outcome = try await Tool.tarmac(
        ["preset", "check"] + files.map { presets.appending(path: $0).path },
        environment: ["LV2_PATH": Tool.root.appending(path: ".build/plugins/lv2").path]
      )
      #expect(outcome.status == 0, "\(outcome.errors)")
      let rendered = try await Tool.tarmac(
        [
          "render", presets.appending(path: "dj.yaml").path, "--seconds", "1",
          "--out", folder.appending(path: "sound").path,
        ],
        environment: ["LV2_PATH": Tool.root.appending(path: ".build/plugins/lv2").path]
      )
      #expect(rendered.status == 0, "\(rendered.errors)")
    }
  }
}
