// SPDX-License-Identifier: Apache-2.0
// The host features: which there are, and the array of them that a plugin is given.

internal import CLilv

/// A feature that instances are offered.
///
/// All of them always, because plugins use some that they never declare; but for the two that cost
/// something.
enum HostFeature: String, CaseIterable {
  case map = "http://lv2plug.in/ns/ext/urid#map"
  case unmap = "http://lv2plug.in/ns/ext/urid#unmap"
  case options = "http://lv2plug.in/ns/ext/options#options"
  case boundedBlockLength = "http://lv2plug.in/ns/ext/buf-size#boundedBlockLength"
  /// Cycles are never cut because a control changes.
  case coarseBlockLength = "http://lv2plug.in/ns/ext/buf-size#coarseBlockLength"
  /// Only for plugins that require it: it may cost a block of latency.
  case fixedBlockLength = "http://lv2plug.in/ns/ext/buf-size#fixedBlockLength"
  /// Only for plugins that name it: it cuts cycles into pieces.
  case powerOf2BlockLength = "http://lv2plug.in/ns/ext/buf-size#powerOf2BlockLength"
  case log = "http://lv2plug.in/ns/ext/log#log"
  case schedule = "http://lv2plug.in/ns/ext/worker#schedule"
  case resize = "http://lv2plug.in/ns/ext/resize-port#resize"
  case loadDefaultState = "http://lv2plug.in/ns/ext/state#loadDefaultState"
  case threadSafeRestore = "http://lv2plug.in/ns/ext/state#threadSafeRestore"
  case mapPath = "http://lv2plug.in/ns/ext/state#mapPath"
  case makePath = "http://lv2plug.in/ns/ext/state#makePath"
  case freePath = "http://lv2plug.in/ns/ext/state#freePath"
  case isLive = "http://lv2plug.in/ns/lv2core#isLive"
  case hardRealtimeCapable = "http://lv2plug.in/ns/lv2core#hardRTCapable"
  /// Plans never give a plugin one buffer for an input and an output.
  case inPlaceBroken = "http://lv2plug.in/ns/lv2core#inPlaceBroken"
  case supportsStrictBounds = "http://lv2plug.in/ns/ext/port-props#supportsStrictBounds"
  /// What there was before atoms.
  case event = "http://lv2plug.in/ns/ext/event"
  case uriMap = "http://lv2plug.in/ns/ext/uri-map"
  /// There is no display; plugins that ask for one to be drawn are heard politely.
  case inlineDisplay = "http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw"

  /// Whether what it points to is an instance's own.
  var isOwn: Bool {
    switch self {
    case .options, .schedule, .log, .resize, .makePath: true
    default: false
    }
  }

  /// Whether a plugin is offered it.
  func isOffered(to info: PluginInfo) -> Bool {
    switch self {
    case .fixedBlockLength: info.requiredFeatures.contains(rawValue)
    case .powerOf2BlockLength: info.mentions(self)
    default: true
    }
  }
}

extension PluginInfo {
  /// Whether the plugin requires the feature or can use it.
  func mentions(_ feature: HostFeature) -> Bool {
    requiredFeatures.contains(feature.rawValue) || optionalFeatures.contains(feature.rawValue)
  }
}

/// The features of one instance, with all that they point to.
///
/// > Threading: Control. It must outlive the instance, and so must the arena that it is made in.
@safe
final class HostFeatures {
  private typealias Entry = UnsafeMutablePointer<LV2_Feature>
  /// A list as LV2 wants it: pointers to features, ended by a null pointer.
  typealias List = UnsafePointer<UnsafePointer<LV2_Feature>?>

  /// What `instantiate` is given: everything.
  let all: List
  /// What `restore` is given, and `save` for a state that is kept in memory.
  let forRestoring: List
  /// What `save` is given for a state that goes to a folder: lilv adds the mapping of paths.
  ///
  /// lilv would make paths too, but not the folders that lead to them.
  let forSaving: List
  /// What the plugin logs.
  let log: PluginLog
  /// The conversation with the plugin's worker.
  let work: PluginWork
  /// The conversation with the worker that `restore` leads.
  let stateWork: PluginWork
  /// What makes event ports larger.
  let resize = PluginResize()
  let paths = PluginPaths()
  /// Where the plugin makes files while its state is being saved.
  let savedPaths = PluginPaths(isTemporary: false)
  /// Where the files are of the state that the plugin takes.
  let stateFiles = StateFiles()

  init(info: PluginInfo, options: PluginOptions, work: PluginWork, arena: Arena) {
    self.work = work
    log = PluginLog(plugin: info.name)
    stateWork = work.forState()
    func entry(_ feature: HostFeature, _ data: UnsafeMutableRawPointer) -> Entry {
      unsafe arena.value(LV2_Feature(URI: CommonFeatures.shared.uri(of: feature), data: data))
    }
    func schedule(_ work: PluginWork) -> Entry {
      unsafe entry(.schedule, UnsafeMutableRawPointer(arena.value(work.schedule)))
    }
    func makePath(_ paths: PluginPaths) -> Entry {
      unsafe entry(.makePath, UnsafeMutableRawPointer(arena.value(paths.makePath)))
    }
    let features = HostFeature.allCases.filter { $0.isOffered(to: info) }
    var own: [HostFeature: Entry] = unsafe [
      .options: entry(.options, options.makeList(in: arena)),
      .log: entry(.log, log.feature),
      .resize: entry(.resize, UnsafeMutableRawPointer(arena.value(resize.feature))),
      .makePath: makePath(paths),
      .schedule: schedule(work),
    ]
    unsafe all = HostFeatures.list(features, own, in: arena)
    if features.contains(.schedule) { unsafe own[.schedule] = schedule(stateWork) }
    unsafe own[.mapPath] = entry(
      .mapPath,
      UnsafeMutableRawPointer(arena.value(stateFiles.mapPath))
    )
    unsafe forRestoring = HostFeatures.list(features, own, in: arena)
    unsafe own[.makePath] = makePath(savedPaths)
    let saved = features.filter { $0 != .mapPath && $0 != .freePath }
    unsafe forSaving = HostFeatures.list(saved, own, in: arena)
  }

  private static func list(
    _ features: [HostFeature],
    _ own: [HostFeature: Entry],
    in arena: Arena
  ) -> List {
    let entries = unsafe features.compactMap { feature in
      unsafe own[feature] ?? CommonFeatures.shared.entry(of: feature)
    }
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

  static var unmap: LV2_URID_Unmap {
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
