// SPDX-License-Identifier: Apache-2.0
// The features that are the same for every instance.

internal import CLilv

/// What all instances are given alike, made once and kept for good.
///
/// > Threading: Any.
@safe
final class CommonFeatures: @unchecked Sendable {
  static let shared = CommonFeatures()

  private let arena = Arena()
  private let uris: [HostFeature: UnsafePointer<CChar>]
  private let entries: [HostFeature: UnsafeMutablePointer<LV2_Feature>]

  private init() {
    var uris: [HostFeature: UnsafePointer<CChar>] = unsafe [:]
    var entries: [HostFeature: UnsafeMutablePointer<LV2_Feature>] = unsafe [:]
    for feature in HostFeature.allCases {
      let uri = unsafe arena.string(feature.rawValue)
      unsafe uris[feature] = unsafe uri
      guard !feature.isOwn else { continue }
      let data = unsafe CommonFeatures.data(of: feature, in: arena)
      unsafe entries[feature] = unsafe arena.value(LV2_Feature(URI: uri, data: data))
    }
    unsafe self.uris = unsafe uris
    unsafe self.entries = unsafe entries
  }

  /// The entry of a feature; `nil` for those of which each instance has its own.
  func entry(of feature: HostFeature) -> UnsafeMutablePointer<LV2_Feature>? {
    unsafe entries[feature]
  }

  func uri(of feature: HostFeature) -> UnsafePointer<CChar>? { unsafe uris[feature] }

  private static func data(of feature: HostFeature, in arena: Arena) -> UnsafeMutableRawPointer? {
    switch feature {
    case .map: unsafe UnsafeMutableRawPointer(arena.value(HostFeatures.map))
    case .unmap: unsafe UnsafeMutableRawPointer(arena.value(HostFeatures.unmap))
    case .mapPath: unsafe UnsafeMutableRawPointer(arena.value(PluginPaths.mapPath))
    case .freePath: unsafe UnsafeMutableRawPointer(arena.value(PluginPaths.freePath))
    case .event: unsafe UnsafeMutableRawPointer(arena.value(oldEvents))
    case .uriMap: unsafe UnsafeMutableRawPointer(arena.value(uriMap))
    case .inlineDisplay: unsafe UnsafeMutableRawPointer(arena.value(inlineDisplay))
    case .options, .schedule, .log, .resize, .makePath, .boundedBlockLength, .coarseBlockLength,
      .fixedBlockLength, .powerOf2BlockLength, .loadDefaultState, .threadSafeRestore, .isLive,
      .hardRealtimeCapable, .inPlaceBroken, .supportsStrictBounds:
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
