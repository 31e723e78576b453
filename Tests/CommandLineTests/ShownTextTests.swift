// SPDX-License-Identifier: Apache-2.0
// How text from outside is changed before a terminal gets it.

import Testing

@testable import tarmac

@Suite("Shown text")
struct ShownTextTests {
  @Test(
    "letters stay as they are, whatever a terminal would obey is spelt out",
    arguments: [
      ("Größe 日本 👩‍👩‍👧 é", "Größe 日本 👩‍👩‍👧 é"), ("a\nb\r\n\tc", #"a\nb\r\n\tc"#),
      ("\u{1B}[2J", #"\u{1B}[2J"#), ("\u{1B}[31mred", #"\u{1B}[31mred"#),
      ("\u{0}\u{7F}\u{9B}\u{85}", #"\u{0}\u{7F}\u{9B}\u{85}"#),
      ("\u{202E}\u{2066}\u{200F}", #"\u{202E}\u{2066}\u{200F}"#),
      ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("", ""),
    ]
  )
  func line(_ text: String, _ shown: String) {
    #expect(text.shown == shown)
    #expect(shown.shown == shown)
  }

  @Test("our own colours, lines and tabs pass in what is written; nothing that resembles them does")
  func colours() {
    let own = styled("bad", .bad, colour: true) + "\n\t" + styled("good", .good, colour: true)
    #expect(own.shownInLines == own)
    for text in ["\u{1B}[5m", "\u{1B}[31;5m", "\u{1B}]0;x\u{7}", "\u{1B}", "\u{1B}[", "\r"] {
      #expect((own + text + "x").shownInLines == own + text.shown + "x")
    }
  }

  @Test("a cell is one line, and its colour is not its text's")
  func cells() {
    let table = Table(heading: ["A"], rows: [[Table.Cell("a\n\u{1B}[31mb", .good)]])
    #expect(table.lines(columns: 80).count == 2)
    #expect(table.lines(columns: 80)[1].contains(#"a\n\u{1B}[31mb"#))
  }
}
