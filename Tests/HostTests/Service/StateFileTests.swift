// SPDX-License-Identifier: Apache-2.0
// Every store of a rig, damaged at every byte and cut at every length.

import Foundation
import Synchronization
import Testing

@testable import Host

@Suite("What a rig has written down")
struct StateFileTests {
  /// A store as a rig writes it, and its form before.
  struct Store: CustomTestStringConvertible {
    var name: String
    var former: String
    var present: String
    var testDescription: String { name }

    static let all = [
      Store(
        name: "volumes.json",
        former:
          #"{"volumes":[{"category":"playback","level_db":-6,"output":"main","preset_db":0}]}"#,
        present:
          #"{"volumes":[{"category":"playback","level_db":-18.5,"output":"main","preset_db":0}]}"#
      ),
      Store(
        name: "permissions.json",
        former: #"{"permissions":{"voice":"denied"}}"#,
        present: #"{"permissions":{"call":"granted","voice":"granted"}}"#
      ),
      Store(
        name: "desk.json",
        former: #"{"sessions":{},"values":{"deck.mute":{"preset":"off","value":"on"}}}"#,
        present:
          #"{"sessions":{"deck":{"preset":true,"state":"inactive"}},"values":{"deck.fader_db":{"preset":"0","value":"-12"}}}"#
      ),
      Store(
        name: "devices.json",
        former: #"{"devices":[]}"#,
        present: #"{"devices":[{"access":"viewer","name":"door","token_sha256":"00ff"}]}"#
      ),
    ]
  }

  /// Any JSON, so that the contents of a damaged file can be compared.
  enum Tree: Codable, Hashable, Sendable {
    case number(Double)
    case text(String)
    case list([Tree])
    case object([String: Tree])
    case other

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let list = try? value.decode([Tree].self) {
        self = .list(list)
      } else if let object = try? value.decode([String: Tree].self) {
        self = .object(object)
      } else {
        self = .other
      }
    }

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch self {
      case .number(let number): try value.encode(number)
      case .text(let text): try value.encode(text)
      case .list(let list): try value.encode(list)
      case .object(let object): try value.encode(object)
      case .other: try value.encodeNil()
      }
    }

    init(_ text: String) throws {
      self = try JSONDecoder().decode(Tree.self, from: Data(text.utf8))
    }

    /// The values of these keys.
    func members(_ keys: some Sequence<String>) -> [String: Tree?] {
      guard case .object(let members) = self else { return [:] }
      return Dictionary(uniqueKeysWithValues: keys.map { ($0, members[$0]) })
    }
  }

  /// A folder with a store in it that was written twice.
  private final class Shelf {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tarmac-store-\(UUID().uuidString.prefix(8))")
    let store: Store
    private let said = Said()
    var path: URL { folder.appending(path: store.name) }

    /// The lines that were reported.
    final class Said: Sendable {
      let sentences = Mutex<[String]>([])
    }

    init(_ store: Store) throws {
      self.store = store
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var file: StateFile {
      StateFile(store.name, in: folder.path) { [said] sentence in
        said.sentences.withLock { $0.append(sentence) }
      }
    }

    func write(_ texts: String...) throws {
      let file = file
      for text in texts {
        file.write(try Tree(text))
        file.settle()
      }
    }

    /// What a rig that starts now finds, and what it reports about that.
    func read() -> (found: Tree?, said: [String]) {
      said.sentences.withLock { $0 = [] }
      let found = file.read(Tree.self)
      return (found, said.sentences.withLock(\.self))
    }

    /// Reads the store with other bytes in its place.
    func read(_ bytes: Data, former: Data?) throws -> (found: Tree?, said: [String]) {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        try FileManager.default.removeItem(at: folder.appending(path: name))
      }
      try bytes.write(to: path)
      if let former { try former.write(to: URL(filePath: path.path + ".old")) }
      return read()
    }
  }

  @Test(
    "is what it was before where a byte of it is another one, or it is cut short",
    arguments: Store.all
  )
  func damaged(_ store: Store) throws {
    let shelf = try Shelf(store)
    try shelf.write(store.former, store.present)
    let (former, present) = (try Tree(store.former), try Tree(store.present))
    let keys = ["volumes", "permissions", "sessions", "values", "devices"]
    #expect(shelf.read().found?.members(keys) == present.members(keys))
    let bytes = try Data(contentsOf: shelf.path)
    let old = try? Data(contentsOf: URL(filePath: shelf.path.path + ".old"))
    var (others, silent) = (0, 0)
    func look(_ damaged: Data) throws {
      let (found, said) = try shelf.read(damaged, former: old)
      if found?.members(keys) != former.members(keys) { others += 1 }
      if said.count != 1 { silent += 1 }
    }
    for place in bytes.indices {
      for mask: UInt8 in [0x01, 0x04, 0x20] {
        var damaged = bytes
        damaged[place] ^= mask
        try look(damaged)
      }
      try look(bytes.prefix(place))
    }
    #expect(others == 0, "of \(4 * bytes.count) damaged files so many are not what was before")
    #expect(silent == 0, "of \(4 * bytes.count) damaged files so many are not told")
    // The values that were found are in their file again, and are found without a report from then
    // on.
    let again = shelf.read()
    #expect(again.found?.members(keys) == former.members(keys) && again.said == [])
  }

  @Test("by an earlier version, without a checksum, is read as it is")
  func earlier() throws {
    let store = Store.all[0]
    let shelf = try Shelf(store)
    let text = store.present.replacing("}]}", with: "}],\"version\":1}")
    let (found, said) = try shelf.read(Data(text.utf8), former: nil)
    #expect(found == (try Tree(text)) && said == [])
  }

  @Test("is told and set aside where the version before is damaged, too")
  func both() throws {
    let shelf = try Shelf(Store.all[0])
    let (found, said) = try shelf.read(Data("{".utf8), former: Data("{}".utf8))
    #expect(found == nil && said.count == 1)
    #expect(FileManager.default.fileExists(atPath: shelf.path.path + ".broken"))
  }
}
