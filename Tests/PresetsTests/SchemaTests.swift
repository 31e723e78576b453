// SPDX-License-Identifier: Apache-2.0
// The schema for editors matches the reader, and the reader guesses what was meant.

import ControlTower
import Foundation
import RigModel
import Testing

@testable import Presets

@Suite("The JSON schema")
struct SchemaTests {
  private let definitions: [String: [String: Any]]

  init() throws {
    let url = ShippedPresets.folder.appendingPathComponent("tarmac.schema.json")
    let schema = try JSONSerialization.jsonObject(with: try Data(contentsOf: url))
    let root = try #require(schema as? [String: Any])
    definitions = try #require(root["$defs"] as? [String: [String: Any]])
    #expect(root["$ref"] as? String == "#/$defs/preset")
    #expect((root["$id"] as? String)?.hasSuffix("/presets/tarmac.schema.json") == true)
  }

  @Test("has the keys that the reader knows, and no others", arguments: Shape.allCases)
  func keys(_ shape: Shape) throws {
    let definition = try #require(definitions[shape.rawValue])
    let properties = try #require(definition["properties"] as? [String: Any])
    // Libraries of YAML 1.1 write this for `on`.
    let others = shape.keys.contains("on") ? ["true"] : []
    #expect(Set(properties.keys) == Set(shape.keys + others))
    #expect(definition["additionalProperties"] as? Bool == false)
  }

  @Test("has no mapping with fixed keys that the reader does not know")
  func shapes() {
    let fixed = definitions.filter { $0.value["properties"] != nil }.keys
    #expect(Set(fixed) == Set(Shape.allCases.map(\.rawValue)))
  }

  @Test("has the words that the reader knows")
  func words() throws {
    #expect(try words("route", "role") == PortRole.allCases.map(\.rawValue))
    #expect(try words("route", "direction") == PortDirection.allCases.map(\.rawValue))
    #expect(try words("session", "role") == Role.allCases.map(\.rawValue))
    let categories = Category.usable.map(\.rawValue) + Category.deprecatedNames.keys
    let known = try #require(definitions["category"]?["enum"] as? [String])
    #expect(Set(known) == Set(categories))
    #expect(try words("session", "mode") == Mode.usable.map(\.rawValue))
    #expect(try words("session", "policy") == RouteSharingPolicy.usable.map(\.rawValue))
    #expect(try words("session", "resume") == ResumePolicy.allCases.map(\.rawValue))
    #expect(try words("session", "route_policy") == RoutePolicy.allCases.map(\.rawValue))
    #expect(
      try words("transport", "source") == TransportSettings.Source.allCases.map(\.rawValue)
    )
    #expect(try words("send", "tap") == Send.Tap.allCases.map(\.rawValue))
    #expect(try words("solo", "tap") == Solo.Tap.allCases.map(\.rawValue))
    #expect(try words("source", "tap") == Send.Tap.allCases.map(\.rawValue))
    #expect(try words("pluginSidechain", "tap") == Send.Tap.allCases.map(\.rawValue))
    #expect(
      try words("rig", "ineligible_combination")
        == RigPolicy.IneligibleCombination.allCases.map(\.rawValue)
    )
    let options = definitions["options"]?["items"] as? [String: Any]
    let formerOptions = CategoryOption.deprecatedNames.keys
    #expect(
      options?["enum"] as? [String] == CategoryOption.usable.map(\.rawValue) + formerOptions
    )
    let preset = definitions["preset"]?["properties"] as? [String: [String: Any]]
    let interrupters = preset?["interrupters"]?["propertyNames"] as? [String: Any]
    #expect(interrupters?["enum"] as? [String] == Interrupter.allCases.map(\.rawValue))
  }

  @Test("gives the values of strips, sends and routes the keys and ranges that they have")
  func values() throws {
    try check(StripValue.all, of: "session")
    try check(StripValue.onBuses, of: "interrupter")
    try check(StripValue.onSystemSounds, of: "systemSounds")
    try check(SendValue.all, of: "send")
    try check(RouteValue.all, of: "route")
  }

  private func check<Owner>(_ table: [MixerValue<Owner>], of shape: String) throws {
    let properties = definitions[shape]?["properties"] as? [String: [String: Any]]
    for value in table {
      let reference = try #require(properties?[value.key]?["$ref"] as? String, "\(value.key)")
      let name = try #require(reference.split(separator: "/").last.map(String.init))
      let definition = try #require(definitions[name])
      switch value.kind {
      case .level(_, let allowsSilence, let most):
        let choices = definition["anyOf"] as? [[String: Any]]
        let isSilence = { (choice: [String: Any]) in choice["$ref"] as? String == "#/$defs/silence"
        }
        #expect(choices?.contains(where: isSilence) ?? false == allowsSilence)
        #expect(bounds(choices?.first ?? definition) == [-90, most])
      case .number(_, let range):
        #expect(bounds(definition) == [range.lowerBound, range.upperBound])
      case .toggle: #expect(name == "boolean")
      }
    }
  }

  private func bounds(_ definition: [String: Any]) -> [Double?] {
    [definition["minimum"] as? Double, definition["maximum"] as? Double]
  }

  private func words(_ shape: String, _ key: String) throws -> [String] {
    let properties = try #require(definitions[shape]?["properties"] as? [String: [String: Any]])
    return try #require(properties[key]?["enum"] as? [String])
  }
}

@Suite("The JSON schema of scenarios")
struct ScenarioSchemaTests {
  private let definitions: [String: [String: Any]]

  init() throws {
    let url = ShippedPresets.folder.appendingPathComponent("tarmac-scenario.schema.json")
    let schema = try JSONSerialization.jsonObject(with: try Data(contentsOf: url))
    let root = try #require(schema as? [String: Any])
    definitions = try #require(root["$defs"] as? [String: [String: Any]])
  }

  @Test("has the keys that the reader knows, and no others", arguments: ScenarioShape.allCases)
  func keys(_ shape: ScenarioShape) throws {
    let definition = try #require(definitions[shape.rawValue])
    let properties = try #require(definition["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(shape.keys))
    #expect(definition["additionalProperties"] as? Bool == false)
  }

  @Test("has no mapping with fixed keys that the reader does not know")
  func shapes() {
    let fixed = definitions.filter { $0.value["properties"] != nil }.keys
    #expect(Set(fixed) == Set(ScenarioShape.allCases.map(\.rawValue)))
  }
}
