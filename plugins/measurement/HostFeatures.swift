// SPDX-License-Identifier: Apache-2.0
// What other makers' plugins want of a host.

internal import CLilv
internal import Synchronization

/// Numbers for URIs, and a length that no block passes.
///
/// > Threading: Any; made once, and never given back.
enum HostFeatures {
  /// What the URIs begin with.
  static var base: String { "http://lv2plug.in/ns/ext/" }
  /// The longest block that plugins hear of.
  static var longestBlock: Int32 { 8_192 }

  /// The features, ended by a null pointer.
  nonisolated(unsafe) static let all: UnsafePointer<UnsafePointer<LV2_Feature>?> = {
    let map = unsafe keep(LV2_URID_Map(handle: nil, map: { _, uri in unsafe number(of: uri) }))
    let length = unsafe keep(longestBlock)
    let options = UnsafeMutablePointer<LV2_Options_Option>.allocate(capacity: 4)
    let int = id(base + "atom#Int")
    let size = UInt32(MemoryLayout<Int32>.size)
    for (index, key) in [base + "buf-size#maxBlockLength", base + "buf-size#nominalBlockLength"]
      .enumerated()
    {
      unsafe (options + index).initialize(
        to: LV2_Options_Option(
          context: LV2_OPTIONS_INSTANCE,
          subject: 0,
          key: id(key),
          size: size,
          type: int,
          value: length
        )
      )
    }
    unsafe (options + 2).initialize(to: LV2_Options_Option())
    let features = UnsafeMutablePointer<UnsafePointer<LV2_Feature>?>.allocate(capacity: 4)
    let data = unsafe [
      (base + "urid#map", map), (base + "options#options", UnsafeMutableRawPointer(options)),
      (base + "buf-size#boundedBlockLength", nil),
    ]
    for unsafe(index, (uri, data)) in unsafe data.enumerated() {
      let feature = unsafe keep(LV2_Feature(URI: strdup(uri), data: data))
      unsafe (features + index).initialize(
        to: UnsafePointer(feature.assumingMemoryBound(to: LV2_Feature.self))
      )
    }
    unsafe (features + 3).initialize(to: nil)
    return unsafe UnsafePointer(features)
  }()

  private static let numbers = Mutex<[String: UInt32]>([:])

  private static func keep<Value>(_ value: Value) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe memory.initialize(to: value)
    return UnsafeMutableRawPointer(memory)
  }

  private static func number(of uri: UnsafePointer<CChar>?) -> UInt32 {
    guard let uri = unsafe uri else { return 0 }
    return unsafe id(String(cString: uri))
  }

  /// The number of a URI.
  static func id(_ uri: String) -> UInt32 {
    numbers.withLock { numbers in
      if let known = numbers[uri] { return known }
      let number = UInt32(numbers.count + 1)
      numbers[uri] = number
      return number
    }
  }
}

/// What an atom port is connected to: a sequence without events, or room for one.
@safe
final class AtomBuffer {
  private static var size: Int { 65_536 }
  /// Its beginning.
  let memory: UnsafeMutableRawPointer
  private let isInput: Bool

  init(isInput: Bool) {
    self.isInput = isInput
    unsafe memory = .allocate(byteCount: AtomBuffer.size, alignment: 8)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: AtomBuffer.size)
    clear()
  }

  deinit { unsafe memory.deallocate() }

  /// Takes out what was put in.
  func clear() {
    let header = MemoryLayout<LV2_Atom_Sequence_Body>.size
    let size = UInt32(isInput ? header : AtomBuffer.size - MemoryLayout<LV2_Atom>.size)
    let type = HostFeatures.id(
      isInput ? HostFeatures.base + "atom#Sequence" : HostFeatures.base + "atom#Chunk"
    )
    unsafe memory.storeBytes(of: LV2_Atom(size: size, type: type), as: LV2_Atom.self)
  }
}
