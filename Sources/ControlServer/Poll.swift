// SPDX-License-Identifier: Apache-2.0
// The descriptors that the server's thread waits for: the kernel keeps the list, so many idle
// clients cost nothing.

import CGNU
import Glibc

/// The descriptors that a thread waits for; the caller names each of them.
///
/// A descriptor that is watched for no event still reports that its other end has gone.
///
/// Safe: the data that the kernel keeps in an `epoll_event` is a number, not an address.
@safe struct Poll: ~Copyable {
  /// An event of a descriptor.
  struct Event {
    /// The name that it was watched under.
    let name: UInt64
    let events: UInt32

    /// Whether its other end has gone.
    var isGone: Bool { events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 }
    /// Whether there is something to read.
    var isReadable: Bool { events & EPOLLIN.rawValue != 0 }
  }

  private let descriptor: Int32
  private var found = unsafe [epoll_event](repeating: epoll_event(), count: 64)

  init() {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    precondition(descriptor >= 0, "the system has no file descriptor left")
  }

  deinit {
    close(descriptor)
  }

  /// Begins to watch a descriptor.
  func add(_ other: Int32, for events: UInt32, as name: UInt64) {
    control(EPOLL_CTL_ADD, other, events, name)
  }

  /// Changes the events that a descriptor is watched for.
  func change(_ other: Int32, to events: UInt32, as name: UInt64) {
    control(EPOLL_CTL_MOD, other, events, name)
  }

  /// Stops watching a descriptor.
  func remove(_ other: Int32) {
    control(EPOLL_CTL_DEL, other, 0, 0)
  }

  /// Waits for events, or until a number of milliseconds are over; −1 waits for ever.
  mutating func wait(milliseconds: Int32) -> [Event] {
    let room = unsafe Int32(clamping: found.count)
    let count = unsafe epoll_wait(descriptor, &found, room, milliseconds)
    return unsafe found.prefix(max(0, Int(clamping: count))).map { event in
      unsafe Event(name: event.data.u64, events: event.events)
    }
  }

  private func control(_ operation: Int32, _ other: Int32, _ events: UInt32, _ name: UInt64) {
    var event = unsafe epoll_event()
    unsafe (event.events, event.data.u64) = (events, name)
    _ = unsafe epoll_ctl(descriptor, operation, other, &event)
  }
}
