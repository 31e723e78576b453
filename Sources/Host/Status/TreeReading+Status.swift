// SPDX-License-Identifier: Apache-2.0
// Nodes of the tree for clients.

import ControlProtocol
import ControlTree
import RigEngine

extension TreeReading {
  /// The value as `parameter.get` and `parameter.set` answer it.
  var parameter: ParameterStatus {
    ParameterStatus(
      path: node.path,
      value: value.words,
      reading: value,
      allowed: node.kind.allowed,
      isReadOnly: node.isReadOnly,
      unit: node.kind.unit,
      label: node.kind.label(of: value)
    )
  }

  /// The value on its path.
  var entry: TreeEntry { TreeEntry(path: node.path, value: value) }
}

extension RigTree {
  /// The description of a node with its present value.
  func description(of node: TreeNode) -> NodeDescription {
    var description = NodeDescription(
      path: node.path,
      kind: node.kind,
      summary: node.summary,
      value: node.value,
      defaultValue: node.defaultValue,
      isReadOnly: node.isReadOnly,
      isLocked: isLocked(node.path),
      limit: limit(of: node.path)
    )
    (description.title, description.scope) = (node.title, node.scope)
    return description
  }
}

extension TreeNodeStatus {
  /// A node for an answer.
  init(_ node: NodeDescription) {
    self.init(
      path: node.path,
      kind: node.kind.name,
      summary: node.summary,
      text: node.value.words,
      allowed: node.kind.allowed,
      isReadOnly: node.isReadOnly
    )
    title = node.title
    label = node.kind.label(of: node.value)
    defaultText = node.defaultValue?.words
    if let bounds = node.kind.bounds {
      minimum = bounds.lowerBound.isFinite ? bounds.lowerBound : nil
      maximum = bounds.upperBound.isFinite ? bounds.upperBound : nil
    }
    switch node.kind.law {
    case .linear: break
    case .logarithmic: isLogarithmic = true
    case .points(let points):
      law = points.map { [$0.place, $0.value] }
    }
    unit = node.kind.unit
    let points = node.kind.scalePoints
    if !points.isEmpty {
      scalePoints = points.map { ScalePointStatus(label: $0.label, value: $0.value) }
    }
    switch node.kind {
    case .choice(let words): choices = words
    case .trigger(let known):
      arguments = known.map { TriggerArgumentStatus(name: $0.name, isOptional: $0.isOptional) }
    default: break
    }
    let roles = node.scope.sharedWith.map(\.words)
    if !roles.isEmpty, !node.isReadOnly { sharedWith = roles }
    if node.isLocked { isLocked = true }
    limit = node.limit
  }
}
