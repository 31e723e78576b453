// SPDX-License-Identifier: Apache-2.0
// Where bundles are looked for.

internal import Glibc
internal import RigFiles

/// A list of folders, as `LV2_PATH` has it.
enum BundlePath {
  /// `LV2_PATH`, or the folders of the program's own plugins and LV2's usual ones.
  static var usual: String {
    if let path = environmentVariable("LV2_PATH") { return path }
    let standard = ["~/.lv2", "/usr/lib/\(multiarch)/lv2", "/usr/lib/lv2", "/usr/local/lib/lv2"]
    return (folders(besides: programPath) + standard).joined(separator: ":")
  }

  /// Where plugins are that were built, or installed, together with a program: in its build folder,
  /// or beside its `bin`.
  static func folders(besides program: String) -> [String] {
    let names = program.split(separator: "/").dropLast()
    return [(2, "plugins"), (1, "lib"), (1, "lib/\(multiarch)")].compactMap { levels, name in
      let folder = "/" + (names.dropLast(levels) + [name[...], "lv2"]).joined(separator: "/")
      return unsafe access(folder, R_OK) == 0 ? folder : nil
    }
  }

  /// Debian's name for the machine.
  private static var multiarch: String {
    #if arch(arm64)
      "aarch64-linux-gnu"
    #else
      "x86_64-linux-gnu"
    #endif
  }

  /// The folders of a list, from the root, in its order.
  ///
  /// Like lilv it takes `~` for the home and `$NAME` for a variable; unlike lilv's, its bundles are
  /// found wherever the program goes from here.
  static func folders(in list: String) -> [String] {
    var folders: [String] = []
    for entry in list.split(separator: ":") {
      var folder = expand(String(entry))
      if !folder.hasPrefix("/") { folder = here + "/" + folder }
      while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
      if !folders.contains(folder) { folders.append(folder) }
    }
    return folders
  }

  /// Where the program was when it first looked: later, plugins may have gone elsewhere.
  private static let here: String = {
    guard let here = unsafe getcwd(nil, 0) else { return "" }
    defer { unsafe free(here) }
    return unsafe String(cString: here)
  }()

  private static func expand(_ folder: String) -> String {
    let home = folder == "~" || folder.hasPrefix("~/")
    let text = home ? (environmentVariable("HOME") ?? "~") + folder.dropFirst() : folder
    return text.replacing(#/\$([A-Z0-9_]+)/#) { environmentVariable(String($0.1)) ?? String($0.0) }
  }
}
