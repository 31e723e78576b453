// SPDX-License-Identifier: Apache-2.0
// A second JACK client with ports to play on and to listen at.

internal import CJACK
internal import JACKDriver
internal import Synchronization

/// A JACK client of a test: plays given samples and captures what arrives, exactly.
///
/// Ports are `NAME:in_1` … and `NAME:out_1` …. A listener hears what another one plays in the same
/// cycle, and knows where it began. (One client that does both around a loop gets JACK's loop delay
/// of one period; two don't.)
///
/// > Threading: Control, one thread at a time.
@safe
package final class Listener {
  /// The client's name as JACK gave it.
  package let name: String
  let client: OpaquePointer
  let cycle = ListenerCycle()
  private var isOpen = true

  /// Opens and activates a client on `server`.
  package convenience init(
    _ name: String = "listener",
    on server: PrivateServer,
    inputs: Int = 0,
    outputs: Int = 0
  ) throws {
    try self.init(name, server: server.name, inputs: inputs, outputs: outputs)
  }

  /// Opens and activates a client on the server of that name.
  package init(_ name: String, server: String, inputs: Int, outputs: Int) throws {
    guard let client = unsafe openBenchClient(name, on: server) else {
      throw BenchError.noClient(name)
    }
    unsafe self.client = client
    self.name = unsafe String(cString: jack_get_client_name(client))
    do {
      try register(inputs: inputs, outputs: outputs)
    } catch {
      close()
      throw error
    }
  }

  deinit {
    close()
  }

  /// Leaves the server; may be called after the server's end, and more than once.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    unsafe closeClient(client)
  }

  /// Switches the server's freewheeling on or off.
  package func freewheel(_ isOn: Bool) -> Bool {
    unsafe jack_set_freewheel(client, isOn ? 1 : 0) == 0
  }

  private func register(inputs: Int, outputs: Int) throws {
    cycle.inputs = unsafe try BenchPort.register(inputs, named: "in", JackPortIsInput, of: client)
    cycle.outputs = unsafe try BenchPort.register(
      outputs,
      named: "out",
      JackPortIsOutput,
      of: client
    )
    unsafe cycle.client = client
    let context = unsafe Unmanaged.passUnretained(cycle).toOpaque()
    unsafe jack_set_process_callback(client, runListenerCycle, context)
    guard unsafe jack_activate(client) == 0 else { throw BenchError.noClient(name) }
  }

  /// The full name of input `number`, from 1.
  package func input(_ number: Int) -> String { "\(name):in_\(number)" }

  /// The full name of output `number`, from 1.
  package func output(_ number: Int) -> String { "\(name):out_\(number)" }

  /// How many frames this client has run.
  package var frames: Int { cycle.frames.load(ordering: .acquiring) }

  /// The number of frames in a cycle now.
  package var periodFrames: Int { unsafe Int(jack_get_buffer_size(client)) }

  /// Connects two ports by their full names; a connection that exists is fine.
  package func connect(_ source: String, _ destination: String) throws {
    let code = unsafe jack_connect(client, source, destination)
    guard code == 0 || code == 17 else {  // EEXIST
      throw BenchError.notConnected(from: source, to: destination, code: code)
    }
  }

  /// Disconnects two ports.
  package func disconnect(_ source: String, _ destination: String) {
    unsafe jack_disconnect(client, source, destination)
  }

  /// Gives output `number` another name, in whatever bytes.
  package func rename(output number: Int, to bytes: [UInt8]) {
    let name = bytes.map { CChar(bitPattern: $0) } + [0]
    guard let port = unsafe jack_port_by_name(client, output(number)) else { return }
    unsafe jack_port_rename(client, port, name)
  }

  /// The names of the ports that `port` is connected to, sorted.
  package func connections(of port: String) -> [String] {
    guard let port = unsafe jack_port_by_name(client, port) else { return [] }
    return unsafe takeNames(jack_port_get_all_connections(client, port)).sorted()
  }

  /// The names of all ports that match the regular expression, sorted.
  package func ports(matching expression: String = "") -> [String] {
    unsafe takeNames(jack_get_ports(client, expression, nil, 0)).sorted()
  }

  /// Asks the server for another number of frames per cycle.
  package func setPeriod(frames: Int) {
    unsafe jack_set_buffer_size(client, UInt32(frames))
  }

  /// Starts or stops the server's freewheeling.
  package func setFreewheel(_ isOn: Bool) {
    unsafe jack_set_freewheel(client, isOn ? 1 : 0)
  }
}
