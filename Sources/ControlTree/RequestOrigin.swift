// SPDX-License-Identifier: Apache-2.0
// Which visitor uses a door, and what it may do.

package import RigErrors

/// The origin of a request, at any door.
package struct RequestOrigin: Hashable, Sendable {
  /// The name in logs, such as `OSC from 192.168.1.20`.
  package var name: String
  /// What the visitor may do.
  package var access: Access

  /// Describes a visitor.
  package init(_ name: String, _ access: Access) {
    (self.name, self.access) = (name, access)
  }

  /// The visitor that may do everything: the user of the control socket.
  package static let `operator` = RequestOrigin("the operator", .operator)
}

/// What a visitor may do.
package enum Access: Hashable, Sendable {
  /// Everything.
  case `operator`
  /// To see everything, and to mix what one output carries: its fader and mute, and what is sent to
  /// it.
  case mixer(of: String)
  /// To see everything, to start announcements, and to turn the music up and down: for the staff of
  /// a venue.
  case staff
  /// To see everything.
  case viewer

  /// What `operator`, `mixer:ROUTE`, `staff` and `viewer` mean; `nil` for anything else.
  package init?(_ words: String) {
    switch words {
    case "operator": self = .operator
    case "staff": self = .staff
    case "viewer": self = .viewer
    default:
      let route = words.dropFirst(Self.mixerWord.count)
      guard words.hasPrefix(Self.mixerWord), !route.isEmpty else { return nil }
      self = .mixer(of: String(route))
    }
  }

  private static let mixerWord = "mixer:"

  /// The access as people write it.
  package var words: String {
    switch self {
    case .operator: "operator"
    case .mixer(let route): Self.mixerWord + route
    case .staff: "staff"
    case .viewer: "viewer"
    }
  }
}

/// What a request needs the permission for.
package enum Right: Hashable, Sendable {
  /// To see what there is.
  case see
  /// To set the values at these paths, or to fire the triggers there, each as far as its
  /// `ValueScope` lets it.
  case change([String])
  /// Everything else.
  case operate
}

/// What a value or a trigger is a part of, which decides which clients may change it.
///
/// The code that makes its node says it: a name in a path may be any word.
package enum ValueScope: Hashable, Sendable {
  /// The operator's own.
  case rig
  /// What plays something, or how loud that is; nothing that interrupts.
  case venue
  /// How loud an output is.
  case output(String)
  /// What is sent to an output.
  case send(to: String)

  /// What may change it beside the operator, within locks and limits.
  package var sharedWith: [Access] {
    switch self {
    case .rig: []
    case .venue: [.staff]
    case .output(let route): [.staff, .mixer(of: route)]
    case .send(let route): [.mixer(of: route)]
    }
  }
}

extension Access {
  /// Throws for a right that it does not cover; which values it may change is asked of each one.
  package func check(_ right: Right) throws(RigError) {
    switch (self, right) {
    case (.operator, _), (_, .see), (.mixer, .change), (.staff, .change): return
    case (.viewer, .change(let paths)): throw refusal(of: paths.first)
    case (_, .operate): throw refusal(of: nil)
    }
  }

  /// Throws unless it may change the value at a path, which belongs to `scope`.
  package func check(_ scope: ValueScope, at path: String) throws(RigError) {
    guard self == .operator || scope.sharedWith.contains(self) else { throw refusal(of: path) }
  }

  private func refusal(of path: String?) -> RigError {
    let what = path.map { "change '\($0)'" } ?? "do this"
    return switch self {
    case .operator, .viewer:
      .forbidden("A viewer may not \(what): pair this device as operator.")
    case .mixer(let route):
      .forbidden(
        "A device that mixes '\(route)' may not \(what): only what '\(route)' carries."
      )
    case .staff:
      .forbidden("Staff may not \(what): only play what there is, and set faders and mutes.")
    }
  }
}
