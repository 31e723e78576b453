// SPDX-License-Identifier: Apache-2.0
// What sessions, their players and interrupters are and do, in the tree.

import ControlTower
import ControlTree
import Quantities
import RigErrors
import RigModel
import SoundFiles

extension TreeBuilder {
  // MARK: Sessions

  /// Whether a session is active, and what the rules make of it.
  func state(of session: LiveChannel) -> [TreeNode] {
    let (name, id) = (session.name, session.id)
    func state() -> SessionState? { self.towerControl.tower.session(id) }
    func faults() -> [String] { self.context.faults(of: session, state(), at: .now) }
    var active = TreeNode(
      RigPath.Session.active.path(of: name),
      .toggle(),
      "Whether the session is active; the session rules say whether it can be.",
      read: { .toggle(state()?.activation == .active) },
      write: { (value: TreeValue) throws(RigError) in
        if value == .toggle(true) {
          try self.players.perform(.activate, on: session)
        } else {
          try self.towerControl.ask(.deactivate(id, notifyingOthers: true))
        }
      }
    )
    active.scope = .venue
    active.events = { (value: TreeValue) throws(RigError) in
      guard value == .toggle(true) else { return [.deactivate(id, notifyingOthers: true)] }
      return try self.players.questions(of: .activate, on: session)
    }
    return [
      active,
      TreeNode(
        RigPath.Session.interrupted.path(of: name),
        .toggle(),
        "Whether the session is interrupted; to set it is the operator's force.",
        read: {
          guard case .interrupted = state()?.activation else { return .toggle(false) }
          return .toggle(true)
        },
        asking: { [$0 == .toggle(true) ? .forceInterrupt(id) : .releaseInterrupt(id)] },
        self.towerControl
      ),
      TreeNode(
        RigPath.Session.why.path(of: name),
        .text,
        "What keeps the session from sounding as it would by itself, with the ID of the rule; faults come first.",
        read: {
          .text((faults() + [state()?.why ?? ""]).filter { !$0.isEmpty }.joined(separator: "; "))
        }
      ),
      TreeNode(
        RigPath.Session.fallback.path(of: name),
        .text,
        "The source that sounds in place of the session's own; nothing while these sound.",
        read: { .text(session.standIn ?? "") }
      ),
      TreeNode(
        RigPath.Session.fault.path(of: name),
        .text,
        "What keeps it from sounding as it should, though the rules let it; nothing if all is well.",
        read: { .text(faults().joined(separator: "; ")) }
      ),
      TreeNode(
        RigPath.Session.foreground.path(of: name),
        .toggle(),
        "Whether the session is at the control surface.",
        default: .toggle(true),
        read: { .toggle(state()?.isForeground != false) },
        asking: { [.setForeground(id, $0 == .toggle(true))] },
        self.towerControl
      ),
      TreeNode(
        RigPath.Session.permission.path(of: name),
        .choice(RecordPermission.allCases.map(\.rawValue)),
        "Whether the session may record.",
        read: { .text(state()?.recordPermission.rawValue ?? "") },
        asking: { value in
          RecordPermission(rawValue: value.words).map { [.setRecordPermission(id, $0)] } ?? []
        },
        self.towerControl
      ),
      TreeNode(
        RigPath.Session.category.path(of: name),
        .text,
        "The category of the session.",
        read: {
          .text(self.towerControl.configuration(of: session)?.category.rawValue ?? "")
        }
      ),
      TreeNode(
        RigPath.Session.duck_db.path(of: name),
        .meter(unit: "dB"),
        "How far others have turned it down; 0 if nobody has.",
        read: { .number(self.towerControl.duck_db(of: session) ?? 0) }
      ),
    ]
  }

  // MARK: Players

  /// The players of a session.
  func sources(of session: LiveChannel) -> [TreeNode] {
    session.players.indices.flatMap { index in player(index, of: session) }
  }

