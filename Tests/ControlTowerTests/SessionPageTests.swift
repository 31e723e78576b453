// SPDX-License-Identifier: Apache-2.0
// The tables and pictures of docs/session-layer.md are what the tower does.

import ControlTower
import FoundationEssentials
import Testing

@testable import RuleTable

@Suite("The page of the session layer")
struct SessionPageTests {
  private static let folder: String = {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/docs"
  }()

  private func kept(_ name: String) throws -> String {
    try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
  }

  @Test("has the tables and pictures of the tower as it is: make session-layer writes them")
  func current() throws {
    let page = try kept("session-layer.md")
    let renewed = try #require(SessionPage.renewed(page))
    let difference = renewed.split(separator: "\n").difference(from: page.split(separator: "\n"))
    #expect(renewed == page, "run make session-layer and review the difference: \(difference)")
    for picture in SessionPictures.all {
      #expect(
        try kept("session-layer/\(picture.name)") == picture.text,
        "\(picture.name) is out of date: run make session-layer"
      )
    }
    let pictures = try FileManager.default.contentsOfDirectory(
      atPath: "\(Self.folder)/session-layer"
    )
    #expect(pictures.sorted() == SessionPictures.all.map(\.name).sorted())
  }

  @Test("that lacks a table, or says another word in one, is found")
  func planted() throws {
    let page = try kept("session-layer.md")
    #expect(SessionPage.renewed(page.replacing("<!-- table: pairs -->", with: "")) == nil)
    #expect(SessionPage.renewed(page.replacing("| interrupted |", with: "| gone |")) == page)
  }

  @Test("draws arrows that the tower takes, and no state without one to it and one from it")
  func arrows() throws {
    for step in SessionStories.activation {
      let start = try #require(SessionPage.tower(step.before))
      #expect(SessionStories.state(of: start) == step.from, "\(step.words)")
      for events in step.along {
        let end = try #require(SessionPage.tower(step.before + events))
        #expect(SessionStories.state(of: end) == step.to, "\(events)")
      }
    }
    let steps = SessionStories.activation
    #expect(Set(steps.map(\.from)) == Set(steps.map(\.to)))
  }

  @Test("draws flags that come and go alone, and leave the session active")
  func flags() throws {
    for flag in SessionStories.flags {
      for (step, name) in [(flag.on, [flag.name]), (flag.off, [])] {
        let end = try #require(SessionPage.tower(step.before + step.along.joined()))
        #expect(SessionStories.flags(of: end) == name)
        #expect(SessionStories.state(of: end) == "active")
      }
    }
  }
}
