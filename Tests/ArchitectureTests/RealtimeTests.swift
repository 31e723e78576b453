// SPDX-License-Identifier: Apache-2.0
// The real-time border holds, and the checks that say so can fail.

import Testing

@Suite("Real-time border")
struct RealtimeTests {
  @Test("all that the audio thread runs is checked by the compiler or marked for another thread")
  func tree() throws {
    let files = try RealtimeRules.folders.flatMap { try Repository.files(under: $0) }
    #expect(files.count > 10)
    #expect(files.flatMap(RealtimeRules.unchecked) == [])
  }

  @Test("the ways past the check are as many as are known, each with its reason")
  func hatches() throws {
    let files = try Repository.files(under: "Sources")
    #expect(RealtimeRules.countedHatches(in: files) == RealtimeRules.hatches)
    #expect(files.flatMap(RealtimeRules.unreasoned) == [])
  }

  @Test("plugins pass the check only in their kit and glue, and their own sources are safe")
  func plugins() throws {
    let files = try Repository.files(under: "plugins")
    #expect(files.flatMap(RealtimeRules.unreasoned) == [])
    let hatches = files.filter { RealtimeRules.countedHatches(in: [$0]) != [:] }.map(\.path)
    #expect(hatches == ["plugins/glue/Instance.swift", "plugins/kit/FastMath.swift"])
    let own = files.filter { $0.path.contains(".lv2/") }
    #expect(own.count > 2)
    // Memory and exceptions are the kit's, state is the instance's.
    for file in own {
      let bad = file.lines.filter { $0.contains(#/\bunsafe\b|^(private )?var |static var .*=/#) }
      #expect(bad == [], "\(file.path)")
    }
  }

  @Test(
    "an unchecked declaration is found",
    arguments: [
      "  func render() {",
      "  package borrowing func render(_ frames: Int) {",
      "  mutating func open(\n    over frames: Int\n  ) {",
      "  init(_ gain: Float) {",
      "  var isSettled: Bool { remaining == 0 }",
      "  package var worst: UInt64 {\n    get { 1 }\n  }",
      "  subscript(_ index: Int) -> Float {",
      "  /// Renders.\n  ///\n  /// > Threading: Realtime.\n  func render() {",
      "  /// > Threading: Sometimes.\n  func render() {",
      "package struct Plain {\n  @inlinable\n  package func render() {",
      "  @_noLocks\n  func good() {\n  }\n\n  func bad() {",
    ]
  )
  func planted(_ text: String) {
    #expect(RealtimeRules.unchecked(in: file(text)).count == 1)
  }

  @Test(
    "a checked declaration passes",
    arguments: [
      "  @_noLocks\n  func render() {",
      "  /// Renders.\n  @_noLocks\n  mutating func render() {",
      "package struct Ring<E> {\n  @inlinable\n  package borrowing func send(_ element: E) -> Bool {",
      "  package var readable: Int {\n    @_noLocks get { 1 }\n  }",
      "  var isSettled: Bool { @_noLocks get { true } }",
      "  /// Makes it.\n  ///\n  /// > Threading: Control.\n  init(_ gain: Float) {",
      "  /// > Threading: Any, as the reader.\n  func read() {",
      "  // func gone() {",
      "  var gate = GainRamp(0)",
      "  package private(set) var current: Float",
      "  let closure = { 1 }",
    ]
  )
  func innocent(_ text: String) {
    #expect(RealtimeRules.unchecked(in: file(text)) == [])
  }

  @Test("a way past the check without a reason is found and counted")
  func plantedHatch() {
    let bare = file("  func now() {\n    unsafe _unsafePerformance { clock() }\n  }")
    #expect(RealtimeRules.unreasoned(in: bare).count == 1)
    #expect(RealtimeRules.countedHatches(in: [bare, bare]) == ["RenderCore": 2])
    let reasoned = file(
      "  // RT-ASSUMED: the vDSO answers.\n  unsafe _unsafePerformance { clock() }"
    )
    #expect(RealtimeRules.unreasoned(in: reasoned) == [])
    let stray = file("  // RT-ASSUMED: nothing follows.\n  clock()")
    #expect(RealtimeRules.unreasoned(in: stray).count == 1)
  }

  @Test("the threading words are from the closed list")
  func threadingWords() throws {
    let files = try Repository.files(under: "Sources")
    #expect(files.flatMap(ThreadingRules.violations) == [])
  }

  @Test(
    "another threading word is found",
    arguments: [
      "> Threading: the writer.", "> Threading: Main, when idle.", "> Threading Control.",
    ]
  )
  func plantedWord(_ aside: String) {
    #expect(ThreadingRules.violations(in: file("  /// \(aside)")).count == 1)
  }

  private func file(_ text: String) -> SourceFile {
    SourceFile(path: "\(RealtimeRules.folders[0])/X.swift", text: text)
  }
}
