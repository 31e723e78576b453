// SPDX-License-Identifier: Apache-2.0
// Hostile files, or files that are none: one sentence each, and never much time or memory.

import Foundation
import Presets
import RigModel
import SeededNumbers
import Testing

@Suite("A file that means harm")
struct HostileFileTests {
  private func expect(_ words: String, in bytes: some Sequence<UInt8>) throws {
    let bench = try Workbench()
    try expect(words, bench.problems(of: try bench.write(bytes, to: "rig.yaml")))
  }

  private func expect(_ words: String, _ problems: [PresetProblem]) throws {
    #expect(problems.count == 1)
    let problem = try #require(problems.first)
    #expect(problem.message.contains(words), "\(problem)")
  }

  @Test("with 100 MB of nested brackets is refused by its size")
  func tooLarge() throws {
    let bench = try Workbench()
    let path = try bench.write(repeatElement(0x5B, count: 2_000_000), to: "rig.yaml")
    // The rest of the file is sparse, so that no test waits for the disk.
    try #require(unsafe truncate(path, 100_000_000) == 0)
    try expect("larger than 1048576 bytes", bench.problems(of: path))
  }

  @Test(
    "with as many nested brackets as fit is refused by its depth",
    arguments: ["[", "{", "- ", "? "]
  )
  func tooDeep(_ bracket: String) throws {
    let text = String(repeating: bracket, count: 1_048_576 / bracket.utf8.count)
    let words = bracket == "{" || bracket == "? " ? "a key must be a plain text" : "nested deeper"
    try expect(words, in: text.utf8)
  }

  @Test("with a million values is refused by their number")
  func tooMany() throws {
    try expect("more than 20000 values", in: "[\(String(repeating: "a,", count: 500_000))]".utf8)
  }

  @Test("with aliases of aliases of aliases is refused by the number of values")
  func laughs() throws {
    var text = "tarmac: 1\na0: &a0 [ lol, lol, lol, lol, lol, lol, lol, lol, lol ]\n"
    for level in 1..<30 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [ \(aliases) ]\n"
    }
    try expect("more than 20000 values", in: text.utf8)
  }

  @Test("with aliases nested in aliases is refused by the depth")
  func deepAliases() throws {
    var text = "a0: &a0 [ lol ]\n"
    for level in 1..<80 { text += "a\(level): &a\(level) [ *a\(level - 1) ]\n" }
    try expect("nested deeper than 64 levels", in: text.utf8)
  }

  @Test("of random bytes is refused as no text")
  func garbage() throws {
    var generator = SeededNumbers(seed: 7)
    try expect("UTF-8", in: (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  @Test("that cuts a letter in two is refused with the place of the cut")
  func brokenLetter() throws {
    let bench = try Workbench()
    let bytes = Array("tarmac: 1\nroutes: ä".utf8) + [0xC3, 0x0A]
    let problems = bench.problems(of: try bench.write(bytes, to: "rig.yaml"))
    try expect("UTF-8", problems)
    #expect(problems.first?.line == 2 && problems.first?.column == 11)
  }

  @Test("that is a directory is refused")
  func directory() throws {
    try expect("the file is a directory", try Workbench().problems(of: NSTemporaryDirectory()))
  }

  @Test("that does not exist is refused")
  func missing() throws {
    let bench = try Workbench()
    try expect("the file does not exist", bench.problems(of: bench.path("no.yaml")))
  }

  @Test("that is a pipe nobody writes into is refused without waiting")
  func pipe() throws {
    let bench = try Workbench()
    let path = bench.path("pipe")
    let made = unsafe mkfifo(path, 0o600)
    #expect(made == 0)
    try expect("the file is not a regular file", bench.problems(of: path))
  }

  @Test("that may not be read is refused")
  func forbidden() async {
    // In a process of its own, because root must give up its rights for it.
    await #expect(processExitsWith: .success) {
      let bench = try Workbench()
      let path = try bench.write("tarmac: 1\n", to: "rig.yaml")
      _ = unsafe chmod(path, 0)
      let user = geteuid()
      if user == 0 { seteuid(65_534) }
      let problems = bench.problems(of: path)
      seteuid(user)
      let isRefused = problems.first?.message.contains("permission denied") == true
      precondition(problems.count == 1 && isRefused, "\(problems)")
    }
  }

  @Test("with thousands of mistakes reports the first ones and counts the rest")
  func manyMistakes() throws {
    let bench = try Workbench()
    let text = "tarmac: 1\n" + (0..<5000).map { "key\($0): 1\n" }.joined()
    let file = try bench.write(text, to: "rig.yaml")
    let errors = try #require(throws: PresetErrors.self) {
      try PresetReader(catalogue: StubCatalogue()).read(file: file)
    }
    #expect(errors.problems.count == PresetErrors.limit)
    #expect(errors.omitted == 5000 - PresetErrors.limit)
    #expect(errors.description.hasSuffix("\nand 4950 more problems"))
  }

  @Test("with thousands of expressions is refused by their number")
  func expressions() throws {
    let routes = (0..<3000).map { "  r\($0): { role: usb, ports: '/a:\($0)/' }\n" }.joined()
    let problems = try Workbench().problems(in: "tarmac: 1\nroutes:\n\(routes)")
    #expect(problems.map(\.message) == ["the preset needs more than 256 regular expressions"])
  }

  @Test("with long words is refused in a short sentence")
  func longWords() throws {
    let word = String(repeating: "session", count: 100_000)
    let bench = try Workbench()
    let problem = try #require(try bench.problems(in: "tarmac: 1\n? \(word)\n: 1\n").first)
    #expect(problem.message.count < 400)
  }
}

