// SPDX-License-Identifier: Apache-2.0
// Why a request was not carried out: the `error` of a JSON-RPC response.

package import ControlTower

/// Why a request was not carried out.
package struct ControlError: Error, Hashable, Sendable {
  /// What kind of error it is.
  package var code: Code
  /// One sentence that says what is wrong and what to do.
  package var message: String
  /// The session rule behind a refusal (`data.rule` on the wire).
  package var rule: String?
  /// The name of AVAudioSession's error for a refusal, such as `cannotInterruptOthers` (`data.code`
  /// on the wire).
  package var sessionCode: String?

  /// Describes an error.
  package init(code: Code, message: String, rule: String? = nil, sessionCode: String? = nil) {
    self.code = code
    self.message = message
    self.rule = rule
    self.sessionCode = sessionCode
  }

  /// Describes a refusal of the tower.
  package init(_ refusal: Refusal) {
    self.init(
      code: .refused,
      message: refusal.sentence,
      rule: refusal.rule.description,
      sessionCode: refusal.code.rawValue
    )
  }

  /// The kind of an error; the negative ones are those of JSON-RPC.
  package struct Code: RawRepresentable, Codable, Hashable, Sendable {
    /// The number on the wire.
    package let rawValue: Int

    /// Makes a code of a number.
    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The line is not JSON.
    package static let parseError = Code(rawValue: -32700)
    /// The line is JSON, but no request.
    package static let invalidRequest = Code(rawValue: -32600)
    /// There is no such method.
    package static let methodNotFound = Code(rawValue: -32601)
    /// The parameters do not fit the method, or name something that is not there.
    package static let invalidParams = Code(rawValue: -32602)
    /// The host could not do what it should be able to do.
    package static let internalError = Code(rawValue: -32603)
    /// The tower's rules, or the state of the rig, do not allow it.
    package static let refused = Code(rawValue: 1)
    /// Not at the moment: the rig starts, or is being reloaded; the same request may succeed soon.
    package static let busy = Code(rawValue: 2)
    /// The system did not give what was needed: a file, memory.
    package static let failed = Code(rawValue: 3)
    /// The client may not do this.
    package static let forbidden = Code(rawValue: 4)
  }
}

extension ControlError: Codable {
  private enum Key: String, CodingKey {
    case code, message, data
  }

  private struct Details: Codable {
    var rule: String?
    var code: String?
  }

  /// Reads the `error` of a response.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    code = try container.decode(Code.self, forKey: .code)
    message = try container.decode(String.self, forKey: .message)
    let details = try container.decodeIfPresent(Details.self, forKey: .data)
    (rule, sessionCode) = (details?.rule, details?.code)
  }

  /// Writes the `error` of a response.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(code, forKey: .code)
    try container.encode(message, forKey: .message)
    if rule != nil || sessionCode != nil {
      try container.encode(Details(rule: rule, code: sessionCode), forKey: .data)
    }
  }
}
