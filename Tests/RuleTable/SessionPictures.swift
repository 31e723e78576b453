// SPDX-License-Identifier: Apache-2.0
// The pictures of docs/session-layer.md, legible on light and on dark paper.

/// Draws the states of a session and the ways between them.
enum SessionPictures {
  /// The name of each picture's file, and its text.
  static var all: [(name: String, text: String)] {
    [("activation.svg", activation), ("flags.svg", flags)]
  }

  /// A box with its name.
  private struct Box {
    let name: String
    let (x, y): (Int, Int)

    static let (width, height) = (136, 44)

    var text: String {
      """
      <rect class="box" x="\(x - Self.width / 2)" y="\(y - Self.height / 2)" \
      width="\(Self.width)" height="\(Self.height)" rx="8"/>
      <text class="name" x="\(x)" y="\(y + 5)" text-anchor="middle">\(name)</text>

      """
    }
  }

  /// The place of each state, and where each arrow runs and its words begin.
  private static let boxes = [
    Box(name: "not loaded", x: 90, y: 60), Box(name: "inactive", x: 90, y: 220),
    Box(name: "active", x: 560, y: 220), Box(name: "interrupted", x: 330, y: 420),
  ]

  /// The line of an arrow from one state to another, and the middle of its words.
  private static func path(_ from: String, _ to: String) -> (line: String, x: Int, y: Int)? {
    switch (from, to) {
    case ("not loaded", "inactive"): ("M70,82 L70,198", 30, 144)
    case ("inactive", "not loaded"): ("M110,198 L110,82", 160, 144)
    case ("inactive", "active"): ("M158,208 L492,208", 325, 182)
    case ("active", "inactive"): ("M492,232 L158,232", 325, 252)
    case ("active", "interrupted"): ("M575,242 L380,398", 590, 340)
    case ("interrupted", "active"): ("M345,398 L535,242", 320, 310)
    case ("interrupted", "inactive"): ("M262,412 L90,242", 110, 390)
    default: nil
    }
  }

  private static var activation: String {
    var body = boxes.map(\.text).joined()
    for step in SessionStories.activation {
      guard let path = path(step.from, step.to) else {
        preconditionFailure("no line is drawn from \(step.from) to \(step.to)")
      }
      body += "<path class=\"arrow\" d=\"\(path.line)\" marker-end=\"url(#head)\"/>\n"
      body += words(step.words, path.x, path.y)
    }
    return svg(width: 720, height: 460, title: "How a session becomes active and stops", body)
  }

  private static var flags: String {
    var body = ""
    for (index, flag) in SessionStories.flags.enumerated() {
      let y = 50 + index * 90
      body += Box(name: "sounds", x: 80, y: y).text + Box(name: flag.name, x: 596, y: y).text
      body +=
        "<path class=\"arrow\" d=\"M148,\(y - 10) L528,\(y - 10)\" marker-end=\"url(#head)\"/>\n"
      body +=
        "<path class=\"arrow\" d=\"M528,\(y + 10) L148,\(y + 10)\" marker-end=\"url(#head)\"/>\n"
      body += words(flag.on.words, 338, y - 18) + words(flag.off.words, 338, y + 26)
    }
    return svg(width: 680, height: 370, title: "What holds beside that, each on its own", body)
  }

  private static func words(_ lines: [String], _ x: Int, _ y: Int) -> String {
    lines.enumerated().map { index, line in
      "<text class=\"words\" x=\"\(x)\" y=\"\(y + index * 15)\" text-anchor=\"middle\">\(line)</text>\n"
    }.joined()
  }

  private static func svg(width: Int, height: Int, title: String, _ body: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
    font-family="sans-serif" font-size="12" role="img">
    <title>\(title)</title>
    <style>
    .box { fill: #ddf4ff; stroke: #0969da; }
    .name { fill: #1f2328; font-size: 14px; font-weight: bold; }
    .words { fill: #1f2328; paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }
    .arrow { fill: none; stroke: #57606a; stroke-width: 1.5px; }
    .head { fill: #57606a; }
    .paper { fill: #ffffff; }
    @media (prefers-color-scheme: dark) {
    .box { fill: #0c2d6b; stroke: #58a6ff; }
    .name { fill: #f0f6fc; }
    .words { fill: #f0f6fc; stroke: #0d1117; }
    .arrow { stroke: #9198a1; }
    .head { fill: #9198a1; }
    .paper { fill: #0d1117; }
    }
    </style>
    <defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" \
    orient="auto"><path class="head" d="M0,0 L10,5 L0,10 z"/></marker></defs>
    <rect class="paper" width="\(width)" height="\(height)"/>
    \(body)</svg>

    """
  }
}
