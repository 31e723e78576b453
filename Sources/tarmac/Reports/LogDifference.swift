// SPDX-License-Identifier: Apache-2.0
// The differences of two texts, in the form of `diff -u`.

/// How many common lines are shown around a change.
private let contextLines = 3

/// The changes from `old` to `new` as a unified diff; empty when there are none.
func difference(from old: String, named oldName: String, to new: String, named newName: String)
  -> String
{
  let edits = edits(from: lines(of: old), to: lines(of: new))
  let changed = edits.indices.filter { edits[$0].sign != " " }
  guard !changed.isEmpty else { return "" }
  var text = "--- \(oldName)\n+++ \(newName)\n"
  for hunk in hunks(around: changed, count: edits.count) {
    let before = edits[..<hunk.lowerBound]
    let (oldStart, newStart) = (before.count { $0.sign != "+" }, before.count { $0.sign != "-" })
    let (oldCount, newCount) = (
      edits[hunk].count { $0.sign != "+" }, edits[hunk].count { $0.sign != "-" }
    )
    text += "@@ -\(range(oldStart, oldCount)) +\(range(newStart, newCount)) @@\n"
    text += edits[hunk].map { "\($0.sign)\($0.line)\n" }.joined()
  }
  return text
}

/// A line of one text or of both.
private struct Edit {
  /// `-` in the old text only, `+` in the new one only, a blank in both.
  var sign: Character
  var line: Substring
}

private func lines(of text: String) -> [Substring] {
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  if lines.last == "" { lines.removeLast() }
  return lines
}

private func edits(from old: [Substring], to new: [Substring]) -> [Edit] {
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in new.difference(from: old) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var edits: [Edit] = []
  var (left, right) = (0, 0)
  while left < old.count || right < new.count {
    if removed.contains(left), left < old.count {
      edits.append(Edit(sign: "-", line: old[left]))
      left += 1
    } else if inserted.contains(right), right < new.count {
      edits.append(Edit(sign: "+", line: new[right]))
      right += 1
    } else {
      edits.append(Edit(sign: " ", line: old[left]))
      left += 1
      right += 1
    }
  }
  return edits
}

/// The changes with the lines around them; near ones are joined.
private func hunks(around changed: [Int], count: Int) -> [Range<Int>] {
  changed.reduce(into: [Range<Int>]()) { hunks, index in
    let start = max(0, index - contextLines)
    let end = min(count, index + contextLines + 1)
    if let last = hunks.last, start <= last.upperBound {
      hunks[hunks.count - 1] = last.lowerBound..<end
    } else {
      hunks.append(start..<end)
    }
  }
}

private func range(_ start: Int, _ count: Int) -> String {
  "\(count == 0 ? start : start + 1),\(count)"
}
