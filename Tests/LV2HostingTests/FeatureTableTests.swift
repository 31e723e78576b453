// SPDX-License-Identifier: Apache-2.0
// docs/plugins.md names a test and a plugin for each thing that plugins can ask for.

import Foundation
import TestPlugins
import Testing

@testable import LV2Hosting

/// A row of one of the page's tables: what it is about, which test proves it, with which plugin.
struct FeatureRow: Hashable, Codable, CustomTestStringConvertible {
  let section: String
  let key: String
  let suite: String
  let test: String
  let plugin: String

  var testDescription: String { "\(section): \(key)" }

  /// All rows of the page.
  static let all: [FeatureRow] = {
    let page = Repository.text("docs/plugins.md")
    return page.components(separatedBy: "\n## ").dropFirst().flatMap { text -> [FeatureRow] in
      let lines = text.components(separatedBy: "\n")
      return lines.compactMap { FeatureRow($0, in: lines[0]) }
    }
  }()

  private init?(_ line: String, in section: String) {
    let codes = line.matches(of: #/`([^`]+)`/#).map { String($0.1) }
    guard line.hasPrefix("| `"), let key = codes.first, let plugin = codes.last else { return nil }
    let proof = codes.first { $0.contains("Tests.") }?.split(separator: ".").map(String.init)
    self.section = section
    self.key = key
    self.plugin = plugin
    (suite, test) = (proof?.first ?? "", proof?.last ?? "")
  }
}

/// The files of the repository.
private enum Repository {
  static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  static func text(_ path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  /// The file of a suite, wherever it is.
  static func suite(_ name: String) -> String {
    ["LV2HostingTests", "HostTests"].map { text("Tests/\($0)/\(name).swift") }
      .first { !$0.isEmpty } ?? ""
  }
}

@Suite struct FeatureTableTests {
  /// The URIs of all plugins that tests have.
  private static let uris = Fixtures.world().uris + TestPlugins.world().uris

  private func keys(_ section: String) -> Set<String> {
    Set(FeatureRow.all.filter { $0.section == section }.map(\.key))
  }

  /// The part behind the last slash, as the page has it.
  private func short(_ uri: String) -> String {
    let end = String(uri.split(separator: "/").last ?? "")
    return end.contains("#") ? end : "ext/" + end
  }

  @Test("everything that the host knows has a row")
  func everythingThatTheHostKnowsHasARow() {
    #expect(keys("Features") == Set(HostFeature.allCases.map { short($0.rawValue) }))
    #expect(keys("Options") == Set(HostOption.allCases.map { short($0.rawValue) }))
    let ports = keys("Ports")
    let kinds: [PluginInfo.Kind] = [.audio, .control, .cv, .event, .oldEvent]
    #expect(ports.isSuperset(of: kinds.map(\.rawValue)))
    #expect(ports.isSuperset(of: PluginInfo.Property.allCases.map(\.rawValue)))
    let types = ParameterType.allCases.filter { $0 != .other }
    #expect(keys("Parameters") == Set(types.map(\.rawValue)))
    #expect(keys("Transport") == Set(TransportPort.Quantity.allCases.map(\.rawValue)))
    #expect(FeatureRow.all.count == Set(FeatureRow.all.map(\.testDescription)).count)
  }

  @Test("the test is there and uses the plugin", arguments: FeatureRow.all)
  func theTestIsThereAndUsesThePlugin(row: FeatureRow) throws {
    let text = Repository.suite(row.suite)
    #expect(text.contains("func \(row.test)("), "\(row.suite).\(row.test)")
    let uri = try #require(Self.uri(of: row.plugin), "no plugin ends in \(row.plugin)")
    let name = uri.split { "/#:".contains($0) }.last.map(String.init) ?? uri
    let constants = Repository.text("Tests/LV2HostingTests/Support/TestPlugins+World.swift")
    let line = constants.split(separator: "\n").first { $0.contains("= \"\(uri)\"") }
    let constant = line?.split(separator: " ")[2]
    let isNamed = text.contains(name) || constant.map { text.contains("PluginURI.\($0)") } == true
    #expect(isNamed, "\(row.suite) does not use \(uri)")
  }

  @Test(
    "the plugin asks for the feature",
    arguments: FeatureRow.all.filter { $0.section == "Features" && $0.key != "log#log" }
  )
  func thePluginAsksForTheFeature(row: FeatureRow) throws {
    let feature = try #require(HostFeature.allCases.first { $0.rawValue.hasSuffix(row.key) })
    let uri = try #require(Self.uri(of: row.plugin))
    let info = Fixtures.world().plugin(uri) ?? TestPlugins.world().plugin(uri)
    #expect(info?.mentions(feature) == true)
  }

  /// The plugin whose URI ends as a row says.
  private static func uri(of end: String) -> String? {
    uris.first { uri in ["/", ":"].contains { uri.hasSuffix($0 + end) } }
  }
}
