// SPDX-License-Identifier: Apache-2.0
// The control half of a relay's near end: used by plans, opened and closed as processes come and
// go.

package import Quantities
internal import Synchronization

/// A graph that another process renders, and the memory in which its blocks go there and back.
///
/// > Threading: Control.
@safe
package final class RelayNode {
  let near: UnsafeMutablePointer<NearRelay>
  /// What has come back by MIDI in a chunk.
  let returned = SharedMIDIList()
  /// How many channels come back.
  let outputs: Int
  private let pages: RelayPages
  private let lists = (SharedMIDIList(), SharedMIDIList(), SharedMIDIList())
  private var lateBefore = 0

  /// Makes a relay for so many channels there and back; `nil` when the system has no memory for it.
  ///
  /// - Parameters:
  ///   - inputs: how many channels go there.
  ///   - outputs: how many come back.
  ///   - patience: how long the audio thread of a driver that keeps no time waits for a block.
  package init?(inputs: Int, outputs: Int, patience: Seconds = Seconds(0.5)) {
    guard let pages = RelayPages(inputs: inputs, outputs: outputs) else { return nil }
    self.pages = pages
    self.outputs = outputs
    let midi = unsafe RelayMIDI(
      gathered: lists.0.pointer,
      handed: lists.1.pointer,
      arrived: lists.2.pointer,
      returned: returned.pointer
    )
    unsafe near = .allocate(capacity: 1)
    unsafe near.initialize(
      to: NearRelay(pages.memory, midi, patienceNanoseconds: patience.nanoseconds)
    )
  }

  deinit {
    unsafe near.deinitialize(count: 1)
    unsafe near.deallocate()
  }

  /// The memory, for the process that is to render.
  package var descriptor: Int32 { pages.descriptor }

  /// Lets the next process take part; all is silence until it says that it renders.
  ///
  /// None that was there before may be left.
  package func open() {
    unsafe pages.memory.isServed.pointee.store(0, ordering: .releasing)
    // Whatever the last one has left there.
    let blocks = unsafe near.pointee.blocks.load(ordering: .relaxed)
    unsafe pages.memory.handed.pointee.store(blocks, ordering: .releasing)
    lateBefore = allLate
    unsafe near.pointee.isOpen.store(true, ordering: .releasing)
  }

  /// Puts out nothing but exact zeros from now on, whatever a process does.
  package func close() {
    unsafe near.pointee.isOpen.store(false, ordering: .releasing)
  }

  private var allLate: Int { unsafe Int(near.pointee.late.current) }

  /// Cycles that were silent because their block was not done in time, since it was opened.
  package var late: Int { allLate - lateBefore }

  /// MIDI messages that were to go there, and for which there was no room.
  package var lostMessages: Int { unsafe Int(near.pointee.midi.lost.current) }
}
