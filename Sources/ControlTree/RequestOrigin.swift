// SPDX-License-Identifier: Apache-2.0
// Which visitor uses a door, and what it may do.

public import RigErrors

/// The origin of a request, at any door.
public struct RequestOrigin: Hashable, Sendable {
  /// The name in logs, such as `OSC from 192.168.1.20`.
  public var name: String
  /// What the visitor may do.
  public var access: Access

  /// Describes a visitor.
  public init(_ name: String, _ access: Access) {
    (self.name, self.access) = (name, access)
  }

  /// The visitor that may do everything: the user of the control socket.
  public static let `operator` = RequestOrigin("the operator", .operator)
}

/// What a visitor may do.
public enum Access: Hashable, Sendable {
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
  public init?(_ words: String) {
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
  public var words: String {
    switch self {
    case .operator: "operator"
    case .mixer(let route): Self.mixerWord + route
    case .staff: "staff"
    case .viewer: "viewer"
    }
  }
}

/// What a request needs the permission for.
public enum Right: Hashable, Sendable {
  /// To see what there is.
  case see
  /// To set the value at a path, or to fire the trigger there.
  case change(String)
  /// To set the values at all of these paths.
  case changeAll([String])
  /// Everything else.
  case operate
}

extension Access {
  /// Whether it covers a right.
  public func allows(_ right: Right) -> Bool {
    switch (self, right) {
    case (.operator, _), (_, .see): true
    case (_, .changeAll): refused(in: right) == nil
    case (.mixer(let route), .change(let path)): Self.isMix(path, of: route)
    case (.staff, .change(let path)): Self.isForStaff(path)
    case (.mixer, .operate), (.staff, .operate), (.viewer, .change), (.viewer, .operate): false
    }
  }

  /// The first of several rights that it does not cover, or the only one.
  private func refused(in right: Right) -> Right? {
    guard case .changeAll(let paths) = right else { return allows(right) ? nil : right }
    return paths.lazy.map(Right.change).first { !allows($0) }
  }

  /// Throws for a right that it does not cover.
  public func check(_ right: Right) throws(RigError) {
    guard let right = refused(in: right) else { return }
    let what = if case .change(let path) = right { "change '\(path)'" } else { "do this" }
    switch self {
    case .operator: return
    case .mixer(let route):
      throw .forbidden(
        "A device that mixes '\(route)' may not \(what): only what '\(route)' carries."
      )
    case .staff:
      throw .forbidden(
        "Staff may not \(what): only play what there is, and set faders and mutes."
      )
    case .viewer: throw .forbidden("A viewer may not \(what): pair this device as operator.")
    }
  }

  /// The owners of strips that the staff may not change: the interrupters.
  package static let interrupters: Set = ["phone", "alarm", "assistant"]

  /// Whether a path plays something or sets its level, and does not belong to an interrupter.
  ///
  /// These are `rig.sounds.*`, `*.active`, `*.sources.*.playing`, `*.sources.*.cue`, `*.fader_db`
  /// and `*.mute`. Locks and limits, which the operator sets, apply to the staff as well.
  private static func isForStaff(_ path: String) -> Bool {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    guard let owner = parts.first, parts.allSatisfy({ !$0.isEmpty }) else { return false }
    if owner == "rig" { return parts.count == 3 && parts[1] == "sounds" }
    guard !interrupters.contains(String(owner)) else { return false }
    switch parts.count {
    case 2: return ["active", "fader_db", "mute"].contains(parts[1])
    case 4: return parts[1] == "sources" && ["playing", "cue"].contains(parts[3])
    default: return false
    }
  }

  /// Whether a path is a part of the mix on an output: `ROUTE.fader_db`, `ROUTE.mute`,
  /// `*.sends.ROUTE.*`.
  private static func isMix(_ path: String, of route: String) -> Bool {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 2, parts[0] == route { return parts[1] == "fader_db" || parts[1] == "mute" }
    guard parts.count == 4, parts[1] == "sends" else { return false }
    // A second send to the same route has a colon and its number after the name; no name has a
    // colon.
    let send = parts[2].split(separator: ":", omittingEmptySubsequences: false)
    guard send.count <= 2, send[0] == route else { return false }
    return send.count == 1 || (!send[1].isEmpty && send[1].utf8.allSatisfy { 48...57 ~= $0 })
  }
}
