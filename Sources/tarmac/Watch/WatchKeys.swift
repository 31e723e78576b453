// SPDX-License-Identifier: Apache-2.0
// What keys do in the full screen of `tarmac watch`.

internal import ControlProtocol
internal import ControlTree

/// A key that was pressed.
enum Key: Hashable, Sendable {
  case character(Character)
  case up, down, left, right, finerLeft, finerRight
  case tab, backTab, pageUp, pageDown, first, last, escape

  /// The keys in the bytes that a terminal has sent; unknown ones are left out.
  static func keys(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let first = rest.first {
      if let (sequence, key) = sequences.first(where: { rest.hasPrefix($0.0) }) {
        keys.append(key)
        rest = rest.dropFirst(sequence.count)
      } else if rest.hasPrefix("\u{1B}[") || rest.hasPrefix("\u{1B}O") {
        // An unknown sequence, up to its last letter.
        rest = rest.dropFirst(2).drop { !$0.isLetter && $0 != "~" }.dropFirst()
      } else {
        keys.append(first == "\u{1B}" ? .escape : first == "\t" ? .tab : .character(first))
        rest = rest.dropFirst()
      }
    }
    return keys
  }

  private static let sequences: [(String, Key)] = [
    ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
    ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
    ("\u{1B}[1;2C", .finerRight), ("\u{1B}[1;2D", .finerLeft), ("\u{1B}[Z", .backTab),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
    ("\u{1B}[H", .first), ("\u{1B}[F", .last), ("\u{1B}[1~", .first), ("\u{1B}[4~", .last),
    ("\u{1B}OH", .first), ("\u{1B}OF", .last),
  ]
}

/// What a key asks for that the state can't do alone.
enum WatchAction: Sendable {
  case quit, suspend, repaint
  case set(TreeSetRequest)
}

extension WatchState {
  /// What the help shows: keys, and what they do.
  static let keys: [(String, String)] = [
    ("Up, Down, Tab", "select a strip or a route"),
    ("Left, Right", "fader down and up by 1 dB"),
    (", and .", "by 0.1 dB, as Shift with Left and Right"),
    ("0", "fader to 0 dB"),
    ("m", "mute, or let it sound"),
    ("c", "cue"),
    ("a, Space, Enter", "activate (talk), or let go; an interrupter too"),
    ("p", "play, or pause"),
    ("x", "take clips as seen"),
    ("Page Up, Page Down", "scroll through what has happened; End is now"),
    ("?", "this help"),
    ("Ctrl-L, Ctrl-Z", "draw again; give the terminal back for a while"),
    ("q, Ctrl-C", "quit"),
  ]

  /// Carries out a key, or returns what others have to do for it.
  mutating func press(_ key: Key) -> WatchAction? {
    if isHelpShown, key != .character("q"), key != .character("\u{3}") {
      isHelpShown = false
      return nil
    }
    switch key {
    case .up, .character("k"): select(-1)
    case .down, .character("j"): select(1)
    case .tab: selectNext(1)
    case .backTab: selectNext(-1)
    case .pageUp: happeningsBelow = min(happeningsBelow + 5, happenings.flatMap(\.lines).count - 1)
    case .pageDown: happeningsBelow = max(happeningsBelow - 5, 0)
    case .last: happeningsBelow = 0
    case .first: select(-rig.selectable.count)
    case .escape: break
    case .left, .character("-"): return step(-1)
    case .right, .character("+"), .character("="): return step(1)
    case .finerLeft, .character(","): return step(-0.1)
    case .finerRight, .character("."): return step(0.1)
    case .character(let letter): return press(letter)
    }
    return nil
  }

  private mutating func press(_ letter: Character) -> WatchAction? {
    switch letter {
    case "q", "\u{3}": return .quit
    case "\u{1A}": return .suspend
    case "\u{C}": return .repaint
    case "?", "h": isHelpShown = true
    case "x": clearClips()
    case "0": return change("fader_db") { TreeSetRequest(path: $0, value: .number(0)) }
    case "m": return toggle("mute")
    case "c": return toggle("cue")
    case "a", " ", "\r", "\n": return activate()
    case "p": return play()
    default: break
    }
    return nil
  }

  private mutating func step(_ step: Double) -> WatchAction? {
    change("fader_db") { TreeSetRequest(path: $0, step: step) }
  }

  private mutating func toggle(_ value: String) -> WatchAction? {
    change(value) { TreeSetRequest(path: $0, toggles: true) }
  }

  private mutating func activate() -> WatchAction? {
    guard let selected, selected.kind == .bus else { return toggle("active") }
    let path = "rig.interrupters.\(selected.name).active"
    guard has(path) else {
      tell("\(selected.name) can't be activated.", isBad: true)
      return nil
    }
    return .set(TreeSetRequest(path: path, toggles: true))
  }

  private mutating func play() -> WatchAction? {
    guard let name = selected?.name else { return nil }
    guard let player = rig.players.first(where: { $0.session == name }) else {
      tell("\(name) has no player.", isBad: true)
      return nil
    }
    return .set(TreeSetRequest(path: "\(player.path).playing", toggles: true))
  }

  private mutating func change(
    _ value: String,
    _ request: (String) -> TreeSetRequest
  ) -> WatchAction? {
    guard let name = selected?.name else { return nil }
    let path = "\(name).\(value)"
    guard has(path) else {
      let words = ["fader_db": "fader", "active": "activation"][value] ?? value
      tell("\(name) has no \(words).", isBad: true)
      return nil
    }
    return .set(request(path))
  }
}
