// SPDX-License-Identifier: Apache-2.0
// A player of a live channel: its file or list, and what has become of it.

package import Quantities
package import RenderCore
import RigErrors
package import SoundFiles

/// A player of a live channel.
package struct LivePlayer {
  package let source: String
  package internal(set) var file: SoundFilePlayer
  package let node: PlayerNode
  /// What the audio thread reads, or is about to read.
  package internal(set) var ring: PlayerRing
  /// How often it has been asked to play another file, and which of these requests it has followed
  /// last.
  var requests = 0
  var followed = 0
  /// The files that are being opened for it.
  let loads = PendingLoads()
  /// Whether its user wants it to play.
  package var isPlaying: Bool
  /// Whether it has played its last frame and waits for a jump.
  package internal(set) var hasEnded = false
  /// Whether its disk gives less than it plays.
  var isStarving = false
  /// How fast its user wants it to play, and how fast the renderer plays it.
  var pitch = PlayerPitch()
  var rate: Float = 1
  /// What hands do to its platter.
  var platter = PlayerPlatter()
  /// How it keeps to the beat.
  var beats = PlayerBeats()
  /// How its cue button works, and what that does at the moment.
  var cueButton = CueButton()
  /// The loop that was set last.
  var setLoop: PlayerLoop?
  /// By how many beats it was moved last within its ring.
  var lastWay = 0.0
  /// Where `cue` goes in the track whose turn it was set in; other tracks have theirs at their
  /// beginnings.
  private var cue: (turn: Int, point: Seconds)
  /// The jump that waits for its disk: until the ring comes, what is left of the old one is heard,
  /// or nothing.
  package internal(set) var jump: RingRequest? {
    didSet { target = nil }
  }
  /// The ring with more past that waits for its disk.
  var growth: PlayerGrowth?
  /// Where a jump leads to that keeps the beat: its ring begins before that.
  var target: Seconds?

  /// What a reload has found to have become of its file.
  var replacement = SoundFilePlayer.Replacement.none

  init(
    source: String,
    _ opened: OpenedPlayer,
    node: PlayerNode,
    isPlaying: Bool,
    cuePoint: Seconds
  ) {
    (self.source, self.node, self.isPlaying) = (source, node, isPlaying)
    (file, ring) = (opened.file, opened.ring)
    cue = (opened.ring.track.turn, cuePoint)
  }

  /// The track that is heard.
  package var track: HeardTrack { ring.track }

  package var cuePoint: Seconds {
    get { cue.turn == track.turn ? cue.point : .zero }
    set { cue = (track.turn, newValue) }
  }

  /// Whether it was emptied, and waits for a track.
  package var isEmpty: Bool { jump?.steps.last.map { $0 == .eject } ?? track.track.isNone }

  /// Whether a file that is still wanted is being opened for it.
  var isLoading: Bool { loads.requests.contains { $0 > followed } }

  /// What it does.
  package var phase: PlayerPhase {
    if isPlaying, ring.audio.readable > 0 { return .playing }
    if isLoading || jump != nil { return .loading }
    if isEmpty { return .empty }
    if hasEnded { return file.failure == nil ? .ended : .failed }
    return isPlaying ? .playing : .ready
  }

  /// For how long its disk has been waited for, if that is longer than a healthy one takes; nobody
  /// waits as long for a jump.
  package func diskWait(at now: MonotonicTime) -> Seconds? {
    file.wait(at: now, longerThan: jump == nil ? FileLanes.patience : HostTimes.diskPatience)
  }

  /// Where in the file it is, or is about to be.
  package var position: Seconds { target ?? jump?.position ?? file.position(of: ring) }

  /// Whether it is where something begins, and has played nothing of that yet.
  var isUnplayedOnset: Bool { ring.audio.framesRead == 0 && isOnset(position) }

  /// Whether something begins there that is to keep its edge: the file, or what the cue point was
  /// set to.
  func isOnset(_ position: Seconds) -> Bool {
    [.zero, cuePoint].contains { file.isSameFrame($0, position) }
  }
}

/// What a player does, in one word.
package enum PlayerPhase: String, CaseIterable, Sendable {
  /// It has no track.
  case empty
  /// It waits for its disk: a track, or a place in one, has been asked for.
  case loading
  /// It could play.
  case ready
  case playing
  /// It has played its last frame.
  case ended
  /// Something has stopped its file.
  case failed
}

/// The files that are being opened for a player, by the numbers of their requests, whatever becomes
/// of the player meanwhile.
///
/// > Threading: Control.
final class PendingLoads {
  fileprivate(set) var requests: Set<Int> = []

  /// Notes a load until it has come to its end.
  nonisolated(nonsending) func during<Result>(
    _ request: Int,
    _ load: () async throws(RigError) -> Result
  ) async throws(RigError) -> Result {
    requests.insert(request)
    defer { requests.remove(request) }
    return try await load()
  }
}

/// A file or a list that was opened for a player, with its first moments.
struct OpenedPlayer: Sendable {
  let file: SoundFilePlayer
  let ring: PlayerRing
}
