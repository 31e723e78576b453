// SPDX-License-Identifier: Apache-2.0
// Updates that wait for a slow subscriber.

import ControlProtocol
import ControlTree
import Testing

@testable import OSCServer

@Suite("Values that wait for a subscriber")
struct OSCUpdatesTests {
  private static func update(_ values: [String: Double], isFull: Bool = false) -> TreeUpdate {
    let entries = values.sorted { $0.key < $1.key }.map {
      TreeEntry(path: $0.key, value: .number($0.value))
    }
    return TreeUpdate(number: 1, isFull: isFull, values: entries)
  }

  @Test("are no more than there are, each as it is then")
  func merged() throws {
    let updates = OSCUpdates()
    updates.add(Self.update(["a": 0, "b": 0], isFull: true))
    for number in 0..<1_000 { updates.add(Self.update(["b": Double(number)])) }
    updates.add(Self.update(["c": 1]))
    let told = try #require(updates.take())
    #expect(told.isFull)
    #expect(told.values.map(\.path) == ["a", "b", "c"])
    #expect(told.values.map(\.value) == [.number(0), .number(999), .number(1)])
    #expect(updates.take() == nil)
  }

  @Test("are told until the end, the last ones too")
  func end() async {
    let updates = OSCUpdates()
    updates.add(Self.update(["a": 1]))
    updates.finish()
    var told: [String] = []
    await updates.tell { told += $0.values.map(\.path) }
    #expect(told == ["a"])
  }
}
