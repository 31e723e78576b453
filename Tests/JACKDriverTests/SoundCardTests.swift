// SPDX-License-Identifier: Apache-2.0
// Which sound card a server of ours is started on, and what a running server plays to.

@testable import AudioBackend
import Foundation
import JACKTestBench
import JACKVocabulary
import Testing

@testable import JACKDriver

@Suite("Sound cards")
struct SoundCardTests {
  private static let usb = SoundCard(id: "USB", name: "Scarlett 2i2 USB", captures: true, number: 2)
  private static let hdmi = SoundCard(id: "HDMI", device: 3, captures: false)

  @Test("are those that can play, with their first device that does, by id and name")
  func list() throws {
    let folder = try SoundCardFolder()
    defer { folder.remove() }
    try folder.plug("Webcam", at: 0, devices: ["pcm0c"])
    try folder.plug("HDMI", at: 1, devices: ["pcm3p"])
    try folder.plug("USB", called: "Scarlett 2i2 USB", at: 2, devices: ["pcm0p", "pcm0c"])
    let cards = SoundCard.all(in: folder.path)
    #expect(cards.map(\.id) == ["HDMI", "USB"])
    #expect(cards.map(\.captures) == [false, true])
    #expect(cards.last == Self.usb)
    #expect(
      cards[0].arguments(sampleRate: 44_100, periodFrames: 128)
        == ["-d", "alsa", "-d", "hw:HDMI,3", "-r", "44100", "-p", "128", "-n", "2", "-P"]
    )
    #expect(cards[1].address() == "hw:USB" && cards[1].address(1) == "hw:USB,1")
    #expect(SoundCard.all(in: folder.path + "/none").isEmpty)
  }

  @Test(
    "are named as ALSA names them",
    arguments: [
      ("USB", "USB", Int?.none), ("hw:USB", "USB", nil), ("hw:CARD=USB,DEV=1", "USB", 1),
      ("USB,3", "USB", 3), ("Scarlett*", "Scarlett*", nil),
    ]
  )
  func names(_ text: String, _ glob: String, _ device: Int?) throws {
    let pattern = try #require(CardPattern(text))
    #expect(pattern.glob == glob && pattern.device == device)
    #expect(Self.usb.matches(pattern))
    #expect(!Self.hdmi.matches(pattern))
  }

  @Test("are not named by numbers", arguments: ["", "0", "hw:1", "hw:CARD=2", "USB,x", "hw:1,0"])
  func numbers(_ text: String) {
    #expect(CardPattern(text) == nil)
  }

  @Test("are chosen once: a card that is gone does not become another one")
  func kept() throws {
    for choice in [PlaceChoice.firstCard, .firstCardOrDummy] {
      let first = try ServerPlace.choose(choice, after: nil, among: [Self.usb, Self.hdmi])
      #expect(first.device == "hw:USB")
      #expect(throws: LauncherError.noCard(wanted: "USB", present: ["HDMI"])) {
        try ServerPlace.choose(choice, after: first, among: [Self.hdmi])
      }
      // ALSA may still hold its id.
      var back = Self.usb
      back.id = "USB_1"
      let again = try ServerPlace.choose(choice, after: first, among: [Self.hdmi, back])
      #expect(again.device == "hw:USB_1")
      // A second card of its kind is another card.
      let both = try ServerPlace.choose(choice, after: nil, among: [Self.usb, back])
      #expect(throws: LauncherError.noCard(wanted: "USB", present: ["USB_1"])) {
        try ServerPlace.choose(choice, after: both, among: [back])
      }
    }
    #expect(try ServerPlace.choose(.firstCardOrDummy, after: nil, among: []).device == "dummy")
    #expect(
      try ServerPlace.choose(.firstCardOrDummy, after: .dummy, among: [Self.usb]).device == "dummy"
    )
    #expect(throws: LauncherError.noCard(wanted: nil, present: [])) {
      try ServerPlace.choose(.firstCard, after: nil, among: [])
    }
  }

  @Test("that are named are the only ones, of several that fit the one that was there before")
  func wished() throws {
    func choose(_ text: String, after last: ServerPlace? = nil, _ cards: SoundCard...) throws
      -> String
    {
      let wish = try #require(CardWish(text))
      return try ServerPlace.choose(.named(wish), after: last, among: cards).device
    }
    let other = SoundCard(id: "USB_1", captures: false)
    #expect(try choose("USB*", Self.hdmi, other, Self.usb) == "hw:USB_1")
    #expect(try choose("USB*", after: .card(Self.usb, device: nil), other, Self.usb) == "hw:USB")
    #expect(try choose("USB*", after: .card(Self.usb, device: nil), other, Self.hdmi) == "hw:USB_1")
    #expect(try choose("hw:USB,1", Self.usb) == "hw:USB,1")
    #expect(try choose("dummy", Self.usb) == "dummy")
    #expect(throws: LauncherError.noCard(wanted: "USB", present: ["HDMI", "USB_1"])) {
      try choose("USB", Self.hdmi, other)
    }
  }

  @Test("are known of a server by its ports, and so is the dummy driver")
  func drivers() {
    func port(_ name: String, _ alias: String, isPhysical: Bool = true) -> PresentPort {
      PresentPort(name: name, aliases: [alias], direction: .input, isPhysical: isPhysical)
    }
    let dummy = port("system:playback_1", "dummy_pcm:dummy:in1")
    let alsa = port("system:playback_1", "alsa_pcm:hw:USB,0:in1")
    #expect(SoundDriver(of: [dummy]) == .dummy)
    #expect(SoundDriver(of: [dummy, alsa]) == SoundDriver(name: "alsa", device: "hw:USB,0"))
    let pipeWire = port("Dummy Output:playback_FL", "Dummy Output:playback_0")
    #expect(SoundDriver(of: [pipeWire]) == .dummy)
    let builtIn = port("Built-in:playback_FL", "Built-in:playback_0")
    #expect(SoundDriver(of: [builtIn]) == nil && SoundDriver(of: [pipeWire, builtIn]) == nil)
    #expect(SoundDriver(of: [port("x:y", "dummy_pcm:dummy:in1", isPhysical: false)]) == nil)
  }

  @Test(
    "of servers that were joined are compared with the one that is wanted",
    arguments: [
      ("hw:USB,0", "Scarlett*", true), ("hw:2", "USB", true), ("hw:HDMI", "USB", false),
      ("plughw:CARD=USB", "USB", true), ("pulse", "USB", nil), ("dummy", "USB", false),
      ("dummy", "dummy", true), ("hw:USB", "dummy", false),
    ] as [(String, String, Bool?)]
  )
  func joined(_ device: String, _ wish: String, _ expected: Bool?) throws {
    let driver = SoundDriver(name: device == "dummy" ? "dummy" : "alsa", device: device)
    let wish = try #require(CardWish(wish))
    #expect(driver.fulfils(wish, among: [Self.usb, Self.hdmi]) == expected)
  }
}
