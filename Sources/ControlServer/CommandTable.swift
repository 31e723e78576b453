// SPDX-License-Identifier: Apache-2.0
// One command set for every transport: a line with a request goes in, a line with the answer comes out.

public import ControlProtocol
public import ControlTree
import RigErrors
import StrictJSON
import Suggestions

/// What the host answers, method by method.
///
/// > Threading: Any.
public struct CommandTable: Sendable {
  private typealias Handler = @Sendable (JSONValue, Caller) async -> Result<AnyReply, ControlError>

  private var handlers: [String: Handler] = [:]
  private var refusing: @Sendable (Visitor, String) -> Void = { _, _ in }
  private var closing: @Sendable (ClientID) async -> Void = { _ in }

  /// Makes a table that knows no method.
  public init() {}

  /// The methods, in alphabetical order.
  public var methods: [String] { handlers.keys.sorted() }

  /// Says what answers a request; a second handler for a method replaces the first.
  public mutating func on<Request: ControlRequest>(
    _: Request.Type,
    _ handle: @escaping @Sendable (Request) async throws(ControlError) -> Request.Reply
  ) {
    on(Request.self) { request, _ throws(ControlError) in try await handle(request) }
  }

  /// Says what answers a request, told which connection asks.
  public mutating func on<Request: ControlRequest>(
    _: Request.Type,
    _ handle: @escaping @Sendable (Request, ClientID) async throws(ControlError) -> Request.Reply
  ) {
    handlers[Request.method] = { params, caller in
      do throws(ControlError) {
        let request = try Self.decode(Request.self, from: params)
        try Self.check(request.right, of: caller)
        if Request.answersLate { caller.setAside() }
        return .success(AnyReply(value: try await handle(request, caller.client)))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Says what is to be done when a connection has ended, for whatever reason: once for each, after its requests have
  /// been carried out.
  ///
  /// Only requests that answer late may be in work still; their answers go nowhere. What is said first is done first.
  public mutating func onClose(_ handle: @escaping @Sendable (ClientID) async -> Void) {
    closing = { [closing] client in
      await closing(client)
      await handle(client)
    }
  }

  /// Says who is told when somebody has asked for what they may not do: who it was, and the method.
  public mutating func onRefusal(_ tell: @escaping @Sendable (Visitor, String) -> Void) {
    refusing = tell
  }

  /// Does what is to be done when a connection has ended.
  package func close(_ client: ClientID, on queue: TaskQueue) {
    Task(executorPreference: queue) { await close(client) }
  }

  /// The same, for who has carried out its requests itself.
  public func close(_ client: ClientID) async { await closing(client) }

  /// Answers a line, a request or a batch of them; `nil` when nothing in it wants an answer.
  ///
  /// Requests of a batch are carried out one after the other, in their order. The answer has no end of line.
  public func answer(line: [UInt8], from client: ClientID = .direct) async -> [UInt8]? {
    await answer(line: line, from: Caller(client))
  }

  /// The same for whoever asks, as far as it may.
  public func answer(line: [UInt8], from caller: Caller) async -> [UInt8]? {
    guard line.count <= ControlWire.maximumLineBytes else { return Self.tooLong }
    let message: JSONValue
    do throws(JSONProblem) {
      message = try JSONText.value(of: line)
    } catch {
      let advice = "send one request in a line"
      return encode([.failed(.parseError, "This line can't be read: \(error); \(advice).")])
    }
    guard case .array(let batch) = message else {
      return await respond(to: message, from: caller).flatMap { encode([$0]) }
    }
    guard 1...ControlWire.maximumBatch ~= batch.count else {
      let bounds = "1 to \(ControlWire.maximumBatch)"
      return encode([
        .failed(.invalidRequest, "A batch holds \(bounds) requests, this one \(batch.count).")
      ])
    }
    var responses: [Response] = []
    for request in batch {
      if let response = await respond(to: request, from: caller) { responses.append(response) }
    }
    return responses.isEmpty ? nil : encode(responses, isBatch: true)
  }

  /// The answer to a line that is longer than `ControlWire.maximumLineBytes`.
  package static let tooLong = Array(
    #"{"error":{"code":-32600,"message":"A line is longer than 1 MB."},"id":null,"jsonrpc":"2.0"}"#
      .utf8
  )
}

/// A response whose result is whatever the method answers.
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
  private func respond(to message: JSONValue, from caller: Caller) async -> Response? {
    guard case .object(let members) = message,
      members["jsonrpc"] == .string("2.0"),
      case .string(let method) = members["method"],
      let id = RequestID(members["id"] ?? .null)
    else {
      return .failed(
        .invalidRequest,
        "A request is an object with jsonrpc \"2.0\", a method, and a number or a text as id.",
        id: Self.id(of: message)
      )
    }
    let outcome = await carryOut(method, members["params"] ?? .object([:]), caller)
    // Without an id it is a notification: it is carried out and not answered.
    return members["id"] == nil ? nil : Response(id: id, outcome)
  }

  private func carryOut(
    _ method: String,
    _ params: JSONValue,
    _ caller: Caller
  ) async -> Result<AnyReply, ControlError> {
    guard let handler = handlers[method] else {
      // Only the start of what may be a whole line of nonsense is quoted.
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

  /// Reads the parameters of a method and refuses keys that it does not know.
  private static func decode<Request: ControlRequest>(
    _ type: Request.Type,
    from params: JSONValue
  ) throws(ControlError) -> Request {
    func fail(_ problem: String) -> ControlError {
      ControlError(code: .invalidParams, message: "In '\(Request.method)' \(problem).")
    }
    guard case .object = params else { throw fail("params must be an object, by name") }
    do {
      let request = try JSONText.decode(type, from: JSONText.encode(params))
      // What is written again holds every key that was understood.
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

  private func encode(_ responses: [Response], isBatch: Bool = false) -> [UInt8] {
    do {
      let line = try isBatch ? JSONText.encode(responses) : JSONText.encode(responses[0])
      guard line.count > ControlWire.maximumLineBytes else { return line }
      return failure("The answer is longer than 1 MB; ask for less", for: responses)
    } catch {
      return failure("The answer holds what JSON cannot express (\(error))", for: responses)
    }
  }

  private func failure(_ problem: String, for responses: [Response]) -> [UInt8] {
    let id = responses.count == 1 ? responses[0].id : .null
    let response = Response.failed(.internalError, "\(problem).", id: id)
    return (try? JSONText.encode(response)) ?? Self.tooLong
  }
}
