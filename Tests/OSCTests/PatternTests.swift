// SPDX-License-Identifier: Apache-2.0
// Which addresses patterns match.

import OSC
import Testing

@Suite("An OSC address pattern")
struct PatternTests {
  @Test(
    "means what the specification says",
    arguments: [
      ("/a/b", "/a/b", true), ("/a/b", "/a/bc", false), ("/a", "/a/b", false),
      ("/a/?", "/a/b", true), ("/a/?", "/a/bc", false), ("/a/?", "/a/", false),
      ("/*", "/a", true), ("/*", "/a/b", false), ("/*/b", "/a/b", true), ("/a*c", "/abbc", true),
      ("/a*c", "/ac", true), ("/a*c*", "/axcx", true), ("/*a*a*", "/banana", true),
      ("/[a-c]", "/b", true), ("/[a-c]", "/d", false), ("/[!a-c]", "/d", true),
      ("/[!a-c]", "/b", false), ("/[a-]", "/-", true), ("/[a!]", "/!", true),
      ("/[c-a]", "/b", true),
      ("/{foo,bar}", "/bar", true), ("/{foo,bar}", "/baz", false), ("/x{a,ab}c", "/xabc", true),
      ("/{,a}b", "/b", true),
      ("//c", "/a/b/c", true), ("//c", "/c", true), ("//c", "/a/cc", false),
      ("/a//d", "/a/b/c/d", true), ("/a//d", "/a/d", true), ("/a//d", "/b/d", false),
      ("//sends/*/fader_db", "/deck/sends/wall/fader_db", true),
    ]
  )
  func means(_ pattern: String, _ address: String, _ isMeant: Bool) throws {
    #expect(try #require(OSCPattern(pattern)).matches(address) == isMeant)
  }

  @Test("is none without a slash, with an open bracket or with a letter that addresses can't hold")
  func none() {
    for text in ["", "a", "/[a", "/{a", "/a]", "/a}", "/a b", "/#a"] {
      #expect(OSCPattern(text) == nil, "\(text)")
    }
  }

  @Test("means what is below it where that is asked for")
  func beginnings() throws {
    #expect(try #require(OSCPattern("/deck")).matches(beginningOf: "/deck/fader_db"))
    #expect(try !#require(OSCPattern("/deck")).matches(beginningOf: "/deckA/fader_db"))
    #expect(try #require(OSCPattern("/d*")).matches(beginningOf: "/deckA/fader_db"))
    #expect(try !#require(OSCPattern("/d*/mute")).matches(beginningOf: "/deckA/fader_db"))
  }

  @Test("takes no longer for being wicked")
  func wicked() throws {
    let stars = "/" + String(repeating: "*a", count: 250) + "b"
    #expect(try !#require(OSCPattern(stars)).matches("/" + String(repeating: "a", count: 500)))
    let words = "/" + String(repeating: "{a,aa,aaa}", count: 90) + "b"
    #expect(try !#require(OSCPattern(words)).matches("/" + String(repeating: "a", count: 200)))
  }
}
