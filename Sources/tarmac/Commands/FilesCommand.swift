// SPDX-License-Identifier: Apache-2.0
// `tarmac files`: sound files before they are played.

internal import Loudness
internal import Quantities
internal import SoundFiles
internal import Synchronization
internal import Threads

enum FilesCommand {
  static let command = Command(
    name: "files",
    summary: "Measures how loud sound files are, ahead of their playing.",
    examples: [
      Command.Example(
        line: "tarmac files scan presets/demo",
        meaning: "All sound files of a folder."
      )
    ],
    subcommands: [
      Command(
        name: "scan",
        summary: "Measures files, and keeps what it finds for players with \"loudness\".",
        details: """
          Loudness is measured by EBU R 128, with the true peak. A track that is not known when it is
          played is estimated from parts of it, so scan a new collection once. Nothing is written into
          the files: what is found is kept in $XDG_CACHE_HOME/tarmac/loudness, by the contents of each
          file, so that a file may move. The exit code is 1 when a file can't be read.
          """,
        positionals: [
          Command.Positional(
            name: "FILE",
            summary: "Sound files, lists or folders.",
            value: .file,
            isRepeated: true
          )
        ],
        options: [
          Command.Option(
            name: "jobs",
            summary: "How many are measured at a time (default: one on each processor).",
            valueName: "N"
          ),
          Command.Option(name: "again", summary: "Measures files that are known, too."),
          .json,
        ],
        examples: [
          Command.Example(
            line: "tarmac files scan presets/demo --json",
            meaning: "For a program."
          )
        ],
        action: scan
      )
    ]
  )

  private struct Document: Encodable {
    struct File: Encodable {
      var file: String
      var start_seconds: Double?
      var loudness_lufs: Double?
      var true_peak_db: Double?
      var seconds: Double?
      var problem: String?
    }

    var files: [File]
    /// How long the files that were measured last, and how long that took.
    var measured_seconds: Double
    var took_seconds: Double
  }

  private static func scan(_ arguments: Arguments) throws(Failure) {
    var jobs = SystemThread.processors
    if let text = arguments.value("jobs") {
      guard let number = Int(text, radix: 10), (1...64).contains(number) else {
        throw Failure("--jobs can't be '\(text)': it takes 1 to 64.", .usage)
      }
      jobs = number
    }
    let scan: FileScan
    do throws(SoundFileError) {
      scan = try FileScan(
        of: arguments.positionals.map(absolutePath),
        keepingIn: LoudnessCache()
      )
    } catch {
      throw Failure("\(error.description).", .data)
    }
    let done = Atomic(0)
    let count = scan.tracks.count
    let start = MonotonicTime.now
    let results = scan.run(jobs: jobs, again: arguments.has("again")) { result in
      let number = done.add(1, ordering: .relaxed).newValue
      Terminal.showProgress("\(number)/\(count) \(result.track.name)")
    }
    Terminal.showProgress("")
    let took = MonotonicTime.now.elapsed(since: start).value
    let measured = results.filter { !$0.isKnown }.compactMap(\.loudness?.seconds).reduce(0, +)
    if arguments.has("json") {
      try writeJSON(
        Document(files: results.map(file), measured_seconds: measured, took_seconds: took)
      )
    } else {
      Terminal.write(table(results).text() + "\n" + summary(results, measured, took) + "\n")
    }
    if results.contains(where: { $0.problem != nil }) { throw Failure("", .failure) }
  }

  private static func file(_ result: FileScan.Result) -> Document.File {
    Document.File(
      file: result.track.path,
      start_seconds: result.track.part.map { Double($0.start) / 75 },
      loudness_lufs: result.loudness?.integrated,
      true_peak_db: result.loudness?.truePeak,
      seconds: result.loudness?.seconds,
      problem: result.problem
    )
  }

  private static func table(_ results: [FileScan.Result]) -> Table {
    let rows = results.map { result in
      let loudness = result.loudness
      return [
        Table.Cell(result.track.name),
        Table.Cell(loudness.map(level) ?? ""),
        Table.Cell(loudness?.truePeak.map { fixed($0) } ?? ""),
        Table.Cell(loudness.map { clock($0.seconds) } ?? ""),
        Table.Cell(result.problem ?? "", .bad),
      ]
    }
    return Table(heading: ["FILE", "LUFS", "PEAK", "TIME", "PROBLEM"], rows: rows)
  }

  /// What is silent, or too short to have a loudness, has none.
  private static func level(_ loudness: ProgrammeLoudness) -> String {
    loudness.integrated.map { fixed($0) } ?? (loudness.truePeak == nil ? "silent" : "short")
  }

  /// Such as "20 files: 18 measured, 1 known, 1 can't be read; 1:23:00 of music in 4.1 s".
  private static func summary(
    _ results: [FileScan.Result],
    _ seconds: Double,
    _ took: Double
  ) -> String {
    let known = results.count(where: \.isKnown)
    let bad = results.count { $0.problem != nil }
    var text =
      "\(results.count) file\(results.count == 1 ? "" : "s"): "
      + "\(results.count - known - bad) measured, \(known) known"
    if bad > 0 { text += ", \(bad) can't be read" }
    guard seconds > 0, took > 0 else { return text }
    return text + "; \(clock(seconds)) of music in \(fixed(took)) s, "
      + "\(Int(clamping: seconds / took)) times as fast as it plays"
  }
}
