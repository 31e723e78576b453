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
}
