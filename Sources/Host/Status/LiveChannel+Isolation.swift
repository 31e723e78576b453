// SPDX-License-Identifier: Apache-2.0
// The process of a session's graph.

import PluginIsolation
import RigEngine

extension LiveChannel {
  /// The graph in a process of its own; `nil` for one that runs here.
  var isolatedGraph: IsolatedGraph? { isolated as? IsolatedGraph }
}
