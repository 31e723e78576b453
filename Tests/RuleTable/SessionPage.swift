// SPDX-License-Identifier: Apache-2.0
// The tables of docs/session-layer.md: read from the tower's own tables where it has one, decided
// by a tower where it has not.

internal import ControlTower
internal import FoundationEssentials

/// The text between the marks of the page, and its pictures.
enum SessionPage {
  /// The name of each table, as the page's marks say it, and its lines.
  static var tables: [(name: String, lines: [String])] {
    [
      ("categories", categories), ("modes", modes), ("options", options), ("pairs", pairs),
      ("interrupters", interrupters), ("network", network), ("outputs", outputs),
    ]
  }

  /// The page with its tables as they are now; `nil` when it lacks the marks of one.
  static func renewed(_ page: String) -> String? {
    var page = page
    for (name, lines) in tables {
      guard let begin = page.firstRange(of: "<!-- table: \(name) -->\n"),
        let end = page.firstRange(of: "<!-- end: \(name) -->\n"), begin.upperBound <= end.lowerBound
      else { return nil }
      page.replaceSubrange(
        begin.upperBound..<end.lowerBound,
        with: "\n" + lines.joined(separator: "\n") + "\n\n"
      )
    }
    return page
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> [String] {
    ([head, head.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
  }

  private static func code(_ words: [String]) -> String {
    words.isEmpty ? "–" : words.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func yes(_ value: Bool) -> String { value ? "yes" : "no" }

  private static var categories: [String] {
    let head = [
      "category", "silent switch", "lock", "interrupts others", "mixes", "input", "output",
      "raises the hint", "prepare", "play",
    ]
    return table(
      head,
      Category.allCases.map { category in
        let row = category.behaviour
        let mixes =
          switch row.mixing {
          case .always: "always"
          case .optional: "when asked"
          case .never: "never"
          }
        return [
          "`\(category)`", row.obeysSilentSwitch ? "mutes it" : "–",
          row.obeysLock ? "holds it" : "–", yes(row.interruptsOthers), mixes, yes(row.hasInput),
          yes(row.hasOutput), yes(raisesHint(category)), yes(isReady(category)),
          yes(row.allowsPlay),
        ]
      }
    )
  }

  private static var modes: [String] {
    table(
      ["mode"] + Category.allCases.map { "`\($0)`" } + ["implies"],
      Mode.allCases.map { mode in
        let implied = CategoryOption.allCases.filter(
          SessionConfiguration(id: one, mode: mode).impliedOptions.contains
        )
        return ["`\(mode)`"] + Category.allCases.map { mode.categories.contains($0) ? "yes" : "" }
          + [code(implied.map(\.rawValue))]
      }
    )
  }

  private static var options: [String] {
    table(
      ["option"] + Category.allCases.map { "`\($0)`" } + ["brings along"],
      CategoryOption.allCases.map { option in
        let implied = SessionConfiguration(id: one, options: [option]).impliedOptions
        return ["`\(option)`"]
          + Category.allCases.map { option.categories.contains($0) ? "yes" : "" }
          + [code(CategoryOption.allCases.filter(implied.contains).map(\.rawValue))]
      }
    )
  }

  private static let one = SessionID("one")
  private static let other = SessionID("other")

  /// A tower on which these events were granted; `nil` when one was refused.
  static func tower(_ events: [TowerEvent]) -> ControlTower? {
    var tower = ControlTower()
    for event in events {
      do { _ = try tower.handle(event) } catch { return nil }
    }
    return tower
  }

  private static func raisesHint(_ category: Category) -> Bool {
    let configuration = SessionConfiguration(id: one, category: category)
    return tower([.added(configuration), .activate(one)])?.secondaryAudioShouldBeSilenced(
      for: other
    )
      ?? false
  }

  private static func isReady(_ category: Category) -> Bool {
    let configuration = SessionConfiguration(id: one, category: category)
    return tower([.added(configuration), .prepare(one)]) != nil
  }

  /// Kinds of sessions that differ in how they behave towards others.
  private static let kinds: [(name: String, configuration: SessionConfiguration)] = [
    ("does not mix", SessionConfiguration(id: one, category: .playback)),
    (
      "spoken, does not mix", SessionConfiguration(id: one, category: .playback, mode: .spokenAudio)
    ),
    (
      "mixes",
      SessionConfiguration(id: one, category: .playback, options: [.mixWithOthers])
    ),
    (
      "spoken, mixes",
      SessionConfiguration(
        id: one,
        category: .playback,
        mode: .spokenAudio,
        options: [.mixWithOthers]
      )
    ),
    ("ducks", SessionConfiguration(id: one, category: .playback, options: [.duckOthers])),
    (
      "interrupts spoken audio",
      SessionConfiguration(
        id: one,
        category: .playback,
        options: [.interruptSpokenAudioAndMixWithOthers]
      )
    ),
  ]

  private static var pairs: [String] {
    table(
      ["is active ↓, becomes active →"] + kinds.map(\.name),
      kinds.map { present in
        [present.name]
          + kinds.map { newcomer in
            var second = newcomer.configuration
            second.id = other
            let tower = tower([
              .added(present.configuration), .added(second), .activate(one), .activate(other),
            ])
            return tower.map { fate($0, of: one) } ?? "refused"
          }
      }
    )
  }

  /// The state of a session that was active and in full.
  private static func fate(_ tower: ControlTower, of id: SessionID) -> String {
    guard let session = tower.session(id) else { return "gone" }
    if !session.isActive { return "interrupted" }
    return session.duck == nil ? "sounds on" : "turned down"
  }

  private static var interrupters: [String] {
    let music = SessionConfiguration(id: one, category: .playback, options: [.mixWithOthers])
    var spared = SessionConfiguration(id: other, category: .playback, options: [.mixWithOthers])
    spared.behaviour.prefersNoInterruptionsFromSystemAlerts = true
    let start: [TowerEvent] = [.added(music), .added(spared), .activate(one), .activate(other)]
    func outcome(_ events: [TowerEvent], _ id: SessionID) -> String {
      tower(start + events).map { fate($0, of: id) } ?? "kept away"
    }
    return table(
      [
        "interrupter", "rings", "rings, the session asks to be spared", "lasts",
        "rings, with do-not-interrupt on", "lasts, with do-not-interrupt on",
      ],
      [Interrupter.phone, .alarm, .assistant].map { interrupter in
        [
          "\(interrupter)", outcome([.interrupterRang(interrupter)], one),
          outcome([.interrupterRang(interrupter)], other),
          outcome([.interrupterBegan(interrupter)], one),
          outcome(
            [.setDoNotInterrupt(true, by: "operator"), .interrupterRang(interrupter)],
            one
          ),
          outcome(
            [.setDoNotInterrupt(true, by: "operator"), .interrupterBegan(interrupter)],
            one
          ),
        ]
      }
    )
  }

  private static var network: [String] {
    let head = ["category"] + Mode.allCases.map { "`\($0)`" }
    return table(
      head,
      Category.allCases.map { category in
        ["`\(category)`"]
          + Mode.allCases.map { mode in
            let configuration = SessionConfiguration(id: one, category: category, mode: mode)
            guard mode.categories.contains(category) else { return "" }
            return configuration.networkSupport.rawValue
          }
      }
    )
  }

  /// The outputs that a multiRoute session uses of each two that are plugged in.
  private static var outputs: [String] {
    let roles: [PortRole] = [.speaker, .headphones, .lineOut, .usb, .hdmi, .a2dp, .net]
    return table(
      ["plugged in first ↓, then →"] + roles.map { "`\($0)`" },
      roles.map { first in
        ["`\(first)`"]
          + roles.map { second in
            guard first != second else { return "" }
            let ports = [first, second].map {
              PortDescription(id: PortID($0.rawValue), role: $0, direction: .output)
            }
            let show = SessionConfiguration(id: one, category: .multiRoute)
            let events: [TowerEvent] =
              ports.map { .plugged($0) } + [.added(show), .activate(one)]
            let used = tower(events)?.session(one)?.route.outputs ?? []
            return used.count == 2 ? "both" : used.first.map { "`\($0)`" } ?? "none"
          }
      }
    )
  }
}
