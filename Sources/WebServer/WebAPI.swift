// SPDX-License-Identifier: Apache-2.0
// The tree for programs that speak plain HTTP, such as curl: each request is one of the control
// protocol.

internal import ControlProtocol
internal import ControlServer
internal import ControlTree
internal import HTTPServer
internal import StrictJSON

/// Answers requests below `/api/`, for one visitor.
struct WebAPI {
  let commands: CommandTable
  let visitor: RequestOrigin
  /// Where pictures come from.
  let pictures: WebServer.Pictures
  /// Whether it is still let in.
  let isLetIn: @Sendable () -> Bool

  /// Answers one.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let path = request.target.path
    switch path {
    case "/api/rpc":
      guard request.method == "POST" else { return refused("POST") }
      return await pass(request.body)
    case "/api/tree":
      guard request.method == "GET" else { return refused("GET") }
      let patterns = request.target.query["pattern"].map {
        JSONValue.array($0.map(JSONValue.string))
      }
      let params = patterns.map { ["patterns": $0] } ?? [:]
      return await call(request.target.query["describe"] == nil ? "tree.get" : "tree.list", params)
    case _ where path.hasPrefix("/api/tree/"):
      return await answerValue(String(path.dropFirst("/api/tree/".count)), request)
    case _ where path.hasPrefix("/api/trigger/"):
      guard request.method == "POST" else { return refused("POST") }
      let name = String(path.dropFirst("/api/trigger/".count))
      return await pull(name, request.body)
    case _ where path.hasPrefix("/api/artwork/"):
      guard request.method == "GET" else { return refused("GET") }
      return await picture(String(path.dropFirst("/api/artwork/".count)))
    default:
      return HTTPResponse(
        404,
        "There is /api/tree, /api/trigger/PATH, /api/artwork/SESSION/SOURCE and /api/rpc."
      )
    }
  }

  /// The picture of what a player plays: 204 if there is none, 202 if it is being read.
  private func picture(_ player: String) async -> HTTPResponse {
    let names = player.split(separator: "/", maxSplits: 1).map(String.init)
    guard let session = names.first else { return HTTPResponse(404, "Say of which session.") }
    switch await pictures(session, names.count > 1 ? names[1] : nil) {
    case .picture(let type, let bytes):
      return HTTPResponse(200, headers: ["Content-Type": type], body: bytes)
    case .none: return HTTPResponse(204)
    // Browsers write errors into their consoles; that a disk takes its time is none.
    case .reading: return HTTPResponse(202)
    case .refused(let reason): return HTTPResponse(400, reason)
    }
  }

  private func answerValue(_ path: String, _ request: HTTPRequest) async -> HTTPResponse {
    switch request.method {
    case "GET":
      return await call("tree.get", ["patterns": .array([.string(path)])])
    case "PUT":
      guard let value = try? JSONText.value(of: request.body) else {
        return HTTPResponse(400, "The body must be JSON: a value, or an object with 'value'.")
      }
      var params: [String: JSONValue] = ["value": value]
      if case .object(let members) = value { params = members }
      params["path"] = .string(path)
      return await call("tree.set", params)
    default:
      return refused("GET, PUT")
    }
  }

  private func pull(_ path: String, _ body: [UInt8]) async -> HTTPResponse {
    var params: [String: JSONValue] = ["path": .string(path)]
    if !body.isEmpty {
      guard case .object(let arguments)? = try? JSONText.value(of: body) else {
        return HTTPResponse(400, "The body must be a JSON object: the trigger's arguments by name.")
      }
      params["arguments"] = .object(arguments)
    }
    return await call("tree.trigger", params)
  }

  /// Values of the rig for a monitor.
  func metrics(_ request: HTTPRequest, _ extras: WebMetrics.Extras) async -> HTTPResponse {
    guard request.method == "GET" else { return refused("GET") }
    let status = await result(of: StatusRequest.self, [:])
    let metrics = WebMetrics(status: status, loudness: await loudness(), extras: extras)
    let text = metrics.text
    let type = "text/plain; version=0.0.4; charset=utf-8"
    return HTTPResponse(200, headers: ["Content-Type": type], body: Array(text.utf8))
  }

  /// What outputs and plugins measure in LUFS, whichever they are.
  private func loudness() async -> [TreeEntry] {
    let nodes = await result(of: TreeListRequest.self, [:]) ?? []
    let paths = nodes.filter { $0.unit == "LUFS" && $0.isReadOnly }.map(\.path)
    var entries: [TreeEntry] = []
    // A request takes so many.
    for start in stride(from: 0, to: paths.count, by: TextBound.mostElements) {
      let part = paths[start...].prefix(TextBound.mostElements).map(JSONValue.string)
      entries += await result(of: TreeGetRequest.self, ["patterns": .array(part)]) ?? []
    }
    return entries
  }

  // MARK: One request of the control protocol

  /// The result of a request; `nil` where there is none, as of a rig that is starting.
  private func result<Request: ControlRequest>(
    of request: Request.Type,
    _ params: [String: JSONValue]
  ) async -> Request.Reply? {
    guard let answer = await carryOut(Request.method, params) else { return nil }
    let envelope = try? JSONText.decode(ResponseEnvelope<Request.Reply>.self, from: answer)
    return try? envelope?.outcome.get()
  }

  /// Answers with its result, or with the error and a status that fits.
  private func call(_ method: String, _ params: [String: JSONValue]) async -> HTTPResponse {
    guard let line = await carryOut(method, params) else {
      return HTTPResponse(500, "The rig gave no answer.")
    }
    // Keys are in order, so that a long result need not be parsed again.
    if line.starts(with: Self.beforeResult) {
      let type = ["Content-Type": "application/json"]
      let result = line.dropFirst(Self.beforeResult.count).dropLast()
      return HTTPResponse(200, headers: type, body: result + [10])
    }
    guard case .object(let members)? = try? JSONText.value(of: line)
    else { return HTTPResponse(500, "The rig gave no answer.") }
    let error = members["error"] ?? .null
    guard case .object(let details) = error, case .integer(let code)? = details["code"] else {
      return Self.json(500, .object(["error": error]))
    }
    return Self.json(Self.status(of: Int(clamping: code)), .object(["error": error]))
  }

  private static let beforeResult = Array(#"{"id":1,"jsonrpc":"2.0","result":"#.utf8)

  private func pass(_ line: [UInt8]) async -> HTTPResponse {
    guard let answer = await carryOut(line) else { return HTTPResponse(204) }
    return HTTPResponse(200, headers: ["Content-Type": "application/json"], body: answer + [10])
  }

  private func carryOut(_ method: String, _ params: [String: JSONValue]) async -> [UInt8]? {
    let request = JSONValue.object([
      "jsonrpc": .string("2.0"), "id": .number(1), "method": .string(method),
      "params": .object(params),
    ])
    guard let line = try? JSONText.encode(request) else { return nil }
    return await carryOut(line)
  }

  /// Has a line answered; what it owns ends with it.
  private func carryOut(_ line: [UInt8]) async -> [UInt8]? {
    let id = ClientID.next()
    let answer = await commands.answer(line: line, from: Caller(id, visitor, isLetIn: isLetIn))
    await commands.close(id)
    return answer
  }

  private static func json(_ status: Int, _ value: JSONValue) -> HTTPResponse {
    let body = (try? JSONText.encode(value)) ?? []
    return HTTPResponse(status, headers: ["Content-Type": "application/json"], body: body + [10])
  }

  private static func status(of code: Int) -> Int {
    switch ControlError.Code(rawValue: code) {
    case .invalidParams, .invalidRequest, .parseError: 400
    case .forbidden: 403
    case .methodNotFound: 404
    case .refused: 409
    case .busy: 503
    default: 500
    }
  }

  private func refused(_ allowed: String) -> HTTPResponse {
    HTTPResponse(405, "Here one can \(allowed).", headers: ["Allow": allowed])
  }
}
