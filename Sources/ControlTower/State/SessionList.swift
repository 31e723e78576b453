// SPDX-License-Identifier: Apache-2.0
// The sessions of a tower, stored so that the cost of an event depends on what it changes, not on
// the number of sessions.

/// The sessions in the order in which they came, with lists of those that matter to others.
///
/// A copy shares every session with its original until one of them changes it. So a copy is cheap,
/// and the changed sessions are known without comparing them.
package struct SessionList: RandomAccessCollection, Hashable, Sendable {
  private var entries: [Entry] = []
  private var indicesByID: [SessionID: Int] = [:]
  /// The indices of the sessions of each standing, in order.
  private var members = [[Int]](repeating: [], count: SessionTraits.count)
  /// The indices of the sessions whose route leads to an output, in order.
  private var users: [PortID: [Int]] = [:]
  /// How often a session was removed, so that those after it moved up.
  private var removals = 0

  /// A session as it was at one time; one that changes gets a new entry.
  private final class Entry: Sendable {
    let session: SessionState
    let standings: SessionTraits

    init(_ session: SessionState) {
      self.session = session
      standings = SessionTraits(of: session)
    }
  }

  init() {}

  /// The index of the first session: 0.
  package var startIndex: Int { 0 }

  /// The number of sessions.
  package var endIndex: Int { entries.count }

  /// The session at an index; it is read in place, and a change stores a new entry.
  package internal(set) subscript(index: Int) -> SessionState {
    _read { yield entries[index].session }
    _modify {
      var session = entries[index].session
      defer { store(session, at: index) }
      yield &session
    }
  }

  /// The index of a session; `nil` when there is none of that name.
  func index(of id: SessionID) -> Int? { indicesByID[id] }

  /// Adds a session at the end.
  mutating func append(_ session: SessionState) {
    let entry = Entry(session)
    entries.append(entry)
    enter(entry, at: entries.count - 1)
  }

  /// Removes a session.
  mutating func remove(at index: Int) {
    entries.remove(at: index)
    removals += 1
    indicesByID.removeAll(keepingCapacity: true)
    members = Array(repeating: [], count: SessionTraits.count)
    users = [:]
    for (index, entry) in entries.enumerated() { enter(entry, at: index) }
  }

  /// The indices of the sessions with a standing, in order.
  func indices(of standing: SessionTraits) -> [Int] { members[standing.number] }

  /// The indices of the sessions whose route leads to an output, in order.
  func users(of output: PortID) -> [Int] { users[output] ?? [] }

  /// The indices of the sessions that have changed since an older list, or are not in it.
  func changed(since old: SessionList) -> [Int] {
    indices.filter { index in
      place(of: index, in: old).map { old.entries[$0] !== entries[index] } ?? true
    }
  }

  /// The index in an older list of the session at an index; `nil` when it is not there.
  func place(of index: Int, in old: SessionList) -> Int? {
    if removals != old.removals { return old.index(of: entries[index].session.id) }
    return index < old.count ? index : nil
  }

  /// The sessions of an older list that are not in this one.
  func gone(since old: SessionList) -> [SessionState] {
    removals == old.removals ? [] : old.filter { index(of: $0.id) == nil }
  }

  /// Whether both hold the same sessions in the same order.
  package static func == (lhs: SessionList, rhs: SessionList) -> Bool {
    lhs.entries.elementsEqual(rhs.entries) { $0 === $1 || $0.session == $1.session }
  }

  /// Feeds the sessions into a hash.
  package func hash(into hasher: inout Hasher) {
    for entry in entries { hasher.combine(entry.session) }
  }

  private mutating func store(_ session: SessionState, at index: Int) {
    let (old, new) = (entries[index], Entry(session))
    entries[index] = new
    for number in old.standings.symmetricDifference(new.standings).numbers {
      if new.standings.contains(number: number) {
        members[number].insertInOrder(index)
      } else {
        members[number].removeInOrder(index)
      }
    }
    guard old.session.route.outputs != session.route.outputs else { return }
    for output in old.session.route.outputs { users[output]?.removeInOrder(index) }
    for output in session.route.outputs { users[output, default: []].insertInOrder(index) }
  }

  private mutating func enter(_ entry: Entry, at index: Int) {
    indicesByID[entry.session.id] = index
    for number in entry.standings.numbers { members[number].append(index) }
    for output in entry.session.route.outputs { users[output, default: []].append(index) }
  }
}

extension [Int] {
  /// Inserts a number in ascending order, if it is not there.
  fileprivate mutating func insertInOrder(_ number: Int) {
    let place = place(of: number)
    if place == count || self[place] != number { insert(number, at: place) }
  }

  /// Removes a number from an ascending list.
  fileprivate mutating func removeInOrder(_ number: Int) {
    let place = place(of: number)
    if place < count, self[place] == number { remove(at: place) }
  }

  /// How many numbers are smaller.
  private func place(of number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
