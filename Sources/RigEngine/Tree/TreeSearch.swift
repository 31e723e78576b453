// SPDX-License-Identifier: Apache-2.0
// Looks for what patterns mean, beside the actor and step by step: it takes time that nobody else
// is to wait for.

package import ControlTree
import Synchronization

/// The paths of all values of a rig as it is at the moment.
///
/// > Threading: Any.
package final class TreePaths: Sendable {
  /// Counts the rigs, as the tree does.
  package let generation: Int
  let paths: [String]
  private let cut = Mutex<[PathText]?>(nil)

  init(_ paths: [String], generation: Int) {
    (self.paths, self.generation) = (paths, generation)
  }

  /// The paths in their parts, made when somebody looks for them first.
  fileprivate var texts: [PathText] {
    cut.withLock { cut in
      if let cut { return cut }
      let made = paths.map(PathText.init)
      cut = made
      return made
    }
  }
}

/// What patterns mean in a rig: which nodes, which locks and limits, and what is to be asked for by
/// its name.
package struct TreeFinding: Sendable {
  let generation: Int
  fileprivate(set) var places: [Int] = []
  fileprivate(set) var guards: [String] = []
  /// Literal patterns that mean no path: other names of values, or nothing.
  fileprivate(set) var names: [String] = []

  /// The same in pieces, each about so many nodes at most, in their order.
  package func pieces(of count: Int) -> [TreeFinding] {
    guard places.count > count else { return [self] }
    var pieces = stride(from: 0, to: places.count, by: count).map { start in
      var piece = TreeFinding(generation: generation)
      piece.places = Array(places[start..<min(start + count, places.count)])
      return piece
    }
    (pieces[pieces.count - 1].guards, pieces[pieces.count - 1].names) = (guards, names)
    return pieces
  }
}

/// A search for what patterns mean.
package struct TreeSearch: Sendable {
  /// Which patterns have to mean something.
  package enum Demand: Hashable, Sendable {
    case none
    /// Those without wildcards.
    case literals
    case all
  }

  /// What was found so far.
  package private(set) var finding: TreeFinding
  private let paths: TreePaths
  private let patterns: [PathPattern]
  /// The patterns that name locks, and limits, with what they have found: what means everything
  /// leaves them out, for each value has them.
  private var guarding: [(suffix: String, patterns: [Int], found: [String])]
  private let demand: Demand
  private var place = 0
  private var met: Set<Int> = []

  /// How many comparisons are made in a step.
  private static let comparisons = 1_024

  /// Prepares a search; nothing is looked for yet.
  package init(_ paths: TreePaths, for patterns: [PathPattern], demand: Demand = .literals) {
    (self.paths, self.patterns, self.demand) = (paths, patterns, demand)
    finding = TreeFinding(generation: paths.generation)
    guarding = ValueGuards.suffixes.map { suffix in
      let naming = patterns.indices.filter {
        !patterns[$0].isLiteral && patterns[$0].text.hasSuffix(suffix)
      }
      return (suffix, naming, [])
    }.filter { !$0.patterns.isEmpty }
    if patterns.contains(where: \.text.isEmpty) {
      finding.places = Array(paths.paths.indices)
      place = paths.paths.count
      met = Set(patterns.indices)
    }
  }

  /// Looks on for a moment; returns whether there is more to look at.
  package mutating func step() -> Bool {
    guard place < paths.paths.count else {
      end()
      return false
    }
    let count = max(1, Self.comparisons / max(1, patterns.count + guarding.count))
    let (texts, end) = (paths.texts, min(place + count, paths.paths.count))
    while place < end {
      look(at: texts[place])
      place += 1
    }
    return true
  }

  private mutating func look(at text: PathText) {
    var isMeant = false
    for index in patterns.indices where !(isMeant && met.contains(index)) {
      guard patterns[index].matches(text) else { continue }
      isMeant = true
      met.insert(index)
    }
    if isMeant { finding.places.append(place) }
    for kind in guarding.indices {
      let path = paths.paths[place] + guarding[kind].suffix
      let cut = PathText(path)
      let meaning = guarding[kind].patterns.filter { patterns[$0].matches(cut) }
      if !meaning.isEmpty { guarding[kind].found.append(path) }
      met.formUnion(meaning)
    }
  }

  private mutating func end() {
    finding.guards = guarding.flatMap(\.found)
    finding.names = patterns.indices.filter { index in
      switch demand {
      case .none: false
      case .literals: !met.contains(index) && patterns[index].isLiteral
      case .all: !met.contains(index)
      }
    }.map { patterns[$0].text }
  }
}
