// SPDX-License-Identifier: Apache-2.0
// The host features: which there are, and the array of them that a plugin is given.

internal import CLilv

/// A feature that every instance is offered.
///
/// All of them always: plugins use some that they never declare.
enum HostFeature: String, CaseIterable {
  case map = "http://lv2plug.in/ns/ext/urid#map"
  case unmap = "http://lv2plug.in/ns/ext/urid#unmap"
  case options = "http://lv2plug.in/ns/ext/options#options"
  case boundedBlockLength = "http://lv2plug.in/ns/ext/buf-size#boundedBlockLength"
  case log = "http://lv2plug.in/ns/ext/log#log"
  case schedule = "http://lv2plug.in/ns/ext/worker#schedule"
  case loadDefaultState = "http://lv2plug.in/ns/ext/state#loadDefaultState"
  case mapPath = "http://lv2plug.in/ns/ext/state#mapPath"
  case makePath = "http://lv2plug.in/ns/ext/state#makePath"
  case freePath = "http://lv2plug.in/ns/ext/state#freePath"
  case isLive = "http://lv2plug.in/ns/lv2core#isLive"
  case hardRealtimeCapable = "http://lv2plug.in/ns/lv2core#hardRTCapable"
  /// Plans never give a plugin one buffer for an input and an output.
  case inPlaceBroken = "http://lv2plug.in/ns/lv2core#inPlaceBroken"
}

/// The features of one instance, with all that they point to.
///
/// > Threading: Control. It must outlive the instance.
@safe
final class HostFeatures {
  /// A list as LV2 wants it: pointers to features, ended by a null pointer.
  typealias List = UnsafePointer<UnsafePointer<LV2_Feature>?>

  /// What `instantiate` is given: everything.
  let all: List
  /// What `restore` is given: lilv adds the mapping of paths, which depends on the state.
  let forState: List
  /// What the plugin logs.
  let log = PluginLog()
  /// The conversation with the plugin's worker.
  let work: PluginWork
  private let paths = PluginPaths()
  private let arena = Arena()

  init(options: PluginOptions, work: PluginWork) {
    self.work = work
    let entry = { [arena, log, paths] (feature: HostFeature) in
      let data: UnsafeMutableRawPointer? =
        switch feature {
        case .map: unsafe UnsafeMutableRawPointer(arena.value(HostFeatures.map))
        case .unmap: unsafe UnsafeMutableRawPointer(arena.value(HostFeatures.unmap))
        case .options: unsafe options.makeList(in: arena)
        case .log: unsafe log.feature
        case .schedule: unsafe UnsafeMutableRawPointer(arena.value(work.schedule))
        case .mapPath: unsafe UnsafeMutableRawPointer(arena.value(PluginPaths.mapPath))
        case .makePath: unsafe UnsafeMutableRawPointer(arena.value(paths.makePath))
        case .freePath: unsafe UnsafeMutableRawPointer(arena.value(PluginPaths.freePath))
        case .boundedBlockLength, .loadDefaultState, .isLive, .hardRealtimeCapable,
          .inPlaceBroken:
          nil
        }
      return unsafe arena.value(LV2_Feature(URI: arena.string(feature.rawValue), data: data))
    }
    let features = unsafe HostFeature.allCases.map { unsafe (feature: $0, entry: entry($0)) }
    unsafe all = HostFeatures.list(features.map { unsafe $0.entry }, in: arena)
    unsafe forState = HostFeatures.list(
      features.filter { unsafe $0.feature != .mapPath && $0.feature != .freePath }
        .map { unsafe $0.entry },
      in: arena
    )
  }

  private static func list(
    _ entries: [UnsafeMutablePointer<LV2_Feature>],
    in arena: Arena
  ) -> List {
    let list = unsafe arena.array(of: UnsafePointer<LV2_Feature>?.none, count: entries.count + 1)
    for index in unsafe entries.indices { unsafe list[index] = UnsafePointer(entries[index]) }
    return unsafe List(list)
  }

  /// Also what lilv needs in order to read states.
  static var map: LV2_URID_Map {
    unsafe LV2_URID_Map(
      handle: Unmanaged.passUnretained(URIDTable.shared).toOpaque(),
      map: { handle, uri in
        guard let handle = unsafe handle, let uri = unsafe uri else { return 0 }
        let table = unsafe Unmanaged<URIDTable>.fromOpaque(handle)
        return unsafe table._withUnsafeGuaranteedRef { unsafe $0.map(uri) }
      }
    )
  }

  private static var unmap: LV2_URID_Unmap {
    unsafe LV2_URID_Unmap(
      handle: Unmanaged.passUnretained(URIDTable.shared).toOpaque(),
      unmap: { handle, urid in
        guard let handle = unsafe handle else { return nil }
        let table = unsafe Unmanaged<URIDTable>.fromOpaque(handle)
        return unsafe table._withUnsafeGuaranteedRef { unsafe $0.unmap(urid) }
      }
    )
  }
}
