// SPDX-License-Identifier: Apache-2.0
// A small document in a folder, with the version before it beside it.

package import RigErrors
internal import StrictJSON

/// A JSON file that is written as a whole, and of which the former version is kept: a damaged one
/// is not the end of what it held.
package struct StoredJSON: Sendable {
  /// The folder, and the name of the file in it.
  package let folder: String
  package let name: String
  private let mode: FileMode

  package init(_ name: String, in folder: String, mode: FileMode) {
    (self.name, self.folder, self.mode) = (name, folder, mode)
  }

  package var path: String { "\(folder)/\(name)" }
  /// Where the version before it is, and where one goes that can't be read.
  private var former: String { name + ".old" }
  private var broken: String { name + ".broken" }

  /// What was found of a document.
  package enum Found<Value> {
    /// There is none.
    case nothing
    /// What was written last.
    case present(Value)
    /// What was written before that, because the last version is damaged; a sentence that says so.
    case former(Value, String)
    /// Neither can be read; a sentence that says so.
    case damaged(String)
  }

  /// Reads the document.
  ///
  /// With `settingAside`, one that is damaged gets another name, and the version before it takes
  /// its place again.
  package func read<Value: Decodable>(_ type: Value.Type, settingAside: Bool) -> Found<Value> {
    guard let folder = try? Folder(folder), folder.kind(of: name) != nil else { return .nothing }
    func decode(_ name: String) -> Value? {
      Self.bytes(of: name, in: folder).flatMap { try? SealedJSON.decode(type, from: $0) }
    }
    if let value = decode(name) { return .present(value) }
    let before = decode(former)
    var aside = ""
    if settingAside {
      try? folder.rename(name, to: broken)
      if before != nil { try? folder.rename(former, to: name) }
      aside = "; it is now \(folder.path)/\(broken)"
    }
    guard let before else {
      return .damaged("\(path) can't be understood\(aside), and the rig goes on without it.")
    }
    return .former(
      before,
      "\(path) is damaged\(aside), and the rig goes on with the version before it."
    )
  }

  private static func bytes(of name: String, in folder: borrowing Folder) -> [UInt8]? {
    try? OpenFile(name, in: folder).bytes(limit: JSONText.maximumBytes)
  }

  /// Writes the document, and keeps the one that is there as the one before it; returns once it is
  /// on the disk, unless it need not be there `durably`.
  package func write(_ value: some Encodable, durably: Bool = true) throws(RigError) {
    let bytes: [UInt8]
    do { bytes = try SealedJSON.encode(value) } catch {
      throw RigError(.software, "\(path) can't be put into JSON.")
    }
    let folder = try Folder(making: folder, mode: mode == .secretFile ? .secretFolder : .folder)
    // A damaged one must not take the place of a good one.
    let isWhole = Self.bytes(of: name, in: folder).map(SealedJSON.isWhole) == true
    try folder.put(
      bytes,
      at: name,
      mode: mode,
      replacing: .own(keepingAs: isWhole ? former : nil),
      durably: durably
    )
  }
}
