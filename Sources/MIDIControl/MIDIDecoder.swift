// SPDX-License-Identifier: Apache-2.0
// From the bytes that a controller sends to the controls that have moved.

package import RigModel

/// A control that has moved, or a button that was pressed or let go.
package struct ControlMove: Hashable, Sendable {
  /// Which one.
  package var address: MIDIAddress
  /// Where it is, from 0 to the highest value of its kind.
  package var value: Int

  /// Names a move.
  package init(_ address: MIDIAddress, _ value: Int) {
    (self.address, self.value) = (address, value)
  }
}

/// Reads the messages of controllers.
///
/// A message can mean several controls: control 7 may be one by itself, or the coarse half of a
/// fine one. Either half may come first (`FinePair`).
package struct MIDIDecoder: Sendable {
  /// What a channel has said before.
  private struct Channel {
    /// Both halves of fine controls, by the number of the coarse one.
    var pairs: [Int: FinePair] = [:]
    /// The parameter that data is for, coarse half first.
    var parameter = (kind: MIDIAddress.Kind.nrpn, coarse: 127, fine: 127)
    /// The data of that parameter.
    var data = FinePair()

    /// Whether data is for nobody.
    var hasParameter: Bool { parameter.coarse < 127 || parameter.fine < 127 }
  }

  private var channels = [Channel](repeating: Channel(), count: 16)

  /// Makes a decoder that has heard nothing.
  package init() {}

  /// What has moved by a message, which begins with its status byte; what makes no sense moves
  /// nothing.
  package mutating func moves(of message: [UInt8]) -> [ControlMove] {
    guard let status = message.first, (0x80...0xEF).contains(status),
      message.dropFirst().allSatisfy({ $0 < 0x80 })
    else { return [] }
    let channel = Int(clamping: status & 0x0F) + 1
    let data = message.dropFirst().map { Int(clamping: $0) }
    func move(_ kind: MIDIAddress.Kind, _ number: Int?, _ value: Int) -> ControlMove {
      ControlMove(MIDIAddress(kind, channel: channel, number: number), value)
    }
    switch (status & 0xF0, data.count) {
    case (0x80, 2): return [move(.note, data[0], 0)]
    case (0x90, 2): return [move(.note, data[0], data[1])]
    case (0xB0, 2): return control(data[0], data[1], channel)
    case (0xC0, 1): return [move(.program, data[0], 127), move(.program, nil, data[0])]
    case (0xD0, 1): return [move(.pressure, nil, data[0])]
    case (0xE0, 2): return [move(.bend, nil, data[0] | data[1] << 7)]
    default: return []
    }
  }

  private mutating func control(_ number: Int, _ value: Int, _ channel: Int) -> [ControlMove] {
    let plain = ControlMove(MIDIAddress(.cc, channel: channel, number: number), value)
    let fine = fineMove(number, value, channel)
    return [plain] + [fine, parameterMove(number, value, channel)].compactMap(\.self)
  }

  /// What a half of a fine control moves.
  private mutating func fineMove(_ number: Int, _ value: Int, _ channel: Int) -> ControlMove? {
    let place = channel - 1
    let moved: (number: Int, value: Int?)
    switch number {
    case 0..<32:
      moved = (number, channels[place].pairs[number, default: FinePair()].takeCoarse(value))
    case 32..<64:
      moved = (number - 32, channels[place].pairs[number - 32, default: FinePair()].takeFine(value))
    default: return nil
    }
    return moved.value.map {
      ControlMove(MIDIAddress(.cc14, channel: channel, number: moved.number), $0)
    }
  }

  /// What the controls move by which parameters are chosen and set.
  private mutating func parameterMove(_ number: Int, _ value: Int, _ channel: Int) -> ControlMove? {
    let place = channel - 1
    let moved: Int?
    switch number {
    case 99, 101:
      choose(number == 99 ? .nrpn : .rpn, place)
      channels[place].parameter.coarse = value
      return nil
    case 98, 100:
      choose(number == 98 ? .nrpn : .rpn, place)
      channels[place].parameter.fine = value
      return nil
    case 6: moved = channels[place].data.takeCoarse(value) ?? channels[place].data.value
    case 38: moved = channels[place].data.takeFine(value)
    case 96: moved = channels[place].data.step(1)
    case 97: moved = channels[place].data.step(-1)
    default: return nil
    }
    guard channels[place].hasParameter, let moved else { return nil }
    let parameter = channels[place].parameter
    let address = MIDIAddress(
      parameter.kind,
      channel: channel,
      number: parameter.coarse << 7 | parameter.fine
    )
    return ControlMove(address, moved)
  }

  /// Data is for a parameter of this kind from now on; of another one nothing is known.
  private mutating func choose(_ kind: MIDIAddress.Kind, _ place: Int) {
    channels[place].data = FinePair()
    guard channels[place].parameter.kind != kind else { return }
    channels[place].parameter = (kind, 127, 127)
  }
}
