// SPDX-License-Identifier: Apache-2.0
// The pictures of tracks that were asked for, so that the disk is asked once for each.

internal import Synchronization

/// What is known of the picture of a track.
package enum KnownArtwork: Sendable {
  case known(Artwork?)
  /// It is being looked for, or others are.
  case reading
  /// Nobody has looked for it.
  case unknown
}

/// The pictures that were asked for last.
///
/// > Threading: Any.
final class ArtworkShelf: Sendable {
  private struct Key: Hashable {
    let path: String
    let identity: FileIdentity
  }

  private struct State {
    var pictures: [Key: Artwork?] = [:]
    /// Those that are known, the one that was asked for last at the end.
    var order: [Key] = []
    var reading: Set<Key> = []

    /// Looks a picture up, which is kept longer then.
    mutating func look(for key: Key) -> KnownArtwork {
      guard let known = pictures[key] else {
        return reading.contains(key) || reading.count >= mostReading ? .reading : .unknown
      }
      order.removeAll { $0 == key }
      order.append(key)
      return .known(known)
    }

    mutating func keep(_ picture: Artwork?, of key: Key) {
      reading.remove(key)
      pictures[key] = picture
      order.append(key)
      while order.count > 1, order.count > most || bytes > mostBytes {
        pictures[order.removeFirst()] = nil
      }
    }

    private var bytes: Int { pictures.values.reduce(0) { $0 + ($1?.bytes.count ?? 0) } }
  }

  /// How many are kept, how many bytes they may have, and how many are read at a time.
  private static let (most, mostBytes, mostReading) = (256, 32 << 20, 2)
  private let state = Mutex(State())

  /// What is known of the picture of a track; the disk is not asked.
  func picture(of heard: HeardTrack) -> KnownArtwork {
    state.withLock { $0.look(for: Self.key(of: heard)) }
  }

  /// Looks for the picture of a track, unless somebody does or has done.
  ///
  /// > Threading: Worker.
  func read(_ heard: HeardTrack) -> KnownArtwork {
    let key = Self.key(of: heard)
    let known = state.withLock { state in
      let known = state.look(for: key)
      if case .unknown = known { state.reading.insert(key) }
      return known
    }
    guard case .unknown = known else { return known }
    let found = Artwork(of: heard.track)
    state.withLock { $0.keep(found, of: key) }
    return .known(found)
  }

  private static func key(of heard: HeardTrack) -> Key {
    Key(path: heard.track.path, identity: heard.shape.identity)
  }
}
