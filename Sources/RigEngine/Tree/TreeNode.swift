// SPDX-License-Identifier: Apache-2.0
// A value of the rig on its path: what it is, how it reads, and how it is set.

import ControlTower
package import ControlTree
package import RigErrors

/// A value of the rig, or something that can be done to it.
///
/// > Threading: Control.
package struct TreeNode {
  /// Such as `deckA.fader_db`.
  package let path: String
  /// Other paths that mean it too.
  var aliases: [String] = []
  package let kind: ValueKind
  /// What it is, in a sentence for reference pages.
  package let summary: String
  /// What it is a part of, for those who are no operators.
  package var scope = ValueScope.rig
  /// What a plugin calls it, where it is a plugin's.
  package var title: String?
  /// What it is unless somebody sets it.
  package var defaultValue: TreeValue?
  /// Reads it; of a trigger there is nothing to read.
  let read: () -> TreeValue
  /// Sets it to a value that its kind has; `nil` for what can only be read.
  var write: ((TreeValue) throws(RigError) -> Void)?
  /// What the tower is asked for when it is set to a value, where it is the tower that decides.
  var events: ((TreeValue) throws(RigError) -> [TowerEvent])?
  /// Sets it on the way of a fade, where that is another matter than setting it for good.
  var glide: ((TreeValue) throws(RigError) -> Void)?
  /// Notes a value as what its user wants it to be, whatever the preset says; `nil` where nothing
  /// is noted here.
  var remember: ((TreeValue) -> Void)?
  /// Whether the renderer changes it, which it can do at any frame: a gain of the mixer, a control
  /// of a plugin in this process.
  package var takesFrames = false
  /// Does what a trigger does.
  var pull: Pull?

  /// How a trigger is pulled: at once, or in its own time.
  package enum Pull {
    case now(Act)
    case later(LaterAct)
  }

  /// Does something, with its arguments by their names.
  package typealias Act = ([String: String]) throws(RigError) -> Void
  /// The same in its own time.
  package typealias LaterAct = @Sendable ([String: String]) async throws(RigError) -> Void

  package init(
    _ path: String,
    _ kind: ValueKind,
    _ summary: String,
    default defaultValue: TreeValue? = nil,
    read: @escaping () -> TreeValue,
    write: ((TreeValue) throws(RigError) -> Void)? = nil
  ) {
    (self.path, self.kind, self.summary) = (path, kind, summary)
    self.defaultValue = defaultValue
    (self.read, self.write) = (read, write)
  }

  /// Something that can be done.
  package init(
    trigger path: String,
    _ summary: String,
    taking arguments: [TriggerArgument] = [],
    in scope: ValueScope = .rig,
    _ pull: Pull
  ) {
    self.init(path, .trigger(arguments), summary, read: { .text("") })
    (self.pull, self.scope) = (pull, scope)
  }

  /// What it is at the moment.
  package var value: TreeValue { read() }

  /// The node with its value of this moment.
  package var reading: TreeReading { TreeReading(node: self, value: value) }

  /// Whether it can only be read.
  package var isReadOnly: Bool { write == nil && pull == nil }
}

extension TreeNode {
  /// Why it can't be set.
  package var refusal: RigError {
    switch kind {
    case .trigger: .data("'\(path)' is something to be done and no value: trigger it.")
    case .opaque: .data("'\(path)' can't be set: it takes \(kind.allowed).")
    default: .data("'\(path)' can't be set: it can only be read.")
    }
  }
}

/// A value of the rig, and what it is.
package struct TreeReading {
  package let node: TreeNode
  package let value: TreeValue
}
