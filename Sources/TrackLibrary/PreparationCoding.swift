// SPDX-License-Identifier: Apache-2.0
// How what is prepared of a track is written.

internal import Quantities

extension Seconds {
  /// Whole microseconds, which people can read: no clock of another program is finer.
  fileprivate var written: Double { (value * 1e6).rounded() / 1e6 }
}

extension BeatGrid: Codable {
  package init(from decoder: any Decoder) throws {
    let anchors = try [StoredAnchor](from: decoder).map {
      Anchor(at: Seconds($0.seconds), bpm: $0.bpm)
    }
    guard let grid = BeatGrid(anchors) else {
      let context = DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "a grid has a beat and a tempo"
      )
      throw DecodingError.dataCorrupted(context)
    }
    self = grid
  }

  package func encode(to encoder: any Encoder) throws {
    // All digits: what is a microsecond here is a bar at the end of a set.
    try anchors.map { StoredAnchor(seconds: $0.position.value, bpm: $0.bpm) }.encode(to: encoder)
  }

  private struct StoredAnchor: Codable {
    var seconds: Double
    var bpm: Double
  }
}

extension CuePoint: Codable {
  private enum Key: String, CodingKey { case seconds, length_seconds, name, colour }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      at: Seconds(try values.decode(Double.self, forKey: .seconds)),
      length: try values.decodeIfPresent(Double.self, forKey: .length_seconds).flatMap {
        $0 > 0 && $0 < 86_400 ? Seconds($0) : nil
      },
      name: try values.decodeIfPresent(String.self, forKey: .name) ?? "",
      colour: try values.decodeIfPresent(String.self, forKey: .colour) ?? ""
    )
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(position.written, forKey: .seconds)
    try values.encodeIfPresent(length?.written, forKey: .length_seconds)
    if !name.isEmpty { try values.encode(name, forKey: .name) }
    if !colour.isEmpty { try values.encode(colour, forKey: .colour) }
  }
}

extension TrackPreparation: Codable {
  private enum Key: String, CodingKey { case grid, hot_cues, memory_cues, facts }

  package init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: Key.self)
    grid = try values.decodeIfPresent(BeatGrid.self, forKey: .grid)
    hotCues = try values.decodeIfPresent([Int: CuePoint].self, forKey: .hot_cues) ?? [:]
    memoryCues = try values.decodeIfPresent([CuePoint].self, forKey: .memory_cues) ?? []
    facts = try values.decodeIfPresent(TrackFacts.self, forKey: .facts) ?? TrackFacts()
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(grid, forKey: .grid)
    if !hotCues.isEmpty { try values.encode(hotCues, forKey: .hot_cues) }
    if !memoryCues.isEmpty { try values.encode(memoryCues, forKey: .memory_cues) }
    if facts != TrackFacts() { try values.encode(facts, forKey: .facts) }
  }
}
