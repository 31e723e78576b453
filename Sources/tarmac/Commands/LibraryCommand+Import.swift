// SPDX-License-Identifier: Apache-2.0
// `tarmac library import`.

internal import FoundationEssentials
internal import Quantities
internal import RigErrors
internal import TrackImports
internal import TrackLibrary

extension LibraryCommand {
  private struct ImportDocument: Encodable {
    struct Track: Encodable {
      var file: String
      var shift_ms: Double
      var prepared: TrackPreparation
    }
    struct List: Encodable {
      var name: String
      var file: String
      var tracks: Int
      var missing: Int
    }

    var program: String
    var tracks: [Track]
    var missing: [String]
    var lists: [List]
  }

  static func take(_ arguments: Arguments) throws(Failure) {
    let source = absolutePath(arguments.positionals[0])
    var plan = LibraryImport(source)
    let home = ProcessInfo.processInfo.environment["HOME"].map { "\($0)/Music" }
    let own = source.lastIndex(of: "/").map { String(source[..<$0]) }
    let named = arguments.value("music")?.split(separator: ":") ?? []
    let folders = named.map { absolutePath(String($0)) }
    plan.music = folders.isEmpty ? [own, home].compactMap(\.self) : folders
    plan.replaces = arguments.has("replace")
    plan.lists = TrackLibrary.usualFolder.map { "\($0)/lists" }
    if let text = arguments.value("shift-ms") {
      guard let shift = Double(text), abs(shift) <= 10_000 else {
        throw Failure("--shift-ms can't be '\(text)': it takes -10000 to 10000.", .usage)
      }
      plan.shift = Seconds(shift / 1_000)
    }
    let library = try library()
    let report: LibraryImport.Report
    do throws(RigError) {
      report = try plan.run(into: library) { Terminal.showProgress($0) }
      Terminal.showProgress("")
    } catch {
      Terminal.showProgress("")
      throw Failure(error)
    }
    if arguments.has("json") {
      try writeJSON(document(of: report))
    } else {
      Terminal.write(text(of: report))
    }
    if !report.missing.isEmpty { throw Failure("", .failure) }
  }

  private static func document(of report: LibraryImport.Report) -> ImportDocument {
    ImportDocument(
      program: report.program.rawValue,
      tracks: report.items.map {
        .init(file: $0.file, shift_ms: $0.shift.value * 1_000, prepared: $0.preparation)
      },
      missing: report.missing,
      lists: report.lists.map {
        .init(name: $0.name, file: $0.file, tracks: $0.tracks, missing: $0.missing)
      }
    )
  }

  private static func text(of report: LibraryImport.Report) -> String {
    let cues = report.items.map { $0.preparation.hotCues.count }.reduce(0, +)
    let memory = report.items.map(\.preparation.memoryCues.count).reduce(0, +)
    let grids = report.items.count { $0.preparation.grid != nil }
    let moved = report.items.count { $0.shift != .zero }
    var lines = [
      "\(report.items.count) tracks of \(report.program.name): \(cues) hot cues, "
        + "\(memory) memory cues, \(grids) grids."
    ]
    if moved > 0 { lines.append("\(moved) MP3 files were moved to the clock of Tarmac.") }
    for list in report.lists {
      let missing = list.missing > 0 ? ", \(list.missing) missing" : ""
      lines.append("List '\(list.name.shown)': \(list.tracks) tracks\(missing), \(list.file)")
    }
    if !report.missing.isEmpty {
      let count = report.missing.count
      lines.append(
        "\(count) file\(count == 1 ? " is" : "s are") not here; name their folder by --music:"
      )
      lines += report.missing.prefix(10).map { "  \($0.shown)" }
      if count > 10 { lines.append("  and \(count - 10) more") }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
