// SPDX-License-Identifier: Apache-2.0
// The tools of `tarmac mcp`: the tree of the running rig, why it sounds as it does, and what needs
// no rig.

internal import ControlClient
internal import ControlProtocol
internal import ControlTree
import InstalledPlugins
internal import MCPBridge
import OfflineRendering
internal import Quantities
internal import RigErrors
internal import StrictJSON

/// The tools, each a few lines around a request.
struct MCPTools: Sendable {
  let path: ControlSocketPath

  /// All tools; the paths that can be set at present are in the descriptions.
  func all() -> [Tool] {
    let nodes = (try? ask(TreeListRequest())) ?? []
    return [
      list, get, set(nodes), trigger(nodes), status, log, explain, whatIf, simulate, check,
    ]
  }

  private func ask<Request: ControlRequest>(
    _ request: Request
  ) throws(ToolFailure) -> Request.Reply {
    do throws(ControlClientError) {
      return try ControlClient(path: path).send(request)
    } catch {
      throw ToolFailure(error.description)
    }
  }

  // MARK: The tree

  private static let patterns = Tool.Parameter(
    "patterns",
    "Paths, beginnings of paths, or patterns: * is any letters of a part, ** any parts. Everything without it.",
    [
      "type": .string("array"), "items": .object(["type": .string("string")]),
      "maxItems": .integer(64),
    ]
  )

  private var list: Tool {
    Tool(
      "list_values",
      title: "What there is",
      "Lists values of the rig that can be read, set or triggered: path, kind, summary, present value, and a JSON Schema "
        + "of what it takes.",
      [Self.patterns]
    ) { arguments throws(ToolFailure) in
      let nodes = try ask(TreeListRequest(patterns: try arguments.texts("patterns")))
      var list: [JSONValue] = []
      for node in nodes {
        guard case .object(var members) = try json(node) else { continue }
        members["schema"] = node.schema
        list.append(.object(members))
      }
      return .object(["nodes": .array(list)])
    }
  }

  private var get: Tool {
    Tool(
      "get_values",
      title: "Read values",
      "Reads values of the rig: levels in dB (null is silence), switches, texts, meters.",
      [Self.patterns]
    ) { arguments throws(ToolFailure) in
      try json(["values": ask(TreeGetRequest(patterns: try arguments.texts("patterns")))])
    }
  }

  private func set(_ nodes: [TreeNodeStatus]) -> Tool {
    let known = Self.words(nodes.filter { !$0.isReadOnly && $0.kind != "trigger" })
    return Tool(
      "set_value",
      title: "Change a value",
      "Changes one value of the running rig; it is heard at once, or fades over a time. Say one of value, step and toggle.",
      isReadOnly: false,
      [
        Tool.Parameter(
          "path",
          "Which one. \(known)",
          isRequired: true,
          ["type": .string("string")]
        ),
        Tool.Parameter(
          "value",
          "What it is to be; a level in dB, with \"-inf\" or null for silence.",
          ["type": .array(["number", "boolean", "string", "null"].map { .string($0) })]
        ),
        Tool.Parameter(
          "step",
          "A step from where it is, in its unit.",
          ["type": .string("number")]
        ),
        Tool.Parameter("toggle", "Turns a switch to the other side.", ["type": .string("boolean")]),
        Tool.Parameter(
          "over_seconds",
          "How long the way takes; at once without it.",
          ["type": .string("number"), "minimum": .integer(0), "maximum": .integer(3_600)]
        ),
        Tool.Parameter(
          "curve",
          "The shape of a fade.",
          [
            "type": .string("string"),
            "enum": .array(FadeCurve.allCases.map { .string($0.rawValue) }),
          ]
        ),
      ]
    ) { arguments throws(ToolFailure) in
      try json(ask(try request(arguments)))
    }
  }

  private func request(_ arguments: ToolArguments) throws(ToolFailure) -> TreeSetRequest {
    var request = TreeSetRequest(path: try arguments.text("path"), folder: workingFolder)
    request.value =
      switch arguments["value"] {
      case .bool(let isOn): .toggle(isOn)
      case .integer(let number): TreeValue(whole: number)
      case .number(let number): .number(number)
      case .string(let text): .text(text)
      case .null: .number(-.infinity)
      case nil: nil
      default: throw ToolFailure("The 'value' has to be a number, a text, true, false or null.")
      }
    request.step = try arguments.number("step")
    request.toggles = try arguments.flag("toggle")
    request.over_seconds = try arguments.number("over_seconds")
    if let word = try arguments.optionalText("curve") {
      guard let curve = FadeCurve(rawValue: word) else {
        let words = FadeCurve.allCases.map(\.rawValue).joined(separator: ", ")
        throw ToolFailure("A curve is one of \(words), not '\(word)'.")
      }
      request.curve = curve
    }
    return request
  }

  private func trigger(_ nodes: [TreeNodeStatus]) -> Tool {
    let known = Self.words(nodes.filter { $0.kind == "trigger" })
    return Tool(
      "trigger",
      title: "Do something",
      "Does what a trigger of the running rig does, such as to cue a player or to begin a recording; returns once it is done.",
      isReadOnly: false,
      [
        Tool.Parameter(
          "path",
          "Which one. \(known)",
          isRequired: true,
          ["type": .string("string")]
        ),
        Tool.Parameter(
          "arguments",
          "The arguments of the trigger, texts by the names that list_values gives.",
          ["type": .string("object"), "additionalProperties": .object(["type": .string("string")])]
        ),
      ]
    ) { arguments throws(ToolFailure) in
      try json(
        ask(
          TreeTriggerRequest(
            path: try arguments.text("path"),
            arguments: try arguments.textsByName("arguments")
          )
        )
      )
    }
  }

