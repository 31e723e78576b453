// SPDX-License-Identifier: Apache-2.0
// Which ports a pattern names, and in which order people count them.

internal import JACKVocabulary

/// A pattern that is ready to be compared with names.
struct PortMatcher {
  let pattern: PortPattern
  private let regex: Regex<AnyRegexOutput>?

  init(_ pattern: PortPattern) throws(DriverError) {
    self.pattern = pattern
    guard case .regex(let expression) = pattern else {
      regex = nil
      return
    }
    do {
      regex = try Regex(expression)
    } catch {
      throw .badPattern(expression, reason: "\(error)")
    }
  }

  /// Whether the pattern names one port only.
  var isExact: Bool {
    if case .exact = pattern { true } else { false }
  }

  func matches(_ port: PresentPort) -> Bool {
    matches(port.name) || port.aliases.contains(where: matches)
  }

  func matches(_ name: String) -> Bool {
    switch pattern {
    case .exact(let wanted): name == wanted
    case .glob(let glob): globMatches(glob, name)
    case .regex: regex.flatMap { try? $0.wholeMatch(in: name) } != nil
    }
  }
}

/// Compares a name with a glob; on a mismatch the last `*` takes one more character, so the time is
/// bounded.
package func globMatches(_ glob: String, _ name: String) -> Bool {
  let (glob, name) = (Array(glob), Array(name))
  var (here, at) = (0, 0)
  var retry: (glob: Int, name: Int)?
  while at < name.count {
    if here < glob.count && glob[here] == "*" {
      retry = (here, at)
      here += 1
    } else if here < glob.count && (glob[here] == "?" || glob[here] == name[at]) {
      here += 1
      at += 1
    } else if let last = retry {
      retry = (last.glob, last.name + 1)
      (here, at) = (last.glob + 1, last.name + 1)
    } else {
      return false
    }
  }
  return glob[here...].allSatisfy { $0 == "*" }
}

/// Orders names as people count: `out_2` comes before `out_10`.
func standsBefore(_ left: String, _ right: String) -> Bool {
  let (first, second) = (numberedParts(left), numberedParts(right))
  for (one, other) in zip(first, second) where one != other {
    return one < other
  }
  return first.count == second.count ? left < right : first.count < second.count
}

/// A piece of a name: a number, or the text between numbers.
private enum NamePart: Comparable {
  case number(UInt64)
  case text(String)
}

private func numberedParts(_ name: String) -> [NamePart] {
  var parts: [NamePart] = []
  var rest = Substring(name)
  while let first = rest.first {
    let isNumber = isDigit(first)
    let piece = rest.prefix { isDigit($0) == isNumber }
    rest = rest.dropFirst(piece.count)
    parts.append(isNumber ? .number(UInt64(piece, radix: 10) ?? .max) : .text(String(piece)))
  }
  return parts
}

private func isDigit(_ character: Character) -> Bool {
  character.isASCII && character.isNumber
}
