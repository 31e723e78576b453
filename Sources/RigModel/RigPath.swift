// SPDX-License-Identifier: Apache-2.0
// The words that paths of the tree are made of, beside names and the values of the mixer.

/// The paths of a rig: the tree is made of them, and so is what presets and pages know of it.
package enum RigPath {
  /// A word that paths end with.
  package protocol Word: RawRepresentable<String>, CaseIterable, Sendable {}

  /// The owner of what belongs to no session and no route.
  package static let rig = "rig"

  /// What has values of its own below another owner.
  package enum Branch: String, Word {
    case sends, sources, meters, loudness, hot_cues
    /// These are the rig's own.
    case transport, server, render, alerts, switches, interrupters, sounds, crossfader

    /// The path of one of several, such as `deckA.sends.main`.
    package func path(of owner: String = RigPath.rig, _ name: String) -> String {
      "\(path(of: owner)).\(name)"
    }
  }

  /// A plugin of an owner.
  package static func plugin(_ id: String, of owner: String) -> String { "\(owner).\(id)" }

  /// The strip that is heard while an interrupter rings.
  package static func ring(of interrupter: String) -> String { "\(interrupter).ring" }

  // MARK: Strips, sends, players, groups, routes

  /// What the rules make of a session.
  package enum Session: String, Word {
    case active, interrupted, why, fault, foreground, permission, category, duck_db, fallback
  }

  /// What a strip measures as a whole.
  package enum Strip: String, Word { case latency_ms, load_percent, overruns, clips }

  /// What each channel of a strip measures.
  package enum Meter: String, Word {
    case peak_db, rms_db, post_peak_db, post_rms_db

    /// Those that routes have, too.
    package static let ofRoutes = [peak_db, rms_db]
  }

  /// What the preset alone says of a send.
  package enum Send: String, Word { case tap, when, follows }

  /// A player.
  package enum Player: String, Word {
    case playing, state, position_seconds, remaining_seconds, length_seconds, file, title, artist,
      album, bpm, key, list, next_file, failure, disk_wait_seconds, stream, cue_seconds,
      loudness_lufs, track_gain_db
    case pitch_percent, nudge_percent, key_lock
    case reverse, scratch, platter_seconds
    case loop_active, loop_beats, loop_in_seconds, loop_out_seconds
    case loop_in, loop_out, loop_halve, loop_double, loop_move, beat_jump, beat_loop
    case sync, sync_leader, quantise, tempo_bpm, beat, grid_seconds, tap, grid_here, grid_earlier,
      grid_later
    case cue_button, cue_mode, hot_cue, memory_store, memory_delete, memory_next, memory_previous
    case cue, set_cue, load, eject, queue, next, previous
  }

  /// A hot cue of a player.
  package enum HotCue: String, Word {
    case pressed, set, seconds, name, colour

    /// How many hot cues a player's track can have.
    package static let count = 8
  }

  /// What the preset alone says of a group.
  package enum Group: String, Word { case members }

  /// What a route is, and what it is connected to.
  package enum Route: String, Word {
    case present, role, direction, waiting, connected, disconnected
  }

  /// The loudness of an output.
  package enum Loudness: String, Word {
    case momentary_lufs, short_term_lufs, integrated_lufs, true_peak_db, reset
  }

  /// The recording of a session or a route.
  package enum Recording: String, Word {
    case recording, recording_disk_wait_seconds, record, stop_recording
  }

  // MARK: The rig

  /// What belongs to no branch.
  package enum Rig: String, Word {
    case preset, reload, reset_counters
    case clear_solo = "solo.clear"
  }

  /// An interrupter, with or without a sound.
  package enum Interrupter: String, Word { case active, ringing, ring, accept, decline }

  /// The operator's switches.
  package enum Switch: String, Word { case silent, lock, microphone, do_not_interrupt }

  /// The transport.
  package enum Transport: String, Word {
    case rolling, position_seconds, tempo_bpm, meter, bar, beat
  }

  /// The sound server.
  package enum Server: String, Word {
    case connected, driver, device, waits_for, xruns, load_percent, sample_rate_hz, period_frames
  }

  /// The renderer.
  package enum Render: String, Word { case cycles, median_us, p999_us, worst_us }

  /// What each value that can be set has below it.
  package enum Guard: String, Word { case locked, maximum }
}

extension RigPath.Word {
  /// All of them.
  package static var words: [String] { allCases.map(\.rawValue) }

  /// Its path below an owner.
  package func path(of owner: String = RigPath.rig) -> String { "\(owner).\(rawValue)" }

  /// Its path below a branch of the rig's own.
  package func path(of branch: RigPath.Branch) -> String { path(of: branch.path()) }
}

extension [Send] {
  /// The path of one of them.
  package func path(of index: Int, from owner: String) -> String {
    RigPath.Branch.sends.path(of: owner, name(of: index))
  }
}
