// SPDX-License-Identifier: Apache-2.0
// The state of the full screen of `tarmac watch`, which messages, keys and time change.

internal import ControlProtocol
internal import ControlTree

/// The state of the view; the lines of the screen depend on nothing else.
struct WatchState: Sendable {
  /// Whether the rig answers.
  enum Link: Hashable, Sendable {
    case up
    /// Since when it does not answer.
    case lost(since_seconds: Double)
  }

  /// A sentence at the bottom of the screen, for a while.
  struct Notice: Hashable, Sendable {
    var text: String
    var isBad: Bool
    var until_seconds: Double
  }

  /// Something that happened: when, and what in a line or more.
  struct Happening: Hashable, Sendable {
    var time: String
    var lines: [String]
    var isBad = false
  }

  /// The name of the rig.
  let name: String
  private(set) var link = Link.up
  private(set) var rig = WatchRig()
  private(set) var happenings: [Happening] = []
  private(set) var holds: [String: MeterHold] = [:]
  /// A monotonic time in seconds, and the wall-clock time in words.
  private(set) var now_seconds = 0.0
  private(set) var clock = ""
  private(set) var notice: Notice?
  var isHelpShown = false
  /// How many lines of what happened are below the screen.
  var happeningsBelow = 0
  private var values: [String: TreeValue] = [:]
  private var paths: [String] = []
  private var clearedClips: [String: Double] = [:]
  private var selection = ""

  init(name: String) { self.name = name }

  // MARK: Values

  func number(_ path: String) -> Double? { values[path]?.number }
  func text(_ path: String) -> String { values[path]?.words ?? "" }
  func isOn(_ path: String) -> Bool { values[path] == .toggle(true) }
  func has(_ path: String) -> Bool { values[path] != nil }

  /// Whether something has gone over full scale since the user has looked.
  func hasClipped(_ name: String) -> Bool {
    (number("\(name).clips") ?? 0) > clearedClips[name] ?? 0
  }

  /// Marks all clips until now as seen.
  mutating func clearClips() {
    for strip in rig.selectable { clearedClips[strip.name] = number("\(strip.name).clips") ?? 0 }
  }

  // MARK: What can be selected

  /// What is selected; the first if that is gone.
  var selected: WatchRig.Strip? {
    rig.selectable.first { $0.name == selection } ?? rig.selectable.first
  }

  mutating func select(_ step: Int) {
    let all = rig.selectable
    guard let name = selected?.name, let index = all.firstIndex(where: { $0.name == name })
    else { return }
    selection = all[max(0, min(all.count - 1, index + step))].name
  }

  /// Moves the selection by `step` strips or routes, round from the last to the first and back.
  mutating func selectNext(_ step: Int) {
    let all = rig.selectable
    guard let name = selected?.name, let index = all.firstIndex(where: { $0.name == name })
    else { return }
    selection = all[(index + step + all.count) % all.count].name
  }

  // MARK: Messages

  mutating func take(_ update: TreeUpdate) {
    if update.isFull { (values, paths, holds) = ([:], [], [:]) }
    let known = paths.count
    for entry in update.values where values.updateValue(entry.value, forKey: entry.path) == nil {
      paths.append(entry.path)
    }
    if update.isFull || paths.count != known { rig = WatchRig(paths) }
    // A count that has been reset is below what has been seen.
    for (name, seen) in clearedClips where (number("\(name).clips") ?? 0) < seen {
      clearedClips[name] = 0
    }
  }

  mutating func take(_ decision: DecisionStatus) {
    let time = decision.at.map { wallClock($0.seconds) } ?? clock
    note(Happening(time: time, lines: [decision.event] + decision.lines, isBad: decision.isRefused))
  }

  mutating func take(_ event: HostEvent) {
    switch event {
    case .values(let update): take(update)
    case .decision(let decision): take(decision)
    case .rig(let notification):
      // All others are decisions, and are listed as such.
      switch notification {
      case .reloaded, .recordPermissionAsked, .isolationLost, .isolationReturned,
        .pluginMisbehaved, .sandboxRefused, .serverLost, .serverReturned, .stopping:
        note(Happening(time: clock, lines: [EventReport.words(notification)]))
      default: break
      }
    case .session, .route: break
    }
  }

  private mutating func note(_ happening: Happening) {
    happenings.append(happening)
    // A user who looks at earlier lines goes on seeing the same ones.
    if happeningsBelow > 0 { happeningsBelow += happening.lines.count }
    if happenings.count > 500 { happenings.removeFirst() }
  }

  // MARK: The connection and time

  mutating func lose() {
    guard link == .up else { return }
    link = .lost(since_seconds: now_seconds)
    note(Happening(time: clock, lines: ["the rig has ended"], isBad: true))
  }

  /// Notes that the rig answers, for the first time or again, with its past decisions.
  mutating func connect(_ decisions: [DecisionStatus]) {
    let isBack = link != .up
    link = .up
    for decision in decisions { take(decision) }
    guard isBack else { return }
    note(Happening(time: clock, lines: ["the rig is back"]))
    tell("The rig is back.")
  }

  mutating func tell(_ text: String, isBad: Bool = false) {
    notice = Notice(text: text, isBad: isBad, until_seconds: now_seconds + (isBad ? 8 : 3))
  }

  mutating func advance(to seconds: Double, clock: String) {
    let elapsed = seconds - now_seconds
    (now_seconds, self.clock) = (seconds, clock)
    if let notice, notice.until_seconds < seconds { self.notice = nil }
    for path in rig.selectable.flatMap(\.meters) {
      holds[path, default: MeterHold()].take(
        number(path) ?? -.infinity,
        at: seconds,
        after: elapsed
      )
    }
  }
}
