// SPDX-License-Identifier: Apache-2.0
// A file as a source of sound: opened once, played from anywhere into a ring that the audio thread
// reads.

package import Quantities
internal import Synchronization
package import TrackLibrary

/// A sound file, or a list of them, that can be played.
///
/// > Threading: Any.
package final class SoundFilePlayer: Sendable {
  /// Where the file, or the list, is.
  package let path: String
  /// Samples in a frame of its rings.
  package let channels: Int
  /// What was found wrong with the file when it was opened; each to go on with after "the file".
  package let remarks: [String]
  /// The rate of the rig, to which the file is converted.
  package let rate: SampleRate
  /// What it plays, and in which order.
  package let tracks: TrackQueue
  let plan: PlayerPlan
  let memory: ResidentMemory?
  /// What plays it; what is in memory gets another one with each start, which waits for no disk
  /// that keeps the former.
  let lane: Mutex<PlayerLane>

  var news: PlayerFileEvent { plan.news }
  var lanes: FileLanes? { plan.lanes }

  /// The outline of a track of this player, which is measured beside the music if it is not known;
  /// offline, and of a stream, none is.
  package func waveform(of heard: HeardTrack) -> KnownWaveform {
    guard !heard.track.isStream, let scanner = lanes?.scanner else { return .unknown }
    return scanner.waveform(of: heard.track, in: heard.shape.identity)
  }

  /// What people have prepared of tracks; offline nothing.
  package var library: TrackLibrary? { lanes?.library }

  /// What is known of the picture of a track of this player; the disk is not asked.
  ///
  /// Offline none is known.
  package func artwork(of heard: HeardTrack) -> KnownArtwork {
    heard.track.isStream || heard.track.isNone
      ? .known(nil) : lanes?.artwork.picture(of: heard) ?? .known(nil)
  }

  /// Looks for the picture of a track, if nobody has.
  ///
  /// > Threading: Worker.
  package func readArtwork(of heard: HeardTrack) -> KnownArtwork {
    lanes?.artwork.read(heard) ?? .known(nil)
  }

  /// Opens a file for a rig at `rate`.
  ///
  /// - Parameters:
  ///   - path: where it is; nothing for a player that waits for its first file.
  ///   - width: how many channels a mono file is to fill; other files have their own.
  ///   - rate: the rate to which it is converted.
  ///   - loops: whether it starts again at its end.
  ///   - leveller: what makes it as loud as it is to be; what is kept in memory is left as it is.
  ///   - lanes: where it is read; without them the player works offline: `fill()` must be called
  ///     before the ring runs dry.
  ///   - streamBuffer: how much of a stream is kept back, from 2 seconds on; `nil`: 4 seconds.
  ///   - position: from where on it is kept in memory, if it is: the first minute, up to 32 MB, or
  ///     all of it if it is no longer.
  /// - Throws: why it can't be played.
  package convenience init(
    file path: String,
    filling width: Int = 1,
    rate: SampleRate,
    loops: Bool = false,
    leveller: TrackLeveller = .none,
    lanes: FileLanes?,
    streamBuffer: Seconds? = nil,
    residentFrom position: Seconds? = nil
  ) throws(SoundFileError) {
    let track = Track(path)
    let reader = track.isNone ? nil : try SoundFileReader(path: path)
    guard reader?.frames != 0 else { throw .empty(path: path) }
    let channels = reader?.channels ?? width
    let plan = PlayerPlan(
      width: channels == 1 ? width : channels,
      rate: rate,
      tracks: TrackQueue(file: path, loops: loops),
      news: PlayerFileEvent(),
      leveller: leveller,
      lanes: lanes,
      streamBuffer: streamBuffer?.value ?? StreamDecoder.usual,
      isDeck: lanes != nil && position == nil
    )
    guard let reader else {
      try self.init(PlayerSource(nothingFor: plan), plan, [])
      return
    }
    try plan.attend(reader)
    let remarks = reader.remarks
    if let position, lanes != nil, reader.stream == nil {
      let held = try ResidentMemory(reader, from: position)
      try self.init(PlayerSource(held.present), plan, remarks, held)
    } else {
      let treatment = plan.treatment(of: track, channels: reader.channels)
      try self.init(PlayerSource(reader, nil, treatment), plan, remarks)
    }
  }

  /// Opens the track of a list that has its turn, or else the first one that can be played.
  ///
  /// - Parameters:
  ///   - tracks: the list, and the order in which it is played.
  ///   - width: how many channels the player has; tracks have as many, or one.
  ///   - rate: the rate to which tracks are converted.
  ///   - leveller: what makes them as loud as they are to be.
  ///   - lanes: where they are read, as for a file.
  ///   - streamBuffer: how much of a stream is kept back, as for a file.
  /// - Throws: why nothing of it can be played.
  package convenience init(
    list tracks: TrackQueue,
    filling width: Int,
    rate: SampleRate,
    leveller: TrackLeveller = .none,
    lanes: FileLanes?,
    streamBuffer: Seconds? = nil
  ) throws(SoundFileError) {
    let plan = PlayerPlan(
      width: width,
      rate: rate,
      tracks: tracks,
      news: PlayerFileEvent(),
      leveller: leveller,
      lanes: lanes,
      streamBuffer: streamBuffer?.value ?? StreamDecoder.usual,
      isDeck: lanes != nil
    )
    let source = try Self.open(plan)
    let remarks = source.remarks
    try self.init(source, plan, remarks)
  }

  /// Opens the track that has its turn, or the next one that can be played.
  private static func open(_ plan: PlayerPlan) throws(SoundFileError) -> sending PlayerSource {
    let tracks = plan.tracks
    if tracks.order.present == nil { tracks.advance(.end) }
    var reason: String?
    for _ in 0...tracks.order.patience {
      guard let turn = tracks.order.present else { break }
      do {
        return try TrackOpener.open(turn.track, plan)
      } catch {
        reason = error.description
        plan.news.add("\(error.description). It is left out.")
        tracks.advance(.skip, from: false)
      }
    }
    throw .nothingPlayable(list: tracks.list ?? "the list", reason: reason)
  }

  private init(
    _ source: sending PlayerSource,
    _ plan: PlayerPlan,
    _ remarks: [String],
    _ memory: ResidentMemory? = nil
  ) throws(SoundFileError) {
    let turn = plan.tracks.order.present ?? TrackOrder.Turn(number: 0, track: Track(source.path))
    path = plan.tracks.list ?? source.path
    (self.plan, self.remarks, self.memory) = (plan, remarks, memory)
    (tracks, channels, rate) = (plan.tracks, plan.width, plan.rate)
    let lane = try PlayerLane(source, turn, plan, memory: memory)
    self.lane = Mutex(lane)
    lane.enter()
  }

  /// Whether there is a file; waits for the disk.
  ///
  /// > Threading: Worker.
  package static func isThere(_ path: String) -> Bool {
    StreamAddress.isOne(path) || FileIdentity(ofPath: path) != nil
  }

  deinit {
    lane.withLock { $0 }.leave()
  }

  /// Whether a single file starts again at its end; a turn that has been read is played to its end.
  package var loops: Bool {
    get { tracks.loops }
    set { tracks.loops = newValue }
  }

  /// Whether something comes after an end that has been read already, so that the owner has to
  /// start it.
  package var goesOnLate: Bool { tracks.isLate }

  /// Has edits of the order followed as far as nothing has been read of the next track.
  package func lookAtOrder() {
    let lane = present
    plan.prepareNext()
    lane.opener.look()
    lanes?.wake(lane)
  }

  /// How loud its tracks are to be; a change counts from the next track on.
  package var level: TrackLevel? {
    get { plan.leveller.level }
    set { plan.leveller.level = newValue }
  }

  var present: PlayerLane { lane.withLock { $0 } }

  /// The track that is heard, or is going to be.
  package var track: HeardTrack { present.heard }

  /// The rate in the file.
  package var fileRate: SampleRate { track.rate }

  /// What the file says of its music.
  package var tags: SoundTags { track.tags }

  /// The length of the file in frames of its own rate.
  package var fileFrames: FrameCount { track.frames }

  /// Whether another file has its name by now, as far as is known without asking the disk.
  package var isReplaced: Bool { news.isReplaced }

  /// Sentences that people should hear: what has become of the file, and what was found wrong with
  /// it; each once.
  package func takeNews() -> [String] { news.take() }

  /// How long the file lasts.
  package var duration: Seconds { track.duration }

  /// What stopped the file before its end, if anything did.
  package var failure: SoundFileError? { present.failure }

  /// For how long its disk has been waited for, if that is longer than a healthy one takes.
  package func wait(
    at now: MonotonicTime,
    longerThan patience: Seconds = FileLanes.patience
  ) -> Seconds? {
    present.clock.wait(at: now, longerThan: patience)
  }

  /// Makes a ring that plays from `position`, and waits for the disk: where nothing else has to go
  /// on.
  ///
  /// The ring holds the first moments already and is filled from now on; the ring made before is
  /// abandoned.
  package func makeRing(at position: Seconds) throws(SoundFileError) -> PlayerRing {
    try check(position)
    return try present.makeRing(at: position, renews: false)
  }

  /// What has become of the file that is played.
  package enum Replacement: Hashable, Sendable {
    /// It is the one that has the name.
    case none
    /// Another one has the name, which this player can go over to.
    case fitting
    /// Another one has the name, with other channels: a new player can play it.
    case otherChannels
  }

  /// Looks which file has the name by now, and takes what is kept in memory from that one; waits
  /// for the disk.
  ///
  /// > Threading: Worker.
  ///
  /// - Throws: why that one can't be played.
  package func replacement() throws(SoundFileError) -> Replacement {
    let lane = present
    // Of a list, and of what is queued, each file is opened when it is its turn.
    guard tracks.list == nil, lane.heard.track.path == path else { return .none }
    let identity = memory?.present.shape.identity ?? lane.heard.shape.identity
    guard case .replaced = FileChange(of: path, since: identity) else { return .none }
    let reader = try SoundFileReader(path: path)
    guard reader.frames > 0 else { throw .empty(path: path) }
    guard [1, channels].contains(reader.channels) else { return .otherChannels }
    if memory != nil { lane.look() }
    return .fitting
  }

  /// How its stream is, if it plays one.
  package var stream: StreamState? { track.stream }

  /// Refuses a position outside of the file.
  package func check(_ position: Seconds) throws(SoundFileError) {
    guard (0...duration.value).contains(position.value) else {
      throw .outside(path: path, position: position, duration: duration)
    }
  }

  /// The position in its track of what is read next from a ring of this player.
  package func position(of ring: PlayerRing) -> Seconds {
    ring.position(isOver: ring.hasEnded && tracks.end != .again)
  }

  /// Whether more of a ring follows: no jump has taken its place.
  package func isFilling(_ ring: PlayerRing) -> Bool { present.isFilling(ring) }

  /// Whether two positions mean the same frame of the file.
  package func isSameFrame(_ one: Seconds, _ other: Seconds) -> Bool {
    abs(one.value - other.value) * fileRate.hertz < 1
  }

  /// Tops the ring up.
  ///
  /// > Threading: Any, offline.
  package func fill() {
    while present.fill() {}
  }
}
