// SPDX-License-Identifier: Apache-2.0
// Labels beside a sound file, as Audacity exports them: marks for people who do not write tags.

/// The labels of `Song.flac`, which are in `Song.labels.txt`.
///
/// Each line has a start and an end in seconds and a text, with tabs in between; a point has its
/// start as its end. Source: the manual of Audacity, "Importing and Exporting Labels".
struct LabelFile {
  private(set) var marks = TrackMarks()
  /// What is not as it should be; each to go on with after "the file".
  private(set) var remarks: [String] = []

  private static let mostBytes = 1 << 16
  private static let names =
    "cue, cue in, cue out, intro, intro end, outro, outro start, crossfade SECONDS"

  /// Reads what is beside a file; `nil` where nothing is.
  ///
  /// > Threading: Worker.
  init?(beside path: String) {
    let name = Self.path(beside: path)
    guard let file = try? SharedDescriptor(reading: name) else { return nil }
    var bytes = FileBytes(of: file.file)
    self.init(bytes.read(Self.mostBytes, at: 0), named: name.split(separator: "/").last ?? "")
  }

  /// Where the labels of a file are.
  static func path(beside path: String) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let name = path[folder.endIndex...]
    return folder + (name.lastIndex(of: ".").map { name[..<$0] } ?? name) + ".labels.txt"
  }

  /// Reads what is in memory.
  init(_ bytes: some Collection<UInt8>, named name: some StringProtocol) {
    let lines = String(ofAny: bytes).split(
      omittingEmptySubsequences: false,
      whereSeparator: \.isNewline
    )
    var (intro, outro): (Double?, Double?) = (nil, nil)
    for (index, line) in lines.enumerated() {
      // What begins like this is the range of frequencies of the label before.
      guard !line.trimmed.isEmpty, !line.hasPrefix("\\") else { continue }
      guard let label = Label(line) else {
        remark("is no label: START, END and TEXT, with tabs in between")
        continue
      }
      switch (label.name, label.isRange) {
      case ("cue", true): (marks.cueIn, marks.cueOut) = (label.start, label.end)
      case ("intro", true): (intro, marks.introEnd) = (label.start, label.end)
      case ("outro", true): (marks.outroStart, outro) = (label.start, label.end)
      case ("cue in", _): marks.cueIn = label.start
      case ("cue out", _): marks.cueOut = label.start
      case ("intro end", _): marks.introEnd = label.start
      case ("outro start", _): marks.outroStart = label.start
      case ("cue", false), ("intro", false), ("outro", false):
        remark("has '\(label.text)', which needs a range")
      default:
        guard let crossfade = label.crossfade else {
          remark("has '\(label.text)', which is none of \(Self.names)")
          continue
        }
        marks.crossfade = crossfade
      }

      func remark(_ problem: String) {
        guard remarks.count < 5 else { return }
        remarks.append("has labels that are not used: \(name):\(index + 1) \(problem)")
      }
    }
    (marks.cueIn, marks.cueOut) = (marks.cueIn ?? intro, marks.cueOut ?? outro)
  }

  /// One line.
  private struct Label {
    let start, end: Double
    let text: String

    init?(_ line: Substring) {
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let start = Self.seconds(fields[0]),
        let end = Self.seconds(fields[1]), start <= end
      else { return nil }
      (self.start, self.end) = (start, end)
      text = SoundTags.line(of: fields[2]) ?? ""
    }

    var isRange: Bool { start < end }
    /// The text, however it is written.
    var name: String { text.lowercased() }
    /// The time that `crossfade SECONDS` says.
    var crossfade: Double? {
      let words = name.split(separator: " ")
      return words.count == 2 && words[0] == "crossfade" ? Double(words[1]) : nil
    }

    /// Some programs write commas.
    private static func seconds(_ text: Substring) -> Double? {
      let number = Double(String(text).trimmed.replacing(",", with: "."))
      return number.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }
  }
}
