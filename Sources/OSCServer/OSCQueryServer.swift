// SPDX-License-Identifier: Apache-2.0
// OSCQuery: what there is to send to, for controllers that build themselves; over WebSockets also
// what it is, and OSC both ways.

package import ControlProtocol
import ControlTree
import HTTPServer
package import RigErrors
import StrictJSON
import Threads

/// Describes the addresses of the OSC server over HTTP: `GET` of an address gives it and all below
/// it as JSON, with their values of this moment; `?HOST_INFO` says where OSC listens; `?VALUE` and
/// the like give one attribute.
///
/// Over HTTP it can only be read. A WebSocket, at any path, takes OSC as the OSC port does. It
/// receives the values that it listens to, and is notified when the addresses change.
///
/// > Threading: Any.
package final class OSCQueryServer: Sendable {
  private let server: HTTPServer
  private let directory: OSCDirectory
  private let changes: OSCQueryChanges
  /// Where it is, in words for the log.
  package let sentence: String

  /// Begins to answer.
  ///
  /// - Parameters:
  ///   - name: what the rig is called.
  ///   - endpoint: the OSC server that is described; a host that may not send there gets no answer
  ///     here either.
  ///   - oscPort: the port that OSC listens on.
  ///   - port: the TCP port; 0 takes a free one.
  ///   - tree: what it describes.
  ///   - report: called with a sentence about each client that is sent away.
  /// - Throws: a sentence that says why it can't listen.
  package init(
    name: String,
    of endpoint: OSCEndpoint,
    oscPort: Int,
    port: Int,
    tree: any LiveTree,
    report: @escaping @Sendable (String) -> Void
  ) async throws(RigError) {
    let (directory, changes) = (OSCDirectory(tree), OSCQueryChanges(tree))
    let office = OSCQueryResponder(
      name: name,
      endpoint: endpoint,
      oscPort: oscPort,
      room: OSCSharedState(tree: tree, directory: directory, expiry: OSCServer.expiry),
      clients: changes.clients
    )
    do throws(HTTPServerError) {
      server = try HTTPServer(
        address: endpoint.address,
        port: port,
        names: OwnNames(advice: "use its address in numbers, or the name of its machine"),
        executors: { TaskQueue(ofClient: "Tarmac OSCQuery") },
        report: report
      ) { await office.answer($0) }
    } catch {
      throw .unavailable("OSCQuery can't be served: \(error)")
    }
    (self.directory, self.changes) = (directory, changes)
    sentence = "OSCQuery is at http://\(endpoint.address):\(server.port)/."
    do throws(RigError) {
      try await directory.open()
      try await changes.open()
    } catch {
      await close()
      throw error
    }
  }

  /// Lets no more than a few in, for as long as the program is short of file descriptors.
  package func spareDescriptors(_ spares: Bool) { server.spareDescriptors(spares) }

  /// Answers nobody any more.
  package func close() async {
    server.stop()
    await directory.close()
    await changes.close()
  }
}

/// What is answered to a request.
struct OSCQueryResponder: Sendable {
  let name: String
  let endpoint: OSCEndpoint
  let oscPort: Int
  let room: OSCSharedState
  let clients: OSCQueryChanges.Clients

  /// Attributes that can be asked for by themselves.
  private static let attributes = [
    "ACCESS", "CONTENTS", "DESCRIPTION", "FULL_PATH", "RANGE", "TYPE", "UNIT", "VALUE",
  ]

  func answer(_ request: HTTPRequest) async -> HTTPAnswer {
    guard endpoint.senders?.contains(request.peer) != false else {
      return .response(HTTPResponse(403, "This address may not send to the rig."))
    }
    guard request.wantsWebSocket else {
      return .response(await describe(request), to: endpoint.senders == nil ? .stranger : .known)
    }
    guard !isForeign(request) else {
      return .response(HTTPResponse(403, "Pages from elsewhere may not send to the rig."))
    }
    guard clients.makeRoom(for: request.peer) else {
      return .response(
        HTTPResponse(503, "There are \(OSCQueryChanges.Clients.most) clients already.")
      )
    }
    return .webSocket(OSCQueryPeer(request.peer, in: room, among: clients))
  }

  /// Whether it comes from a page of a host that may not send: the browser of one that may would
  /// let it.
  private func isForeign(_ request: HTTPRequest) -> Bool {
    guard let origin = request.headers["origin"] else { return false }
    let own = ["localhost", "127.0.0.1", "::1", endpoint.address] + (endpoint.senders ?? [])
    let host = origin.firstMatch(of: #/^https?://(?:\[([^\]]*)\]|([^:/]*))(?::\d+)?$/#)
    return host.map { !own.contains(String($0.1 ?? $0.2 ?? "")) } ?? true
  }

  private func describe(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "GET" else {
      return HTTPResponse(405, "OSCQuery is for reading: send OSC.", headers: ["Allow": "GET"])
    }
    let wanted = request.target.query.keys.sorted()
    if wanted == ["HOST_INFO"] {
      return Self.json(
        OSCQueryNamespace.hostInfo(name: name, oscPort: oscPort, usesTCP: endpoint.usesTCP)
      )
    }
    guard wanted.count <= 1, wanted.allSatisfy(Self.attributes.contains) else {
      return HTTPResponse(
        400,
        "One attribute can be asked for: \(Self.attributes.joined(separator: ", "))."
      )
    }
    do throws(RigError) {
      // Each request has a share of its own: only the client's address is known.
      return try await ClientShare().use { () async throws(RigError) in
        try await room.tree.inTurn(for: "OSCQuery") { () async throws(RigError) in
          try await describe(request.target.path, wanted.first)
        }
      }
    } catch {
      return HTTPResponse(503, error.message)
    }
  }

  private func describe(
    _ address: String,
    _ attribute: String?
  ) async throws(RigError) -> HTTPResponse {
    // A value's own path is enough; what is no path may be a place of a fader.
    let path = OSCAddress.path(of: address) ?? ""
    let own = (try? await room.tree.describe([path])) ?? []
    var found = OSCQueryNamespace.json(of: own, at: address)
    if found == nil {
      found = OSCQueryNamespace.json(of: try await room.tree.describe([]), at: address)
    }
    guard let found else { return HTTPResponse(404, "There is nothing at \(address).") }
    guard let attribute else { return Self.json(found) }
    guard case .object(let members) = found, let value = members[attribute] else {
      return HTTPResponse(204)
    }
    return Self.json(.object([attribute: value]))
  }

  private static func json(_ value: JSONValue) -> HTTPResponse {
    guard let bytes = try? JSONText.encode(value) else {
      return HTTPResponse(500, "It can't be read.")
    }
    return HTTPResponse(200, headers: ["Content-Type": "application/json"], body: bytes)
  }
}