@Suite("Files that include files")
struct HostileIncludeTests {
  private let bench: Workbench
  private static let start = "tarmac: 1\nsessions: { a: { source: { jack: 'a:b' }, graph: "

  init() throws {
    bench = try Workbench()
  }

  @Test("in a circle are refused with the circle")
  func circle() throws {
    try bench.write("tarmac: 1\ngraph: { use: b.yaml }\n", to: "parts/a.yaml")
    try bench.write("tarmac: 1\ngraph:\n  - { use: a.yaml }\n", to: "parts/b.yaml")
    let problems = try bench.problems(in: Self.start + "{ use: parts/a.yaml } } }")
    #expect(problems.count == 1)
    let problem = try #require(problems.first)
    let (a, b) = (bench.path("parts/a.yaml"), bench.path("parts/b.yaml"))
    #expect(problem.file == b && problem.line == 3 && problem.column == 12)
    #expect(problem.message.contains("\(a) -> \(b) -> \(a)"))
  }

  @Test("twice, twice, twice and so on are refused by their number")
  func bomb() throws {
    for level in 0..<15 {
      let use = "{ use: p\(level + 1).yaml }"
      try bench.write("tarmac: 1\ngraph: [ \(use), \(use) ]\n", to: "p\(level).yaml")
    }
    try bench.write("tarmac: 1\ngraph: []\n", to: "p15.yaml")
    let problems = try bench.problems(in: Self.start + "{ use: p0.yaml } } }")
    #expect(problems.contains { $0.message.contains("more than 256 included files") })
  }

  @Test("in a long row are refused by their depth")
  func deep() throws {
    for level in 0..<20 {
      try bench.write("tarmac: 1\ngraph: { use: p\(level + 1).yaml }\n", to: "p\(level).yaml")
    }
    let problems = try bench.problems(in: Self.start + "{ use: p0.yaml } } }")
    #expect(problems.count == 1)
    #expect(problems.first?.message.contains("more than 16 levels deep") == true)
  }

  @Test("of thousands of sessions that hear one another are refused by their depth")
  func sessionsInARow() throws {
    let sessions = (0..<2000).map { number in
      "  s\(number): { category: ambient, inter_session: on, source: { session: s\(number + 1) } }\n"
    }
    let last = "  s2000: { category: ambient, inter_session: on, source: { jack: 'a:b' } }\n"
    let problems = try bench.problems(in: "tarmac: 1\nsessions:\n\(sessions.joined())\(last)")
    #expect(problems.first?.message.contains("more than 16 sessions hear one another") == true)
  }

  @Test("that blow up the number of plugins are refused by it")
  func plugins() throws {
    let steps = Array(repeating: "{ plugin: urn:test:mono }", count: 100).joined(separator: ", ")
    let start = "tarmac: 1\nsessions: { a: { source: { jack: 'a:*', channels: 256 }, graph: "
    let problems = try bench.problems(in: "\(start)[ \(steps) ] } }")
    #expect(problems.contains { $0.message.contains("more than 4096 plugin instances") })
  }

  @Test("that sum sums of sums are refused by the number of connections")
  func sums() throws {
    let all = (1...200).flatMap { to in ["source.\(to) -> out.1", "source.1 -> out.\(to)"] }
    let cross = Set(all).sorted().map { "  - \($0)\n" }.joined()
    try bench.write("tarmac: 1\ngraph:\n  nodes: {}\n  connections:\n\(cross)", to: "sum.yaml")
    let steps = Array(repeating: "{ use: sum.yaml }", count: 200).joined(separator: ", ")
    let start = "tarmac: 1\nsessions: { a: { source: { jack: 'a:*', channels: 200 }, graph: "
    let problems = try bench.problems(in: "\(start)[ \(steps) ] } }")
    #expect(problems.contains { $0.message.contains("connections between ports") })
  }

  @Test("report the mistakes of an included file once, at their place in it")
  func mistakeInPart() throws {
    let part = try bench.write("tarmac: 1\ngraph: [ { plugin: urn:test:momo } ]\n", to: "p.yaml")
    let text = Self.start + "[ { use: p.yaml }, { use: p.yaml } ] } }"
    let problems = try bench.problems(in: text)
    #expect(problems.count == 1)
    #expect(problems.first?.file == part && problems.first?.column == 20)
  }
}
