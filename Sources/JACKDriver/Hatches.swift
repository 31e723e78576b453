// SPDX-License-Identifier: Apache-2.0
// The ways out of the compiler's real-time check. Each has its reason; a test pins their number.

internal import CJACK
internal import RenderCore

/// The only doors from the driver's callback to code that the compiler can't check.
enum Hatch {
  /// The samples of `port` in this cycle; an input with several connections is mixed by JACK here.
  @_noLocks
  static func buffer(of port: OpaquePointer, frames: UInt32) -> UnsafeMutableRawPointer? {
    // RT-ASSUMED: JACK makes jack_port_get_buffer() for the process callback; it neither blocks nor
    // allocates.
    unsafe _unsafePerformance { unsafe jack_port_get_buffer(port, frames) }
  }

  /// Adds the messages that have come in through a port to `list`.
  @_noLocks
  static func read(_ buffer: UnsafeMutableRawPointer, into list: UnsafeMutablePointer<MIDIList>) {
    // RT-ASSUMED: JACK makes these functions for the process callback; they look into the port's
    // buffer.
    unsafe _unsafePerformance {
      var event = unsafe jack_midi_event_t()
      for index in 0..<(unsafe jack_midi_get_event_count(buffer)) {
        guard unsafe jack_midi_event_get(&event, buffer, index) == 0,
          let bytes = unsafe event.buffer
        else { continue }
        unsafe list.pointee.insert(frame: Int(event.time), bytes: bytes, count: event.size)
      }
    }
  }

  /// Puts the messages of `list` into a port, and nothing else; returns how many found no room.
  @_noLocks
  static func write(
    _ list: UnsafeMutablePointer<MIDIList>,
    to buffer: UnsafeMutableRawPointer,
    frames: Int
  ) -> Int {
    // RT-ASSUMED: JACK makes these functions for the process callback; they write into the port's
    // buffer.
    unsafe _unsafePerformance {
      var refused = 0
      unsafe jack_midi_clear_buffer(buffer)
      for index in 0..<(unsafe list.pointee.count) {
        let message = unsafe list.pointee.message(index)
        let frame = UInt32(truncatingIfNeeded: max(0, min(message.frame, frames &- 1)))
        let code = unsafe jack_midi_event_write(buffer, frame, message.bytes, message.count)
        if code != 0 { refused &+= 1 }
      }
      return refused
    }
  }

  /// The frame at which this cycle starts.
  @_noLocks
  static func frame(of client: OpaquePointer) -> UInt32 {
    // RT-ASSUMED: jack_last_frame_time() is made for the process callback; it reads the clock of
    // the cycle.
    unsafe _unsafePerformance { unsafe jack_last_frame_time(client) }
  }

  /// Where JACK's transport is at the start of this cycle.
  @_noLocks
  static func transport(
    of client: OpaquePointer,
    into position: UnsafeMutablePointer<tarmac_position>
  ) {
    // RT-ASSUMED: jack_transport_query() is documented to be safe in the process callback.
    unsafe _unsafePerformance { unsafe tarmac_query_transport(client, position) }
  }

  /// Says which bar and beat a position is, by what the renderer knows.
  @_noLocks
  static func count(
    _ position: UnsafeMutablePointer<jack_position_t>,
    by processor: Unmanaged<RenderProcessor>
  ) {
    // RT-ASSUMED: it reads and fills in a struct.
    unsafe _unsafePerformance {
      let frame = unsafe tarmac_position_frame(position)
      let now = unsafe processor._withUnsafeGuaranteedRef { $0.transport(at: frame) }
      guard let tempo = now.tempo else { return }
      var beats = tarmac_position()
      beats.bar = now.bar
      beats.bar_beat = Double(now.barBeat)
      beats.beats_per_minute = Double(tempo.beatsPerMinute)
      beats.beats_per_bar = tempo.beatsPerBar
      beats.beat_type = Float(tempo.beatUnit)
      unsafe tarmac_count_beats(position, &beats)
    }
  }
}
