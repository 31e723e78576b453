// SPDX-License-Identifier: Apache-2.0
// How music that is sent to several devices is affected when one goes and comes back.

import OfflineRendering
import RuleProofs
import Testing

@Suite("What is heard when an output goes")
struct LostOutputTests {
  private static func twoRooms(_ behaviour: String = "") -> String {
    """
    routes:
      hall: { role: lineOut, channels: 2 }
      foyer: { role: usb, direction: output, channels: 2 }
    sessions:
      music:
        role: player
        \(behaviour)
        source: { player: ../presets/demo/deck-a.wav, loop: on }
        sends: [ { to: hall }, { to: foyer } ]
    """
  }

  @Test("music that is sent to two rooms plays on in the one that is left")
  func twoRooms() throws {
    let story = """
      events:
        - { at: 0, play: music }
        - { at: 1, unplug: foyer }
        - { at: 2, plug: foyer }
        - { at: 3, unplug: hall }
        - { at: 4, unplug: foyer }
      until: 5
      """
    let sound = try StoryBook.open().listen(toRig: Self.twoRooms(), story)
    #expect(try sound.peak("hall", 1.1..<3) > 0.05)
    #expect(try sound.peak("foyer", 3.1..<4) > 0.05)
    #expect(try sound.isSilent("foyer", 1.1..<2))
    #expect(try sound.isSilent("music", 4.1..<5))
  }

  @Test(
    "with on_return the file goes on where it was when a room is back",
    .proves("RTE-A4", at: .offline)
  )
  func comesBack() throws {
    let story = """
      events:
        - { at: 0, play: music }
        - { at: 1, unplug: foyer }
        - { at: 2, unplug: hall }
        - { at: 3, plug: foyer }
      until: 4
      """
    let rig = Self.twoRooms("on_return: resume")
    let sound = try StoryBook.open().listen(toRig: rig, story)
    #expect(try sound.isSilent("music", 2.1..<3))
    #expect(try sound.peak("foyer", 3.1..<4) > 0.05)
    #expect(try sound.isSilent("hall", 2..<4))
    let told = try StoryBook.open().simulate(rig, story).report.text
    #expect(told.contains("(music plays from 2.000 s of its file)"))
  }
}
