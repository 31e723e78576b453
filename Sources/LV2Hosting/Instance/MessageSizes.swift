// SPDX-License-Identifier: Apache-2.0
// How large messages to a plugin may be, and the room that is kept for them.

/// The sizes of what messages pass through on their way to a plugin and back, in bytes; nothing
/// where it has no port for them.
struct MessageSizes {
  /// The most that one message from the control thread has.
  let message: Int
  private let hears: Bool
  private let speaks: Bool

  init(_ info: PluginInfo) {
    let ports = info.ports.filter { $0.kind == .event || $0.kind == .oldEvent }
    hears = ports.contains { $0.direction == .input }
    speaks = ports.contains { $0.direction == .output }
    message = hears ? max(MessageSizes.usual, info.largestMessage) : 0
  }

  /// What all plugins can be sent that have room for it.
  static let usual = 32_000
  /// What plugins can be sent that have texts as parameters.
  static let most = 1 << 20

  var inlet: Int { hears ? 2 * (message + PluginRunner.envelope) : 1 }
  var pending: Int { hears ? 2 * message + 1_536 : 0 }
  var scratch: Int { hears || speaks ? max(65_536, message + PluginRunner.envelope) : 0 }
  /// What a plugin that gathers may say in a block, which leaves with the frames of that block.
  var leaving: Int { speaks ? 65_536 : 0 }
  var outlet: Int { speaks ? max(131_072, 2 * (message + PluginRunner.envelope)) : 1 }
}

extension PluginInfo {
  /// The event input that takes patch messages: one that says so, else the one that is designated
  /// for control.
  var messagePort: Port? {
    let inputs = ports.filter {
      ($0.kind == .event || $0.kind == .oldEvent) && $0.direction == .input
    }
    return inputs.first { $0.supports.contains(Vocabulary.patch("Message")) }
      ?? inputs.first { $0.designation == Vocabulary.core("control") }
  }

  /// The most bytes that a message to the plugin may have.
  var largestMessage: Int {
    guard let messagePort else { return 0 }
    let takesTexts = parameters.contains { $0.isWritable && $0.type == .string }
    let room = PortBuffers.capacity(of: messagePort) - EventSlot.emptyBytes
    return min(room, takesTexts ? MessageSizes.most : MessageSizes.usual)
  }

  /// Makes sure that a parameter can be set to a value.
  ///
  /// - Throws: when the plugin has no such parameter, can't take the value, or has no room for it.
  package func check(_ value: ParameterValue, for uri: String) throws(HostingError) {
    guard let parameter = parameter(uri), parameter.isWritable else {
      throw .noSuchParameter(plugin: self.uri, parameter: uri)
    }
    guard parameter.allows(value) else {
      throw .wrongParameterValue(plugin: self.uri, parameter: uri)
    }
    guard messagePort != nil else { throw .takesNoMessages(plugin: self.uri) }
    guard let text = value.writtenText else { return }
    // The zero behind the text, and whole words.
    let most = (largestMessage - AtomForge.bytesAroundValue) / 8 * 8 - 1
    guard text.utf8.count <= most else {
      throw .textTooLong(plugin: self.uri, parameter: uri, bytes: text.utf8.count, most: most)
    }
  }
}

extension ParameterValue {
  /// The text that goes to the plugin letter by letter; `nil` for numbers.
  fileprivate var writtenText: String? {
    switch self {
    case .string(let text), .path(let text), .uri(let text): text
    case .int, .long, .float, .double, .bool, .urid: nil
    }
  }
}
