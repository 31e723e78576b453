// SPDX-License-Identifier: Apache-2.0
// File descriptors that are kept in reserve for when the program reaches its limit.

import Glibc

/// A reserve of file descriptors for code that can't do without: libdispatch ends the program when
/// it finds none.
///
/// > Threading: Control.
struct DescriptorReserve {
  private static let size = 16
  private var kept: [Int32]

  /// Whether the program has come so close to its limit that the reserve is in use.
  var isInUse: Bool { kept.isEmpty }

  /// Takes the reserve, as far as the system allows.
  init() {
    Self.raiseLimit()
    kept = Self.take(Self.size)
  }

  /// Gives the reserve up if no other descriptor is left, and takes it again once twice as many are
  /// free.
  ///
  /// - Returns: a sentence for the log, when that has changed.
  mutating func look() -> String? {
    let wasInUse = isInUse
    Self.raiseLimit()
    let spare = Self.take(wasInUse ? 2 * Self.size : 1)
    if spare.isEmpty {
      Self.give(kept)
      kept = []
    } else {
      let missing = wasInUse ? Self.size : 0
      kept += spare.prefix(missing)
      Self.give(spare.dropFirst(missing))
    }
    return isInUse == wasInUse ? nil : sentence
  }

  /// Gives the reserve up for good.
  mutating func end() {
    Self.give(kept)
    kept = []
  }

  private var sentence: String {
    guard isInUse else { return "There are file descriptors enough again." }
    return """
      The rig has as many files open as the system lets it (ulimit -n): reloads, recordings and clients may be \
      refused until some are closed.
      """
  }

  /// Takes that many descriptors, or none.
  private static func take(_ count: Int) -> [Int32] {
    let taken = (0..<count).map { _ in unsafe open("/", O_RDONLY | O_CLOEXEC) }.filter { $0 >= 0 }
    guard taken.count < count else { return taken }
    give(taken)
    return []
  }

  private static func give(_ descriptors: some Sequence<Int32>) {
    for descriptor in descriptors { close(descriptor) }
  }

  /// Allows this program more than a login's usual 1,024, as far as the system lets it.
  private static func raiseLimit() {
    var limit = rlimit()
    guard unsafe getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, 16_384)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = wanted
    unsafe setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
  }
}
