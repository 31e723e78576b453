// SPDX-License-Identifier: Apache-2.0
// The web server: the page for browsers, the control protocol over WebSockets, and the API for
// plain HTTP.

package import ControlProtocol
package import ControlServer
internal import ControlTree
package import HTTPServer
package import RigErrors
internal import StrictJSON
internal import Synchronization

/// Where the web server listens, and what it shows of the rig.
package struct WebPlace: Hashable, Sendable {
  /// The name of the rig.
  package var rig: String
  /// The version of the program.
  package var version: String
  /// The address of this machine that it listens on, in numbers.
  package var address: String
  /// The TCP port; 0 takes a free one.
  package var port: Int
  /// Names that pages may reach it by, beside loopback's and the machine's own; the first is the
  /// one that it shows.
  package var hosts: [String]

  /// Describes a place.
  package init(rig: String, version: String, address: String, port: Int, hosts: [String] = []) {
    (self.rig, self.version) = (rig, version)
    (self.address, self.port, self.hosts) = (address, port, hosts)
  }
}

/// The picture of what a player plays.
package enum WebPicture: Sendable {
  /// Its type, such as `image/png`, and its bytes.
  case picture(type: String, [UInt8])
  case none
  /// Its disk has not given it yet.
  case reading
  /// Why there is no such player.
  case refused(String)
}

