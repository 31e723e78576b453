// SPDX-License-Identifier: Apache-2.0
// A second JACK client that sends MIDI, hears MIDI, and knows the transport.

internal import CJACK
internal import JACKDriver
internal import Synchronization

/// A MIDI message at a frame.
package struct TimedMIDI: Hashable, Sendable {
  /// The frame: of JACK's clock for a message that was heard, from the beginning of the next cycle
  /// for a message that is to be sent.
  package var frame: UInt32
  /// The bytes.
  package var bytes: [UInt8]

  /// Names a message.
  package init(_ frame: UInt32, _ bytes: [UInt8]) {
    self.frame = frame
    self.bytes = bytes
  }
}

/// JACK's transport as another program sees it.
package struct SeenTransport: Hashable, Sendable {
  /// Whether it rolls.
  package var isRolling: Bool
  /// Its position.
  package var frame: UInt32
  /// The tempo, if there is a timebase master.
  package var tempo: Double?
  /// The beats of a bar.
  package var beatsPerBar: Float
  /// The bar, from 1.
  package var bar: Int
  /// The beat in the bar, from 1, with its fraction.
  package var beat: Double
}

/// A JACK client of a test with the ports `NAME:midi_out` and `NAME:midi_in`.
///
/// > Threading: Control, one thread at a time.
@safe
package final class Musician {
  private let client: OpaquePointer
  private let cycle = MusicianCycle()
  private var isOpen = true

  /// Opens and activates a client on `server`.
  package init(_ name: String, on server: PrivateServer) throws {
    guard let client = unsafe openBenchClient(name, on: server.name) else {
      throw BenchError.noClient(name)
    }
    unsafe self.client = client
    unsafe cycle.client = client
    for (port, flag) in [("midi_in", JackPortIsInput), ("midi_out", JackPortIsOutput)] {
      let type = JACK_DEFAULT_MIDI_TYPE
      guard let port = unsafe jack_port_register(client, port, type, UInt(flag.rawValue), 0) else {
        throw BenchError.noPort(port)
      }
      if flag == JackPortIsInput { unsafe cycle.input = port } else { unsafe cycle.output = port }
    }
    let context = unsafe Unmanaged.passUnretained(cycle).toOpaque()
    unsafe jack_set_process_callback(client, runMusicianCycle, context)
    guard unsafe jack_activate(client) == 0 else { throw BenchError.noClient(name) }
  }

  deinit { close() }

  /// Leaves the server; may be called more than once.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    unsafe closeClient(client)
  }

  /// Sends messages, each at its frame from the beginning of the next cycle on.
  package func send(_ messages: [TimedMIDI]) {
    cycle.score.withLock { score in
      score.added += messages
      score.beginning = nil
    }
  }

  /// Sends messages and returns what `ears` hears for `frames` frames, from the beginning of the
  /// cycle that theirs count from.
  package func play(
    _ messages: [TimedMIDI],
    heardBy ears: Listener,
    frames: Int
  ) throws -> Take {
    try ears.take { tape in
      send(messages)
      let start = try ears.position(on: tape) { cycle.score.withLock(\.beginning) }
      return start..<start + frames
    }
  }

  /// Whether everything has been sent.
  package var isDone: Bool { cycle.score.withLock { $0.added.isEmpty && $0.waiting.isEmpty } }

  /// Takes the messages that have been heard, in the order in which JACK gave them.
  package func takeHeard() -> [TimedMIDI] {
    cycle.heard.withLock { heard in
      defer { heard = [] }
      return heard
    }
  }

  // MARK: Transport

  /// Starts or stops JACK's transport.
  package func roll(_ isRolling: Bool) {
    if isRolling {
      unsafe jack_transport_start(client)
    } else {
      unsafe jack_transport_stop(client)
    }
  }

  /// Moves JACK's transport.
  package func locate(_ frame: UInt32) {
    unsafe jack_transport_locate(client, frame)
  }

  /// Counts the beats of JACK's transport as its timebase master, four to the bar; wrongly, if it
  /// goes so many beats beyond each.
  package func countBeats(tempo: Double, astrayBy beats: Double = 0) -> Bool {
    cycle.tempo.withLock { $0 = tempo }
    cycle.astray.withLock { $0 = beats }
    let context = unsafe Unmanaged.passUnretained(cycle).toOpaque()
    return unsafe jack_set_timebase_callback(client, 1, runMusicianTimebase, context) == 0
  }

  /// Stops being the timebase master.
  package func stopCounting() {
    unsafe jack_release_timebase(client)
  }

  /// JACK's transport now.
  package var transport: SeenTransport {
    var position = tarmac_position()
    unsafe tarmac_query_transport(client, &position)
    return SeenTransport(
      isRolling: position.is_rolling != 0,
      frame: UInt32(truncatingIfNeeded: position.frame),
      tempo: position.has_beats != 0 ? position.beats_per_minute : nil,
      beatsPerBar: position.beats_per_bar,
      bar: Int(position.bar) + 1,
      beat: position.bar_beat + 1
    )
  }
}

