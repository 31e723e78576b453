// SPDX-License-Identifier: Apache-2.0
// A second JACK client that plays and captures to the sample.

internal import CJACK
internal import JACKDriver
internal import Synchronization

/// A JACK client of a test: plays given samples and captures what arrives, exactly.
///
/// Ports are `NAME:in_1` … and `NAME:out_1` …. Several listeners of one server share JACK's frame clock, so that one can
/// play and another one capture from the same `frame`. (One client that does both around a loop gets JACK's loop delay of
/// one period; two don't.)
///
/// > Threading: Control, one thread at a time.
@safe
public final class Listener {
  private static let patience = 20.0
  /// The client's name as JACK gave it.
  public let name: String
  private let client: OpaquePointer
  private let cycle = ListenerCycle()
  private var tape: Tape?
  private var isOpen = true

  /// Opens and activates a client on `server`.
  public convenience init(
    _ name: String = "listener",
    on server: PrivateServer,
    inputs: Int = 0,
    outputs: Int = 0
  ) throws {
    try self.init(name, server: server.name, inputs: inputs, outputs: outputs)
  }

  /// Opens and activates a client on the server of that name.
  public init(_ name: String, server: String, inputs: Int, outputs: Int) throws {
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
  public func close() {
    guard isOpen else { return }
    isOpen = false
    unsafe jack_client_close(client)
  }

  private func register(inputs: Int, outputs: Int) throws {
    for (count, direction, flag) in [
      (inputs, "in", JackPortIsInput), (outputs, "out", JackPortIsOutput),
    ] {
      for number in 0..<count {
        let port = "\(direction)_\(number + 1)"
        let flags = UInt(flag.rawValue)
        let added = unsafe jack_port_register(client, port, JACK_DEFAULT_AUDIO_TYPE, flags, 0)
        guard let added = unsafe added else { throw BenchError.noPort(port) }
        if flag == JackPortIsInput {
          unsafe cycle.inputs.append(BenchPort(added))
        } else {
          unsafe cycle.outputs.append(BenchPort(added))
        }
      }
    }
    unsafe cycle.client = client
    let context = unsafe Unmanaged.passUnretained(cycle).toOpaque()
    unsafe jack_set_process_callback(client, runListenerCycle, context)
    guard unsafe jack_activate(client) == 0 else { throw BenchError.noClient(name) }
  }

  /// The full name of input `number`, from 1.
  public func input(_ number: Int) -> String { "\(name):in_\(number)" }

  /// The full name of output `number`, from 1.
  public func output(_ number: Int) -> String { "\(name):out_\(number)" }

  /// The frame of JACK's clock at which the present cycle began; common to all clients of a server.
  public var frame: UInt32 { unsafe jack_last_frame_time(client) }

  /// How many frames this client has run.
  public var frames: Int { cycle.frames.load(ordering: .acquiring) }

  /// The number of frames in a cycle now.
  public var periodFrames: Int { unsafe Int(jack_get_buffer_size(client)) }

  /// A frame that is far enough ahead for everybody to get ready for it.
  public func frameAhead(cycles: Int = 8) -> UInt32 {
    frame &+ UInt32(cycles * periodFrames)
  }

  /// Plays `channels` on the outputs, from `start` or from the next cycle on, then silence.
  public func play(_ channels: [[Float]], at start: UInt32? = nil) {
    let tape = Tape(
      channels: channels.count,
      frames: channels.map(\.count).max() ?? 0,
      start: start
    )
    for (index, samples) in channels.enumerated() {
      unsafe samples.withUnsafeBytes { bytes in
        guard let source = bytes.baseAddress else { return }
        unsafe UnsafeMutableRawPointer(tape.channel(index))
          .copyMemory(from: source, byteCount: bytes.count)
      }
    }
    cycle.play(tape)
  }

  /// Starts to capture `frames` frames of every input, from `start` or from the next cycle on.
  public func beginCapture(frames: Int, from start: UInt32? = nil) {
    let tape = Tape(channels: cycle.inputs.count, frames: frames, start: start)
    self.tape = tape
    cycle.capture(tape)
  }

  /// Waits for the capture that was begun and returns the samples by channel.
  public func endCapture() throws -> [[Float]] {
    guard let tape else { return [] }
    let time = Double(tape.frames) / Double(unsafe jack_get_sample_rate(client))
    guard cycle.wait(seconds: time * 2 + Listener.patience, until: { tape.isDone }) else {
      throw BenchError.timedOut("the capture of \(tape.frames) frames")
    }
    cycle.capture(nil)
    self.tape = nil
    return (0..<tape.channels).map { channel in
      unsafe Array(UnsafeBufferPointer(start: tape.channel(channel), count: tape.frames))
    }
  }

  /// Captures `frames` frames of every input and returns them by channel.
  public func capture(frames: Int, from start: UInt32? = nil) throws -> [[Float]] {
    beginCapture(frames: frames, from: start)
    return try endCapture()
  }

  /// Returns when `frames` more frames have gone by.
  public func wait(frames: Int) throws {
    let wanted = self.frames + frames
    try wait("\(frames) frames") { self.frames >= wanted }
  }

  /// Returns when `condition`, looked at in every cycle, holds; throws after 20 seconds.
  public func wait(_ what: String, until condition: () -> Bool) throws {
    guard cycle.wait(seconds: Listener.patience, until: condition) else {
      throw BenchError.timedOut(what)
    }
  }

  /// Connects two ports by their full names; a connection that exists is fine.
  public func connect(_ source: String, _ destination: String) throws {
    let code = unsafe jack_connect(client, source, destination)
    guard code == 0 || code == 17 else {  // EEXIST
      throw BenchError.notConnected(from: source, to: destination, code: code)
    }
  }

  /// Disconnects two ports.
  public func disconnect(_ source: String, _ destination: String) {
    unsafe jack_disconnect(client, source, destination)
  }

  /// The names of the ports that `port` is connected to, sorted.
  public func connections(of port: String) -> [String] {
    guard let port = unsafe jack_port_by_name(client, port) else { return [] }
    return unsafe names(jack_port_get_all_connections(client, port))
  }

  /// The names of all ports that match the regular expression, sorted.
  public func ports(matching expression: String = "") -> [String] {
    unsafe names(jack_get_ports(client, expression, nil, 0))
  }

  /// Asks the server for another number of frames per cycle.
  public func setPeriod(frames: Int) {
    unsafe jack_set_buffer_size(client, UInt32(frames))
  }

  /// Starts or stops the server's freewheeling.
  public func setFreewheel(_ isOn: Bool) {
    unsafe jack_set_freewheel(client, isOn ? 1 : 0)
  }

  private func names(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard let list = unsafe list else { return [] }
    defer { unsafe jack_free(list) }
    var names: [String] = []
    var index = 0
    while let name = unsafe list[index] {
      unsafe names.append(String(cString: name))
      index += 1
    }
    return names.sorted()
  }
}
