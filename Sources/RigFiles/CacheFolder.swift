// SPDX-License-Identifier: Apache-2.0
// Where what can be found out again is kept.

internal import Glibc

/// The user's folder for what can be found out again.
package enum CacheFolder {
  /// `tarmac` in the user's cache folder; `nil` where there is no home.
  package static var usual: String? {
    if let cache = environmentVariable("XDG_CACHE_HOME"), cache.hasPrefix("/") {
      return cache + "/tarmac"
    }
    return environmentVariable("HOME").map { $0 + "/.cache/tarmac" }
  }
}

/// A variable of the environment; `nil` when it is empty.
package func environmentVariable(_ name: String) -> String? {
  guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
  return unsafe String(cString: value)
}
