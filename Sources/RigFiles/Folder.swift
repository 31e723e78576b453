// SPDX-License-Identifier: Apache-2.0
// The one door for writing: a folder that is held open, so that nobody can put another one in its
// place.

internal import CGNU
internal import Glibc
package import RigErrors

/// A folder that the rig writes into.
///
/// It is held by its descriptor, and everything in it is named relative to that: whatever becomes
/// of the folders that lead to it, what is written lands in the folder that was looked at. No file
/// is ever written through a link, and none that is there is opened for writing: a new one is
/// written under another name, and takes its place in one step once it is on the disk.
///
/// > Threading: Any, one at a time. It waits for the disk: never on the rig's actor, once the rig
/// is up.
package struct Folder: ~Copyable {
  /// How people know it.
  package let path: String
  let descriptor: Int32

  /// What becomes of links on the way to a folder.
  package enum Links: Sendable {
    /// They are followed: the path is the user's own, or that of a preset.
    case followed
    /// They are refused: the path is a client's.
    case refused
  }

  /// Opens a folder, given from the root, and makes it and those that lead to it where they are
  /// missing.
  package init(
    making path: String,
    mode: FileMode = .folder,
    links: Links = .followed
  ) throws(RigError) {
    guard path.hasPrefix("/") else { throw .data("'\(path)' is no path from the root.") }
    descriptor = try Folder.walk(path, mode, links)
    self.path = path
  }

  /// Opens a folder that is there.
  package init(_ path: String) throws(RigError) {
    let opened = unsafe open(path.isEmpty ? "." : path, Folder.flags)
    guard opened >= 0 else { throw Folder.failure("open the folder \(path)") }
    (self.path, descriptor) = (path, opened)
  }

  private init(_ path: String, descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
  /// Of a folder on the way, which one may pass without having the right to list it: the kernel's
  /// O_PATH.
  private static let passing: Int32 = 0o10_000_000 | O_DIRECTORY | O_CLOEXEC

  /// The folder in it of that name, which is made where it is missing; never a link.
  package func folder(_ name: String, mode: FileMode = .folder) throws(RigError) -> Folder {
    let child = "\(path)/\(name)"
    return Folder(child, descriptor: try Folder.enter(name, in: descriptor, child, mode, .refused))
  }

  // MARK: On the way

  /// Goes down part by part, from the root.
  private static func walk(_ path: String, _ mode: FileMode, _ links: Links) throws(RigError)
    -> Int32
  {
    let parts = path.split(separator: "/").filter { $0 != "." }
    var (place, so) = (unsafe open("/", parts.isEmpty ? flags : passing), "")
    guard place >= 0 else { throw failure("open the folder /") }
    for (number, part) in parts.enumerated() {
      so += "/\(part)"
      let next: Int32
      do throws(RigError) {
        let passes = number < parts.count - 1
        next = try enter(String(part), in: place, so, mode, links, passes: passes)
      } catch {
        close(place)
        throw error
      }
      close(place)
      place = next
    }
    return place
  }

  private static func enter(
    _ name: String,
    in place: Int32,
    _ path: String,
    _ mode: FileMode,
    _ links: Links,
    passes: Bool = false
  ) throws(RigError) -> Int32 {
    let isNew = unsafe mkdirat(place, name, mode.bits) == 0
    let flags =
      (passes && !isNew ? passing : flags) | (links == .refused || isNew ? O_NOFOLLOW : 0)
    let opened = unsafe openat(place, name, flags)
    guard opened >= 0 else {
      let code = errno
      switch kind(of: name, in: place) {
      case S_IFLNK where links == .refused:
        throw .data(
          "\(path) is a link, and nothing is written through links: name what it leads to."
        )
      case S_IFDIR: throw failure("open the folder \(path)", code)
      case nil: throw failure("make the folder \(path)", code)
      default: throw .data("Cannot make the folder \(path): something else has its name.")
      }
    }
    if isNew { fchmod(opened, mode.bits) }
    return opened
  }

  // MARK: What is in it

  /// Refuses a folder that is another user's: what is in it could be anybody's by the time that it
  /// is read.
  package func requireOwn() throws(RigError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
      throw .data("\(path) belongs to another user: name a folder of your own.")
    }
  }

  /// The names of what is in it.
  package var names: [String] {
    let again = unsafe openat(descriptor, ".", Folder.flags)
    guard again >= 0 else { return [] }
    guard let list = unsafe fdopendir(again) else {
      close(again)
      return []
    }
    defer { unsafe closedir(list) }
    var names: [String] = []
    while let entry = unsafe readdir(list) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// What there may be under a name.
  package enum Kind: Sendable {
    case file, folder, link, other
  }

  /// What is there under a name, links not followed; `nil` for nothing.
  package func kind(of name: String) -> Kind? {
    switch Folder.kind(of: name, in: descriptor) {
    case nil: nil
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  private static func kind(of name: String, in place: Int32) -> mode_t? {
    var status = stat()
    guard unsafe fstatat(place, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }

  /// Where a link leads to; `nil` for what is not a link.
  package func target(of name: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = unsafe readlinkat(descriptor, name, start, buffer.count)
      guard count > 0 else { return nil }
      return unsafe String(
        decoding: buffer[..<count].map { UInt8(bitPattern: $0) },
        as: UTF8.self
      )
    }
  }

  /// Removes a file or a link.
  package func remove(_ name: String) { _ = unsafe unlinkat(descriptor, name, 0) }

  /// Returns once what it lists is on the disk.
  func sync() { fsync(descriptor) }

  static func failure(_ work: String, _ code: Int32 = errno) -> RigError {
    .inputOutput("Cannot \(work): \(unsafe String(cString: strerror(code))).")
  }
}
