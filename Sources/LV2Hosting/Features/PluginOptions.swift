// SPDX-License-Identifier: Apache-2.0
// The options that a plugin is given: sample rate, block lengths and the like.

internal import CLilv
internal import Quantities

/// An option that every instance is given.
enum HostOption: String, CaseIterable {
  case minimumBlock = "http://lv2plug.in/ns/ext/buf-size#minBlockLength"
  case nominalBlock = "http://lv2plug.in/ns/ext/buf-size#nominalBlockLength"
  case maximumBlock = "http://lv2plug.in/ns/ext/buf-size#maxBlockLength"
  case sequenceSize = "http://lv2plug.in/ns/ext/buf-size#sequenceSize"
  case sampleRate = "http://lv2plug.in/ns/ext/parameters#sampleRate"
  case updateRate = "http://lv2plug.in/ns/extensions/ui#updateRate"
}

/// The values of the options.
struct PluginOptions {
  var sampleRate: SampleRate
  var minimumBlock = 1
  var maximumBlock: Int
  var nominalBlock: Int

  /// How often meters that a plugin writes are read, in hertz; they go to people's eyes.
  private static let updateRate: Float = 30

  /// The same for a plugin whose blocks have a shape.
  func shaped(by shape: BlockShape) -> PluginOptions {
    var result = self
    switch shape {
    case .any: break
    case .powerOfTwo:
      result.maximumBlock = shape.piece(of: maximumBlock, longest: maximumBlock)
      result.nominalBlock = shape.piece(of: nominalBlock, longest: maximumBlock)
    case .fixed(let frames):
      result.minimumBlock = frames
      result.maximumBlock = frames
      result.nominalBlock = frames
    }
    return result
  }

  /// LV2's array of options, ended by one that is all zeros.
  func makeList(in arena: Arena) -> UnsafeMutableRawPointer {
    let list = unsafe arena.array(of: LV2_Options_Option.end, count: HostOption.allCases.count + 1)
    for (index, option) in HostOption.allCases.enumerated() {
      let (type, value) = unsafe value(of: option, in: arena)
      unsafe list[index].key = URIDs.number(option.rawValue)
      unsafe list[index].size = 4
      unsafe list[index].type = type
      unsafe list[index].value = value
    }
    return UnsafeMutableRawPointer(list)
  }

  private func value(of option: HostOption, in arena: Arena) -> (UInt32, UnsafeRawPointer) {
    switch option {
    case .minimumBlock: unsafe int(minimumBlock, in: arena)
    case .nominalBlock: unsafe int(nominalBlock, in: arena)
    case .maximumBlock: unsafe int(maximumBlock, in: arena)
    case .sequenceSize: unsafe int(PortBuffers.leastEventBytes, in: arena)
    case .sampleRate: unsafe float(Float(sampleRate.hertz), in: arena)
    case .updateRate: unsafe float(PluginOptions.updateRate, in: arena)
    }
  }

  private func int(_ value: Int, in arena: Arena) -> (UInt32, UnsafeRawPointer) {
    unsafe (URIDs.shared.int, UnsafeRawPointer(arena.value(Int32(clamping: value))))
  }

  private func float(_ value: Float, in arena: Arena) -> (UInt32, UnsafeRawPointer) {
    unsafe (URIDs.shared.float, UnsafeRawPointer(arena.value(value)))
  }
}

extension LV2_Options_Option {
  /// What ends LV2's array of options: all zeros.
  static var end: LV2_Options_Option {
    unsafe LV2_Options_Option(
      context: LV2_OPTIONS_INSTANCE,
      subject: 0,
      key: 0,
      size: 0,
      type: 0,
      value: nil
    )
  }
}
