// SPDX-License-Identifier: Apache-2.0
// Takes a plugin's state from where it was written to where it belongs.

import RigErrors
import RigFiles

/// Writes states into folders that the user, a preset or a client has named.
///
/// Plugins and lilv write into a folder that the rig has made for that, which may be a sandbox's.
/// From there this takes files, folders and links and nothing else; the plugin that has written
/// them is not trusted, so links are taken as links, or as copies of what they lead to.
struct StateWriter {
  /// Where the state was written.
  let source: String
  /// Where it belongs.
  let target: String
  /// What becomes of links on the way there.
  let links: Folder.Links
  /// Whether links become copies of what they lead to.
  var copiesFiles = false
  /// Whether the folder is known to hold a state that a version without `OwnFiles` has written.
  var isEarlier = false

  /// How deep folders of a state may be nested, and how many files there may be.
  private static let (mostDepth, mostFiles) = (16, 10_000)
  /// What comes last: until then the state that is there holds.
  private static let text = "state.ttl"
  /// What a version that was killed has left behind, which would count before the new state.
  private static let last = "state.ttl.last"

  /// One file or link on its way.
  private struct Item {
    let path: String
    var mark: String
    /// Where a link leads, from the root.
    let place: String?
    /// What it says, once it is known where it belongs.
    var link: String?
    /// The folder in which it is, and its name there.
    let folder: String
    let name: String

    var isText: Bool { path == StateWriter.text }

    /// Lets a link lead from `target` to where it has led from the source.
    mutating func aim(from target: borrowing Folder) {
      guard let place else { return }
      let link = target.link(at: path, to: place)
      (self.link, mark) = (link, OwnFiles.mark(linkTo: link))
    }

    /// Opens it; a link is followed only where it is to become a copy, and its mark is that of a
    /// file.
    func open(followingLinks: Bool) throws -> OpenFile {
      followingLinks
        ? try OpenFile(at: "\(folder)/\(name)") : try OpenFile(name, in: Folder(folder))
    }
  }

  /// Writes the state; refused, or failed, it leaves what is there whole.
  func write() throws(RigError) {
    var items = try items()
    guard items.contains(where: \.isText) else {
      throw .inputOutput("The plugin has written no state.")
    }
    let folder = try Folder(making: target, links: links)
    try folder.requireOwn()
    for index in items.indices { items[index].aim(from: folder) }
    var own = try ownFiles(in: folder)
    var due: [Item] = []
    for item in items where try isDue(item, in: folder, own) { due.append(item) }
    for item in due { own.expect(item.path, item.mark) }
    try own.write(into: folder)
    for item in due.filter({ !$0.isText }) + due.filter(\.isText) {
      own.settle(item.path, try put(item, into: folder))
    }
    if let mark = Self.mark(of: Self.last, in: folder), own.has(Self.last, mark) {
      folder.remove(Self.last)
    }
    try own.write(into: folder)
  }

  /// What the rig has written into the folder; refuses one in which there is something else than a
  /// state of ours.
  private func ownFiles(in folder: borrowing Folder) throws(RigError) -> OwnFiles {
    if let own = try OwnFiles(in: folder) { return own }
    guard !folder.names.isEmpty else { return OwnFiles() }
    guard isEarlier, folder.kind(of: Self.text) == .file else {
      throw .data(
        "There is something else in \(folder.path) than a state that this rig has saved: name another folder."
      )
    }
    var own = OwnFiles()
    try visit(folder, "", 0) { folder, name, path throws(RigError) in
      if let mark = Self.mark(of: name, in: folder) { own.expect(path, mark) }
    }
    return own
  }

  // MARK: What there is to write

