// SPDX-License-Identifier: Apache-2.0
// The segments of JACK's shared memory that a server holds.

import Foundation

/// The memory segments that the living process `pid` uses, with their inodes, because names are
/// used again.
func memorySegments(of pid: Int32) throws -> [String: UInt64] {
  var segments: [String: UInt64] = [:]
  let map = try String(contentsOfFile: "/proc/\(pid)/maps", encoding: .utf8)
  for line in map.split(separator: "\n") where line.contains("/dev/shm/jack-\(getuid())-") {
    let words = line.split(separator: " ")
    segments[String(words[5])] = UInt64(words[4])
  }
  return segments
}

/// The segments that are still there.
func present(_ segments: [String: UInt64]) -> [String] {
  segments.filter { path, inode in
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.systemFileNumber] as? UInt64 == inode
  }.map(\.key)
}

/// Whether JACK's registry of servers has a place for `server`.
func isRegistered(_ server: String) throws -> Bool {
  let registry = try Data(contentsOf: URL(fileURLWithPath: "/dev/shm/jack-shm-registry"))
  return registry.range(of: Data("jack-\(getuid()):\(server):".utf8)) != nil
}
