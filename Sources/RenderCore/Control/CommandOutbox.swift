// SPDX-License-Identifier: Apache-2.0
// Commands on their way to the audio thread, and what they refer to.

internal import Synchronization

/// A command, and the owner of what it refers to.
@safe
struct OwnedCommand {
  let command: RenderCommand
  /// `nil` where the owner is kept alive elsewhere.
  let owner: AnyObject?
}

/// Sends commands in their order, whether or not the audio thread takes any at the moment.
///
/// What the queue has no room for waits here. What commands refer to lives until they have been
/// carried out.
///
/// > Threading: Control.
@safe
struct CommandOutbox {
  /// How many commands had to wait for room.
  private(set) var delayed = 0
  private let processor: RenderProcessor
  /// The owners behind the commands that are in the queue or were not known to be carried out,
  /// oldest first.
  private var owners: [AnyObject?] = []
  /// How many commands were sent before those.
  private var obeyed = 0
  /// Decisions that wait, oldest first; the commands of one are carried out in one cycle.
  private var waiting: [[OwnedCommand]] = []
  /// How many commands may wait before those are dropped that have no effect.
  private var limit = RenderProcessor.queueLength
  private var waitingCommands = 0

  init(to processor: RenderProcessor) {
    self.processor = processor
  }

  /// How many commands were sent, whether or not they were taken.
  var sent: Int { obeyed + owners.count + waitingCommands }

  /// Whether all commands have been carried out.
  var isSettled: Bool {
    waiting.isEmpty && processor.obeyed.load(ordering: .acquiring) == obeyed + owners.count
  }

  /// Sends commands that belong together; more than the queue holds go in parts.
  mutating func send(_ decision: [OwnedCommand]) {
    if owners.count >= RenderProcessor.queueLength { letOwnersGo() }
    for start in stride(from: 0, to: decision.count, by: RenderProcessor.queueLength) {
      let part = Array(decision[start...].prefix(RenderProcessor.queueLength))
      if !waiting.isEmpty || !put(part) { wait(part) }
    }
  }

  /// Sends what has waited, as far as there is room now, and lets go of what nobody needs any more.
  mutating func sendOn() {
    letOwnersGo()
    var count = 0
    while count < waiting.count, put(waiting[count]) {
      waitingCommands -= waiting[count].count
      count += 1
    }
    waiting.removeFirst(count)
  }

  /// Lets the audio thread see all commands of `decision` at once; returns `false` when there is no
  /// room for all.
  private mutating func put(_ decision: [OwnedCommand]) -> Bool {
    for (index, owned) in decision.enumerated() {
      guard processor.commands.stage(owned.command, behind: index) else { return false }
    }
    processor.commands.show(decision.count)
    owners += decision.map(\.owner)
    return true
  }

  private mutating func wait(_ decision: [OwnedCommand]) {
    waiting.append(decision)
    waitingCommands += decision.count
    delayed += decision.count
    if waitingCommands > limit { dropReplaced() }
  }

  /// Drops commands that a later one replaces before they are carried out, so that a driver that
  /// stands still costs no unbounded memory.
  private mutating func dropReplaced() {
    var targets: Set<UInt> = []
    waiting = waiting.reversed().map { decision in
      decision.reversed().filter { owned in
        guard let target = owned.command.target else { return true }
        return targets.insert(target).inserted
      }.reversed()
    }.reversed()
    waiting.removeAll(where: \.isEmpty)
    waitingCommands = waiting.reduce(0) { $0 + $1.count }
    limit = max(RenderProcessor.queueLength, 2 * waitingCommands)
  }

  private mutating func letOwnersGo() {
    let count = processor.obeyed.load(ordering: .acquiring) - obeyed
    owners.removeFirst(count)
    obeyed += count
  }
}

extension RenderCommand {
  /// What the command sets, where a later one of its kind replaces it.
  fileprivate var target: UInt? {
    switch self {
    case .ramp(let ramp, _, _, _), .rampAt(let ramp, _, _, _): UInt(bitPattern: ramp)
    case .lean(let strip, _, _, _, _): UInt(bitPattern: strip)
    case .setControl(let value, _): UInt(bitPattern: value)
    case .setControlAt(_, let change): unsafe UInt(bitPattern: change.value)
    default: nil
    }
  }
}
