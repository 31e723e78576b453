// SPDX-License-Identifier: Apache-2.0
// What a jackd that was killed leaves in /dev/shm under its name.

internal import Glibc

/// The files in `/dev/shm` that carry a server's name: semaphores and sockets.
///
/// jackd 1.9 names its semaphores `jack_sem.UID_SERVER_CLIENT` and its socket `jack_SERVER_UID_0`.
/// Its memory segments (`jack-UID-N`) carry a place in the registry that is shared by all servers;
/// the next server that starts frees those of dead ones, under JACK's lock, and takes the numbers
/// for itself. So only JACK may remove them; see `DeadServer`. The registry `jack-shm-registry`
/// stays for good, as jackd leaves it: each process that has been a client has it mapped.
package struct ServerLeftovers {
  private static let folder = "/dev/shm"
  private let server: String
  private let user = getuid()

  /// Describes the files of the server `name`.
  package init(server name: String) { server = name }

  /// The names of the server's files that are there.
  package func names() -> [String] { names(in: entries(of: ServerLeftovers.folder) ?? []) }

  /// Those of `all` names that are the server's.
  ///
  /// `jack_sem.0_booth_2_rig` is of the server `booth_2` where that has a socket, and else of
  /// `booth`, with a client `2_rig`.
  func names(in all: [String]) -> [String] {
    let servers = all.compactMap(serverOfSocket)
    return all.filter { name in
      if let owner = serverOfSocket(name) { return owner == server }
      return isSemaphore(name, of: server)
        && !servers.contains { $0.hasPrefix("\(server)_") && isSemaphore(name, of: $0) }
    }.sorted()
  }

  private func isSemaphore(_ name: String, of server: String) -> Bool {
    name.hasPrefix("jack_sem.\(user)_\(server)_")
  }

  /// The server that has a socket of this name; `nil` for other names.
  private func serverOfSocket(_ name: String) -> String? {
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let end = "_\(user)_"
    let rest = name.dropLast(digits)
    guard digits > 0, rest.hasPrefix("jack_"), rest.hasSuffix(end) else { return nil }
    let server = rest.dropFirst("jack_".count).dropLast(end.count)
    return server.isEmpty ? nil : String(server)
  }

  /// Removes the files of the dead server; returns the names of those that could not be removed.
  package func remove() -> [String] {
    names().filter { unsafe unlink("\(ServerLeftovers.folder)/\($0)") != 0 && errno != ENOENT }
  }
}

/// The names in a folder; `nil` when there is none.
func entries(of folder: String) -> [String]? {
  guard let folder = unsafe opendir(folder) else { return nil }
  defer { unsafe closedir(folder) }
  var found: [String] = []
  while let entry = unsafe readdir(folder) {
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { found.append(name) }
  }
  return found
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