  private func player(_ index: Int, of session: LiveChannel) -> [TreeNode] {
    guard let source = session.players[index]?.source else { return [] }
    let path = RigPath.Branch.sources.path(of: session.name, source)
    // Tracks of a list are of all lengths.
    let isList = session.players[index]?.file.tracks.list != nil
    let length = isList ? 86_400 : session.players[index]?.file.duration.value ?? 0
    let branch = PlayerBranch(
      players: players,
      session: session,
      index: index,
      path: path,
      length: length
    )
    func player() -> LivePlayer? { branch.player }
    func act(_ action: PlayerAction) throws(RigError) {
      try self.players.control(session.name, source: source, action)
    }
    func tag(
      _ word: RigPath.Player,
      _ summary: String,
      _ tag: @escaping (SoundTags) -> String?
    ) -> TreeNode {
      TreeNode(word.path(of: path), .text, summary) {
        .text(player().flatMap { tag($0.track.tags) } ?? "")
      }
    }
    func trigger(
      _ word: RigPath.Player,
      _ summary: String,
      in scope: ValueScope = .rig,
      _ action: PlayerAction
    ) -> TreeNode {
      branch.trigger(word, summary, in: scope) { () throws(RigError) in try act(action) }
    }
    var playing = TreeNode(
      RigPath.Player.playing.path(of: path),
      .toggle(),
      "Whether the player plays; to play activates its session, if the rules let it.",
      read: { .toggle(player()?.isPlaying == true) },
      write: { (value: TreeValue) throws(RigError) in
        try act(value == .toggle(true) ? .play : .pause)
      }
    )
    func pitch(
      _ word: RigPath.Player,
      _ range: ClosedRange<Double>,
      _ summary: String,
      read: @escaping (LivePlayer) -> Double,
      write: @escaping (Double) throws(RigError) -> Void
    ) -> TreeNode {
      var node = TreeNode(
        word.path(of: path),
        .number(NumberRange(range, unit: "%")),
        summary,
        default: .number(0),
        read: { .number(player().map(read) ?? 0) },
        write: { (value: TreeValue) throws(RigError) in try write(value.number ?? 0) }
      )
      node.takesFrames = true
      return node
    }
    playing.scope = .venue
    playing.events = { (value: TreeValue) throws(RigError) in
      let gesture = value == .toggle(true) ? Gesture.play(source: source) : .pause(source: source)
      return try self.players.questions(of: gesture, on: session)
    }
    return [
      playing,
      TreeNode(
        RigPath.Player.state.path(of: path),
        .text,
        "What it does: empty, loading, ready, playing, ended or failed.",
        read: { .text(player()?.phase.rawValue ?? "") }
      ),
      TreeNode(
        RigPath.Player.position_seconds.path(of: path),
        .number(NumberRange(0...length, unit: "s")),
        "Where in its file the player is.",
        default: .number(0),
        read: { .number(player()?.position.value ?? 0) },
        write: { (value: TreeValue) throws(RigError) in
          try act(.seek(Seconds(value.number ?? 0)))
        }
      ),
      pitch(
        .pitch_percent,
        PlayerPitch.percents,
        "How much faster, and higher, it plays than its track was made.",
        read: { self.players.percent(of: $0) },
        write: { percent throws(RigError) in
          try self.players.setPitch(percent, index, of: session)
        }
      ),
      pitch(
        .nudge_percent,
        PlayerPitch.nudges,
        "How much faster it plays beside that, for as long as it is pushed.",
        read: \.pitch.nudge,
        write: { nudge throws(RigError) in
          var pitch = player()?.pitch ?? PlayerPitch()
          pitch.nudge = nudge
          try self.players.set(pitch, index, of: session)
        }
      ),
      branch.toggle(
        RigPath.Player.key_lock.path(of: path),
        "Whether it keeps the pitch of its track, however fast it plays.",
        read: \.pitch.isKeyLocked,
        write: { isOn throws(RigError) in try self.players.lockKey(isOn, index, of: session) }
      ),
    ]
      + branch.platter + branch.loop + branch.beats + branch.cues + [
        TreeNode(
          RigPath.Player.remaining_seconds.path(of: path),
          .meter(unit: "s"),
          "How much of its file is left; 0 for a stream.",
          read: {
            .number(player().map { max(0, $0.track.duration.value - $0.position.value) } ?? 0)
          }
        ),
        TreeNode(
          RigPath.Player.length_seconds.path(of: path),
          .number(NumberRange(0...max(length, 0), unit: "s")),
          "How long its file is.",
          read: { .number(player()?.track.duration.value ?? 0) }
        ),
        TreeNode(
          RigPath.Player.file.path(of: path),
          .text,
          "The file that it plays, or the address of its stream.",
          read: { .text(player()?.track.track.shownPath ?? "") }
        ),
        TreeNode(
          RigPath.Player.list.path(of: path),
          .text,
          "The list that it plays; nothing where it plays a single file.",
          read: { .text(player()?.file.tracks.list ?? "") }
        ),
        TreeNode(
          RigPath.Player.next_file.path(of: path),
          .text,
          "The file that comes after this one, as far as that is known; nothing if none does.",
          read: { .text(player()?.file.tracks.nextTrack?.shownPath ?? "") }
        ),
        tag(.title, "The title of what it plays; nothing where its file does not say.", \.title),
        tag(.artist, "The artist.", \.artist),
        tag(.album, "The album that it is from.", \.album),
        tag(.key, "Its key, as its file says.", \.key),
        TreeNode(
          RigPath.Player.loudness_lufs.path(of: path),
          .meter(unit: "LUFS"),
          "How loud its track is as a whole; -120 where that is not known or not needed.",
          read: { .number(player()?.track.gain.loudness ?? -120) }
        ),
        TreeNode(
          RigPath.Player.track_gain_db.path(of: path),
          .meter(unit: "dB"),
          "The gain that makes its track as loud as the preset says.",
          read: { .number(player()?.track.gain.decibels ?? 0) }
        ),
        TreeNode(
          RigPath.Player.failure.path(of: path),
          .text,
          "What stopped its file before the end; nothing if all is well.",
          read: { .text(player()?.file.failure?.description ?? "") }
        ),
        TreeNode(
          RigPath.Player.disk_wait_seconds.path(of: path),
          .meter(unit: "s"),
          "For how long it has been waiting for its disk; 0 while that answers.",
          read: { .number(player()?.diskWait(at: .now)?.value ?? 0) }
        ),
        TreeNode(
          RigPath.Player.stream.path(of: path),
          .text,
          "What its stream does: connecting, buffering, playing, paused or ended; nothing for a file.",
          read: { .text(player()?.track.stream?.phase.rawValue ?? "") }
        ),
        TreeNode(
          RigPath.Player.cue_seconds.path(of: path),
          .number(NumberRange(0...length, unit: "s")),
          "Where its cue point is.",
          read: { .number(player()?.cuePoint.value ?? 0) }
        ),
        trigger(.cue, "Goes to the cue point and waits there.", in: .venue, .cue),
        trigger(.set_cue, "Makes where it is the cue point.", .setCue),
        trigger(
          .eject,
          "Closes the file of a player that does not play, which waits for another one.",
          in: .venue,
          .go(.eject)
        ),
        trigger(.next, "Goes on with the next track.", in: .venue, .go(.next)),
        trigger(.previous, "Goes back to the track before.", in: .venue, .go(.previous)),
      ]
  }