  /// Paths with their summaries, as many as a description has room for.
  private static func words(_ nodes: [TreeNodeStatus]) -> String {
    guard !nodes.isEmpty else { return "list_values tells what there is." }
    let shown = nodes.prefix(40).map { "\($0.path) (\($0.summary) Takes \($0.allowed).)" }
    let rest =
      nodes.count > shown.count ? " And \(nodes.count - shown.count) more: list_values." : ""
    return "At present: " + shown.joined(separator: "; ") + "." + rest
  }

  // MARK: Why

  private var status: Tool {
    Tool(
      "status",
      title: "State of the rig",
      "The state of everything: sessions, routes, server, load."
    ) {
      _ throws(ToolFailure) in try json(ask(StatusRequest()))
    }
  }

  private var log: Tool {
    Tool(
      "log",
      title: "Decisions",
      "The last decisions of the control tower, newest last: what happened, what was done, by which rule, because of what.",
      [
        Tool.Parameter(
          "last",
          "How many (default: 20).",
          ["type": .string("integer"), "minimum": .integer(0), "maximum": .integer(1_000)]
        )
      ]
    ) { arguments throws(ToolFailure) in
      let last = Int(clamping: (try arguments.number("last") ?? 20).rounded())
      return try json(["decisions": ask(DecisionListRequest(last: last))])
    }
  }

  private var explain: Tool {
    Tool(
      "explain",
      title: "Why it sounds so",
      "Why a session is heard, silent, turned down, or where it is: reasons with rule and cause, the most important first.",
      [Self.session]
    ) { arguments throws(ToolFailure) in
      try json(["reasons": ask(ReasonsRequest(session: try arguments.text("session")))])
    }
  }

  private static let session = Tool.Parameter(
    "session",
    "The name of a session.",
    isRequired: true,
    ["type": .string("string")]
  )

  private var whatIf: Tool {
    let actions = WhatIfRequest.Action.allCases.map(\.rawValue)
    return Tool(
      "what_if",
      title: "What would happen",
      "What the tower would decide, without doing it.",
      [
        Tool.Parameter(
          "action",
          "What would be done.",
          isRequired: true,
          ["type": .string("string"), "enum": .array(actions.map { .string($0) })]
        ),
        Tool.Parameter(
          "subject",
          "To what: a session; phone, alarm or assistant; a route; or silent, lock or microphone.",
          isRequired: true,
          ["type": .string("string")]
        ),
      ]
    ) { arguments throws(ToolFailure) in
      let word = try arguments.text("action")
      guard let action = WhatIfRequest.Action(rawValue: word) else {
        throw ToolFailure("An action is one of \(actions.joined(separator: ", ")), not '\(word)'.")
      }
      return try json(ask(WhatIfRequest(action: action, subject: try arguments.text("subject"))))
    }
  }

  // MARK: Without a rig

  private var simulate: Tool {
    Tool(
      "simulate",
      title: "Play a scenario",
      "Plays a scenario file on virtual ports and a virtual clock and tells every decision; no running rig is touched.",
      [
        Tool.Parameter(
          "scenario",
          "The path of the scenario, a YAML file.",
          isRequired: true,
          ["type": .string("string")]
        )
      ]
    ) { arguments throws(ToolFailure) in
      let file = try arguments.text("scenario")
      do throws(RigError) {
        return try Self.document(try Simulation(scenario: file))
      } catch {
        throw ToolFailure(error.message)
      }
    }
  }

  private static func document(_ simulation: Simulation) throws(RigError) -> JSONValue {
    do {
      return try JSONText.value(of: JSONText.encode(SimulationDocument(simulation.report)))
    } catch {
      throw RigError(.software, "The log of the scenario can't be written as JSON.")
    }
  }

  private var check: Tool {
    Tool(
      "check_preset",
      title: "Check a preset",
      "Reports all mistakes of a preset file with line, column and what to do; no running rig is touched.",
      [
        Tool.Parameter(
          "file",
          "The path of the preset, a YAML file.",
          isRequired: true,
          ["type": .string("string")]
        )
      ]
    ) { arguments throws(ToolFailure) in
      let report = checkPresets(files: [try arguments.text("file")])[0]
      let texts = { (lines: [String]) in JSONValue.array(lines.map { .string($0) }) }
      return .object([
        "isGood": .bool(report.problems.isEmpty),
        "problems": texts(report.problemLines), "warnings": texts(report.warningLines),
      ])
    }
  }
}

/// What the rig has answered, as JSON.
private func json(_ reply: some Encodable) throws(ToolFailure) -> JSONValue {
  guard let text = try? JSONText.encode(reply), let value = try? JSONText.value(of: text) else {
    throw ToolFailure("The answer holds what JSON can't express.")
  }
  return value
}

extension TreeNodeStatus {
  /// What the node takes, as JSON Schema.
  fileprivate var schema: JSONValue {
    var schema: [String: JSONValue] = ["description": .string("\(summary) Takes \(allowed).")]
    switch kind {
    case "level", "number", "meter":
      schema["type"] = .string("number")
      if let minimum { schema["minimum"] = .number(minimum) }
      if let maximum = limit ?? maximum { schema["maximum"] = .number(maximum) }
    case "switch": schema["type"] = .string("boolean")
    case "trigger":
      schema["type"] = .string("object")
      schema["required"] = .array(
        (arguments ?? []).filter { !$0.isOptional }.map { .string($0.name) }
      )
    default: schema["type"] = .string("string")
    }
    if let choices { schema["enum"] = .array(choices.map { .string($0) }) }
    if isReadOnly { schema["readOnly"] = .bool(true) }
    return .object(schema)
  }
}
