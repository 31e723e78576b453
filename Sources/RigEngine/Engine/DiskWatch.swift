// SPDX-License-Identifier: Apache-2.0
// Which players and recordings wait for their disks: reported when it begins and when it is over,
// not again and again.

import Quantities
import RenderCore
import SoundFiles

/// A sound file that is read or written, and how its disk does.
struct DiskSubject {
  /// The number of the node of a player; `nil` for what records.
  var player: UInt32?
  /// What uses it, at the beginning of a sentence.
  let name: String
  let path: String
  /// For how long its disk has been waited for, if that is too long.
  let wait: Seconds?
  /// How many frames of its present ring came too late.
  let missedFrames: Int
}

/// What has been reported of disks that don't answer.
struct DiskWatch {
  private var entries: [String: Entry] = [:]
  /// The players that wait, by the numbers of their nodes.
  private(set) var waiting: Set<UInt32> = []

  /// How long a file must go on before it is reported that it does; each time twice that.
  fileprivate static let firstCalm = Seconds(1)
  fileprivate static let longestCalm = Seconds(60)

  fileprivate struct Entry {
    /// Frames missed when it was looked at last, and since it waits.
    let path: String
    var seenFrames: Int
    var lostFrames = 0
    /// When it was seen to wait, first and last, and how long it had waited before.
    var wait: (first: MonotonicTime, last: MonotonicTime, before: Seconds)?
    var calm = DiskWatch.firstCalm

    init(_ subject: DiskSubject) {
      (path, seenFrames) = (subject.path, subject.missedFrames)
    }
  }

  /// The sentences to report at a moment; files that are not there any more are forgotten.
  mutating func sentences(
    about subjects: [DiskSubject],
    rate: SampleRate,
    now: MonotonicTime
  ) -> [String] {
    var (present, sentences): ([String: Entry], [String]) = ([:], [])
    waiting = []
    for subject in subjects {
      var entry = entries[subject.name] ?? Entry(subject)
      // Another file has a disk of its own.
      if entry.path != subject.path { entry = Entry(subject) }
      // Another ring counts from its beginning.
      let lost = max(0, subject.missedFrames - entry.seenFrames)
      entry.seenFrames = subject.missedFrames
      sentences += entry.look(at: subject, lost, rate, now)
      present[subject.name] = entry
      if entry.wait != nil, let player = subject.player { waiting.insert(player) }
    }
    entries = present
    return sentences
  }
}

extension DiskWatch.Entry {
  fileprivate mutating func look(
    at subject: DiskSubject,
    _ lost: Int,
    _ rate: SampleRate,
    _ now: MonotonicTime
  ) -> [String] {
    lostFrames += lost
    if subject.wait != nil || lost > 0 {
      guard wait == nil else {
        wait?.last = now
        return []
      }
      lostFrames = lost
      wait = (now, now, subject.wait ?? .zero)
      let time = subject.wait.map { "has not answered for \($0.tenths) s" } ?? "is too slow"
      return ["\(subject.name) waits for its disk: \(subject.path) \(time)."]
    }
    guard let wait, now.elapsed(since: wait.last) > calm else { return [] }
    let time = Seconds(wait.before.value + wait.last.elapsed(since: wait.first).value)
    let silence = FrameCount(lostFrames).seconds(at: rate)
    self.wait = nil
    calm = min(Seconds(2 * calm.value), DiskWatch.longestCalm)
    let loss = lostFrames == 0 ? "nothing was lost" : "\(silence.tenths) s of sound were lost"
    return ["\(subject.name) goes on: its disk answers again, after \(time.tenths) s; \(loss)."]
  }
}

extension Seconds {
  /// The time for people: to a tenth.
  var tenths: String { "\((value * 10).rounded() / 10)" }
}

extension LiveRig {
  /// The files that players read.
  func diskSubjects(at now: MonotonicTime) -> [DiskSubject] {
    channels.flatMap { channel in
      channel.players.compactMap(\.self).map { player in
        DiskSubject(
          player: player.node.id,
          name: "Player '\(player.source)' of '\(channel.name)'",
          path: player.track.track.path,
          wait: player.file.wait(at: now),
          missedFrames: player.ring.audio.framesMissed
        )
      }
    }
  }
}

extension Recorders {
  /// The files that are recorded to; what has ended by itself waits for no disk any more.
  func diskSubjects(at now: MonotonicTime) -> [DiskSubject] {
    running.filter { $0.recorder.failure == nil }.map { recording in
      DiskSubject(
        name: "The recording of '\(recording.subject)'",
        path: recording.recorder.path,
        wait: recording.recorder.wait(at: now),
        missedFrames: recording.recorder.ring.framesMissed
      )
    }
  }
}
