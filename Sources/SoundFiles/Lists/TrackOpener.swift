// SPDX-License-Identifier: Apache-2.0
// Opens the next track of a list before the present one ends, in a lane of its own, so that its
// disk keeps nobody waiting.

internal import Quantities
internal import Synchronization

/// What opens the next track of a player.
///
/// > Threading: Any.
final class TrackOpener: LaneFile {
  /// What there is of the next track.
  enum Answer {
    case track(OpenedTrack)
    case pending
    case none
  }

  private struct State {
    var isWanted = false
    /// The turn for whose end it was wanted last.
    var turn: Int?
    var opened: OpenedTrack?
    /// What was opened, and is not next any more: to be closed in the lane.
    var discarded: [OpenedTrack] = []
    /// Called when the next track has come.
    var hasCome: (@Sendable () -> Void)?
  }

  let clock = LaneClock()
  private let plan: PlayerPlan
  private let state = Mutex(State())
  /// The list as it was read last.
  private let stamp = Mutex<FileIdentity?>(nil)
  private let isGone = Atomic<Bool>(false)

  init(_ plan: PlayerPlan) { self.plan = plan }

  private var tracks: TrackQueue { plan.tracks }
  private var news: PlayerFileEvent { plan.news }

  /// Has `body` called whenever a track has come.
  func whenCome(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.hasCome = body } }

  /// Asks for what comes after a turn; where nothing does, a list is read again once.
  func want(after turn: Int) {
    discardOutdated()
    guard !tracks.isEjected else { return }
    let hasNext = tracks.next != nil
    state.withLock { state in
      guard state.opened == nil, hasNext || tracks.list != nil && state.turn != turn else { return }
      (state.isWanted, state.turn) = (true, turn)
    }
  }

  /// The order has been edited: what was opened may not be next any more.
  func look() { discardOutdated() }

  /// Nobody will play what it opens.
  func leave() { isGone.store(true, ordering: .relaxed) }

  /// The rate and length of the next track, if it is open.
  var shape: SoundShape? {
    discardOutdated()
    return state.withLock { $0.opened?.source.shape }
  }

  /// Hands out the next track; what could not be opened has been passed over.
  func take() -> Answer {
    discardOutdated()
    let opened = state.withLock { state in
      defer { state.opened = nil }
      if state.opened != nil { state.isWanted = false }
      return state.opened
    }
    if let opened { return .track(opened) }
    if tracks.next == nil { return .none }
    state.withLock { $0.isWanted = true }
    return .pending
  }

  /// Opens it at once, if it is not open, and waits for the disk.
  func prepare() {
    while shape == nil, tracks.next != nil { open() }
  }

  // MARK: In its lane

  var hasWork: Bool {
    state.withLock { $0.isWanted && $0.opened == nil || !$0.discarded.isEmpty }
  }

  func work() {
    let isWanted = state.withLock { $0.isWanted && $0.opened == nil }
    guard isWanted else { return closeDiscarded() }
    open()
    guard !hasWork, !isGone.load(ordering: .relaxed) else { return }
    state.withLock { $0.hasCome }?()
  }

  func close() {
    state.withLock { state in
      if let opened = state.opened { state.discarded.append(opened) }
      state.opened = nil
    }
    closeDiscarded()
  }

  private func closeDiscarded() {
    let discarded = state.withLock { state in
      defer { state.discarded = [] }
      return state.discarded
    }
    for track in discarded { track.source.close() }
  }

  /// Opens a track that was asked for by itself.
  ///
  /// > Threading: Worker.
  static func open(
    _ track: Track,
    _ plan: PlayerPlan
  ) throws(SoundFileError) -> sending PlayerSource {
    if track.isNone { return PlayerSource(nothingFor: plan) }
    let reader = try SoundFileReader(path: track.path)
    guard reader.frames > 0 else { throw .empty(path: track.path) }
    guard [1, plan.width].contains(reader.channels) else {
      let reason = "it has \(reader.channels) channels, and its player has \(plan.width)"
      throw .cannotRead(path: track.path, reason: reason)
    }
    try plan.attend(reader)
    let treatment = plan.treatment(of: track, channels: reader.channels)
    guard !treatment.isSilent || plan.tracks.list == nil else { throw .silent(path: track.path) }
    return try PlayerSource(reader, track, treatment)
  }

  private func open() {
    if !tracks.hasMissed { readListAgain() }
    guard let track = tracks.next else { return state.withLock { $0.isWanted = false } }
    do {
      let source = try Self.open(track, plan)
      plan.report(source, of: track)
      let opened = OpenedTrack(track, source)
      state.withLock { $0.opened = opened }
    } catch {
      news.add("\(error.description). It is left out.")
      guard !tracks.pass(over: track) else { return }
      news.add("Nothing in \(tracks.list ?? track.shownPath) can be played.")
    }
  }

  /// Takes over what has become of the list since it was read; a folder has changed when its files
  /// have.
  ///
  /// > Threading: Worker.
  func readListAgain() {
    guard let path = tracks.list else { return }
    let now = FileIdentity(ofPath: path)
    let isSame = stamp.withLock { stamp in
      defer { stamp = now }
      return stamp == now
    }
    guard !isSame || FileIdentity.isFolder(path), now != nil else { return }
    do {
      let list = try TrackList(path: path)
      guard list.tracks != tracks.order.list else { return }
      // A folder that is being filled, or a disk that is not there, is no wish for silence.
      guard !list.tracks.isEmpty else {
        return news.add("\(path) has no sound file at present. What it had is tried on.")
      }
      tracks.edit { $0.replace(list.tracks) }
      for remark in list.remarks { news.add("\(path) \(remark).") }
    } catch {
      news.add("\(error.description). The list goes on as it was.")
    }
  }

  private func discardOutdated() {
    guard let track = state.withLock({ $0.opened?.track }) else { return }
    let next = tracks.next
    state.withLock { state in
      guard let opened = state.opened, opened.track == track, track != next else { return }
      state.discarded.append(opened)
      state.opened = nil
    }
  }
}

/// A track that one thread opens and another one plays: it is handed over as a whole.
final class OpenedTrack: @unchecked Sendable {
  let track: Track
  let source: PlayerSource

  init(_ track: Track, _ source: PlayerSource) { (self.track, self.source) = (track, source) }
}
