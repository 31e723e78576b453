// SPDX-License-Identifier: Apache-2.0
// Links as pictures.

import Testing

@testable import tarmac

private struct WrongBlock: Error {}

@Suite("The picture of a link")
struct QRCodeTests {
  private static let link = "http://127.0.0.1:8080/pair?token=0123456789abcdef0123456789abcdef"

  /// The squares, row by row: half blocks taken apart.
  private func squares(of text: String) throws -> [[Bool]] {
    let lines = try #require(QRCode.lines(of: text))
    return try lines.flatMap { line in
      let pairs = try line.map { block -> (Bool, Bool) in
        switch block {
        case "█": (true, true)
        case "▀": (true, false)
        case "▄": (false, true)
        case " ": (false, false)
        default: throw WrongBlock()
        }
      }
      return [pairs.map(\.0), pairs.map(\.1)]
    }
  }

  @Test("has the three marks that phones look for, and nothing around it")
  func marks() throws {
    let squares = try squares(of: Self.link)
    let width = squares[0].count - 8
    #expect((width - 17).isMultiple(of: 4), "a code has 17 squares and four for each version")
    #expect(squares.allSatisfy { $0.count == width + 8 })
    #expect(squares.prefix(4).joined().allSatisfy { !$0 })
    #expect(squares.dropFirst(4 + width).count >= 4)
    #expect(squares.dropFirst(4 + width).joined().allSatisfy { !$0 })
    #expect(squares.allSatisfy { row in (row.prefix(4) + row.suffix(4)).allSatisfy { !$0 } })
    let ring = Array("1111111100000110111011011101101110110000011111111".map { $0 == "1" })
    for (column, row) in [(4, 4), (width - 3, 4), (4, width - 3)] {
      let mark = (row..<(row + 7)).flatMap { squares[$0][column..<(column + 7)] }
      #expect(mark == ring)
    }
  }

  @Test("is not there for a text that no code holds")
  func tooLong() {
    #expect(QRCode.lines(of: String(repeating: "x", count: 4_000)) == nil)
  }
}
