// SPDX-License-Identifier: Apache-2.0
// docs/presets.md matches the reader: its words and limits, and examples that are valid.

import ControlTower
import Foundation
import Quantities
import RigModel
import Testing

@testable import Presets

@Suite("The page on presets")
struct PresetPageTests {
  private let document: DocumentPage
  private var page: String { document.text }

  init() throws {
    document = try DocumentPage("presets")
  }

  @Test("has examples that are valid presets")
  func examples() throws {
    let bench = try DocumentPage.bench()
    let presets = document.blocks.filter { $0.hasPrefix("tarmac: 1\n") }
    #expect(presets.count >= 8)
    for preset in presets { #expect(try bench.problems(in: preset) == [], "\(preset)") }
  }

  @Test("names the words that no rig can have or that have other names, and what goes with words")
  func words() {
    let groups: [[String]] = [
      Array(Mode.refused.keys), Array(CategoryOption.refused.keys), Array(Category.aliases.keys),
      Array(CategoryOption.aliases.keys), [RouteSharingPolicy.independent.rawValue],
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

  @Test("names the limits of the code")
  func numbers() {
    let limits = [
      Limits.fileBytes, Limits.values, Limits.depth, Limits.includeDepth, Limits.includes,
      Limits.instances, Limits.allChannels, Limits.busChannels, Limits.connections,
      Limits.expressions, Limits.sources, Limits.sessionDepth, Limits.channels,
    ]
    let table = document.sections.first { $0.hasPrefix("Limits\n") } ?? ""
    let listed = table.matches(of: #/\| (\d+)(?: \w+)? \|/#).compactMap { Int($0.1) }
    #expect(listed == limits)
    #expect(page.contains("`_` and `-`, at most \(Limits.nameLength)."))
    #expect(page.contains("at most \(Limits.patternLength) characters"))
    #expect(page.contains("after the first \(PresetErrors.limit) the rest"))
  }

  /// The categories in the row of a word.
  private func categories(besides word: String) -> Set<Category> {
    let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(word)` | `") }
    let cell = row?.split(separator: "|").dropFirst().first ?? ""
    return Set(cell.matches(of: #/`(\w+)`/#).compactMap { Category(rawValue: String($0.1)) })
  }
}
