// SPDX-License-Identifier: Apache-2.0
// Numbers for URIs. Plugins ask for them from any thread, the audio thread among them.

internal import Glibc
internal import Synchronization

private let bucketCount = 4_096

/// A table that only grows: looking up what is in it takes no lock and no memory.
///
/// There is one for the process, because some plugins keep their numbers in static variables.
///
/// > Threading: Any. Only a URI that was never mapped before takes a lock.
@safe
final class URIDTable: @unchecked Sendable {
  static let shared = URIDTable()

  @unsafe
  private struct Entry {
    var uri: UnsafeMutablePointer<CChar>
    var urid: UInt32
    var nextOfHash: UnsafeMutablePointer<Entry>?
    var nextOfNumber: UnsafeMutablePointer<Entry>?
  }

  private typealias Bucket = Atomic<UnsafeMutablePointer<Entry>?>
  private let byHash: UnsafeMutablePointer<Bucket>
  private let byNumber: UnsafeMutablePointer<Bucket>
  private let count = Locked<UInt32>(0)

  private init() {
    unsafe byHash = .allocate(capacity: bucketCount)
    unsafe byNumber = .allocate(capacity: bucketCount)
    for index in 0..<bucketCount {
      unsafe (byHash + index).initialize(to: Bucket(nil))
      unsafe (byNumber + index).initialize(to: Bucket(nil))
    }
  }

  /// The number of a URI, a new one if it has none yet.
  func map(_ uri: UnsafePointer<CChar>) -> UInt32 {
    let known = unsafe find(uri)
    return known != 0 ? known : unsafe insert(uri)
  }

  /// The number of a URI; 0 when it has none.
  @_noLocks
  func find(_ uri: UnsafePointer<CChar>) -> UInt32 {
    let bucket = unsafe hashBucket(of: uri)
    var next = unsafe byHash[bucket].load(ordering: .acquiring)
    while let entry = unsafe next {
      if unsafe areEqual(entry.pointee.uri, uri) { return unsafe entry.pointee.urid }
      unsafe next = entry.pointee.nextOfHash
    }
    return 0
  }

  /// The URI of a number; it lives as long as the process.
  @_noLocks
  func unmap(_ urid: UInt32) -> UnsafePointer<CChar>? {
    let bucket = Int(urid) % bucketCount
    var next = unsafe byNumber[bucket].load(ordering: .acquiring)
    while let entry = unsafe next {
      if unsafe entry.pointee.urid == urid { return unsafe UnsafePointer(entry.pointee.uri) }
      unsafe next = entry.pointee.nextOfNumber
    }
    return nil
  }

  private func insert(_ uri: UnsafePointer<CChar>) -> UInt32 {
    count.withLock { count in
      let known = unsafe find(uri)
      guard known == 0, let copy = unsafe strdup(uri) else { return known }
      count += 1
      let byHash = unsafe byHash + hashBucket(of: uri)
      let byNumber = unsafe byNumber + Int(count) % bucketCount
      let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
      unsafe entry.initialize(
        to: Entry(
          uri: copy,
          urid: count,
          nextOfHash: byHash.pointee.load(ordering: .relaxed),
          nextOfNumber: byNumber.pointee.load(ordering: .relaxed)
        )
      )
      unsafe byNumber.pointee.store(entry, ordering: .releasing)
      unsafe byHash.pointee.store(entry, ordering: .releasing)
      return count
    }
  }
}

/// The numbers that the host itself uses.
struct URIDs: Sendable {
  static let shared = URIDs()

  let chunk = number(Vocabulary.atom("Chunk"))
  let float = number(Vocabulary.atom("Float"))
  let int = number(Vocabulary.atom("Int"))
  let sequence = number(Vocabulary.atom("Sequence"))
  let error = number(Vocabulary.log("Error"))
  let note = number(Vocabulary.log("Note"))
  let trace = number(Vocabulary.log("Trace"))
  let warning = number(Vocabulary.log("Warning"))

  static func number(_ uri: String) -> UInt32 {
    unsafe uri.withCString { unsafe URIDTable.shared.map($0) }
  }

  /// The URI of a number.
  static func text(_ number: UInt32) -> String? {
    unsafe URIDTable.shared.unmap(number).map { unsafe String(cString: $0) }
  }
}

/// The index of a URI in a hash table of `URIDTable`: FNV-1a, folded.
@_noLocks
private func hashBucket(of uri: UnsafePointer<CChar>) -> Int {
  var hash: UInt32 = 2_166_136_261
  var next = unsafe uri
  while unsafe next.pointee != 0 {
    hash = unsafe (hash ^ UInt32(truncatingIfNeeded: UInt8(bitPattern: next.pointee))) &* 16_777_619
    unsafe next += 1
  }
  return Int((hash ^ (hash &>> 16)) % UInt32(truncatingIfNeeded: bucketCount))
}

@_noLocks
private func areEqual(_ one: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Bool {
  var index = 0
  while unsafe one[index] == other[index] {
    if unsafe one[index] == 0 { return true }
    index &+= 1
  }
  return false
}
