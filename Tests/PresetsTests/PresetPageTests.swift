// SPDX-License-Identifier: Apache-2.0
// docs/presets.md matches the reader: its keys, words and limits, and examples that are valid.

import ControlTower
import Foundation
import Quantities
import RigModel
import Testing

@testable import Presets

@Suite("The page on presets")
struct PresetPageTests {
  private let page: String

  init() throws {
    let root = ShippedPresets.folder.deletingLastPathComponent()
    page = try String(contentsOf: root.appendingPathComponent("docs/presets.md"), encoding: .utf8)
  }

  @Test("has a section for each mapping, with its keys in order", arguments: Shape.allCases)
  func keys(_ shape: Shape) throws {
    let title = "A" + shape.noun.dropFirst()
    let section = try #require(sections.first { $0.hasPrefix("\(title)\n") }, "## \(title)")
    let table = section.components(separatedBy: "| key | value | default |\n|---|---|---|\n")
    let rows = try #require(table.last).split(separator: "\n")
      .prefix { $0.hasPrefix("|") }
    let keys = rows.compactMap { $0.firstMatch(of: #/^\| `(\w+)` \|/#).map { String($0.1) } }
    #expect(table.count == 2 && keys == shape.keys)
  }

  @Test("shows every key in an example")
  func shown() {
    let examples = blocks.joined(separator: "\n")
    let keys = Set(examples.matches(of: #/(\w+):/#).map { String($0.1) })
    for shape in Shape.allCases {
      #expect(Set(shape.keys).subtracting(keys) == [], "\(shape.noun)")
    }
  }

  @Test("has examples that are valid presets")
  func examples() throws {
    let bench = try Workbench()
    for name in ["sets/a.flac", "sets/jingle.wav"] { try bench.write("", to: name) }
    try bench.write("\(StubCatalogue.swh)/dj_eq", to: "states/level/owner")
    for block in blocks {
      guard let name = block.firstMatch(of: #/^# (\S+\.yaml)\n/#) else { continue }
      try bench.write(block, to: String(name.1))
    }
    let presets = blocks.filter { $0.hasPrefix("tarmac: 1\n") }
    #expect(presets.count >= 8)
    for preset in presets { #expect(try bench.problems(in: preset) == [], "\(preset)") }
  }

  @Test("names every word, and what goes with it")
  func words() {
    let groups: [[String]] = [
      PortRole.words, PortDirection.words, Send.Tap.words, RouteSharingPolicy.words,
      ResumePolicy.words, RoutePolicy.words, Interrupter.words, Role.words,
      RigPolicy.IneligibleCombination.words, Array(Mode.refused.keys),
      Array(CategoryOption.refused.keys), Array(Category.aliases.keys),
      Array(CategoryOption.aliases.keys),
    ]
    for word in groups.joined() { #expect(page.contains("`\(word)`"), "\(word)") }
    for category in Category.allCases {
      let mixing =
        switch category.behaviour.mixing {
        case .always: "always"
        case .optional: "with the option `mixWithOthers`"
        case .never: "never"
        }
      let hears = category.behaviour.hasInput ? "yes" : "no"
      let sounds = category.behaviour.hasOutput ? "yes" : "no"
      let row = "| `\(category.rawValue)` | \(mixing) | \(hears) | \(sounds) |"
      #expect(page.contains(row), "\(category)")
    }
    for option in CategoryOption.allCases {
      #expect(categories(besides: option.rawValue) == option.categories, "\(option)")
    }
    for mode in Mode.allCases where mode != .default {
      #expect(categories(besides: mode.rawValue) == mode.categories, "\(mode)")
    }
  }

  @Test("has the table of roles", arguments: Role.allCases)
  func roles(_ role: Role) throws {
    let row = try #require(
      page.split(separator: "\n").first { $0.hasPrefix("| `\(role.rawValue)` | `") }
    )
    let cells = row.split(separator: "|", omittingEmptySubsequences: false).dropFirst(2)
      .map { Set($0.matches(of: #/`([^`]+)`/#).map { String($0.1) }) }
    let defaults = role.defaults
    let mode = defaults.mode == .default ? [] : [defaults.mode.rawValue]
    let options = defaults.options.map(\.rawValue)
    #expect(cells[0] == Set([defaults.category.rawValue] + mode + options))
    #expect(row.contains(defaults.startsActive ? "| yes |" : "| no |"))
    #expect(cells[2] == [defaults.behaviour.resume.rawValue])
    #expect(cells[3] == [defaults.behaviour.routePolicy.rawValue])
    #expect(cells[4].contains("deactivate_on: stop") == defaults.behaviour.deactivatesOnStop)
    let quiet = "prefers_no_interruptions_from_system_alerts: on"
    #expect(
      cells[4].contains(quiet) == defaults.behaviour.prefersNoInterruptionsFromSystemAlerts
    )
    #expect(
      cells[4].contains("exclusive_outputs: on") == defaults.behaviour.hasExclusiveOutputs
    )
    let other = defaults.categoryBesideOthers.map { "when_other_audio_playing: \($0.rawValue)" }
    #expect(cells[4].first { $0.hasPrefix("when_other") } == other)
    #expect(cells[4].contains("start: afterAttack") == defaults.duck.startsAfterAttack)
    let asking = try #require(page.firstMatch(of: #/ask` the roles ((?:.|\n)*?) ask as/#)).1
    #expect(asking.contains("`\(role.rawValue)`") == defaults.asksToRecordAtLoad)
  }

  @Test("names the limits and defaults of the code")
  func numbers() {
    let limits = [
      Limits.fileBytes, Limits.values, Limits.depth, Limits.includeDepth, Limits.includes,
      Limits.instances, Limits.allChannels, Limits.busChannels, Limits.connections,
      Limits.expressions, Limits.sources, Limits.sessionDepth, Limits.channels,
    ]
    let table = sections.first { $0.hasPrefix("Limits\n") } ?? ""
    let listed = table.matches(of: #/\| (\d+)(?: \w+)? \|/#).compactMap { Int($0.1) }
    #expect(listed == limits)
    #expect(page.contains("`_` and `-`, at most \(Limits.nameLength)."))
    #expect(page.contains("at most \(Limits.patternLength) characters"))
    let level = "\(MixerLimits.level.lowerBound.short) to \(MixerLimits.level.upperBound.short)"
    #expect(page.ranges(of: level).count == 4)
    #expect(page.contains("from \(Limits.duckLevel.lowerBound.short) to below 0"))
    #expect(page.contains("0 to \(Limits.rampSeconds.upperBound.short)"))
    #expect(page.contains("0 to \(Limits.fileSeconds.upperBound.short)"))
    #expect(page.contains("after the first \(PresetErrors.limit) the rest"))
    let duck = Duck.standard
    #expect(page.contains("below 0 | \(Double(duck.level.value).short) |"))
    #expect(page.contains("go down, 0 to 60 | \(duck.attack.value) |"))
    #expect(page.contains("come back, 0 to 60 | \(duck.release.value) |"))
  }

  /// The text below each heading of the second level, with the heading.
  private var sections: [String] {
    page.components(separatedBy: "\n## ").dropFirst().map(\.self)
  }

  private var blocks: [String] {
    page.matches(of: #/```yaml\n((?:.*\n)*?)```/#).map { String($0.1) }
  }

  /// The categories in the row of a word.
  private func categories(besides word: String) -> Set<Category> {
    let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(word)` | `") }
    let cell = row?.split(separator: "|").dropFirst().first ?? ""
    return Set(cell.matches(of: #/`(\w+)`/#).compactMap { Category(rawValue: String($0.1)) })
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  fileprivate static var words: [String] { allCases.map(\.rawValue) }
}
