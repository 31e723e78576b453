// SPDX-License-Identifier: Apache-2.0
// What make prints where it can't do what it is asked, and which files it installs.

internal import Foundation
import Testing

@Suite("Makefile")
struct MakefileTests {
  private static let make = "/usr/bin/make"

  @Test("without a toolchain make says so in one sentence", arguments: ["build", "test", "lint"])
  func noToolchain(_ target: String) async throws {
    let outcome = try await Tool.run(
      MakefileTests.make,
      ["--no-print-directory", "--always-make", "--old-file=deps", "--old-file=test-deps", target],
      environment: ["PATH": "/nonexistent"],
      folder: Tool.root
    )
    #expect(outcome.status != 0)
    let own = outcome.complaints.filter { !$0.hasPrefix("make: ***") }
    #expect(own.count == 1)
    #expect(own.first?.contains("Swift toolchain") == true)
  }

  @Test("make alone lists what can be made")
  func help() async throws {
    let outcome = try await Tool.run(MakefileTests.make, [], folder: Tool.root)
    #expect(outcome.status == 0)
    for target in ["run", "test", "bench", "lint", "install", "deps"] {
      #expect(outcome.output.contains("\n  \(target) "), "\(target)")
    }
  }

  @Test("install puts program, plugins, presets and completions in place; uninstall removes them")
  func install() async throws {
    try await Tool.withTemporaryFolder { folder in
      let settings = ["DESTDIR=\(folder.path)", "PREFIX=/usr", "BINARY=\(Tool.tarmac)"]
      let installed = try await Tool.run(
        MakefileTests.make,
        ["install"] + settings,
        folder: Tool.root
      )
      #expect(installed.status == 0, "\(installed.errors)")
      let program = folder.appending(path: "usr/bin/tarmac").path
      let version = try await Tool.run(program, ["--version"], folder: folder)
      #expect(version.output.hasPrefix("tarmac "))
      let plugins = try await Tool.run(
        program,
        ["plugins", "list"],
        environment: ["LV2_PATH": ""],
        folder: folder
      )
      #expect(plugins.output.contains("urn:tarmac:stereo"))
      let played = try await Tool.run(
        "/bin/sh",
        ["-c", Self.playsDemo, program],
        environment: ["XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path + "/state"],
        folder: folder
      )
      #expect(played.status == 0, "\(played.errors)")
      #expect(played.output.contains("deckA") && played.output.contains("/presets/dj.yaml"))
      try FileManager.default.removeItem(at: folder.appending(path: "state"))
      let files = try files(under: folder).filter { $0.hasPrefix("usr/") }
      #expect(files.contains { $0.hasSuffix("/lv2/tarmac-stereo.lv2/stereo.so") })
      #expect(files.contains("usr/share/tarmac/presets/dj.yaml"))
      #expect(files.contains("usr/share/bash-completion/completions/tarmac"))
      #expect(files.contains("usr/share/zsh/site-functions/_tarmac"))
      #expect(files.contains("usr/share/fish/vendor_completions.d/tarmac.fish"))
      for page in ["1/tarmac.1", "5/tarmac-preset.5", "7/tarmac-control.7", "7/tarmac-tree.7"] {
        #expect(files.contains("usr/share/man/man\(page)"))
      }
      for page in files where page.contains("/man/") {
        let judged = try await Tool.run(
          "/usr/bin/mandoc",
          ["-Tlint", folder.appending(path: page).path],
          folder: folder
        )
        // It looks up referenced pages on this machine only; ours are those that were found above.
        let complaints = (judged.output + judged.errors).split(separator: "\n")
          .filter {
            !$0.contains(#/referenced manual not found: Xr tarmac(-preset|-control|-tree)? /#)
          }
        #expect(complaints == [], "\(page)")
        let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
        #expect(text.count > 5_000 && text.contains(".Sh SEE ALSO"), "\(page)")
      }
      let removed = try await Tool.run(
        MakefileTests.make,
        ["uninstall"] + settings,
        folder: Tool.root
      )
      #expect(removed.status == 0, "\(removed.errors)")
      #expect(try self.files(under: folder).filter { $0.hasPrefix("usr/") } == [])
    }
  }

  /// Runs the program `$0` without a preset, and says how it is once it is up.
  private static let playsDemo = """
    "$0" run --server none --name demo >log 2>&1 & rig=$!
    until "$0" status --name demo >status 2>/dev/null || ! kill -0 $rig; do sleep 0.05; done
    cat status log; "$0" stop --name demo; wait $rig
    """

  @Test("the program finds the plugins that were built beside it, unless LV2_PATH says otherwise")
  func build() async throws {
    try await Tool.withTemporaryFolder { folder in
      for (path, isFound) in [("", true), (folder.path, false)] {
        let plugins = try await Tool.run(
          Tool.tarmac,
          ["plugins", "list"],
          environment: ["LV2_PATH": path],
          folder: folder
        )
        #expect(plugins.output.contains("urn:tarmac:stereo") == isFound, "\(plugins)")
      }
    }
  }

  /// The paths of all files, without folders, below `folder`.
  private func files(under folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      var isFolder: ObjCBool = false
      let path = folder.appending(path: $0).path
      return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }
}
