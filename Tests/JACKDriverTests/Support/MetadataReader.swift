// SPDX-License-Identifier: Apache-2.0
// Another client that looks at ports as a patchbay does.

import CJACK
import JACKDriver
import JACKTestBench
import Quantities

/// Reads metadata and latencies of ports.
@safe
final class MetadataReader {
  private let client: OpaquePointer
  private var isOpen = true

  init(server: String) throws {
    guard let client = unsafe openBenchClient("reader", on: server) else {
      throw BenchError.noClient("reader")
    }
    unsafe self.client = client
  }

  deinit {
    close()
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    unsafe jack_client_close(client)
  }

  func subject(of port: String) -> jack_uuid_t? {
    guard let port = unsafe jack_port_by_name(client, port) else { return nil }
    return unsafe jack_port_uuid(port)
  }

  func value(_ key: String, of subject: jack_uuid_t) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    var type: UnsafeMutablePointer<CChar>?
    let full = "http://jackaudio.org/metadata/\(key)"
    guard unsafe jack_get_property(subject, full, &value, &type) == 0, let found = unsafe value
    else { return nil }
    defer {
      unsafe jack_free(found)
      if let type = unsafe type { unsafe jack_free(type) }
    }
    return unsafe String(cString: found)
  }

  func latency(of port: String, _ mode: jack_latency_callback_mode_t) -> Latency? {
    guard let port = unsafe jack_port_by_name(client, port) else { return nil }
    var range = jack_latency_range_t()
    unsafe jack_port_get_latency_range(port, mode, &range)
    return Latency(shortest: FrameCount(Int(range.min)), longest: FrameCount(Int(range.max)))
  }
}
