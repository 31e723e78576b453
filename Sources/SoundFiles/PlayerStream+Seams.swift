// SPDX-License-Identifier: Apache-2.0
// What follows where a track is over: the same again, the next one, or nothing.

internal import Quantities
internal import RenderCore

extension PlayerStream {
  /// Sees to what follows where nothing is left of the present track; returns whether something
  /// does, and has come.
  mutating func goOn(_ ring: PlayerRing, at filled: Int) throws(SoundFileError) -> Bool {
    // A fade has begun, or there is more to be read.
    guard incoming == nil, feed.isAtSeam || feed.isOver else { return true }
    switch tracks.end {
    case .again where feed.isAtSeam:
      try feed.again()
      ring.noteTurn()
      return true
    case .over, .again:
      if feed.isAtSeam {
        feed.finish()
        return true
      }
      if tracks.isHopeless { throw .nothingPlayable(list: tracks.list ?? path) }
      return false
    case .next:
      return try goOnWithNext(ring, at: filled)
    }
  }

  private mutating func goOnWithNext(
    _ ring: PlayerRing,
    at filled: Int
  ) throws(SoundFileError) -> Bool {
    let isGapless = tracks.crossing.own(feed.edges).time == .zero
    if feed.isAtSeam, !isGapless {
      feed.finish()
      return true
    }
    if opensNow { opener.prepare() }
    if feed.isAtSeam, !feed.hasTrackSounded { tracks.noteMiss() }
    // What can't be joined begins behind what is left of the present track.
    if feed.isAtSeam, let next = opener.shape, next.rate != feed.source.rate {
      feed.finish()
      return true
    }
    switch opener.take() {
    case .pending:
      isWaiting = true
      return false
    case .none:
      // Whatever was to come can't be played.
      guard feed.isAtSeam else {
        if tracks.isHopeless { throw .nothingPlayable(list: tracks.list ?? path) }
        return false
      }
      feed.finish()
      return true
    case .track(let opened):
      guard let turn = tracks.advance(to: opened.track) else { return true }
      plan.news.noteRenewal()
      if feed.isAtSeam {
        feed.join(opened.source, turn)
      } else {
        pause = tracks.crossing.pause(feed.edges, at: rate)
        feed.close()
        feed = try TrackFeed(opened.source, turn, plan)
        feedStart = ring.audio.framesWritten + filled + pause
      }
      ring.begin(feed.track, at: Double(feedStart) + feed.trackFrame)
      return true
    }
  }
}
