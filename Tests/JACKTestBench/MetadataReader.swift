// SPDX-License-Identifier: Apache-2.0
// Another client that looks at ports as a patchbay does.

internal import CJACK
internal import JACKDriver
package import Quantities
internal import Synchronization

/// Reads metadata and latencies of ports.
///
/// jackd's database can't be read while another client writes: ask once `hasHeard` says that all is
/// written.
///
/// > Threading: Control, one thread at a time.
@safe
package final class MetadataReader {
  private let client: OpaquePointer
  private let heard = HeardChanges()
  private var isOpen = true

  /// Joins a server.
  package init(server: String) throws {
    guard let client = unsafe openBenchClient("reader", on: server) else {
      throw BenchError.noClient("reader")
    }
    unsafe self.client = client
    let context = unsafe Unmanaged.passUnretained(heard).toOpaque()
    unsafe jack_set_property_change_callback(client, noteChange, context)
    unsafe jack_activate(client)
  }

  deinit {
    close()
  }

  /// Leaves the server; may be called more than once.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    unsafe closeClient(client)
  }

  /// JACK's number of a port; `nil` when there is no such port.
  package func subject(of port: String) -> UInt64? {
    guard let port = unsafe jack_port_by_name(client, port) else { return nil }
    return unsafe jack_port_uuid(port)
  }

  /// Whether a property of a port has been written since this reader was opened.
  package func hasHeard(_ key: String, of subject: UInt64) -> Bool {
    heard.changes.withLock { $0.contains(HeardChanges.prefix + "\(key) \(subject)") }
  }

  /// The metadata of a port under a key, given without the beginning of its URI.
  package func value(_ key: String, of subject: UInt64) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    var type: UnsafeMutablePointer<CChar>?
    let full = HeardChanges.prefix + key
    guard unsafe jack_get_property(subject, full, &value, &type) == 0, let found = unsafe value
    else { return nil }
    defer {
      unsafe jack_free(found)
      if let type = unsafe type { unsafe jack_free(type) }
    }
    return unsafe String(cString: found)
  }

  /// The age of captured sound at a port, in frames.
  package func captureLatency(of port: String) -> Latency? { latency(of: port, JackCaptureLatency) }

  /// The time from a port until its sound is heard, in frames.
  package func playbackLatency(of port: String) -> Latency? {
    latency(of: port, JackPlaybackLatency)
  }

  private func latency(of port: String, _ mode: jack_latency_callback_mode_t) -> Latency? {
    guard let port = unsafe jack_port_by_name(client, port) else { return nil }
    var range = jack_latency_range_t()
    unsafe jack_port_get_latency_range(port, mode, &range)
    return Latency(shortest: FrameCount(Int(range.min)), longest: FrameCount(Int(range.max)))
  }
}

/// The properties that have been written, each with its port.
private final class HeardChanges: Sendable {
  static let prefix = "http://jackaudio.org/metadata/"
  let changes = Mutex<Set<String>>([])
}

/// JACK's entry; a plain function, because JACK calls it on a thread of its own.
private func noteChange(
  _ subject: UInt64,
  _ key: UnsafePointer<CChar>?,
  _: jack_property_change_t,
  _ heard: UnsafeMutableRawPointer?
) {
  guard let key = unsafe key, let heard = unsafe heard else { return }
  let changes = unsafe Unmanaged<HeardChanges>.fromOpaque(heard).takeUnretainedValue()
  let change = unsafe "\(String(cString: key)) \(subject)"
  _ = changes.changes.withLock { $0.insert(change) }
}
