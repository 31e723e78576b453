// SPDX-License-Identifier: Apache-2.0
// What a session manager and its clients say to each other: the NSM API, version 1.1.

internal import OSC

/// Where a client keeps what belongs to it in a session, and under which name.
package struct NSMProject: Hashable, Sendable {
  /// The path that is the client's own, as a file, the beginning of a file's name, or a folder; it
  /// need not be there yet.
  package let path: String
  /// What people call the session.
  package let displayName: String
  /// The client's name for JACK, which no other client of the session has.
  package let clientID: String

  /// Names a project.
  package init(path: String, displayName: String, clientID: String) {
    (self.path, self.displayName, self.clientID) = (path, displayName, clientID)
  }
}

/// What a session manager wants; each order is to be answered once it is carried out.
package enum NSMCommand: Hashable, Sendable {
  /// The project is to be there, a new one where there is none.
  case open(NSMProject)
  /// All is to be on the disk.
  case save

  /// The address of its message, which answers name.
  var address: String {
    switch self {
    case .open: "/nsm/client/open"
    case .save: "/nsm/client/save"
    }
  }
}

/// What comes from a session manager.
package enum NSMEvent: Hashable, Sendable {
  /// The client is in the session of the manager of this name.
  case accepted(manager: String)
  /// The client is not wanted, for this reason.
  case refused(String)
  /// No answer has come within the time for it.
  case silence
  /// Something is to be done.
  case order(NSMCommand)
}

/// Why an order is not carried out, by the numbers of the NSM API.
package enum NSMErrorCode: Int32, Sendable {
  /// Something else.
  case general = -1
  /// Not at the moment.
  case notNow = -8
  /// What is at the project's path can't be used.
  case badProject = -9
  /// A new project can't be made there.
  case createFailed = -10
}

/// The client that asks a session manager to take it.
package struct NSMIntroduction: Hashable, Sendable {
  /// What the client calls itself to JACK by itself.
  package var name: String
  /// What it was started as.
  package var executable: String
  /// Its process.
  package var process: Int32

  /// Introduces a client.
  package init(name: String, executable: String, process: Int32) {
    (self.name, self.executable, self.process) = (name, executable, process)
  }

  /// It opens other projects as it runs, knows what is not saved, and says what is wrong.
  static let capabilities = ":switch:dirty:message:"
  /// The version of the API: 1.1.
  static let version: (major: Int32, minor: Int32) = (1, 1)

  var message: OSCMessage {
    OSCMessage(
      "/nsm/server/announce",
      [
        .string(name), .string(Self.capabilities), .string(executable),
        .int32(Self.version.major), .int32(Self.version.minor), .int32(process),
      ]
    )
  }
}

/// How a message of a session manager is understood.
enum NSMReading {
  case news(NSMEvent)
  /// A message to clients that this one does not know: the answer says so.
  case unknown(String)
  /// It is for others, or needs no answer.
  case nothing

  init(_ message: OSCMessage) {
    let texts = message.arguments.map(\.text)
    let announcement = "/nsm/server/announce"
    switch (message.address, texts.first ?? nil) {
    case ("/reply", announcement):
      self = .news(.accepted(manager: (texts.count > 2 ? texts[2] : nil) ?? "a session manager"))
    case ("/error", announcement):
      self = .news(.refused((texts.count > 2 ? texts[2] : nil) ?? "it does not say why"))
    case ("/nsm/client/open", let path?):
      guard texts.count == 3, let name = texts[1], let id = texts[2] else { fallthrough }
      self = .news(.order(.open(NSMProject(path: path, displayName: name, clientID: id))))
    case ("/nsm/client/open", _): self = .unknown("it takes a path, a name and a client's name")
    case ("/nsm/client/save", _): self = .news(.order(.save))
    // Ports are connected as they appear, so there is nothing to be done once all clients are
    // there.
    case ("/nsm/client/session_is_loaded", _): self = .nothing
    case (let address, _) where address.hasPrefix("/nsm/client/"):
      self = .unknown("this client takes no such message")
    // Broadcasts of other clients have any address.
    default: self = .nothing
    }
  }
}
