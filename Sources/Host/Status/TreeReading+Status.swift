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
  /// A node for an answer.
  func status(of node: TreeNode) -> TreeNodeStatus {
    let value = node.value
    var status = TreeNodeStatus(
      path: node.path,
      kind: node.kind.name,
      summary: node.summary,
      text: value.words,
      allowed: node.kind.allowed,
      isReadOnly: node.isReadOnly
    )
    status.label = node.kind.label(of: value)
    status.defaultText = node.defaultValue?.words
    if let bounds = node.kind.bounds {
      status.minimum = bounds.lowerBound.isFinite ? bounds.lowerBound : nil
      status.maximum = bounds.upperBound.isFinite ? bounds.upperBound : nil
    }
    status.unit = node.kind.unit
    let points = node.kind.scalePoints
    if !points.isEmpty {
      status.scalePoints = points.map { ScalePointStatus(label: $0.label, value: $0.value) }
    }
    switch node.kind {
    case .choice(let words): status.choices = words
    case .trigger(let arguments):
      status.arguments = arguments.map {
        TriggerArgumentStatus(name: $0.name, isOptional: $0.isOptional)
      }
    default: break
    }
    if isLocked(node.path) { status.isLocked = true }
    status.limit = limit(of: node.path)
    return status
  }
}