/// The messages that are to be sent.
private struct Score {
  /// Messages that have not met a cycle yet, by frame from the next one's beginning on.
  var added: [TimedMIDI] = []
  /// Messages that have, by frame of those that the client has run.
  var waiting: [TimedMIDI] = []
  /// The frame of JACK's clock that the latest messages counted from.
  var beginning: UInt32?

  /// Takes the messages for a cycle; it begins at `now` of JACK's clock, and `ran` frames were run
  /// before it.
  mutating func due(at now: UInt32, ran: UInt32, frames: UInt32) -> [TimedMIDI] {
    if !added.isEmpty {
      waiting += added.map { TimedMIDI(ran &+ $0.frame, $0.bytes) }
      waiting.sort { $0.frame < $1.frame }
      added = []
      beginning = now
    }
    let due = waiting.prefix { $0.frame < ran &+ frames }
    waiting.removeFirst(due.count)
    return due.map { TimedMIDI($0.frame &- ran, $0.bytes) }
  }
}

/// The state of a musician that JACK's thread reads; the locks are held elsewhere only for a
/// moment.
@safe
private final class MusicianCycle: @unchecked Sendable {
  var client: OpaquePointer?
  var input: OpaquePointer?
  var output: OpaquePointer?
  let score = Mutex(Score())
  let heard = Mutex<[TimedMIDI]>([])
  let tempo = Mutex<Double>(120)
  let astray = Mutex<Double>(0)
  private var ran: UInt32 = 0

  func run(_ frames: jack_nframes_t) {
    guard let client = unsafe client, let input = unsafe input, let output = unsafe output else {
      return
    }
    let now = unsafe jack_last_frame_time(client)
    if let buffer = unsafe jack_port_get_buffer(input, frames) {
      var event = unsafe jack_midi_event_t()
      var added: [TimedMIDI] = []
      for index in 0..<(unsafe jack_midi_get_event_count(buffer))
      where unsafe jack_midi_event_get(&event, buffer, index) == 0 {
        let bytes = unsafe Array(UnsafeBufferPointer(start: event.buffer, count: event.size))
        unsafe added.append(TimedMIDI(now &+ event.time, bytes))
      }
      if !added.isEmpty { heard.withLock { $0 += added } }
    }
    guard let buffer = unsafe jack_port_get_buffer(output, frames) else { return }
    unsafe jack_midi_clear_buffer(buffer)
    for message in score.withLock({ $0.due(at: now, ran: ran, frames: frames) }) {
      unsafe jack_midi_event_write(buffer, message.frame, message.bytes, message.bytes.count)
    }
    ran &+= frames
  }

  func countBeats(of position: UnsafeMutablePointer<jack_position_t>) {
    let tempo = tempo.withLock { $0 }
    let beats = unsafe Double(tarmac_position_frame(position)) * tempo / (60 * 48_000)
    var counted = tarmac_position()
    counted.bar = Int64(beats / 4)
    counted.bar_beat = beats - Double(counted.bar) * 4 + astray.withLock { $0 }
    counted.beats_per_minute = tempo
    counted.beats_per_bar = 4
    counted.beat_type = 4
    unsafe tarmac_count_beats(position, &counted)
  }
}

/// JACK's entries; plain functions, because JACK calls them on its own threads.
private func runMusicianCycle(_ frames: jack_nframes_t, _ cycle: UnsafeMutableRawPointer?) -> Int32
{
  guard let cycle = unsafe cycle else { return 0 }
  unsafe Unmanaged<MusicianCycle>.fromOpaque(cycle).takeUnretainedValue().run(frames)
  return 0
}

private func runMusicianTimebase(
  _ state: jack_transport_state_t,
  _ frames: jack_nframes_t,
  _ position: UnsafeMutablePointer<jack_position_t>?,
  _ isNew: Int32,
  _ cycle: UnsafeMutableRawPointer?
) {
  guard let cycle = unsafe cycle, let position = unsafe position else { return }
  let musician = unsafe Unmanaged<MusicianCycle>.fromOpaque(cycle).takeUnretainedValue()
  unsafe musician.countBeats(of: position)
}
