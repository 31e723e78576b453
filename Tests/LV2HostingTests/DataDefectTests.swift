// SPDX-License-Identifier: Apache-2.0
// Data files with impossible statements: the plugin is refused with the reason, or its numbers are
// left out; no process ends.

import LV2Hosting
import Quantities
import Testing

@Suite struct DataDefectTests {
  private static func eventPort(_ index: Int, _ symbol: String, _ more: String = "") -> String {
    "lv2:port [ a lv2:\(index < 2 ? "Input" : "Output")Port, atom:AtomPort ; lv2:index \(index) ; "
      + "lv2:symbol \"\(symbol)\" ; lv2:name \"\(symbol)\" ; atom:supports midi:MidiEvent\(more) ]"
  }

  private static func echo(_ sizes: [Int: String] = [:]) -> String {
    (0..<4).map { index in
      eventPort(index, "port\(index)", sizes[index].map { " ; rsz:minimumSize \($0)" } ?? "")
    }.joined(separator: " ; ")
  }

  @Test(
    "a port that is too large is its plugins defect",
    arguments: [
      "9000000000000000000", "100000000000", "99999999999999999999999", "1e300", "-1", "67108872",
      "\"a lot\"",
    ]
  )
  func aPortThatIsTooLargeIsItsPluginsDefect(size: String) throws {
    try OddBundle.use("echo", DataDefectTests.echo([2: size])) { world in
      let reason = try refusal(of: "echo", in: world)
      #expect(reason.contains("port2"), "\(reason)")
    }
  }

  /// The largest of Debian's wants 50 MB.
  @Test(
    "a port that is merely large is not",
    arguments: ["0", "50462720", "67108864", "\"65536\"^^xsd:unsignedInt"]
  )
  func aPortThatIsMerelyLargeIsNot(size: String) throws {
    try OddBundle.use("echo", DataDefectTests.echo([2: size])) { world in
      let info = try #require(world.plugin("urn:tarmac:fixture:echo"))
      #expect(info.refusal == nil)
      #expect(info.ports.count == 4)
    }
  }

  @Test(
    "ports that can't be counted are their plugins defect",
    arguments: [
      // A gap, an index that is none, one that needs more memory than there is, none at all.
      [0, 1, 2, 4].map { eventPort($0, "p\($0)") }.joined(separator: " ; "),
      echo() + " ; " + eventPort(-1, "minus"),
      echo() + " ; " + eventPort(4_294_967_295, "last"),
      echo() + " ; " + eventPort(2_000_000_000, "huge"),
      echo() + " ; " + eventPort(5_000, "many"),
      echo() + " ; lv2:port [ a lv2:ControlPort ; lv2:symbol \"nowhere\" ]",
      echo() + " ; lv2:port [ a lv2:ControlPort ; lv2:index 4.5 ; lv2:symbol \"x\" ]",
      echo() + " ; lv2:port [ a lv2:ControlPort ; lv2:index 4 ]",
      echo() + " ; lv2:port [ a lv2:ControlPort ; lv2:index 4 ; lv2:symbol \"a b\" ]",
      echo() + " ; lv2:port \"none\"",
      // Two ports with the same index.
      echo() + " ; lv2:port [ a lv2:ControlPort ; lv2:index 3 ; lv2:symbol \"x\" ]",
    ]
  )
  func portsThatCanNotBeCountedAreTheirPluginsDefect(ports: String) throws {
    try OddBundle.use("echo", ports) { world in
      let reason = try refusal(of: "echo", in: world)
      #expect(reason.contains("port"), "\(reason)")
      // Listing the plugins does no harm, too.
      #expect(world.plugins().contains { $0.uri == "urn:tarmac:fixture:echo" })
    }
  }

  /// Some data files are read twice, and then make each statement twice.
  @Test("a port that is said twice is one port")
  func aPortThatIsSaidTwiceIsOnePort() throws {
    let twice = DataDefectTests.echo() + " ; " + DataDefectTests.echo()
    try OddBundle.use("echo", twice) { world in
      let info = try #require(world.plugin("urn:tarmac:fixture:echo"))
      #expect(info.refusal == nil)
      #expect(info.ports.map(\.symbol) == ["port0", "port1", "port2", "port3"])
    }
  }

  /// The plugin runs, with values that are numbers, and its defects are listed.
  @Test(
    "numbers that can't be true are listed",
    arguments: [
      ("\"nan\"^^xsd:float", "0.0", "1.0"), ("\"inf\"^^xsd:double", "0.0", "1.0"),
      ("1e300", "0.0", "1.0"), ("0.5", "-1e300", "1e300"), ("0.5", "5.0", "-5.0"),
      ("\"half\"", "0.0", "1.0"), ("7.0", "0.0", "1.0"), ("0.5", "\"nan\"^^xsd:float", "1.0"),
    ]
  )
  func numbersThatCanNotBeTrueAreListed(value: String, least: String, most: String) throws {
    let audio = ["in", "out"].enumerated().map { index, symbol in
      "lv2:port [ a lv2:\(index == 0 ? "Input" : "Output")Port, lv2:AudioPort ; "
        + "lv2:index \(index) ; lv2:symbol \"\(symbol)\" ; lv2:name \"\(symbol)\" ]"
    }
    let controls = (2...6).map { index in
      "lv2:port [ a lv2:\(index == 2 ? "Output" : "Input")Port, lv2:ControlPort ; "
        + "lv2:index \(index) ; lv2:symbol \"c\(index)\" ; lv2:name \"c\(index)\" ; "
        + "lv2:default \(value) ; lv2:minimum \(least) ; lv2:maximum \(most) ; "
        + "lv2:portProperty pprops:hasStrictBounds ]"
    }
    try OddBundle.use("values", (audio + controls).joined(separator: " ; "), judge)
  }

  private func judge(_ world: LV2World) throws {
    let uri = "urn:tarmac:fixture:values"
    let info = try #require(world.plugin(uri))
    #expect(info.refusal == nil)
    #expect(info.defects.contains { $0.contains("c3") }, "\(info.defects)")
    let instance = try world.instantiate(uri, sampleRate: .usual, maximumBlock: FrameCount(64))
    for control in instance.controls {
      #expect(control.value.isFinite)
      for value in [-.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude] as [Float] {
        #expect(control.info.nearest(to: value).isFinite)
      }
    }
  }

  private func refusal(of name: String, in world: LV2World) throws -> String {
    let uri = "urn:tarmac:fixture:" + name
    let info = try #require(world.plugin(uri))
    let refusal = try #require(info.refusal)
    // Some plugins are refused as soon as their files are read.
    let isListed = info.defects.contains { refusal.reason.contains($0) }
    #expect(isListed || info.damage != nil, "\(info.defects)")
    #expect(throws: refusal) {
      try world.instantiate(uri, sampleRate: .usual, maximumBlock: FrameCount(64))
    }
    return refusal.reason
  }
}