  private func items() throws(RigError) -> [Item] {
    var items: [Item] = []
    func note(_ folder: borrowing Folder, _ name: String, _ path: String) throws(RigError) {
      func add(_ mark: String, place: String? = nil) {
        items.append(Item(path: path, mark: mark, place: place, folder: folder.path, name: name))
      }
      let place = folder.place(of: name)
      let origin = "\(folder.path)/\(name)"
      if place != nil, copiesFiles, let sum = try? OpenFile(at: origin).checksum() {
        add(OwnFiles.mark(sum))
      } else if place != nil, copiesFiles, let linked = try? Folder(origin) {
        // The depth of what it leads to is bounded as a whole: it may lead back here.
        let depth = path.utf8.count { $0 == UInt8(ascii: "/") } + 1
        try visit(linked, "\(path)/", depth, note)
      } else if let mark = Self.mark(of: name, in: folder) {
        add(mark, place: place)
      }
    }
    try visit(Folder(source), "", 0, note)
    return items
  }

  /// Goes through all that is no folder, in folders too.
  private func visit(
    _ folder: borrowing Folder,
    _ path: String,
    _ depth: Int,
    _ body: (borrowing Folder, String, String) throws(RigError) -> Void
  ) throws(RigError) {
    let names = folder.names
    guard depth < Self.mostDepth, names.count < Self.mostFiles else {
      throw .data("\(folder.path) holds more than a state may.")
    }
    for name in names where name != OwnFiles.fileName {
      if folder.kind(of: name) == .folder {
        try visit(folder.folder(name), "\(path)\(name)/", depth + 1, body)
      } else {
        try body(folder, name, path + name)
      }
    }
  }

  /// The mark of what is there under a name; `nil` for what is neither a file nor a link.
  private static func mark(of name: String, in folder: borrowing Folder) -> String? {
    if let target = folder.target(of: name) { return OwnFiles.mark(linkTo: target) }
    return (try? OpenFile(name, in: folder).checksum()).map(OwnFiles.mark)
  }

  // MARK: Into its place

  /// Whether a file has to be written; refuses to write over one that is not the rig's own.
  private func isDue(
    _ item: Item,
    in folder: borrowing Folder,
    _ own: OwnFiles
  ) throws(RigError) -> Bool {
    // The plugin has the file from this very state: it stays.
    if item.link == item.name { return false }
    return try within(folder, item.path) { folder, name throws(RigError) in
      guard folder.kind(of: name) != nil else { return true }
      guard let mark = Self.mark(of: name, in: folder), own.has(item.path, mark) else {
        throw .data(
          "\(folder.path)/\(name) is not what this rig has written, and stays as it is: name another folder."
        )
      }
      return mark != item.mark
    }
  }

  /// Puts a file or a link into its place; returns the mark of what is there now.
  private func put(_ item: Item, into folder: borrowing Folder) throws(RigError) -> String {
    try within(folder, item.path) { folder, name throws(RigError) in
      // A link of ours makes room for a file, and a file for a link.
      if item.link != nil || folder.kind(of: name) == .link { folder.remove(name) }
      if let link = item.link {
        try folder.link(name, to: link)
        return item.mark
      }
      let isNew = folder.kind(of: name) == nil
      var (sum, place) = (Checksum(), 0)
      try folder.put(at: name, replacing: isNew ? .nothing : .own()) { file throws(RigError) in
        do {
          let origin = try item.open(followingLinks: copiesFiles)
          while let piece = try origin.piece(from: place) {
            try file.write(piece)
            sum.add(piece)
            place += piece.count
          }
        } catch {
          throw error as? RigError
            ?? .inputOutput("\(item.path) can't be read, so it is not in the state.")
        }
      }
      return OwnFiles.mark(sum)
    }
  }

  /// Does something with a file in the folder that it is in, which is made where it is missing.
  private func within<Value>(
    _ folder: borrowing Folder,
    _ path: String,
    _ body: (borrowing Folder, String) throws(RigError) -> Value
  ) throws(RigError) -> Value {
    guard let slash = path.firstIndex(of: "/") else { return try body(folder, path) }
    let child = try folder.folder(String(path[..<slash]))
    try child.requireOwn()
    return try within(child, String(path[path.index(after: slash)...]), body)
  }
}