/// The web server.
///
/// > Threading: Any.
package final class WebServer: Sendable {
  /// Finds the picture of what a player of a session plays.
  package typealias Pictures = @Sendable (String, String?) async -> WebPicture

  private let place: WebPlace
  private let devices: PairedDevices
  private let commands: CommandTable
  private let pictures: Pictures
  private let guardian: WebGuard
  private let page = WebPage()
  private let visitors = WebClients()
  private let decisions = DecisionCounts()
  private let refusals = RefusalQueue()
  /// Where events become JSON, in their order.
  private let scribe = TaskQueue("Tarmac web events")
  private let server = Mutex<HTTPServer?>(nil)
  /// The port that it listens on.
  package let port: Int

  /// Opens it.
  ///
  /// - Parameters:
  ///   - place: where it is.
  ///   - devices: the devices that are let in.
  ///   - commands: what it answers.
  ///   - pictures: where the pictures of tracks come from.
  ///   - limits: its bounds.
  ///   - report: called with each refusal.
  /// - Throws: why it can't listen there.
  package init(
    _ place: WebPlace,
    _ devices: PairedDevices,
    _ commands: CommandTable,
    pictures: @escaping Pictures = { _, _ in .none },
    limits: HTTPLimits = HTTPLimits(),
    report: @escaping @Sendable (String) -> Void
  ) throws(RigError) {
    (self.place, self.devices, self.pictures) = (place, devices, pictures)
    let requestHandler = WebRequestHandler()
    let server: HTTPServer
    do throws(HTTPServerError) {
      server = try HTTPServer(
        address: place.address,
        port: place.port,
        names: OwnNames(
          place.hosts,
          advice: "add it to 'hosts' of 'web' in the preset"
        ),
        limits: limits,
        executors: { TaskQueue(ofClient: "Tarmac web requests") },
        report: report
      ) { await requestHandler.answer($0) }
    } catch {
      throw .unavailable("The web mixer can't be served. \(error.description)")
    }
    port = server.port
    guardian = WebGuard(
      devices: devices,
      port: server.port,
      refusals: RefusalLog(report)
    )
    var table = commands.withSubscriptions { [visitors] client, isWanted, topics in
      visitors.all.first { $0.id == client }?.subscribe(isWanted, to: topics)
    }
    table.onRefusal { [guardian] visitor, method in
      guardian.refusals.note(
        "'\(method)' of \(visitor.name), a \(visitor.access.words)",
        from: "its page"
      )
    }
    self.commands = table
    self.server.withLock { $0 = server }
    devices.onRevoke { [visitors] _ in visitors.dismissShutOut() }
    requestHandler.open { [weak self] in await self?.answer($0) ?? .response(HTTPResponse(503)) }
  }

  /// What a device opens.
  package var url: String {
    "http://\(LocalNames.shown(place)):\(port)/"
  }

  /// What a device opens to come in with its token.
  package func link(_ token: String) -> String { "\(url)pair?token=\(token)" }

  /// What is open, and where.
  package var sentence: String {
    """
    The web mixer is at \(url); 'tarmac web pair NAME' lets a device in (\(devices.all.count) \
    \(devices.all.count == 1 ? "is" : "are") paired).
    """
  }

  /// Whether it lets anybody in.
  package var isOpen: Bool { server.withLock { $0 != nil } }

  /// How many pages of a device are open.
  package func pages(of device: String) -> Int {
    visitors.all.count { $0.device.name == device }
  }

  /// Tells visitors of an event, as far as it concerns them.
  package func publish(_ event: HostEvent, to recipients: EventRecipients) {
    decisions.note(event)
    let wanting = visitors.all.filter { $0.wants(event.topic, to: recipients) }
    guard !wanting.isEmpty else { return }
    let at = TimeStamp.now
    Task(executorPreference: scribe) {
      guard let json = try? event.json() else { return }
      for visitor in wanting { visitor.tell(json, at: at) }
    }
  }

  /// Lets no more than a few in, for as long as the program is short of file descriptors.
  package func spareDescriptors(_ spares: Bool) {
    server.withLock { $0 }?.spareDescriptors(spares)
  }

  /// Lets nobody in any more, answers what has been asked, and sends everybody away.
  package func close() async {
    devices.onRevoke { _ in }
    let server = server.withLock { server in
      defer { server = nil }
      return server
    }
    await withTaskExecutorPreference(scribe) { server?.stop() }
  }

  // MARK: Requests

  private func answer(_ request: HTTPRequest) async -> HTTPAnswer {
    if let refusal = guardian.refusal(of: request) { return .response(refusal.hardened) }
    // Files are for everybody, but a client with a right cookie keeps its place with them as well.
    let asker = guardian.visitor(of: request)
    if request.target.path == "/control", case .device(let device, let visitor) = asker {
      return .webSocket(open(device, visitor))
    }
    let response = await answer(request, of: asker)
    return .response(response.hardened, to: asker.isDevice ? .known : .stranger)
  }

  private func answer(_ request: HTTPRequest, of asker: WebGuard.Answer) async -> HTTPResponse {
    let path = request.target.path
    if path == "/pair" { return await pair(request) }
    let isHome = path == "/" || path == "/index.html"
    if !isHome, let file = page.answer(path, request) { return file }
    guard isHome || Self.takesToken(path) else {
      if Self.leadsElsewhere(path) {
        guardian.refusals.note("A path that leads out of the page", from: request.peer)
      }
      return HTTPResponse(404, "There is nothing here.")
    }
    switch asker {
    case .stranger:
      return isHome ? Self.unpaired : Self.tokenWanted
    case .wrongToken:
      let refusal = await refuse(request, "A token that is not known")
      return isHome && refusal.status == 401 ? Self.unpaired : refusal
    case .device(let device, let visitor):
      if isHome {
        return page.answer("/index.html", request) ?? HTTPResponse(404, "There is no page.")
      }
      let answers = WebAPI(
        commands: commands(for: device, visitor),
        visitor: visitor,
        pictures: pictures
      ) {
        [devices] in devices.includes(device)
      }
      if path == "/metrics" { return await answers.metrics(request, metricsExtras) }
      return await answers.answer(request)
    }
  }

  private static func takesToken(_ path: String) -> Bool {
    path == "/control" || path == "/metrics" || path.hasPrefix("/api/")
  }

  /// Whether a path is of the kind that leads servers of files out of their folder; there is none
  /// here.
  private static func leadsElsewhere(_ path: String) -> Bool {
    path.split { $0 == "/" || $0 == "\\" }.contains("..")
  }

  /// Lets a device in that shows its token for the first time.
  private func pair(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "GET", let tokens = request.target.query["token"], tokens.count == 1
    else { return HTTPResponse(400, "Open the link that 'tarmac web pair NAME' has printed.") }
    guard case .device = guardian.visitor(with: tokens[0]) else {
      return await refuse(request, "A pairing with a token that is not known")
    }
    // A proxy that speaks TLS for us says so; then the cookie is for TLS alone.
    let secure = request.headers["x-forwarded-proto"] == "https" ? "; Secure" : ""
    let cookie =
      "\(guardian.cookie)=\(tokens[0]); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict\(secure)"
    return HTTPResponse(303, headers: ["Location": "/", "Set-Cookie": cookie])
  }

  /// Refuses a wrong token, after a while: so guessing is slow, and a client with the right one
  /// does not wait for that.
  private func refuse(_ request: HTTPRequest, _ what: String) async -> HTTPResponse {
    guardian.refusals.note(what, from: request.peer)
    guard await refusals.wait() else {
      return HTTPResponse(
        429,
        "Too many wrong tokens; wait a while.",
        headers: ["Retry-After": "5"]
      )
    }
    return Self.wrongToken
  }

  private func open(_ device: PairedDevice, _ visitor: RequestOrigin) -> WebClient {
    WebClient(device, visitor, of: devices, commands(for: device, visitor), among: visitors)
  }

  /// The commands, with the answer to a client that asks about itself.
  private func commands(for device: PairedDevice, _ visitor: RequestOrigin) -> CommandTable {
    var table = commands
    let place = place
    table.on(WebSelfRequest.self) { _ throws(ControlError) in
      WebSelfRequest.Reply(
        rig: place.rig,
        device: device.name,
        access: visitor.access.words,
        version: place.version
      )
    }
    return table
  }

  private var metricsExtras: WebMetrics.Extras {
    let open = visitors.all.compactMap { Access($0.device.access)?.role }
    return WebMetrics.Extras(
      version: place.version,
      decisions: decisions.all,
      pages: Dictionary(grouping: open) { $0 }.mapValues(\.count),
      paired: devices.all.count
    )
  }
}

/// Answers requests, once the handler is there.
///
/// > Threading: Any.
final class WebRequestHandler: Sendable {
  private let state = Mutex(HandlerState())

  /// A function by itself in a `Mutex` is wrapped once more with each look at it, and never
  /// unwrapped.
  private struct HandlerState {
    var handler: HTTPServer.Handler?
  }

  func open(_ handler: @escaping HTTPServer.Handler) { state.withLock { $0.handler = handler } }

  func answer(_ request: HTTPRequest) async -> HTTPAnswer {
    guard let handler = state.withLock({ $0.handler }) else {
      return .response(HTTPResponse(503, "The rig is still starting; try again in a moment."))
    }
    return await handler(request)
  }
}

/// The queue of clients that have shown a wrong token.
private final class RefusalQueue: Sendable {
  private let count = Mutex(0)
  private static let most = 16

  /// Waits a second; `false` at once when too many do.
  func wait() async -> Bool {
    let hasRoom = count.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
    guard hasRoom else { return false }
    try? await Task.sleep(nanoseconds: 1_000_000_000)
    count.withLock { $0 -= 1 }
    return true
  }
}
