// SPDX-License-Identifier: Apache-2.0
// What a player plays next, as text.

internal import ControlProtocol

/// Turns a queue into text.
enum QueueReport {
  /// The present track, the queue with its places, and what the list has next.
  static func text(_ queue: QueueStatus) -> String {
    var rows = [["now", queue.present.map(track) ?? "no track"]]
    rows += queue.queue.enumerated().map { ["\($0 + 1)", track($1)] }
    rows += queue.upcoming.enumerated().map { [$0 == 0 ? "then" : "", track($1)] }
    var text = Table(
      heading: ["", "TRACK"],
      rows: rows.map { $0.map { Table.Cell($0) } }
    ).text()
    if let list = queue.list {
      var facts = ["\(queue.tracks) tracks", "repeat: \(queue.repeats)"]
      if let shuffle = queue.shuffle { facts.append("shuffle: \(shuffle)") }
      text += "\n\(list): \(facts.joined(separator: ", "))\n"
    }
    return text
  }

  /// The tracks that were found, each in a line.
  static func text(_ found: FoundTracks) -> String {
    guard found.count > 0 else { return "No track of the list has these words.\n" }
    let rest = found.count - found.tracks.count
    let more = rest > 0 ? ["… and \(rest) more"] : []
    return (found.tracks.map(track) + more).joined(separator: "\n") + "\n"
  }

  private static func track(_ track: TrackStatus) -> String {
    var text = track.file
    if let start = track.start_seconds { text += " from \(clock(start))" }
    if let title = track.title { text += " (\(title)\(track.artist.map { " by \($0)" } ?? ""))" }
    return text
  }
}
