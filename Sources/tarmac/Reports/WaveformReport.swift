// SPDX-License-Identifier: Apache-2.0
// The waveform of a player's track, as text.

internal import ControlProtocol
internal import Quantities

/// Draws waveforms.
enum WaveformReport {
  private static let (width, rows) = (72, 4)

  /// The track, its waveform, and where the player is.
  static func text(_ waveform: WaveformStatus, unicode: Bool = Terminal.hasUnicode) -> String {
    let name = waveform.track.title ?? waveform.track.file
    let times = "\(clock(waveform.position_seconds)) of \(clock(waveform.duration_seconds))"
    guard let points = waveform.points else {
      let reason = waveform.state == .measuring ? "is being measured" : "can't be measured"
      return "\(name), \(times): \(reason).\n"
    }
    let whole = points.seconds_each * Double(points.peaks.count)
    let place = (waveform.lead_seconds + waveform.position_seconds) / max(whole, 1e-9)
    let column = max(0, min(width - 1, Int(clamping: place * Double(width))))
    let mark = String(repeating: " ", count: column) + (unicode ? "▲" : "^")
    return ([("\(name), \(times)")] + picture(points.peaks, unicode: unicode) + [mark])
      .joined(separator: "\n") + "\n"
  }

  /// The peaks as columns, from the highest row down.
  private static func picture(_ peaks: [UInt8], unicode: Bool) -> [String] {
    let steps = unicode ? 8 : 1
    let heights = (0..<width).map { column -> Int in
      let first = column * peaks.count / width
      let last = max(first + 1, (column + 1) * peaks.count / width)
      let peak = peaks[first..<min(last, peaks.count)].max() ?? 0
      return (Int(clamping: peak) * rows * steps + 254) / 255
    }
    let blocks = unicode ? Array(" ▁▂▃▄▅▆▇█") : Array(" #")
    return (0..<rows).reversed().map { row in
      String(heights.map { blocks[max(0, min(steps, $0 - row * steps))] })
    }
  }
}
