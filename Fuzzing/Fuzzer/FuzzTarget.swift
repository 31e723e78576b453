// SPDX-License-Identifier: Apache-2.0
// The fuzzing targets: each takes bytes as the program would.

import BadInputs
import ControlProtocol
import SeededNumbers
import StrictJSON

/// A reader of outside data.
struct FuzzTarget: Sendable {
  /// Reads an input.
  let take: @Sendable ([UInt8]) -> Void
  /// Changes an input by its structure; `nil` when it has none.
  let mutate: @Sendable ([UInt8], inout SeededNumbers) -> [UInt8]?

  /// All targets by name.
  static let all: [String: FuzzTarget] = [
    "osc": FuzzTarget(take: OSCPackets.take, mutate: Mutation.osc),
    "midi": FuzzTarget(take: MIDIMessages.take, mutate: MIDIMessages.changed),
    "socket": FuzzTarget(take: RequestLines.answer, mutate: Mutation.json),
    "answers": FuzzTarget(take: answers, mutate: Mutation.json),
    "stores": FuzzTarget(take: Stores.read, mutate: Mutation.json),
    "index": FuzzTarget(take: Stores.readIndex, mutate: Mutation.lines),
    "states": FuzzTarget(take: PluginData.state, mutate: Mutation.lines),
    "bundles": FuzzTarget(take: PluginData.bundle, mutate: Mutation.lines),
    "presets": FuzzTarget(take: FileReaders.preset, mutate: Mutation.lines),
    "web": FuzzTarget(take: WebInputs.request, mutate: Mutation.lines),
    "frames": FuzzTarget(take: WebInputs.frames, mutate: { _, _ in nil }),
    "lists": FuzzTarget(take: TrackLists.read, mutate: Mutation.lines),
    "libraries": FuzzTarget(take: Libraries.read, mutate: Mutation.lines),
    "music": FuzzTarget(take: MusicWords.read, mutate: Mutation.lines),
    "scenarios": FuzzTarget(take: FileReaders.scenario, mutate: Mutation.lines),
  ]

  /// Reads the messages that a host sends to a client.
  @Sendable
  private static func answers(_ bytes: [UInt8]) {
    _ = try? JSONText.decode(ResponseEnvelope<RigStatus>.self, from: bytes)
    _ = try? JSONText.decode(ResponseEnvelope<ClientOpenRequest.Reply>.self, from: bytes)
    _ = try? JSONText.decode(EventEnvelope.self, from: bytes)
  }
}
