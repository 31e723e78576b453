// SPDX-License-Identifier: Apache-2.0
// Where a plugin may keep files, and the names of files in its state.

internal import CLilv
internal import Glibc
internal import RigFiles

/// The paths of one instance.
///
/// Its folder is made when first asked for and removed with the instance; or it is one that was
/// given, and stays.
///
/// > Threading: Any, except Realtime.
@safe
final class PluginPaths: Sendable {
  private let folder = Locked<String?>(nil)
  private let isTemporary: Bool

  init(isTemporary: Bool = true) {
    self.isTemporary = isTemporary
  }

  deinit {
    folder.withLock { folder in
      if let folder, isTemporary { removeTree(folder) }
    }
  }

  /// Makes files in a folder of the caller's from now on.
  func use(_ path: String) {
    folder.withLock { $0 = path }
  }

  /// The folder, if the plugin has asked for it.
  var existing: String? { folder.withLock { $0 } }

  /// What a saved state's folder holds beside the plugin's files.
  private static let taken: Set<Substring> = ["state.ttl", "state.ttl.last", "manifest.ttl"]

  /// A path in the instance's folder, all folders of which exist.
  func make(_ relative: String) -> String? {
    let parts = relative.split(separator: "/").filter { $0 != "." }
    guard let first = parts.first, !relative.hasPrefix("/"), !parts.contains(".."),
      !PluginPaths.taken.contains(first)
    else { return nil }
    return folder.withLock { folder in
      if folder == nil { folder = PluginPaths.makeFolder() }
      guard var path = folder else { return nil }
      for part in parts.dropLast() {
        path += "/" + part
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { return nil }
      }
      return path + "/" + parts[parts.count - 1]
    }
  }

  private static func makeFolder() -> String? {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    guard let template = unsafe strdup(parent + "/tarmac-plugin-XXXXXX") else { return nil }
    defer { unsafe free(template) }
    return unsafe mkdtemp(template).map { unsafe String(cString: $0) }
  }

  /// The feature data of `state:makePath`.
  var makePath: LV2_State_Make_Path {
    unsafe LV2_State_Make_Path(
      handle: Unmanaged.passUnretained(self).toOpaque(),
      path: { handle, relative in
        guard let handle = unsafe handle, let relative = unsafe relative else { return nil }
        let paths = unsafe Unmanaged<PluginPaths>.fromOpaque(handle).takeUnretainedValue()
        guard let path = paths.make(unsafe String(cString: relative)) else { return nil }
        return unsafe strdup(path)
      }
    )
  }

  /// The feature data of `state:mapPath`: outside a saved state, abstract paths are the paths
  /// themselves.
  static var mapPath: LV2_State_Map_Path {
    unsafe LV2_State_Map_Path(
      handle: nil,
      abstract_path: { _, path in unsafe path.flatMap { unsafe strdup($0) } },
      absolute_path: { _, path in unsafe path.flatMap { unsafe strdup($0) } }
    )
  }

  /// The feature data of `state:freePath`.
  static var freePath: LV2_State_Free_Path {
    unsafe LV2_State_Free_Path(handle: nil, free_path: { _, path in unsafe free(path) })
  }
}

/// The files of the state that a plugin takes, whose names in texts and chunks only the plugin can
/// find.
///
/// > Threading: Any, except Realtime.
@safe
final class StateFiles: Sendable {
  private let folder = Locked<String?>(nil)

  /// Relative names begin in this folder from now on.
  func use(_ path: String?) {
    folder.withLock { $0 = path }
  }

  fileprivate func absolute(_ name: String) -> String {
    guard !name.isEmpty, !name.hasPrefix("/"), let folder = folder.withLock({ $0 }) else {
      return name
    }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The feature data of `state:mapPath`: names are abstract in a folder only, and that is written
  /// by lilv.
  var mapPath: LV2_State_Map_Path {
    unsafe LV2_State_Map_Path(
      handle: Unmanaged.passUnretained(self).toOpaque(),
      abstract_path: { _, path in unsafe path.flatMap { unsafe strdup($0) } },
      absolute_path: { handle, name in
        guard let handle = unsafe handle, let name = unsafe name else { return nil }
        let files = unsafe Unmanaged<StateFiles>.fromOpaque(handle).takeUnretainedValue()
        return unsafe strdup(files.absolute(unsafe String(cString: name)))
      }
    )
  }
}
