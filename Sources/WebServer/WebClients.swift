// SPDX-License-Identifier: Apache-2.0
// The WebSockets of the web server that are open.

internal import ControlServer
internal import Synchronization

/// The WebSockets that there are, each from when it opens.
///
/// > Threading: Any.
final class WebClients: Sendable {
  private let list = Mutex<[WebClient]>([])

  var all: [WebClient] { list.withLock { $0 } }

  func add(_ visitor: WebClient) { list.withLock { $0.append(visitor) } }

  func remove(_ visitor: WebClient) { list.withLock { $0.removeAll { $0 === visitor } } }

  /// Sends those away that are not let in any more.
  func dismissShutOut() {
    for visitor in all where !visitor.isLetIn { visitor.dismiss() }
  }
}
