// SPDX-License-Identifier: Apache-2.0
// Where tests prove rules, and which grade each rule needs.

/// Where a test proves that a rule is kept, the nearest to the audience last.
package enum ProofGrade: String, Hashable, Sendable, CaseIterable, Comparable {
  /// In decisions alone.
  case tower
  /// In a scenario, played by the simulator.
  case simulator
  /// In sound that is rendered without JACK.
  case offline
  /// On a rig that runs on JACK: heard by a second client, or seen in its ports and events.
  case live
  /// By a program that uses the library, on a rig that runs on JACK.
  case library

  /// Whether the first grade proves less.
  package static func < (one: ProofGrade, other: ProofGrade) -> Bool { one.rank < other.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Rule {
  /// The least grade at which a test has to prove the rule.
  ///
  /// Decisions, refusals, stored values and notifications are complete in the tower. Sound and
  /// ports exist on JACK only.
  var neededGrade: ProofGrade {
    switch self {
    case .sim01: .simulator
    case .cat35: .offline
    case .def07: .library
    default: Self.heard.contains(self) ? .live : .tower
    }
  }

  /// The rules about sound and ports, and about sockets and servers.
  // swift-format-ignore
  static let heard: Set<Rule> = [
    .def04, .def12, .def13, .defA1,
    .cat01, .cat02, .cat03, .cat05, .cat07, .cat08, .cat09, .cat11, .cat13, .cat14, .cat15, .cat16, .cat17, .cat19,
    .cat20, .cat21, .cat23, .cat25, .cat26, .cat27, .cat28, .cat29, .cat30, .cat31, .cat32, .cat34, .cat37, .cat38,
    .cat39, .cat40, .cat41, .cat42, .chg08, .chg11, .mix01, .mix02, .mix03,
    .mode11, .mode12, .ancMode06, .opt07, .ancOpt02, .ancOpt04,
    .hwc03, .hwc04, .hwc05, .sil01, .sil03,
    .duck01, .duck02, .duck03, .duck06, .duck07, .duck08, .duck09, .duckA1, .duckA2, .duckA3, .duckA4,
    .act03, .act10, .ancAct01, .ancAct02,
    .int01, .int02, .int03, .int04, .int05, .int08, .int09, .int15, .int19, .int24, .intA1, .intA4, .intA6, .intA7,
    .intA8, .ancInt04, .ancInt05,
    .rte02, .rte03, .rte04, .rte07, .rte10, .rte11, .rte12, .rte14, .rte15, .rteA1, .rteA2, .rteA3, .rteA4, .ancRte03,
    .inp01, .inp02, .inp04, .ovr02, .ovr03, .ovr04, .ovr05, .ovrA1, .air01, .air02, .air03, .air04,
    .mrt01, .mrt02, .mrt03, .mrt04, .mrt05, .mrt06, .mrt07, .mrt08, .mrt09, .mrt10, .mrt11, .mrt12, .mrt13,
    .ancMrt01, .ancMrt02, .ancMrt03,
    .vol01, .vol02, .vol03, .vol06, .vol07,
    .pref05, .pref06, .pref11, .pref14, .pref15, .pref16, .ancPref01, .ancIo01, .perm02,
    .rst01, .rst02, .rstA1, .rstA3, .rstA4, .rstA5, .ply01, .ply02, .ply03, .ply04, .plyA1,
    .iaa01, .iaa02, .iaaA1, .iaaA2,
    .bg01, .bg04, .bg05, .bg06, .meas01, .meas02, .measA1, .ui01, .ui02, .uiA1, .uiA2, .ancHap01, .ancMut01,
  ]
}
