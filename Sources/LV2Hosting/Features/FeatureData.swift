// SPDX-License-Identifier: Apache-2.0
// What each feature of the host points to.

internal import CLilv

/// The data of the features that do not depend on the circumstances of the run.
///
/// > Threading: Control.
struct FeatureData {
  let arena: Arena
  let log: PluginLog
  let paths: PluginPaths
  let resize: PluginResize

  func data(of feature: HostFeature) -> UnsafeMutableRawPointer? {
    switch feature {
    case .map: unsafe UnsafeMutableRawPointer(arena.value(HostFeatures.map))
    case .unmap: unsafe UnsafeMutableRawPointer(arena.value(HostFeatures.unmap))
    case .log: unsafe log.feature
    case .resize: unsafe UnsafeMutableRawPointer(arena.value(resize.feature))
    case .mapPath: unsafe UnsafeMutableRawPointer(arena.value(PluginPaths.mapPath))
    case .makePath: unsafe UnsafeMutableRawPointer(arena.value(paths.makePath))
    case .freePath: unsafe UnsafeMutableRawPointer(arena.value(PluginPaths.freePath))
    case .event: unsafe UnsafeMutableRawPointer(arena.value(FeatureData.oldEvents))
    case .uriMap: unsafe UnsafeMutableRawPointer(arena.value(FeatureData.uriMap))
    case .inlineDisplay: unsafe UnsafeMutableRawPointer(arena.value(FeatureData.inlineDisplay))
    case .options, .schedule, .boundedBlockLength, .coarseBlockLength, .fixedBlockLength,
      .powerOf2BlockLength, .loadDefaultState, .threadSafeRestore, .isLive, .hardRealtimeCapable,
      .inPlaceBroken, .supportsStrictBounds:
      nil
    }
  }

  /// Events that are references are never sent, so there is nothing to count.
  private static var oldEvents: tarmac_old_event_feature {
    unsafe tarmac_old_event_feature(owner: nil, ref: { _, _ in 0 }, unref: { _, _ in 0 })
  }

  private static var uriMap: tarmac_uri_map_feature {
    unsafe tarmac_uri_map_feature(
      owner: nil,
      uri_to_id: { _, map, uri in
        guard let uri = unsafe uri else { return 0 }
        let number = unsafe URIDTable.shared.map(uri)
        guard let map = unsafe map, unsafe strcmp(map, Vocabulary.eventMap) == 0 else {
          return number
        }
        // Events of the old kind have 16 bits for their type.
        return number <= UInt32(clamping: UInt16.max) ? number : 0
      }
    )
  }

  private static var inlineDisplay: tarmac_inline_display {
    unsafe tarmac_inline_display(owner: nil, queue_draw: { _ in })
  }
}
