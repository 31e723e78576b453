// SPDX-License-Identifier: Apache-2.0
// From bytes to moves and back; and messages that no controller should send.

import MIDIControl
import Quantities
import RigModel
import SeededNumbers
import Testing

extension MIDIDecoder {
  /// The moves of messages, in words.
  fileprivate mutating func words(_ messages: [UInt8]...) -> [String] {
    messages.flatMap { moves(of: $0) }.map { "\($0.address.text)=\($0.value)" }
  }
}

@Suite("Reading MIDI")
struct MIDIDecoderTests {
  @Test("knows notes, controls, bend, programs and pressure, each on its channel")
  func kinds() {
    var decoder = MIDIDecoder()
    #expect(decoder.words([0x90, 36, 100]) == ["note/1/36=100"])
    #expect(decoder.words([0x90, 36, 0]) == ["note/1/36=0"])
    #expect(decoder.words([0x8F, 36, 64]) == ["note/16/36=0"])
    #expect(decoder.words([0xB2, 70, 5]) == ["cc/3/70=5"])
    #expect(decoder.words([0xE0, 0, 64]) == ["bend/1=8192"])
    #expect(decoder.words([0xC4, 9]) == ["program/5/9=127", "program/5=9"])
    #expect(decoder.words([0xD0, 77]) == ["pressure/1=77"])
  }

  @Test("takes a control of two halves as one, the fine half being 0 until it comes")
  func fine() {
    var decoder = MIDIDecoder()
    #expect(decoder.words([0xB0, 7, 100]) == ["cc/1/7=100", "cc14/1/7=12800"])
    #expect(decoder.words([0xB0, 39, 3]) == ["cc/1/39=3", "cc14/1/7=12803"])
    // The same coarse half again is no move: its fine half follows.
    #expect(decoder.words([0xB0, 7, 100]) == ["cc/1/7=100"])
    #expect(decoder.words([0xB0, 39, 9]) == ["cc/1/39=9", "cc14/1/7=12809"])
    #expect(decoder.words([0xB1, 39, 9]) == ["cc/2/39=9"])
  }

  @Test("takes a control whose fine half comes first as one, too, down to its lowest place")
  func fineFirst() {
    var decoder = MIDIDecoder()
    #expect(decoder.words([0xB0, 39, 127]) == ["cc/1/39=127"])
    #expect(decoder.words([0xB0, 7, 127]) == ["cc/1/7=127", "cc14/1/7=16383"])
    // Over the edge of a coarse step, and where the coarse half stays.
    #expect(decoder.words([0xB0, 39, 5], [0xB0, 7, 126]).last == "cc14/1/7=16133")
    #expect(decoder.words([0xB0, 39, 4], [0xB0, 7, 126]).contains("cc14/1/7=16132"))
    #expect(decoder.words([0xB0, 39, 0], [0xB0, 7, 0]).last == "cc14/1/7=0")
    _ = decoder.words([0xB0, 99, 2], [0xB0, 98, 44])
    #expect(decoder.words([0xB0, 38, 1]) == ["cc/1/38=1"])
    #expect(decoder.words([0xB0, 6, 64]).contains("nrpn/1/300=8193"))
  }

  @Test("takes a fine half for 0 that a controller leaves out")
  func leftOut() {
    var decoder = MIDIDecoder()
    _ = decoder.words([0xB0, 7, 100], [0xB0, 39, 3], [0xB0, 7, 99])
    #expect(decoder.words([0xB0, 7, 98]).last == "cc14/1/7=12544")
    _ = decoder.words([0xB0, 39, 3])
    #expect(decoder.words([0xB0, 7, 0]).last == "cc14/1/7=0")
  }

  @Test("takes parameters by number, registered or not, and forgets them when told")
  func parameters() {
    var decoder = MIDIDecoder()
    _ = decoder.words([0xB0, 99, 2], [0xB0, 98, 44])
    #expect(decoder.words([0xB0, 6, 64]).contains("nrpn/1/300=8192"))
    #expect(decoder.words([0xB0, 38, 1]).contains("nrpn/1/300=8193"))
    #expect(decoder.words([0xB0, 96, 0]).contains("nrpn/1/300=8194"))
    #expect(decoder.words([0xB0, 97, 0]).contains("nrpn/1/300=8193"))
    _ = decoder.words([0xB0, 101, 0], [0xB0, 100, 1])
    #expect(decoder.words([0xB0, 6, 1]).contains("rpn/1/1=128"))
    _ = decoder.words([0xB0, 101, 127], [0xB0, 100, 127])
    #expect(decoder.words([0xB0, 6, 5]) == ["cc/1/6=5", "cc14/1/6=640"])
  }

  @Test("reads what it writes", arguments: MIDIAddress.Kind.allCases)
  func roundTrip(_ kind: MIDIAddress.Kind) {
    let number = [.bend, .pressure, .program].contains(kind) ? nil : 7
    let address = MIDIAddress(kind, channel: 5, number: number)
    for value in [1, kind.highest / 2, kind.highest] {
      var decoder = MIDIDecoder()
      let moves = ControlMove(address, value).messages.flatMap { decoder.moves(of: $0) }
      #expect(moves.last { $0.address == address }?.value == value)
    }
  }

  @Test("makes nothing of messages that are none")
  func nonsense() {
    var decoder = MIDIDecoder()
    for bytes: [UInt8] in [
      [], [0x90], [0x90, 1], [0x90, 1, 200], [0xB0, 1, 2, 3], [0xF0, 1], [5],
    ] {
      #expect(decoder.moves(of: bytes) == [])
    }
  }

  @Test("counts the turns of endless knobs as each encoding does")
  func encodings() {
    func steps(_ encoding: RelativeEncoding) -> [Double] {
      [1, 3, 63, 64, 65, 67, 125, 127].map { encoding.steps(of: $0) }
    }
    #expect(steps(.twosComplement) == [1, 3, 63, -64, -63, -61, -3, -1])
    #expect(steps(.diff) == steps(.twosComplement))
    #expect(steps(.selectknob) == steps(.twosComplement))
    #expect(steps(.offset) == [-63, -61, -1, 0, 1, 3, 61, 63])
    #expect(steps(.signBit) == [1, 3, 63, 0, -1, -3, -61, -63])
    #expect(steps(.upDown) == [1, 1, 1, -1, -1, -1, -1, -1])
    #expect(RelativeEncoding.rot64.steps(of: 65) == 1.0 / 16)
    #expect(RelativeEncoding.rot64.steps(of: 67) == 2)
    #expect(RelativeEncoding.rot64inv.steps(of: 67) == -2)
    #expect(RelativeEncoding.rot64fast.steps(of: 66) == 3)
    #expect(RelativeEncoding.spread64.steps(of: 60) == -2)
  }
}
