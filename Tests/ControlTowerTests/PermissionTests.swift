// SPDX-License-Identifier: Apache-2.0
// May a session record: which user is asked, what is heard until he answers, which sessions are
// notified.

import ControlTower
import RuleProofs
import Testing

@Suite("Record permission")
struct PermissionTests {
  private func take(_ permission: RecordPermission) -> SessionConfiguration {
    SessionConfiguration(
      id: "take",
      category: .record,
      usesInput: true,
      behaviour: SessionBehaviour(recordPermission: permission)
    )
  }

  @Test(
    "the first use of an input asks the user, once, and the session hears silence until he answers",
    .proves("PERM-01", "PERM-02", "PERM-03", "ANC-PERM-01")
  )
  func prompt() throws {
    var stage = try Stage(take(.undetermined))
    #expect(
      try stage.actions(.activate("take")).filter(\.concernsSession) == [
        .promptForRecordPermission("take"), .zeroInput("take", true), .sound("take"),
        .notify("take", .didActivate),
      ]
    )
    #expect(try stage(.requestRecordPermission("take")).isEmpty, "the question is open")
    #expect(
      try stage.actions(.setRecordPermission("take", .granted)) == [
        .zeroInput("take", false), .notify("take", .recordPermissionAnswered(true)),
      ]
    )
    try stage(.deactivate("take", notifyingOthers: true))
    #expect(
      !(try stage.actions(.activate("take")).contains(.promptForRecordPermission("take")))
    )
  }

  @Test(
    "a session that was denied records silence, without an error",
    .proves("PERM-02")
  )
  func denied() throws {
    var stage = try Stage(take(.denied))
    let actions = try stage.actions(.activate("take"))
    #expect(actions.contains(.zeroInput("take", true)) && actions.contains(.sound("take")))
    #expect(!actions.contains(.promptForRecordPermission("take")))
    #expect(stage.tower.session("take")?.why.contains("PERM-02") == true)
  }

  @Test(
    "a request is answered at once when it is decided, else the user is asked",
    .proves("PERM-04", "ANC-PERM-01"),
    arguments: RecordPermission.allCases
  )
  func request(_ permission: RecordPermission) throws {
    var stage = try Stage(take(permission))
    let answer: [TowerEffect.Action] =
      permission == .undetermined
      ? [.promptForRecordPermission("take")]
      : [.notify("take", .recordPermissionAnswered(permission == .granted))]
    #expect(try stage.actions(.requestRecordPermission("take")) == answer)
  }

  @Test("a question without an answer can be asked again", .proves("PERM-04"))
  func timeout() throws {
    var stage = try Stage(take(.undetermined), active: ["take"])
    #expect(try stage(.setRecordPermission("take", .undetermined)).isEmpty)
    #expect(
      try stage.actions(.requestRecordPermission("take")) == [.promptForRecordPermission("take")]
    )
  }

  @Test("a permission that is taken back silences the input at once", .proves("PERM-01", "PERM-02"))
  func revoked() throws {
    var stage = try Stage(take(.granted), active: ["take"])
    #expect(
      try stage.actions(.setRecordPermission("take", .denied)) == [
        .zeroInput("take", true), .notify("take", .recordPermissionAnswered(false)),
      ]
    )
  }

  @Test("a session without input is never asked about", .proves("PERM-03"))
  func withoutInput() throws {
    var session = take(.undetermined)
    session.usesInput = false
    var stage = try Stage(session)
    let actions = try stage.actions(.activate("take"))
    #expect(!actions.contains(.promptForRecordPermission("take")))
    #expect(!actions.contains(.zeroInput("take", true)))
  }
}
