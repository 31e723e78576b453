// SPDX-License-Identifier: Apache-2.0
// The WebSockets of the web server that are open.

internal import ControlServer
internal import Synchronization

/// The WebSockets that there are, each from when it opens.
///
/// > Threading: Any.
final class WebVisitors: Sendable {
  private let list = Mutex<[WebVisitor]>([])

  var all: [WebVisitor] { list.withLock { $0 } }

  func add(_ visitor: WebVisitor) { list.withLock { $0.append(visitor) } }

  func remove(_ visitor: WebVisitor) { list.withLock { $0.removeAll { $0 === visitor } } }

  /// Sends those away that are not let in any more.
  func dismissShutOut() {
    for visitor in all where !visitor.isLetIn { visitor.dismiss() }
  }
}
