// SPDX-License-Identifier: Apache-2.0
// Which session holds a token that only one at a time can have.

extension Transaction {
  /// Gives an active session that excludes others its tokens, and takes them from all others
  /// (HWC-01, HWC-02, HWC-03).
  ///
  /// Two such sessions are never active together (MIX-03), so a token never has two holders.
  mutating func settleTokens() {
    for index in changed {
      let session = state.sessions[index]
      let isEntitled = session.isActive && !session.isMixable
      let tokens = isEntitled ? session.configuration.tokens : []
      if tokens != session.tokens { state.sessions[index].tokens = tokens }
    }
  }
}