  // MARK: Interrupters

  /// Whether an interrupter lasts, and how it begins and ends, whether it has a sound in the preset
  /// or not.
  func state(of id: Interrupter) -> [TreeNode] {
    let path = RigPath.Branch.interrupters.path(id.rawValue)
    func trigger(_ word: RigPath.Interrupter, _ summary: String, _ event: TowerEvent) -> TreeNode {
      TreeNode(
        trigger: word.path(of: path),
        summary,
        .now { _ throws(RigError) in try self.towerControl.ask(event) }
      )
    }
    return [
      TreeNode(
        RigPath.Interrupter.active.path(of: path),
        .toggle(),
        "Whether the interrupter lasts: all sessions are silent meanwhile.",
        read: { .toggle(self.towerControl.tower.activeInterrupters.contains(id)) },
        asking: {
          [$0 == .toggle(true) ? .interrupterBegan(id) : .interrupterEnded(id, shouldResume: true)]
        },
        self.towerControl
      ),
      TreeNode(
        RigPath.Interrupter.ringing.path(of: path),
        .toggle(),
        "Whether it rings, and waits to be accepted or declined.",
        read: { .toggle(self.towerControl.tower.phase(of: id) == .ringing) }
      ),
      trigger(.ring, "Asks; nobody is interrupted yet.", .interrupterRang(id)),
      trigger(.accept, "Takes the call that rings.", .interrupterAccepted(id)),
      trigger(.decline, "Turns down what rings.", .interrupterDeclined(id)),
    ]
  }

  // MARK: The rig

  /// The operator's switches, what ends all cues, and the system sounds.
  func rig() -> [TreeNode] {
    func toggle(
      _ word: RigPath.Switch,
      _ summary: String,
      _ place: @escaping (RigSwitches) -> Bool,
      _ event: @escaping (Bool) -> TowerEvent
    ) -> TreeNode {
      TreeNode(
        word.path(of: .switches),
        .toggle(),
        summary,
        default: .toggle(false),
        read: { .toggle(place(self.towerControl.tower.switches)) },
        asking: { [event($0 == .toggle(true))] },
        self.towerControl
      )
    }
    return [
      toggle(
        .silent,
        "The silent switch: silences the sessions whose category follows it.",
        \.isSilent,
        TowerEvent.setSilent
      ),
      toggle(
        .lock,
        "The lock: holds the sessions that need the surface.",
        \.isLocked,
        TowerEvent.setLocked
      ),
      toggle(
        .microphone,
        "Mutes the microphone of everybody.",
        \.isMicrophoneMuted,
        TowerEvent.setMicrophoneMuted
      ),
      toggle(.do_not_interrupt, "Keeps rings away.", { $0.doNotInterrupt != nil }) {
        .setDoNotInterrupt($0, by: "operator")
      },
      TreeNode(
        trigger: RigPath.Rig.clear_solo.path(),
        "Ends all cues at once, unless one of them is locked: nothing is heard on cue sends any more.",
        .now { _ throws(RigError) in try self.clearSolo() }
      ),
    ]
      + live.rig.systemSounds.files.keys.sorted().map { name in
        TreeNode(
          trigger: RigPath.Branch.sounds.path(name),
          "Plays the system sound.",
          in: .venue,
          .now { _ throws(RigError) in try self.towerControl.ask(.systemSound(name)) }
        )
      }
  }
}

extension TreeNode {
  /// A value that the tower decides about.
  fileprivate init(
    _ path: String,
    _ kind: ValueKind,
    _ summary: String,
    default defaultValue: TreeValue? = nil,
    read: @escaping () -> TreeValue,
    asking events: @escaping (TreeValue) -> [TowerEvent],
    _ towerControl: TowerControl
  ) {
    self.init(
      path,
      kind,
      summary,
      default: defaultValue,
      read: read,
      write: { (value: TreeValue) throws(RigError) in
        for event in events(value) { try towerControl.ask(event) }
      }
    )
    self.events = events
  }
}
