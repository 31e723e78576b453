// SPDX-License-Identifier: Apache-2.0
// What a jackd leaves in /dev/shm when it is killed, told apart from what other servers use.

internal import Glibc

/// The files in `/dev/shm` of one server.
///
/// jackd 1.9 names its semaphores `jack_sem.UID_SERVER_CLIENT` and its socket `jack_SERVER_UID_0`. Its memory segments
/// (`jack-UID-N`) do not carry the server's name, so they are read from the living server's map. The registry
/// `jack-shm-registry` and the metadata `jack_db-UID` are shared by all servers of a user and every process that has
/// ever been a client keeps the registry mapped, so neither is ever removed here; jackd leaves the registry as well.
package struct ServerRemains {
  private static let folder = "/dev/shm"
  private let prefixes: [String]
  private var segments: Set<String> = []

  /// Describes the files of the server `name`.
  package init(server name: String) {
    let user = getuid()
    prefixes = ["jack_sem.\(user)_\(name)_", "jack_\(name)_\(user)_"]
  }

  /// Notes which memory segments the living process `pid` uses.
  package mutating func note(pid: Int32) {
    guard let map = readFile("/proc/\(pid)/maps") else { return }
    let prefix = "\(ServerRemains.folder)/jack-\(getuid())-"
    for word in map.split(whereSeparator: { $0 == " " || $0 == "\n" }) where word.hasPrefix(prefix)
    {
      segments.insert(String(word.dropFirst(ServerRemains.folder.utf8.count + 1)))
    }
  }

  /// The names of the server's files that are there.
  package func names() -> [String] {
    guard let folder = unsafe opendir(ServerRemains.folder) else { return [] }
    defer { unsafe closedir(folder) }
    var found: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if segments.contains(name) || prefixes.contains(where: name.hasPrefix) { found.append(name) }
    }
    return found.sorted()
  }

  /// Removes the files of the dead server; returns the names of those that could not be removed.
  package func remove() -> [String] {
    names().filter { unsafe unlink("\(ServerRemains.folder)/\($0)") != 0 && errno != ENOENT }
  }
}

/// Reads a small text file whole.
func readFile(_ path: String) -> String? {
  let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var content: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 16_384)
  while true {
    let count = unsafe read(file, &chunk, chunk.count)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { break }
    content += chunk.prefix(count)
  }
  return String(decoding: content, as: UTF8.self)
}
