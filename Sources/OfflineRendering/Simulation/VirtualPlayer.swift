// SPDX-License-Identifier: Apache-2.0
// A player without sound: its file or its list, on a clock that counts frames.

import Quantities
import RigErrors
import RigModel
import SoundFiles

/// A player that is simulated; positions and lengths are frames of the rig.
struct VirtualPlayer {
  let source: String
  let startsPlaying: Bool
  var isPlaying: Bool
  var hasEnded = false
  private let rate: SampleRate
  private let cuePoint: Seconds
  private var material: Material

  /// What it plays.
  private enum Material {
    case file(length: Int, duration: Seconds, loops: Bool, position: Int)
    case list(VirtualTracks)
  }

  init(_ source: Source, _ player: Player, rate: SampleRate) throws(RigError) {
    self.source = source.name
    (self.rate, cuePoint) = (rate, player.cuePoint)
    startsPlaying = player.startsPlaying
    isPlaying = player.startsPlaying
    if let playlist = player.playlist {
      let width = source.channels
      material = .list(try VirtualTracks(player, playlist, width: width, rate: rate))
      return
    }
    do throws(SoundFileError) {
      let file = try SoundFilePlayer(file: player.file, rate: rate, lanes: nil)
      // A stream has no end.
      let duration = file.fileFrames.seconds(at: file.fileRate)
      material = .file(
        length: duration.frames(at: rate).value,
        duration: duration,
        loops: player.loops,
        position: cuePoint.frames(at: rate).value
      )
    } catch {
      throw .data(error.description)
    }
  }

  /// How long its file is, or the present track of its list.
  var duration: Seconds {
    switch material {
    case .file(_, let duration, _, _): duration
    case .list(let tracks): tracks.duration
    }
  }

  /// Where in it the player is.
  var position: Int {
    switch material {
    case .file(_, _, _, let position): position
    case .list(let tracks): tracks.position
    }
  }

  /// The track of a list that has its turn.
  var track: Track? { if case .list(let tracks) = material { tracks.track } else { nil } }

  /// How many frames it is to the next track; `nil` where none comes.
  var untilNext: Int? { if case .list(let tracks) = material { tracks.untilNext } else { nil } }

  /// How many frames it is to its end; `nil` if it has none.
  var untilEnd: Int? {
    switch material {
    case .file(let length, _, let loops, let position): loops ? nil : length - position
    case .list(let tracks): tracks.untilEnd
    }
  }

  /// Goes to a position in the file; to the cue point without one, and a list that is over to its
  /// beginning.
  mutating func jump(to target: Seconds?) {
    switch material {
    case .file(let length, let duration, let loops, _):
      let position = min((target ?? cuePoint).frames(at: rate).value, length)
      material = .file(length: length, duration: duration, loops: loops, position: position)
    case .list(var tracks):
      if target == nil, hasEnded { tracks.restart() } else { tracks.jump(to: target ?? .zero) }
      material = .list(tracks)
    }
    hasEnded = false
  }

  /// Stops where it is going to be after so many frames.
  mutating func pause(after frames: Int) {
    advance(by: frames)
    isPlaying = false
    hasEnded = hasEnded || untilEnd == 0
  }

  mutating func advance(by frames: Int) {
    guard isPlaying else { return }
    switch material {
    case .file(let length, let duration, let loops, let position):
      let end = loops ? (position + frames) % max(length, 1) : min(position + frames, length)
      material = .file(length: length, duration: duration, loops: loops, position: end)
    case .list(var tracks):
      tracks.advance(by: frames)
      material = .list(tracks)
    }
  }
}
