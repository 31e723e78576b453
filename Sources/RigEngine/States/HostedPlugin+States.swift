// SPDX-License-Identifier: Apache-2.0
// The way of a plugin's state from the plugin into a folder.

import LV2Hosting
import RigErrors
import RigFiles
import RigModel

/// Why a state was not saved.
enum StateNotSaved: Error {
  /// The plugin has not given it.
  case byPlugin(HostingError)
  /// It can't be where it belongs.
  case byFolder(RigError)

  /// A sentence about the plugin of that name.
  func sentence(of plugin: String) -> String {
    switch self {
    case .byPlugin(let error):
      "The state of '\(plugin)' was not saved: \(error.description)."
    case .byFolder(let error): "The state of '\(plugin)' was not saved. \(error.message)"
    }
  }

  /// The failure of a request about the plugin of that name.
  func error(of plugin: String) -> RigError {
    switch self {
    case .byPlugin(let error): .inputOutput("'\(plugin)': \(error.description).")
    case .byFolder(let error): RigError(error.kind, sentence(of: plugin))
    }
  }
}

extension HostedPlugin {
  /// Saves the state into a folder of the rig's own, from where `writer` takes it to where it
  /// belongs.
  nonisolated(nonsending) func writeState(
    label: String? = nil,
    by writer: (_ source: String) -> StateWriter
  ) async throws(StateNotSaved) {
    let draft: TemporaryFolder
    do throws(RigError) {
      draft = try await atDisk { () throws(RigError) in try TemporaryFolder() }
    } catch {
      throw .byFolder(error)
    }
    defer { draft.leave() }
    let source: String
    do throws(HostingError) {
      source = try await save(to: draft.path + "/state", label: label)
    } catch {
      throw .byPlugin(error)
    }
    let writer = writer(source)
    do throws(RigError) {
      try await atDisk { () throws(RigError) in
        defer { draft.remove() }
        try writer.write()
      }
    } catch {
      throw .byFolder(error)
    }
  }
}

/// Does something with the disk beside the control thread.
nonisolated(nonsending) func atDisk<Value>(
  _ job: @escaping () throws(RigError) -> Value
) async throws(RigError) -> Value {
  guard let value = try await BackgroundQueue.shared.performAtOnce(job) else {
    throw .unavailable("The disk does not answer.")
  }
  return value
}

extension PluginStates {
  /// The states that are kept for a rig; what is wrong with them is reported to `tell`.
  static func saved(of rig: Rig, tell: (String) -> Void) -> SavedStates? {
    guard let folder = rig.stateFolder else { return nil }
    do throws(RigError) {
      return try read(from: folder, tell: tell).map { SavedStates(folder: folder, states: $0) }
    } catch {
      tell(error.message)
      return nil
    }
  }
}
