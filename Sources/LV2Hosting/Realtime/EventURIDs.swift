// SPDX-License-Identifier: Apache-2.0
// The numbers of the types that the audio thread deals with.

/// Numbers of types and keys, to have at hand where nothing may be initialised lazily.
///
/// > Threading: Any.
struct EventURIDs: BitwiseCopyable, Sendable {
  let chunk = URIDs.shared.chunk
  let sequence = URIDs.shared.sequence
  let int = URIDs.shared.int
  let long = URIDs.number(Vocabulary.atom("Long"))
  let float = URIDs.shared.float
  let double = URIDs.number(Vocabulary.atom("Double"))
  let bool = URIDs.number(Vocabulary.atom("Bool"))
  let string = URIDs.number(Vocabulary.atom("String"))
  let path = URIDs.number(Vocabulary.atom("Path"))
  let uri = URIDs.number(Vocabulary.atom("URI"))
  let urid = URIDs.number(Vocabulary.atom("URID"))
  let object = URIDs.number(Vocabulary.atom("Object"))
  let blank = URIDs.number(Vocabulary.atom("Blank"))
  let midi = URIDs.number(Vocabulary.midi("MidiEvent"))
  let position = URIDs.number(Vocabulary.time("Position"))
  let bar = URIDs.number(Vocabulary.time("bar"))
  let barBeat = URIDs.number(Vocabulary.time("barBeat"))
  let beat = URIDs.number(Vocabulary.time("beat"))
  let beatUnit = URIDs.number(Vocabulary.time("beatUnit"))
  let beatsPerBar = URIDs.number(Vocabulary.time("beatsPerBar"))
  let beatsPerMinute = URIDs.number(Vocabulary.time("beatsPerMinute"))
  let frame = URIDs.number(Vocabulary.time("frame"))
  let speed = URIDs.number(Vocabulary.time("speed"))
  let set = URIDs.number(Vocabulary.patch("Set"))
  let get = URIDs.number(Vocabulary.patch("Get"))
  let put = URIDs.number(Vocabulary.patch("Put"))
  let property = URIDs.number(Vocabulary.patch("property"))
  let value = URIDs.number(Vocabulary.patch("value"))
  let subject = URIDs.number(Vocabulary.patch("subject"))
  let body = URIDs.number(Vocabulary.patch("body"))

  /// > Threading: Control.
  init() {}

  /// > Threading: Control.
  static let shared = EventURIDs()
}
