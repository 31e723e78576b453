// SPDX-License-Identifier: Apache-2.0
// The lines of the full screen, from states that no rig is needed for.

import ControlProtocol
import ControlTree
import Testing

@testable import tarmac

@Suite("The full screen")
struct WatchViewTests {
  /// A rig with so many sessions on one output.
  private func state(sessions: Int, named name: String = "s") -> WatchState {
    var state = WatchState(name: "rig")
    state.advance(to: 1, clock: "12:00:00")
    let strips = (1...sessions).flatMap { number -> [TreeEntry] in
      let path = "\(name)\(number)"
      return [
        TreeEntry(path: "\(path).fader_db", value: .number(0)),
        TreeEntry(path: "\(path).active", value: .toggle(true)),
        TreeEntry(path: "\(path).category", value: .text("playback")),
        TreeEntry(path: "\(path).why", value: .text("Active: it was asked to be (ACT-01).")),
        TreeEntry(path: "\(path).clips", value: .number(0)),
        TreeEntry(path: "\(path).meters.L.peak_db", value: .number(-20)),
        TreeEntry(path: "\(path).meters.R.peak_db", value: .number(-.infinity)),
      ]
    }
    let rest = [
      TreeEntry(path: "main.direction", value: .text("output")),
      TreeEntry(path: "main.role", value: .text("lineOut")),
      TreeEntry(path: "main.waiting", value: .text("usb:in_1")),
      TreeEntry(path: "rig.server.connected", value: .toggle(true)),
    ]
    state.take(TreeUpdate(number: 1, isFull: true, values: strips + rest))
    return state
  }

  private func lines(_ state: WatchState, _ columns: Int, _ rows: Int) -> [String] {
    WatchView(state: state, columns: columns, rows: rows).lines.map(\.text)
  }

  @Test(
    "fills each terminal and is no wider, with any number of strips",
    arguments: [1, 3, 40],
    [(40, 8), (80, 24), (200, 60)]
  )
  func sizes(_ sessions: Int, _ size: (Int, Int)) {
    for name in ["s", "an exceedingly long name of a session ", "世界", "e\u{1B}[2J"] {
      let lines = lines(state(sessions: sessions, named: name), size.0, size.1)
      #expect(lines.count == size.1)
      #expect(lines.allSatisfy { $0.cells <= size.0 }, "\(lines.joined(separator: "\n"))")
      #expect(!lines.joined().unicodeScalars.contains("\u{1B}"))
    }
  }

  @Test("scrolls to what is selected, and says what part it shows", arguments: [40, 500])
  func scrolling(_ sessions: Int) {
    var state = state(sessions: sessions)
    for _ in 0..<29 { _ = state.press(.down) }
    let lines = lines(state, 80, 24)
    #expect(lines.contains { $0.hasPrefix("▶ s30 ") })
    #expect(lines.contains { $0.contains(" of \(sessions)") })
    #expect(!lines.contains { $0.hasPrefix("  s1 ") })
    let shown = lines.compactMap { $0.firstMatch(of: #/^[ ▶] s(\d+) /#).flatMap { Int($0.1) } }
    #expect(shown == Array((shown.first ?? 0)..<(shown.first ?? 0) + shown.count))
  }

  @Test("holds a peak, lets it fall later, and keeps a clip until it is seen")
  func peaks() {
    var state = state(sessions: 1)
    func tell(_ path: String, _ value: Double) {
      let entry = TreeEntry(path: path, value: .number(value))
      state.take(TreeUpdate(number: 2, isFull: false, values: [entry]))
    }
    let path = "s1.meters.L.peak_db"
    tell(path, -3)
    state.advance(to: 2, clock: "")
    tell(path, -40)
    state.advance(to: 3, clock: "")
    #expect(state.holds[path]?.peak_db == -3)
    state.advance(to: 4, clock: "")
    #expect(state.holds[path]?.peak_db == -27)
    state.advance(to: 9, clock: "")
    #expect(state.holds[path]?.peak_db == -40)
    #expect(!lines(state, 80, 24).joined().contains("CLIP"))
    tell("s1.clips", 2)
    #expect(lines(state, 80, 24).joined().contains("CLIP"))
    _ = state.press(.character("x"))
    #expect(!lines(state, 80, 24).joined().contains("CLIP"))
    tell("s1.clips", 0)
    tell("s1.clips", 1)
    #expect(lines(state, 80, 24).joined().contains("CLIP"))
  }

  @Test("keeps the rule of a sentence that is too long")
  func sentences() {
    let text = "Turned down by session 'voice': an active session turns all others down (DUCK-01)."
    #expect(shortenedSentence(text, to: 200) == text)
    let short = shortenedSentence(text, to: 50)
    #expect(short.cells == 50 && short.hasSuffix("… (DUCK-01)."))
  }

  @Test("knows keys as terminals send them, several at once, and leaves out others")
  func keys() {
    #expect(
      Key.keys(in: Array("\u{1B}[A\u{1B}OBm\u{1B}[1;2C\t\u{1B}[15~q\u{1B}".utf8)) == [
        .up, .down, .character("m"), .finerRight, .tab, .character("q"), .escape,
      ]
    )
  }
}
