// SPDX-License-Identifier: Apache-2.0
// One command set for every transport: a line with a request goes in, a line with the answer comes
// out.

package import ControlProtocol
package import ControlTree
import RigErrors
import StrictJSON
import Suggestions

/// The handlers of requests, by method.
///
/// > Threading: Any.
package struct CommandTable: Sendable {
  private typealias Handler = @Sendable (JSONValue, Caller) async -> Result<AnyReply, ControlError>

  private var handlers: [String: Handler] = [:]
  /// The methods that do not wait for a turn.
  private var hasty: Set<String> = []
  private var refusing: @Sendable (RequestOrigin, String) -> Void = { _, _ in }
  private(set) var leaving: @Sendable (ClientID) async -> Void = { _ in }
  private(set) var closing: @Sendable (ClientID) async -> Void = { _ in }
  /// All requests to the rig pass through it.
  private let turnstile: FairTurns
  private let openRequests = OpenRequests()

  /// Makes a table that knows no method.
  package init() { self.init(FairTurns()) }

  /// Makes a table whose requests share a turnstile with others.
  package init(_ turnstile: FairTurns) { self.turnstile = turnstile }

  /// The methods, in alphabetical order.
  package var methods: [String] { handlers.keys.sorted() }

  /// Sets the handler of a request; a second handler for a method replaces the first.
  package mutating func on<Request: ControlRequest>(
    _: Request.Type,
    _ handle: @escaping @Sendable (Request) async throws(ControlError) -> Request.Reply
  ) {
    on(Request.self) { request, _ throws(ControlError) in try await handle(request) }
  }

  /// Sets the handler of a request, which also gets the connection that asks.
  package mutating func on<Request: ControlRequest>(
    _: Request.Type,
    _ handle: @escaping @Sendable (Request, ClientID) async throws(ControlError) -> Request.Reply
  ) {
    if !Request.waitsForTurn { hasty.insert(Request.method) }
    if Request.isGesture { turnstile.favour(Request.method) }
    handlers[Request.method] = { params, caller in
      do throws(ControlError) {
        let request = try Self.decode(Request.self, from: params)
        try Self.check(request.right, of: caller)
        if Request.answersLate {
          caller.setAside()
          Turn.current?.end()
        }
        return .success(AnyReply(value: try await handle(request, caller.client)))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Adds a handler for the moment a connection has ended, while its requests may still be in work:
  /// it has to release requests that wait for somebody.
  package mutating func onLeave(_ handle: @escaping @Sendable (ClientID) async -> Void) {
    leaving = { [leaving] client in
      await leaving(client)
      await handle(client)
    }
  }

  /// Adds a handler that is called once for each connection that has gone, for whatever reason,
  /// after all its requests are done, those that answer late too.
  ///
  /// Handlers run in the order in which they were added.
  package mutating func onClose(_ handle: @escaping @Sendable (ClientID) async -> Void) {
    closing = { [closing] client in
      await closing(client)
      await handle(client)
    }
  }

  /// Sets the function that is called when a client has asked for what it may not do: with the
  /// visitor and the method.
  package mutating func onRefusal(_ tell: @escaping @Sendable (RequestOrigin, String) -> Void) {
    refusing = tell
  }

  /// Cleans up after a connection, for a server that has carried out its requests itself.
  package func close(_ client: ClientID) async {
    await leaving(client)
    await closing(client)
  }

  /// Answers a line, which holds a request or a batch of requests; `nil` when nothing in it wants
  /// an answer.
  ///
  /// Requests of a batch are carried out in their order, one at a time. The answer has no end of
  /// line.
  package func answer(line: [UInt8], from client: ClientID = .direct) async -> [UInt8]? {
    await answer(line: line, from: Caller(client))
  }

  /// Answers a line of any caller, within its permissions.
  package func answer(line: [UInt8], from caller: Caller) async -> [UInt8]? {
    guard line.count <= ControlWire.maximumLineBytes else { return Self.tooLong }
    let message: JSONValue
    do throws(JSONProblem) {
      message = try await read(line, from: caller)
    } catch {
      let advice = "send one request in a line"
      return encode(.failed(.parseError, "This line can't be read: \(error); \(advice)."))
    }
    guard case .array(let batch) = message else {
      return await respond(to: message, from: caller)
    }
    guard 1...ControlWire.maximumBatch ~= batch.count else {
      let bounds = "1 to \(ControlWire.maximumBatch)"
      return encode(
        .failed(.invalidRequest, "A batch holds \(bounds) requests, this one \(batch.count).")
      )
    }
    var line: [UInt8] = []
    for request in batch {
      guard let answer = await respond(to: request, from: caller) else { continue }
      // The answer is too long to be sent: nothing more is added.
      guard line.count <= ControlWire.maximumLineBytes else { continue }
      line.append(UInt8(ascii: line.isEmpty ? "[" : ","))
      line += answer
    }
    guard !line.isEmpty else { return nil }
    guard line.count < ControlWire.maximumLineBytes else { return failure(Self.longAnswer, .null) }
    return line + [UInt8(ascii: "]")]
  }

  /// Reads a line; a long one is read when it is its client's turn.
  private func read(_ line: [UInt8], from caller: Caller) async throws(JSONProblem) -> JSONValue {
    guard line.count > Self.longLine else { return try JSONText.value(of: line) }
    let time = Duration.nanoseconds(line.count * 50)
    let turn = await turnstile.take(caller.share, for: "", expecting: time)
    defer { turn.end() }
    return try await withTaskExecutorPreference(turnstile.queue) {
      () async -> Result<JSONValue, JSONProblem> in
      do throws(JSONProblem) { return .success(try JSONText.value(of: line)) } catch {
        return .failure(error)
      }
    }.get()
  }

  /// From how many bytes on it takes noticeable time to read a line.
  private static let longLine = 4_096

  /// The answer to a line that is longer than `ControlWire.maximumLineBytes`.
  package static let tooLong = Array(
    #"{"error":{"code":-32600,"message":"A line is longer than 1 MB."},"id":null,"jsonrpc":"2.0"}"#
      .utf8
  )
}

/// A response with the method's reply.
private typealias Response = ResponseEnvelope<AnyReply>

/// A result of any type.
private struct AnyReply: Encodable, Sendable {
  let value: any Encodable & Sendable

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}

extension ResponseEnvelope {
  fileprivate static func failed(
    _ code: ControlError.Code,
    _ message: String,
    id: RequestID = .null
  ) -> Self {
    Self(id: id, .failure(ControlError(code: code, message: message)))
  }
}

extension CommandTable {
  private func respond(to message: JSONValue, from caller: Caller) async -> [UInt8]? {
    guard case .object(let members) = message,
      members["jsonrpc"] == .string("2.0"),
      case .string(let method) = members["method"],
      let id = RequestID(members["id"] ?? .null)
    else {
      return encode(
        .failed(
          .invalidRequest,
          "A request is an object with jsonrpc \"2.0\", a method, and a number or a text as id.",
          id: Self.id(of: message)
        )
      )
    }
    let params = members["params"] ?? .object([:])
    guard openRequests.begin(of: caller.visitor) else {
      return encode(.failed(.busy, OpenRequests.refusal, id: id))
    }
    defer { openRequests.end(of: caller.visitor) }
    let answer = { () async -> [UInt8]? in
      let outcome = await carryOut(method, params, caller)
      // Without an id it is a notification: it is carried out and not answered.
      return members["id"] == nil ? nil : encode(Response(id: id, outcome))
    }
    if hasty.contains(method) { return await answer() }
    let turn = await turnstile.take(caller.share, for: handlers[method] == nil ? "" : method)
    defer { turn.end() }
    return await Turn.$current.withValue(turn) {
      await withTaskExecutorPreference(turnstile.queue, operation: answer)
    }
  }

  private func carryOut(
    _ method: String,
    _ params: JSONValue,
    _ caller: Caller
  ) async -> Result<AnyReply, ControlError> {
    guard let handler = handlers[method] else {
      // Only the start is quoted: the name may be a whole line of nonsense.
      let name = String(method.prefix(64))
      let hint = Suggestion.among(methods, for: name)
      return .failure(
        ControlError(code: .methodNotFound, message: "There is no method '\(name)': \(hint)")
      )
    }
    let outcome = await Caller.$current.withValue(caller) { await handler(params, caller) }
    if case .failure(let error) = outcome, error.code == .forbidden {
      refusing(caller.visitor, method)
    }
    return outcome
  }

  private static func check(_ right: Right, of caller: Caller) throws(ControlError) {
    do throws(RigError) {
      try caller.checkIsLetIn()
      try caller.visitor.access.check(right)
    } catch {
      throw ControlError(code: .forbidden, message: error.message)
    }
  }

  private static func id(of message: JSONValue) -> RequestID {
    guard case .object(let members) = message else { return .null }
    return members["id"].flatMap(RequestID.init) ?? .null
  }

  /// Reads the parameters of a method; refuses texts that are too long, and unknown keys.
  private static func decode<Request: ControlRequest>(
    _ type: Request.Type,
    from params: JSONValue
  ) throws(ControlError) -> Request {
    func fail(_ problem: String) -> ControlError {
      ControlError(code: .invalidParams, message: "In '\(Request.method)' \(problem).")
    }
    guard case .object(let members) = params else {
      throw fail("params must be an object, by name")
    }
    if let problem = ParameterCheck.problem(of: members, within: Request.bounds) {
      throw fail(problem)
    }
    do {
      let request = try JSONText.decode(type, from: JSONText.encode(params))
      // The request, written again, holds every key that was understood.
      let known = try JSONText.value(of: JSONText.encode(request))
      guard let key = params.firstKey(missingIn: known, at: "params") else { return request }
      throw fail("\(key) is not known")
    } catch let error as ControlError {
      throw error
    } catch let error as DecodingError {
      throw fail(error.clause(root: "params"))
    } catch {
      throw fail("params cannot be read")
    }
  }

  private func encode(_ response: Response) -> [UInt8] {
    do {
      let line = try JSONText.encode(response)
      return line.count > ControlWire.maximumLineBytes
        ? failure(Self.longAnswer, response.id) : line
    } catch {
      return failure("The answer holds what JSON cannot express (\(error))", response.id)
    }
  }

  private static let longAnswer = "The answer is longer than 1 MB; ask for less"

  private func failure(_ problem: String, _ id: RequestID) -> [UInt8] {
    let response = Response.failed(.internalError, "\(problem).", id: id)
    return (try? JSONText.encode(response)) ?? Self.tooLong
  }
}
