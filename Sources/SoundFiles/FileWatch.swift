// SPDX-License-Identifier: Apache-2.0
// Notices when open files are written, replaced or deleted, so that nobody has to ask the disk
// again and again.

internal import Glibc
internal import Synchronization

/// Whether something has happened to a file.
///
/// > Threading: Any.
final class ReplacementFlag: Sendable {
  private let isUp = Atomic<Bool>(false)

  var isRaised: Bool { isUp.load(ordering: .acquiring) }

  func raise() { isUp.store(true, ordering: .releasing) }

  /// Takes it down, and returns whether it was up.
  func lower() -> Bool { isUp.exchange(false, ordering: .acquiringAndReleasing) }
}

/// The kernel's watch over files (inotify); where there is none, files are looked at when they are
/// to be played from their beginning.
///
/// > Threading: Any.
final class FileWatch: Sendable {
  private struct Watched {
    weak var flag: ReplacementFlag?
  }

  private static let events = UInt32(
    clamping: IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF
  )
  private let descriptor: Int32
  /// The flags to raise for a file, by the kernel's number for it.
  private let watched = Mutex<[Int32: [Watched]]>([:])

  init() {
    descriptor = inotify_init1(Int32(clamping: IN_NONBLOCK | IN_CLOEXEC))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Watches an open file, also when it has another name by now, and once it is closed.
  func add(_ file: borrowing Descriptor, _ flag: ReplacementFlag) {
    let name = "/proc/self/fd/\(file.value)"
    watched.withLock { watched in
      let number = unsafe inotify_add_watch(descriptor, name, Self.events)
      guard number >= 0 else { return }
      watched[number, default: []].removeAll { $0.flag == nil || $0.flag === flag }
      watched[number, default: []].append(Watched(flag: flag))
    }
  }

  /// Takes note of what has happened; looks at memory only.
  func look() {
    guard descriptor >= 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = unsafe read(descriptor, &buffer, buffer.count), count > 0 {
      var offset = 0
      while offset + 16 <= count {
        // The number, what happened, a cookie, the length of a name.
        let number = Int32(truncatingIfNeeded: buffer[offset..<(offset + 4)].littleEndian)
        note(number)
        offset += 16 + buffer[(offset + 12)..<(offset + 16)].littleEndian
      }
    }
  }

  private func note(_ number: Int32) {
    watched.withLock { watched in
      for entry in watched[number] ?? [] { entry.flag?.raise() }
      watched[number]?.removeAll { $0.flag == nil }
      guard watched[number]?.isEmpty == true else { return }
      watched[number] = nil
      inotify_rm_watch(descriptor, number)
    }
  }
}
