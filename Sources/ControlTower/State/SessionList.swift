// SPDX-License-Identifier: Apache-2.0
// The sessions of a tower, kept so that an event costs what it changes rather than what there is.

/// The sessions in the order in which they came, and lists of those that others have to look at.
///
/// A copy shares every session with its original until one of them changes it. So a copy costs
/// little, and which sessions an event has changed is known without comparing them.
public struct SessionList: RandomAccessCollection, Hashable, Sendable {
  private var entries: [Entry] = []
  private var indicesByID: [SessionID: Int] = [:]
  /// The indices of the sessions of each standing, in order.
  private var members = [[Int]](repeating: [], count: Standings.count)
  /// The indices of the sessions whose route leads to an output, in order.
  private var users: [PortID: [Int]] = [:]
  /// How often a session was taken out, so that those after it moved up.
  private var removals = 0

  /// A session as it was at one time; one that changes gets a new entry.
  private final class Entry: Sendable {
    let session: SessionState
    let standings: Standings

    init(_ session: SessionState) {
      self.session = session
      standings = Standings(of: session)
    }
  }

  init() {}

  /// The index of the first session: 0.
  public var startIndex: Int { 0 }

  /// The number of sessions.
  public var endIndex: Int { entries.count }

  /// The session at an index; it is read in place, and stored anew when it was changed.
  public internal(set) subscript(index: Int) -> SessionState {
    _read { yield entries[index].session }
    _modify {
      var session = entries[index].session
      defer { store(session, at: index) }
      yield &session
    }
  }

  /// Where a session stands; `nil` when there is none of that name.
  func index(of id: SessionID) -> Int? { indicesByID[id] }

  /// Takes a session in, as the last one.
  mutating func append(_ session: SessionState) {
    let entry = Entry(session)
    entries.append(entry)
    enter(entry, at: entries.count - 1)
  }

  /// Takes a session out.
  mutating func remove(at index: Int) {
    entries.remove(at: index)
    removals += 1
    indicesByID.removeAll(keepingCapacity: true)
    members = Array(repeating: [], count: Standings.count)
    users = [:]
    for (index, entry) in entries.enumerated() { enter(entry, at: index) }
  }

  /// The indices of the sessions that are something to others, in order.
  func indices(of standing: Standings) -> [Int] { members[standing.number] }

  /// The indices of the sessions whose route leads to an output, in order.
  func users(of output: PortID) -> [Int] { users[output] ?? [] }

  /// The indices of the sessions that are others than in an older list, or that it did not have.
  func changed(since old: SessionList) -> [Int] {
    indices.filter { index in
      place(of: index, in: old).map { old.entries[$0] !== entries[index] } ?? true
    }
  }

  /// Where the session at an index stood in an older list; `nil` when it did not have it.
  func place(of index: Int, in old: SessionList) -> Int? {
    if removals != old.removals { return old.index(of: entries[index].session.id) }
    return index < old.count ? index : nil
  }

  /// The sessions of an older list that are not here any more.
  func gone(since old: SessionList) -> [SessionState] {
    removals == old.removals ? [] : old.filter { index(of: $0.id) == nil }
  }

  /// Whether both hold the same sessions in the same order.
  public static func == (lhs: SessionList, rhs: SessionList) -> Bool {
    lhs.entries.elementsEqual(rhs.entries) { $0 === $1 || $0.session == $1.session }
  }

  /// Feeds the sessions into a hash.
  public func hash(into hasher: inout Hasher) {
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
  /// Puts a number where it belongs in ascending order, once.
  fileprivate mutating func insertInOrder(_ number: Int) {
    let place = place(of: number)
    if place == count || self[place] != number { insert(number, at: place) }
  }

  /// Takes a number out of an ascending order.
  fileprivate mutating func removeInOrder(_ number: Int) {
    let place = place(of: number)
    if place < count, self[place] == number { remove(at: place) }
  }

  /// How many are smaller.
  private func place(of number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
