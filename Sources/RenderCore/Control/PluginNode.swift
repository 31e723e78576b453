// SPDX-License-Identifier: Apache-2.0
// The control half of a plugin: made by the target that hosts the plugin format, used by plans.

internal import Synchronization

/// A plugin instance that plans can run.
///
/// It keeps `owner` (the instance's real owner) alive as long as any plan may run it.
///
/// > Threading: Control.
@safe
package final class PluginNode {
  /// The indexes of the audio input ports, in the order of the port list.
  package let audioInputs: [UInt32]
  /// The indexes of the audio output ports.
  package let audioOutputs: [UInt32]
  /// The ports that take MIDI; what they are given is the plugin's when it runs next.
  package let midiInputs: [MIDIPort]
  /// The ports that put MIDI out; they hold what the last run has put out.
  package let midiOutputs: [MIDIPort]
  let state: UnsafeMutablePointer<PluginState>
  private let owner: AnyObject

  /// Wraps an activated instance whose ports, other than audio, have been connected for good.
  ///
  /// - Parameters:
  ///   - calls: the functions that the audio thread calls.
  ///   - audioInputs: the indexes of the audio input ports.
  ///   - audioOutputs: the indexes of the audio output ports.
  ///   - midiInputs: the ports that take MIDI.
  ///   - midiOutputs: the ports that put MIDI out.
  ///   - owner: what must live as long as the plugin may run.
  package init(
    calls: PluginCalls,
    audioInputs: [UInt32],
    audioOutputs: [UInt32],
    midiInputs: [MIDIPort] = [],
    midiOutputs: [MIDIPort] = [],
    owner: AnyObject
  ) {
    self.audioInputs = audioInputs
    self.audioOutputs = audioOutputs
    self.midiInputs = midiInputs
    self.midiOutputs = midiOutputs
    self.owner = owner
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: PluginState(calls: calls))
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// How often the plugin has been run.
  package var runs: Int { unsafe Int(state.pointee.runs.current) }

  /// Whether the audio thread is inside the plugin's `run` at this moment.
  ///
  /// > Threading: Any.
  package var isRunning: Bool { unsafe state.pointee.isEntered }

  /// Time spent in the plugin's `run`, in nanoseconds; not every run is timed, and one that is
  /// stands for its neighbours.
  package var nanoseconds: UInt64 { unsafe state.pointee.nanoseconds.current }
}
