// SPDX-License-Identifier: Apache-2.0
// The memory of a relay, and its owner.

internal import CRealtime

/// The memory that the two ends of a relay share.
///
/// Its size can't change, so that a reader always finds it there.
///
/// > Threading: Control.
@safe
final class RelayPages {
  let memory: RelayMemory
  /// The memory, for another process to inherit; -1 where it was inherited.
  private(set) var descriptor: Int32
  private let base: UnsafeMutableRawPointer
  private let size: Int

  /// Makes the memory for so many channels; `nil` when the system has none.
  convenience init?(inputs: Int, outputs: Int) {
    let size = RelayMemory.bytes(inputs: inputs, outputs: outputs)
    let descriptor = unsafe tarmac_shared_make("tarmac-relay", size)
    self.init(descriptor, inputs: inputs, outputs: outputs)
  }

  /// Takes over what another process has made for so many channels; `nil` when that is none.
  convenience init?(takingOver descriptor: Int32, inputs: Int, outputs: Int) {
    self.init(descriptor, inputs: inputs, outputs: outputs)
    // Code that gets hold of the descriptor later could do more with it than with the memory.
    tarmac_shared_close(descriptor)
    self.descriptor = -1
  }

  private init?(_ descriptor: Int32, inputs: Int, outputs: Int) {
    let size = RelayMemory.bytes(inputs: inputs, outputs: outputs)
    guard let base = unsafe tarmac_shared_map(descriptor, size) else {
      tarmac_shared_close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    unsafe self.base = base
    self.size = size
    unsafe memory = RelayMemory(base, inputs: inputs, outputs: outputs)
  }

  deinit {
    unsafe tarmac_pages_unmap(base, size)
    tarmac_shared_close(descriptor)
  }
}
