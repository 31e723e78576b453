// SPDX-License-Identifier: Apache-2.0
// Which lengths of block a plugin asks for.

extension PluginInfo {
  /// The shape of the plugin's blocks where the usual cycle has `nominal` frames.
  func blockShape(nominal: Int) -> BlockShape {
    let isPowerOfTwo = mentions(.powerOf2BlockLength)
    let isFixed = requiredFeatures.contains(HostFeature.fixedBlockLength.rawValue)
    guard isFixed else { return isPowerOfTwo ? .powerOfTwo : .any }
    let whole = max(nominal, 1)
    return .fixed(isPowerOfTwo ? BlockShape.powerOfTwo.piece(of: whole, longest: whole) : whole)
  }

  /// The longest block that the plugin is given.
  ///
  /// One that hears of the usual length is never given more: all that are built on DPF make their
  /// buffers for that length, whatever the longest one was said to be.
  func longestBlock(_ options: PluginOptions) -> Int {
    let isTold = (requiredOptions + supportedOptions).contains(HostOption.nominalBlock.rawValue)
    return isTold ? min(options.nominalBlock, options.maximumBlock) : options.maximumBlock
  }
}
