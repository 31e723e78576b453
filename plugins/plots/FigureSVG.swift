// SPDX-License-Identifier: Apache-2.0
// Figures as files that every browser shows.

internal import Foundation

/// How many decades a factor is.
func decades(_ factor: Double) -> Double { log10(factor) }

extension Figure {
  private static let size = (width: 640.0, height: 320.0)
  private static let margin = (left: 52.0, right: 14.0, top: 30.0, bottom: 58.0)
  private static let colours = ["#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df", "#57606a"]

  /// The figure as SVG; coordinates are rounded to tenths, so that it stays the same where sums
  /// differ in their last bits.
  package var svg: String {
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320" font-family="sans-serif" font-size="11">
      <rect width="640" height="320" fill="#ffffff"/>
      <text x="\(text(Figure.margin.left))" y="18" font-size="13" fill="#1f2328">\(title)</text>
      """
    ]
    lines += x.marks.map { mark in
      let at = place(x: mark)
      return line(at, place(y: y.range.lowerBound), at, place(y: y.range.upperBound))
        + label(x.name(of: mark), at, place(y: y.range.lowerBound) + 14, "middle")
    }
    lines += y.marks.map { mark in
      let at = place(y: mark)
      return line(place(x: x.range.lowerBound), at, place(x: x.range.upperBound), at)
        + label(y.name(of: mark), Figure.margin.left - 6, at + 4, "end")
    }
    lines.append(label(x.label, Figure.size.width - Figure.margin.right, 290, "end"))
    lines.append(label(y.label, Figure.margin.left - 6, 22, "end"))
    for (number, curve) in curves.enumerated() { lines += drawn(curve, number) }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private func drawn(_ curve: Curve, _ number: Int) -> [String] {
    let colour = Figure.colours[number % Figure.colours.count]
    let points = curve.points.filter { $0.y.isFinite }.map { point in
      let low = min(max(point.y, y.range.lowerBound), y.range.upperBound)
      return "\(text(place(x: point.x))),\(text(place(y: low)))"
    }
    let key = Figure.margin.left + Double(number) * 118
    return [
      """
      <polyline fill="none" stroke="\(colour)" stroke-width="1.6" points="\(points.joined(separator: " "))"/>
      """,
      """
      <rect x="\(text(key))" y="302" width="10" height="4" fill="\(colour)"/>
      """ + label(curve.label, key + 14, 308, "start"),
    ]
  }

  private func place(x value: Double) -> Double {
    let width = Figure.size.width - Figure.margin.left - Figure.margin.right
    return Figure.margin.left + x.place(value) * width
  }

  private func place(y value: Double) -> Double {
    let height = Figure.size.height - Figure.margin.top - Figure.margin.bottom
    return Figure.margin.top + (1 - y.place(value)) * height
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    """
    <line x1="\(text(x1))" y1="\(text(y1))" x2="\(text(x2))" y2="\(text(y2))" stroke="#d8dee4"/>
    """
  }

  private func label(_ words: String, _ x: Double, _ y: Double, _ anchor: String) -> String {
    """
    <text x="\(text(x))" y="\(text(y))" text-anchor="\(anchor)" fill="#57606a">\(words)</text>
    """
  }

  private func text(_ value: Double) -> String {
    // Not -0.0.
    String(format: "%.1f", (value * 10).rounded() / 10 + 0)
  }
}

extension Figure.Axis {
  /// A mark in words: 2k for 2,000 Hz.
  fileprivate func name(of mark: Double) -> String {
    if isLogarithmic, mark >= 1_000 { return String(format: "%gk", mark / 1_000) }
    return String(format: "%g", mark)
  }
}
