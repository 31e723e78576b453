// SPDX-License-Identifier: Apache-2.0
// A session that a reload adds.

/// Its text goes below the sessions of a preset.
let otherSession = """
    other:
      category: playback
      options: [ mixWithOthers ]
      active: true
      source: { jack: "other:out" }
      sends: [ { to: main } ]
  """
