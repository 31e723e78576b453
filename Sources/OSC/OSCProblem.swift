// SPDX-License-Identifier: Apache-2.0
// Why bytes are no OSC packet, and where.

/// What is wrong with a packet, and at which of its bytes.
package struct OSCProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Kind: Hashable, Sendable {
    /// It has no bytes, or too many.
    case size(Int)
    /// Its size, or that of a part, is no multiple of four.
    case unaligned(Int)
    /// It ends where something should be.
    case ends(before: String)
    /// What fills a part up to four bytes is not zero.
    case padding
    /// A text is not UTF-8, or holds a zero.
    case text
    /// It begins with neither a slash nor `#bundle`.
    case address
    /// Arguments without a type tag string.
    case typeTags
    /// A type that nobody has agreed on, so that its size is not known.
    case unknownType(UInt8)
    /// A bracket that has no other one.
    case bracket
    /// Bundles in bundles, or arrays in arrays, deeper than anybody needs.
    case depth
    /// More messages or arguments than anybody needs.
    case number
    /// A size that is less than nothing.
    case negative
    /// Something that should have been the end.
    case leftover
  }

  /// What is wrong.
  package var kind: Kind
  /// The byte at which that is seen, counted from 0.
  package var place: Int

  /// Describes a problem.
  package init(_ kind: Kind, at place: Int) {
    (self.kind, self.place) = (kind, place)
  }

  /// A sentence.
  package var description: String { "Byte \(place) of the OSC packet: \(words)." }

  private var words: String {
    switch kind {
    case .size(let bytes): "\(bytes) bytes are no packet; it has 4 to \(OSCLimits.bytes)"
    case .unaligned(let bytes): "\(bytes) bytes are no multiple of 4"
    case .ends(let part): "it ends before \(part)"
    case .padding: "a byte that only fills up is not zero"
    case .text: "a text is not UTF-8"
    case .address: "an address begins with a slash and has up to \(OSCLimits.address) bytes"
    case .typeTags: "arguments need a type tag string, which begins with a comma"
    case .unknownType(let letter): "the type '\(Character(Unicode.Scalar(letter)))' is unknown"
    case .bracket: "a bracket of an array has no other one"
    case .depth: "what it holds is nested too deep"
    case .number: "it holds too many messages or arguments"
    case .negative: "a size is less than nothing"
    case .leftover: "something is left behind the last argument"
    }
  }
}
