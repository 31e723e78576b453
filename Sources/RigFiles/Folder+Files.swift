// SPDX-License-Identifier: Apache-2.0
// Files on their way into a folder: written beside their place, and put there in one step.

internal import CGNU
internal import Glibc
package import RigErrors
internal import Synchronization

extension Folder {
  /// What a file may take the place of.
  package enum Replacing: Sendable {
    /// Of nothing: what is there stays, and the new one is refused.
    case nothing
    /// Of a file of the rig's own; what was there is removed, or kept under another name.
    case own(keepingAs: String? = nil)
  }

  /// Puts a file into its place, whole, or leaves everything as it was.
  ///
  /// A link, a folder, or anything else that is no file is never replaced. When this returns the
  /// file is on the disk, unless it is not needed `durably`.
  package func put(
    _ bytes: [UInt8],
    at name: String,
    mode: FileMode = .file,
    replacing: Replacing = .own(),
    durably: Bool = true
  ) throws(RigError) {
    try put(at: name, mode: mode, replacing: replacing, durably: durably) {
      file throws(RigError) in
      try file.write(bytes)
    }
  }

  /// The same with a file that `fill` writes.
  package func put(
    at name: String,
    mode: FileMode = .file,
    replacing: Replacing = .own(),
    durably: Bool = true,
    fill: (borrowing NewFile) throws(RigError) -> Void
  ) throws(RigError) {
    let draft = ".\(name).\(getpid()).\(Folder.drafts.add(1, ordering: .relaxed).newValue)"
    do throws(RigError) {
      let file = try NewFile(draft, in: self, mode: mode)
      try fill(file)
      guard !durably || fsync(file.descriptor) == 0 else {
        throw Folder.failure("write \(path)/\(name)")
      }
      try place(draft, at: name, replacing)
    } catch {
      remove(draft)
      throw error
    }
    if durably { sync() }
  }

  private static let drafts = Atomic(0)

  /// Gives a draft its name.
  private func place(_ draft: String, at name: String, _ replacing: Replacing) throws(RigError) {
    try requireReplaceable(name, replacing)
    if change(draft, name, .onlyIfFree) { return }
    guard errno == EEXIST else { return try placeSimply(draft, at: name, replacing) }
    guard case .own(let former) = replacing else { throw isThere(name) }
    // Both change places in one step, so that what was there can be looked at once nobody can reach
    // it by its name.
    guard change(draft, name, .exchanging) else {
      return try placeSimply(draft, at: name, replacing)
    }
    guard kind(of: draft) == .file else {
      _ = change(draft, name, .exchanging)
      throw isThere(name)
    }
    guard let former else { return remove(draft) }
    guard unsafe renameat(descriptor, draft, descriptor, former) == 0 else {
      throw Folder.failure("keep \(path)/\(former)")
    }
  }

  /// The same on file systems that can't exchange two files, such as those of network disks.
  private func placeSimply(_ draft: String, at name: String, _ replacing: Replacing)
    throws(RigError)
  {
    switch replacing {
    case .nothing:
      guard unsafe linkat(descriptor, draft, descriptor, name, 0) == 0 else {
        throw errno == EEXIST ? isThere(name) : Folder.failure("write \(path)/\(name)")
      }
      remove(draft)
    case .own(let former):
      if let former {
        let spare = draft + ".old"
        if unsafe linkat(descriptor, name, descriptor, spare, 0) == 0 {
          _ = unsafe renameat(descriptor, spare, descriptor, former)
        }
      }
      guard unsafe renameat(descriptor, draft, descriptor, name) == 0 else {
        throw Folder.failure("write \(path)/\(name)")
      }
    }
  }

  /// What becomes of a file that has the new name, in the kernel's numbers.
  private enum Renaming: UInt32 {
    case onlyIfFree = 1
    case exchanging = 2
  }

  private func change(_ from: String, _ to: String, _ how: Renaming) -> Bool {
    unsafe tarmac_rename(descriptor, from, to, how.rawValue) == 0
  }

  private func requireReplaceable(_ name: String, _ replacing: Replacing) throws(RigError) {
    switch (kind(of: name), replacing) {
    case (nil, _), (.file, .own): return
    default: throw isThere(name)
    }
  }

  private func isThere(_ name: String) -> RigError {
    switch kind(of: name) {
    case .link: .data("\(path)/\(name) is a link, and nothing is written through links: remove it.")
    case .folder: .data("\(path)/\(name) is a folder, where a file is to be: name another place.")
    case .other: .data("\(path)/\(name) is no ordinary file: name another place.")
    case .file, nil: .data("\(path)/\(name) is there already, and this rig has not written it.")
    }
  }

  /// Gives a file another name in the same folder, in the place of what has that.
  package func rename(_ name: String, to other: String) throws(RigError) {
    guard unsafe renameat(descriptor, name, descriptor, other) == 0 else {
      throw Folder.failure("rename \(path)/\(name)")
    }
  }

  /// Makes a link, unless something has its name.
  package func link(_ name: String, to target: String) throws(RigError) {
    guard unsafe symlinkat(target, descriptor, name) == 0 else {
      throw errno == EEXIST ? isThere(name) : Folder.failure("make the link \(path)/\(name)")
    }
  }
}
