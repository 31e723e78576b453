// SPDX-License-Identifier: Apache-2.0
// What can be wrong with a sound file, and the sentence that says so.

package import Quantities

/// What is wrong with a sound file.
package enum SoundFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be opened or read.
  case cannotRead(path: String, reason: String)
  /// The file is of a format that only ffmpeg decodes, and that can't be started.
  case foreign(path: String, format: String)
  /// Nothing comes from a stream.
  case stream(address: String, reason: String)
  /// The file cannot be created or written.
  case cannotWrite(path: String, reason: String)
  /// A recording would overwrite a file.
  case exists(path: String)
  /// The name does not end in the extension of a format that can be recorded.
  case unknownExtension(path: String)
  /// The file holds no sound.
  case empty(path: String)
  /// The file is silent from its beginning to its end.
  case silent(path: String)
  /// The file would have to start playing at a position that it does not have.
  case outside(path: String, position: Seconds, duration: Seconds)
  /// The list has no such track.
  case noTrack(list: String, step: TrackStep)
  /// The list has nothing that can be played; why not the track that was tried last.
  case nothingPlayable(list: String, reason: String? = nil)
  /// The file's rate cannot be converted to the rig's.
  case cannotResample(path: String, from: SampleRate, to: SampleRate)

  /// One sentence that names the file and what is wrong.
  package var description: String {
    switch self {
    case .cannotRead(let path, let reason):
      "Cannot read \(StreamAddress.withoutPassword(path)): \(reason)"
    case .foreign(let path, let format):
      "\(path) is \(format), \(ForeignFormat.advice)"
    case .stream(let address, let reason):
      "Nothing comes from the stream \(StreamAddress.name(of: address)): \(reason)"
    case .cannotWrite(let path, let reason):
      "Cannot write \(path): \(reason)"
    case .exists(let path):
      "Cannot record to \(path): the file exists already; choose another name or move it away"
    case .unknownExtension(let path):
      "Cannot record to \(path): the name must end in .wav or .flac"
    case .empty(let path):
      "Cannot play \(path): the file holds no sound"
    case .silent(let path):
      "\(path) is silent from its beginning to its end"
    case .outside(let path, _, _) where StreamAddress.isOne(path):
      "\(StreamAddress.name(of: path)) is a stream, which has no places to go to"
    case .outside(let path, let position, let duration):
      "Cannot play \(path) from \(position.short) s: the file lasts \(duration.short) s"
    case .noTrack("", _): "There is no track to go to: load one"
    case .noTrack(let list, .previous):
      "\(StreamAddress.withoutPassword(list)) has no track before this one"
    case .noTrack(let list, _): "\(StreamAddress.withoutPassword(list)) has no track after this one"
    case .nothingPlayable(let list, let reason):
      "Nothing in \(StreamAddress.withoutPassword(list)) can be played"
        + (reason.map { ": \($0)" } ?? "")
    case .cannotResample(let path, let from, let to):
      "Cannot play \(path): its \(from.hertz) Hz cannot be converted to \(to.hertz) Hz"
    }
  }
}

extension Seconds {
  /// The time for people: to a thousandth.
  fileprivate var short: String { "\((value * 1000).rounded() / 1000)" }
}
